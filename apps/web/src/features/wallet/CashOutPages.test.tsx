import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { START } from '../../lib/scanner/machine.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { createStore } from '../../lib/store.ts';
import { workplaceNow } from '../../lib/workplace.ts';
import { waitingAttempts } from '../../school/attempts/attempt-list.ts';
import { OpenAttempts } from '../../school/attempts/OpenAttempts.tsx';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { CashOutFingerprintPage } from './CashOutFingerprintPage.tsx';
import { CashOutPinPage } from './CashOutPinPage.tsx';

const scanner = vi.hoisted(() => ({ use: null as unknown }));
vi.mock('../../lib/scanner/useScanner.ts', () => ({ useScanner: () => (scanner.use as () => ScannerInUse)() }));
vi.mock('@tanstack/react-router', () => ({ Link: 'a', createLink: () => 'a', useSearch: () => ({}) }));

const state = createStore(START);
const flush = vi.fn(() => state.set(START));
const PAYMENT = {
  balance: 300,
  amount: 200,
  fee: 0,
  receipt: {
    sysid: '01900000-0000-7000-8000-000000000777',
    token: 'ABCD1234EFGH5678',
    date: '2026-11-20T09:00:00.000Z',
  },
};
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['wallet', 'school', 'limits', 'ui']);
  scanner.use = () => ({ state: state.use(), open: true, flush, capture() {}, connect() {}, disconnect() {} });
});
beforeEach(() => {
  localStorage.clear();
  state.set(START);
  api.calls.length = 0;
  api.replies = {
    'wallet/getWallet': ({ admissionNumber }) => ({
      body: {
        admissionNumber,
        names: 'Amani Mwende',
        className: 'Grade 3',
        hasFingerprint: true,
        balance: 500,
        mostCash: 450,
      },
    }),
    'wallet/closeAttempt': () => ({ body: { outcome: 'recorded', answer: PAYMENT } }),
  };
});
afterEach(() => {
  cleanup();
  waitingAttempts.set([]);
});

const number = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Admission number/ });
const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ });
const pin = () => screen.getByLabelText<HTMLInputElement>(/^Pin/);
const cashout = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Cashout' });

/** Reads the note that a cash-out for 4001 was recorded, with 200 for 4001 in the form. */
async function readNote(page: 'fingerprint' | 'pin', recorded: { path: string; amount: string }) {
  const attempt = { ...recorded, key: `k-${page}-${recorded.path}-${recorded.amount}`, admissionNumber: '4001' };
  waitingAttempts.set([{ ...attempt, same: '', at: Date.now(), ...workplaceNow() }]);
  showScreen(
    <>
      <OpenAttempts />
      {page === 'pin' ? <CashOutPinPage /> : <CashOutFingerprintPage />}
    </>,
  );
  fireEvent.change(await screen.findByRole('combobox', { name: /^Admission number/ }), { target: { value: '4001' } });
  await screen.findByText('Amani Mwende');
  fireEvent.change(amount(), { target: { value: '200' } });
  if (page === 'pin') fireEvent.change(pin(), { target: { value: '274951' } });
  else act(() => state.set({ ...START, status: 'scanned', template: { Template: 'one', DPI: 500 } }));
  fireEvent.click(await screen.findByRole('button', { name: 'I have read this' }));
  await waitFor(() => expect(screen.queryByText('This was recorded')).toBeNull());
}

describe('cash-out that was read to be recorded', () => {
  test('CashOutPinPage empties student, amount and PIN', async () => {
    await readNote('pin', { path: 'wallet/cashOutPin', amount: '200' });
    await waitFor(() => expect([number().value, amount().value, pin().value]).toEqual(['', '', '']));
  });

  test('CashOutFingerprintPage empties student and amount, and drops the finger', async () => {
    await readNote('fingerprint', { path: 'wallet/cashFingerprint', amount: '200' });
    await waitFor(() => expect([number().value, amount().value]).toEqual(['', '']));
    expect(state.get().template).toBeNull();
    expect(cashout().disabled).toBe(true);
  });

  test.each([
    ['another amount', 'pin', { path: 'wallet/cashOutPin', amount: '100' }],
    ['another amount', 'fingerprint', { path: 'wallet/cashFingerprint', amount: '100' }],
    ['a deposit', 'pin', { path: 'wallet/deposit', amount: '200' }],
    ['a deposit', 'fingerprint', { path: 'wallet/deposit', amount: '200' }],
  ] as const)('leaves the form as it is after the note of %s, by %s', async (_, page, recorded) => {
    await readNote(page, recorded);
    expect([number().value, amount().value]).toEqual(['4001', '200']);
  });
});
