import { notifications } from '@mantine/notifications';
import type { Exeat } from '@mfuko/contract/exeats';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { StudentExeats } from './StudentExeats.tsx';

let api: FakeApi;
const STUDENT = { sysid: '01900000-0000-7000-8000-000000000021', names: 'Amina Juma', status: 'active' };
const EXEAT: Exeat = {
  ...{ sysid: '01900000-0000-7000-8000-000000000022', studentSYSID: STUDENT.sysid, admissionNumber: '4100' },
  ...{ names: 'Amina Juma', className: 'Form 1', reason: 'Dentist', goesWith: 'Mary Otieno (Aunt)', state: 'coming' },
  ...{ leavesFrom: '2026-11-27T12:00:00.000Z', returnBy: '2026-11-29T14:00:00.000Z', grantedBy: 'Jane Njeri' },
  ...{ dateGranted: '2026-11-24T05:00:00.000Z', wentOut: null, returned: null, cancelledBy: null, cancelReason: null },
};

beforeAll(async () => {
  api = await prepareScreens(['exeats', 'school']);
});
beforeEach(() => {
  api.calls.length = 0;
  api.replies = {
    'student/getExeats': () => ({ body: [EXEAT], headers: { 'X-Total-Count': '1' } }),
    'student/grantExeat': () => ({ body: EXEAT }),
    'student/cancelExeat': () => ({ body: { ...EXEAT, state: 'cancelled' } }),
  };
});
afterEach(() => {
  notifications.clean();
  cleanup();
});

const sent = (path: string) => api.calls.find((call) => call.path === path)?.input;

test('StudentExeats grants a pass with the typed times, and rejects an end before its beginning', async () => {
  showScreen(<StudentExeats student={STUDENT} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Grant a pass' }));
  const form = within(await screen.findByRole('dialog', { name: 'A pass for Amina Juma' }));
  const type = (label: RegExp, value: string) => fireEvent.change(form.getByLabelText(label), { target: { value } });
  await form.findByLabelText(/^Back by/);
  type(/^Leaves from/, '2026-11-27T15:00');
  type(/^Back by/, '2026-11-27T14:00');
  type(/^Reason/, 'Dentist');
  fireEvent.click(form.getByRole('button', { name: 'Grant a pass' }));
  await form.findAllByText(/must be after the start/);
  expect(sent('student/grantExeat')).toBeUndefined();
  type(/^Back by/, '2026-11-29T17:00');
  fireEvent.click(form.getByRole('button', { name: 'Grant a pass' }));
  await waitFor(() => expect(sent('student/grantExeat')).toBeDefined());
  expect(sent('student/grantExeat')).toMatchObject({
    ...{ studentSYSID: STUDENT.sysid, leavesFrom: '2026-11-27T15:00', returnBy: '2026-11-29T17:00', reason: 'Dentist' },
  });
});

test('StudentExeats cancels a pass only with a reason', async () => {
  showScreen(<StudentExeats student={STUDENT} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel the pass of Amina Juma until 29/11/2026 17:00' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this pass?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel the pass' }));
  await dialog.findByText('Enter a reason.');
  expect(sent('student/cancelExeat')).toBeUndefined();
  fireEvent.change(dialog.getByLabelText(/^Reason for cancelling/), { target: { value: 'Mother called' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel the pass' }));
  await waitFor(() => expect(sent('student/cancelExeat')).toEqual({ sysid: EXEAT.sysid, reason: 'Mother called' }));
});
