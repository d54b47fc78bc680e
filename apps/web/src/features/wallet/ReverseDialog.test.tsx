import { ENTRY_KINDS, type StatementRow } from '@mfuko/contract/wallet';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { Proposed } from './Proposed.tsx';
import { ReverseDialog } from './ReverseDialog.tsx';
import { isReversible } from './StatementLine.tsx';

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['wallet', 'school']);
});
afterEach(cleanup);

const ROW: StatementRow = {
  sysid: '01900000-0000-7000-8000-000000000701',
  date: '2026-11-24T08:00:00.000Z',
  kind: 'collection',
  amount: 500,
  fee: 0,
  balance: 700,
  by: 'M-Pesa',
  reference: 'TKQ1A2B3C4',
  channel: null,
  reversed: false,
  takenBack: false,
  own: false,
  proposal: { by: 'Jane Otieno', reason: 'Paid for the sister', date: '2026-11-24T09:00:00.000Z', own: false },
};

function open(row: Partial<StatementRow>, balance: number): HTMLButtonElement {
  showScreen(
    <ReverseDialog
      row={{ ...ROW, ...row }}
      names="Neema Atieno"
      balance={balance}
      onClose={() => {}}
      onRefused={() => {}}
    />,
  );
  return screen.getByRole('button', { name: /^(Reverse|Propose)$/ });
}

test('ReverseDialog shows the second person the reason and the balance before and after', () => {
  expect(open({}, 700.5).disabled).toBe(false);
  screen.getByText('Jane Otieno proposed to reverse this: Paid for the sister');
  screen.getByText('The wallet goes from KES 700.50 to KES 200.50.');
});

test('ReverseDialog adds amount and fee of a reversed cash-out to the balance', () => {
  open({ kind: 'cash-out', amount: -110, proposal: null }, 40);
  screen.getByText('The wallet goes from KES 40.00 to KES 150.00.');
});

test('ReverseDialog is disabled when the balance no longer covers the amount, and says so', () => {
  expect(open({}, 499.5).disabled).toBe(true);
  screen.getByText(/^The wallet holds only KES 499.50: part of this payment has been spent./);
});

test('ReverseDialog allows a proposal even when the balance no longer covers it', () => {
  expect(open({ proposal: null }, 100).disabled).toBe(false);
});

test('ReverseDialog keeps the reason when a proposal with a lost answer is void', async () => {
  api.replies = {
    'wallet/proposeReversal': () => {
      throw new TypeError('Failed to fetch');
    },
    'wallet/closeAttempt': () => ({ body: { outcome: 'void' } }),
  };
  open({ proposal: null }, 700);
  const reason = screen.getByLabelText(/^Reason/) as HTMLInputElement;
  fireEvent.change(reason, { target: { value: 'Paid twice' } });
  fireEvent.submit(reason.closest('form') as HTMLElement);
  await screen.findByText(/nothing was recorded/);
  expect([screen.queryByText('General Failure'), reason.value]).toEqual([null, 'Paid twice']);
});

test('a rejected proposal with a lost answer is shown as done when it is recorded', async () => {
  api.replies = {
    'wallet/rejectReversal': () => {
      throw new TypeError('Failed to fetch');
    },
    'wallet/closeAttempt': () => ({ body: { outcome: 'recorded', answer: {} } }),
  };
  showScreen(<Proposed row={ROW} proposal={ROW.proposal as NonNullable<StatementRow['proposal']>} />);
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  await screen.findByRole('status');
  expect(screen.queryByText('General Failure')).toBeNull();
});

test('isReversible accepts deposits, collections, cash-outs and canteen sales that are not reversed', () => {
  expect(ENTRY_KINDS.filter((kind) => isReversible({ kind, reversed: false }))).toEqual([
    'deposit',
    'collection',
    'cash-out',
    'canteen',
  ]);
  expect(isReversible({ kind: 'deposit', reversed: true })).toBe(false);
});
