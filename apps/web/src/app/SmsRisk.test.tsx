import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { noteEnrolled } from '../lib/enrolled.ts';
import { type FakeApi, prepareScreens, showScreen } from '../ui/screen.testkit.tsx';
import { SmsRisk } from './SmsRisk.tsx';
import { assumeMe, currentMe, type Me } from './session-flow.ts';
import { tellsOfSmsRisk } from './sms-risk.ts';

vi.mock('@tanstack/react-router', async (whole) => ({ ...(await whole<object>()), createLink: () => 'a' }));

const ME: Me = {
  ...{ role: 'SchoolAdmin', userName: '254700000002', names: 'Achieng Were', duties: [], school: null },
  smsRisk: true,
};
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['shell']);
});
afterEach(() => {
  cleanup();
  noteEnrolled(null);
});

test('SmsRisk links to My Profile, and can be dismissed', async () => {
  api.replies['profile/dismissSmsRisk'] = () => ({ body: { smsRisk: false } });
  api.replies['auth/me'] = () => ({ body: { ...ME, smsRisk: false } });
  showScreen(<SmsRisk />);
  expect((await screen.findByText('Set one up')).getAttribute('to')).toBe('/app/my.profile');
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(currentMe()?.smsRisk).toBe(false));
});

test('tellsOfSmsRisk is false at desks that serve students, on enrolled devices and in My Profile', () => {
  assumeMe(ME);
  expect(tellsOfSmsRisk(ME, '/app/student.view')).toBe(true);
  expect(tellsOfSmsRisk({ ...ME, smsRisk: false }, '/app/student.view')).toBe(false);
  expect(tellsOfSmsRisk(null, '/app/student.view')).toBe(false);
  for (const path of [
    '/app/check.in.out',
    '/app/canteen.counter',
    '/app/cash.desk',
    '/app/cashout.pin',
    '/app/my.profile',
  ])
    expect([path, tellsOfSmsRisk(ME, path)]).toEqual([path, false]);
  noteEnrolled('01900000-0000-7000-8000-000000000001');
  expect(tellsOfSmsRisk(ME, '/app/student.view')).toBe(false);
});
