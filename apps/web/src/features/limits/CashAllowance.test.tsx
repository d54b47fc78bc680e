import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { CashAllowance } from './CashAllowance.tsx';

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['limits']);
});
afterEach(cleanup);

const UNTIL = '2026-11-21T09:00:00Z';
const approval = (
  state: 'pending' | 'approved',
  liftsHold: boolean,
  vain: 'changed' | 'asked-before' | null = null,
) => ({
  ...{
    sysid: '01900000-0000-7000-8000-000000000901',
    admissionNumber: '4001',
    names: 'Amina Juma',
    className: 'Grade 4',
  },
  ...{
    amount: 200,
    reason: 'Forgot the PIN',
    reference: null,
    isRefund: false,
    numbers: [],
    changes: [],
    state,
    liftsHold,
    vain,
    own: true,
  },
  ...{ date: '2026-11-20T09:00:00Z', askedBy: 'Njeri', decidedBy: 'Kamau', decidedAt: null, note: null, until: UNTIL },
});
/** Renders the desk with a pending request that is approved later. */
async function answered({ liftsHold, hold }: { liftsHold: boolean; hold: object | null }): Promise<() => void> {
  let state: 'pending' | 'approved' = 'pending';
  api.replies = {
    'wallet/getStudentLimits': () => ({
      body: {
        ...{ admissionNumber: '4001', cashLeft: null, spendingLeft: null, checkedIn: true, hold },
        rules: [{ rule: 'approval', limit: 100, left: 100, setBy: 'school' }],
        approval: approval('pending', true),
      },
    }),
    'wallet/getApproval': () => ({ body: approval(state, state === 'pending' || liftsHold) }),
  };
  const onApproved = vi.fn();
  const { queries } = showScreen(
    <CashAllowance admissionNumber="4001" amount="150" refusals={0} onApproved={onApproved} />,
  );
  await screen.findByText('Waiting for approval');
  state = 'approved';
  void queries.invalidateQueries();
  return onApproved;
}

test('CashAllowance does not accept an approval that does not lift the hold, and offers to ask again', async () => {
  const onApproved = await answered({ liftsHold: false, hold: { until: UNTIL, changed: 'pin' } });
  await screen.findByText('The approval by Kamau does not count here');
  await screen.findByText(/^The person who changed the PIN or finger cannot approve/);
  await screen.findByRole('button', { name: 'Ask again' });
  // The text mentions no amount.
  screen.getByText(/^The PIN or finger was changed recently/);
  expect(screen.queryByText(/^Cash-outs above KES/)).toBeNull();
  screen.getByLabelText(/^Why it cannot wait/);
  expect(onApproved).not.toHaveBeenCalled();
});

test.each([
  ['that lifts the wait', true, { until: UNTIL, changed: 'pin' }],
  ['where nothing waits', false, null],
])('CashAllowance accepts an approval %s', async (_, liftsHold, hold) => {
  const onApproved = await answered({ liftsHold, hold });
  await screen.findByText('Approved by Kamau');
  await waitFor(() => expect(onApproved).toHaveBeenCalledOnce());
});

test.each([
  ['asked-before', 'This can no longer be approved', 'Waiting for approval'],
  ['changed', 'Waiting for approval', 'This can no longer be approved'],
] as const)(
  'CashAllowance shows whether anyone can still approve the pending request: %s',
  async (vain, told, other) => {
    const pending = approval('pending', false, vain);
    api.replies = {
      'wallet/getStudentLimits': () => ({
        body: {
          ...{ admissionNumber: '4001', cashLeft: null, spendingLeft: null, checkedIn: true, rules: [] },
          ...{ hold: { until: UNTIL, changed: 'pin' }, approval: pending },
        },
      }),
      'wallet/getApproval': () => ({ body: pending }),
    };
    showScreen(<CashAllowance admissionNumber="4001" amount="150" refusals={0} onApproved={() => undefined} />);
    await screen.findByText(told);
    expect(screen.queryByText(other)).toBeNull();
    // The user can go on: reason field and button are shown.
    expect(screen.queryByRole('button', { name: 'Ask again' }) !== null).toBe(vain === 'asked-before');
  },
);
