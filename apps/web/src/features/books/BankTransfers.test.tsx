import type { BankTransfer } from '@mfuko/contract/bank-transfers';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { BankTransfers } from './BankTransfers.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: 'a' }));

const WAITS: BankTransfer = {
  ...{ sysid: '01900000-0000-7000-8000-000000000a01', way: 'to-bank', amount: 4_000, reference: 'SLIP 17' },
  ...{ state: 'proposed', date: '2026-11-24T08:00:00.000Z', by: 'Peter Kamau', mine: false },
  ...{ decidedBy: null, decidedAt: null },
};

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['books', 'school']);
});
afterEach(cleanup);

/** Renders a pending transfer; the call's answer is lost, and the given outcome applies. */
function showUnanswered(path: string, outcome: string): void {
  api.replies = {
    'wallet/getBankTransfers': () => ({ body: [WAITS], headers: { 'x-total-count': '1' } }),
    [path]: () => {
      throw new TypeError('Failed to fetch');
    },
    'wallet/closeAttempt': () => ({ body: { outcome, answer: {} } }),
  };
  showScreen(<BankTransfers />);
}

test.each([
  ['wallet/approveBankTransfer', 'Approve'],
  ['wallet/rejectBankTransfer', 'Reject'],
])('BankTransfers reports %s with a lost answer as not recorded when its outcome is void', async (path, name) => {
  showUnanswered(path, 'void');
  fireEvent.click(await screen.findByRole('button', { name }));
  await screen.findByText(/nothing was recorded/);
  expect(screen.queryByText('General Failure')).toBeNull();
});

test('BankTransfers shows an approval with a lost answer as done when it is recorded', async () => {
  showUnanswered('wallet/approveBankTransfer', 'recorded');
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  await screen.findByText('KES 4,000.00 was transferred in the books');
});
