import type { Refund } from '@mfuko/contract/refunds';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { StudentRefund } from './StudentRefund.tsx';
import { FailedRefunds, WaitingRefunds } from './WaitingRefunds.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search, children }: { to: string; search: Record<string, string>; children: React.ReactNode }) => (
    <a href={`${to}?${new URLSearchParams(search)}`}>{children}</a>
  ),
}));

const REFUND: Refund = {
  sysid: '01900000-0000-7000-8000-000000000801',
  admissionNumber: '8801',
  names: 'Neema Atieno',
  amount: 1_234,
  leftOver: 0.5,
  guardian: 'Jane Otieno',
  mobileNumber: '2547***001',
  numberChanged: null,
  reason: 'Left the school',
  state: 'proposed',
  by: 'Peter Kamau',
  date: '2026-11-24T08:00:00.000Z',
  own: false,
  decidedBy: null,
  dateDecided: null,
  dateEnded: null,
  receipt: null,
  failure: null,
};
const STUDENT = { sysid: REFUND.sysid, admissionNumber: '8801', names: REFUND.names, balance: 1_234.5 };

let api: FakeApi;
function answer(rows: readonly Refund[]): void {
  api.replies['wallet/getRefunds'] = () => ({ body: rows, headers: { 'x-total-count': String(rows.length) } });
}

beforeAll(async () => {
  api = await prepareScreens(['suspense']);
});
afterEach(cleanup);

test('WaitingRefunds links each proposed refund to its student', async () => {
  answer([REFUND]);
  showScreen(<WaitingRefunds />);
  const way = await screen.findByRole('link', { name: 'Neema Atieno, 8801: KES 1,234.00, proposed by Peter Kamau' });
  expect(way.getAttribute('href')).toBe('/app/student.details?admissionNumber=8801');
  expect(api.calls.at(-1)?.input).toMatchObject({ state: 'proposed' });
});

test('FailedRefunds shows why each refund failed, and links to its student', async () => {
  answer([{ ...REFUND, state: 'failed', failure: 'The receiver is not known' }]);
  showScreen(<FailedRefunds />);
  const way = await screen.findByRole('link', {
    name: 'Neema Atieno, 8801: KES 1,234.00. M-Pesa: The receiver is not known',
  });
  expect(way.getAttribute('href')).toBe('/app/student.details?admissionNumber=8801');
  expect(api.calls.at(-1)?.input).toMatchObject({ unpaid: 'true' });
});

test('WaitingRefunds renders no alert without a proposed refund', async () => {
  answer([]);
  const before = api.calls.length;
  const { container } = showScreen(<WaitingRefunds />);
  await waitFor(() => expect(api.calls.length).toBeGreaterThan(before));
  expect(container.querySelector('[role="alert"]')).toBeNull();
});

test('StudentRefund shows the balance before and after a proposed refund', async () => {
  answer([REFUND]);
  showScreen(<StudentRefund student={STUDENT} />);
  await screen.findByText('The wallet goes from KES 1,234.50 to KES 0.50.');
});

test('StudentRefund says that a refund being sent is not sent twice, and offers no other refund', async () => {
  answer([{ ...REFUND, state: 'sending' }]);
  showScreen(<StudentRefund student={{ ...STUDENT, balance: 0.5 }} />);
  await screen.findByText(/nothing is sent twice/);
  expect(screen.queryByRole('button', { name: 'Refund the balance' })).toBeNull();
});

test('StudentRefund closes its approval dialog when another refund replaces the shown one', async () => {
  answer([REFUND]);
  const { queries } = showScreen(<StudentRefund student={STUDENT} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  await screen.findByText(/of Neema Atieno goes to Jane Otieno, 2547\*\*\*001/);
  answer([{ ...REFUND, sysid: REFUND.sysid.replace(/1$/, '2'), guardian: 'John Otieno', mobileNumber: '2547***002' }]);
  void queries.invalidateQueries();
  await screen.findAllByText(/John Otieno/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('StudentRefund shows the existing refund after a conflicting proposal, and closes its form', async () => {
  answer([]);
  api.replies['student/getContacts'] = () => ({
    body: [{ sysid: 'c1', name: 'Jane Otieno', mobileNumber: '254711000001' }],
    headers: { 'x-total-count': '1' },
  });
  api.replies['wallet/refund'] = () => ({
    status: 409,
    body: { code: '409', message: 'A refund for this student is already under way.', problem: 'refund.under-way' },
  });
  showScreen(<StudentRefund student={STUDENT} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Refund the balance' }));
  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: 'Moved away' } });
  await screen.findByRole('radio', { name: /Jane Otieno/ });
  answer([REFUND]);
  fireEvent.click(screen.getByRole('button', { name: 'Propose' }));
  await screen.findByText('A refund for this student is already under way.');
  await screen.findByText('A refund is waiting for approval');
  await waitFor(() => expect(screen.queryByLabelText(/^Reason/)).toBeNull());
});

/** Renders a pending refund and approves it; the server answers with `reply`. */
async function approve(reply: FakeApi['replies'][string]): Promise<void> {
  answer([REFUND]);
  api.replies['wallet/approveRefund'] = reply;
  showScreen(<StudentRefund student={STUDENT} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  const what = await screen.findByText(/of Neema Atieno goes to Jane Otieno/);
  fireEvent.submit(what.closest('form') as HTMLElement);
}

test('StudentRefund reports a lost approval as not recorded when it is void, and keeps its dialog open', async () => {
  api.replies['wallet/closeAttempt'] = () => ({ body: { outcome: 'void' } });
  await approve(() => {
    throw new TypeError('Failed to fetch');
  });
  await screen.findByText(/nothing was recorded/);
  expect(screen.queryByRole('dialog')).not.toBeNull();
});

test.each(['refund.wrong-state', 'refund.changed'])(
  'StudentRefund closes its approval dialog when the refund can no longer be approved: %s',
  async (problem) => {
    await approve(() => ({ status: 409, body: { code: '409', message: 'Too late', problem } }));
    await screen.findByText('Too late');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

test('StudentRefund shows a lost rejection as done when it is recorded', async () => {
  answer([REFUND]);
  api.replies['wallet/rejectRefund'] = () => {
    throw new TypeError('Failed to fetch');
  };
  api.replies['wallet/closeAttempt'] = () => ({ body: { outcome: 'recorded', answer: {} } });
  showScreen(<StudentRefund student={STUDENT} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Reject' }));
  await screen.findByText('Rejected.');
  expect(screen.queryByText('General Failure')).toBeNull();
});
