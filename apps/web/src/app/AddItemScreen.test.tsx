import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { START } from '../lib/scanner/machine.ts';
import { pickSchool } from '../lib/school.ts';
import { type FakeApi, prepareScreens, showScreen } from '../ui/screen.testkit.tsx';
import { AddItemScreen } from './AddItemScreen.tsx';

vi.mock('../lib/scanner/useScanner.ts', () => ({
  useScanner: () => ({ state: START, open: true, flush() {}, capture() {}, connect() {}, disconnect() {} }),
}));
vi.mock('./approval-news.ts', () => ({ useApprovalNews: () => undefined }));
vi.mock('@tanstack/react-router', () => ({ Link: 'a', createLink: () => 'a', useSearch: () => ({}) }));

const SCHOOL = '01900000-0000-7000-8000-000000000901';
const ASKED = '01900000-0000-7000-8000-000000000902';
let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['items', 'school', 'ui', 'limits']);
});
afterEach(cleanup);

test('AddItemScreen asks a second person to approve a held sale in place, and repeats the sale once approved', async () => {
  let approved = false;
  const approval = () => ({
    ...{ sysid: ASKED, admissionNumber: '4001', names: 'Amani Mwende', className: 'Grade 3', amount: 600 },
    ...{ reason: 'The PIN was forgotten', reference: null, state: approved ? 'approved' : 'pending' },
    ...{ date: '2026-11-20T09:00:00Z', askedBy: 'Njeri', own: true, decidedBy: approved ? 'Otieno' : null },
    ...{ decidedAt: null, note: null, until: '2026-11-20T09:30:00Z' },
  });
  const hold = { until: '2026-11-21T09:00:00Z', changed: 'pin' };
  api.replies = {
    'school/getSchoolSettings': () => ({ body: { sysid: SCHOOL, requireProofForItems: true } }),
    'wallet/getWallet': ({ admissionNumber }) => ({
      body: { admissionNumber, names: 'Amani Mwende', className: 'Grade 3', hasFingerprint: true, balance: 900 },
    }),
    'wallet/getStudentLimits': ({ admissionNumber }) => ({
      body: {
        ...{ admissionNumber, rules: [], cashLeft: null, spendingLeft: null, checkedIn: true, hold, approval: null },
      },
    }),
    'student/getItemNames': () => ({ body: [] }),
    'student/createItemPin': () =>
      approved
        ? { body: { itemName: 'Sweater', studentName: 'Amani Mwende', balance: 300 } }
        : { status: 422, body: { code: '422', message: 'It waits.', problem: 'wallet.hold', detail: {} } },
    'wallet/requestApproval': () => ({ body: approval() }),
    'wallet/getApproval': () => ({ body: approval() }),
  };
  pickSchool({ sysid: SCHOOL, shortName: 'Nyota' });
  showScreen(<AddItemScreen />);
  fireEvent.change(await screen.findByRole('combobox', { name: /^Admission number/ }), { target: { value: '4001' } });
  await screen.findByText('Amani Mwende');
  fireEvent.change(screen.getByRole('combobox', { name: /^Item name/ }), { target: { value: 'Sweater' } });
  fireEvent.change(screen.getByLabelText(/^Quantity/), { target: { value: '3' } });
  fireEvent.change(screen.getByLabelText(/^Price/), { target: { value: '200' } });
  fireEvent.click(await screen.findByLabelText("The student's PIN"));
  const sell = () => {
    fireEvent.change(screen.getByLabelText(/^Pin/), { target: { value: '274951' } });
    fireEvent.click(screen.getByRole('button', { name: 'Complete' }));
  };
  expect(screen.queryByText('A second person must approve')).toBeNull();
  sell();
  fireEvent.change(await screen.findByLabelText(/^Why it cannot wait/, {}, { timeout: 15_000 }), {
    target: { value: 'The PIN was forgotten' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Ask for approval' }));
  await screen.findByText('Waiting for approval');
  expect(api.calls.find(({ path }) => path === 'wallet/requestApproval')?.input).toMatchObject({
    admissionNumber: '4001',
    amount: '600.00',
  });
  approved = true;
  await screen.findByText('Approved by Otieno', {}, { timeout: 15_000 });
  sell();
  await waitFor(() => expect(screen.queryByText('Approved by Otieno')).toBeNull(), { timeout: 15_000 });
  expect(api.calls.filter(({ path }) => path === 'student/createItemPin')).toHaveLength(2);
});
