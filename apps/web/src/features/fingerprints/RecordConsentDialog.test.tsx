import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { StudentConsents } from './StudentConsents.tsx';

const CHILD = { sysid: '01900000-0000-7000-8000-000000000007', names: 'Amani Mwende' };
let api: FakeApi;
const recorded = () => api.calls.filter(({ path }) => path === 'student/recordConsent').map(({ input }) => input);

beforeAll(async () => {
  api = await prepareScreens(['fingerprints', 'school']);
});
beforeEach(() => {
  api.calls.length = 0;
  api.replies = {
    'school/getSchoolSettings': () => ({ body: { requireConsentCode: true } }),
    'student/recordConsent': () => ({ body: { studentSYSID: CHILD.sysid } }),
  };
});
afterEach(cleanup);

const consents = (status: 'active' | 'left') => <StudentConsents student={{ ...CHILD, status }} hasFinger />;

test('StudentConsents validates a signed form, and records it with giver, relation and method', async () => {
  showScreen(consents('active'));
  fireEvent.click(await screen.findByRole('button', { name: 'Record a form' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Record' }));
  expect(await screen.findAllByText(/is required/)).not.toEqual([]);
  fireEvent.change(screen.getByRole('textbox', { name: /^Who gave it/ }), { target: { value: 'Mary Mwende' } });
  fireEvent.click(screen.getByRole('combobox', { name: /^Relation/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Mother' }));
  fireEvent.click(screen.getByRole('button', { name: 'Record' }));
  await waitFor(() =>
    expect(recorded()).toEqual([
      { studentSYSID: CHILD.sysid, givenBy: 'Mary Mwende', relation: 'mother', method: 'paper' },
    ]),
  );
  await screen.findByText('The consent for Amani Mwende is recorded');
});

test('StudentConsents offers to record a form only with required codes, and only for an active student', async () => {
  api.replies['school/getSchoolSettings'] = () => ({ body: { requireConsentCode: false } });
  showScreen(consents('active'));
  await screen.findByRole('button', { name: 'Withdraw consent' });
  expect(screen.queryByRole('button', { name: 'Record a form' })).toBeNull();
  cleanup();
  api.replies['school/getSchoolSettings'] = () => ({ body: { requireConsentCode: true } });
  showScreen(
    <>
      {consents('left')}
      {consents('active')}
    </>,
  );
  expect(await screen.findAllByRole('button', { name: 'Record a form' })).toHaveLength(1);
});
