import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { START } from '../../lib/scanner/machine.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { clearSession, currentSession, saveSession } from '../../lib/session.ts';
import { createStore } from '../../lib/store.ts';
import { workplaceNow } from '../../lib/workplace.ts';
import { waitingAttempts } from '../../school/attempts/attempt-list.ts';
import { OpenAttempts } from '../../school/attempts/OpenAttempts.tsx';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { DeskPage } from './DeskPage.tsx';

const scanner = vi.hoisted(() => ({ use: null as unknown }));
vi.mock('../../lib/scanner/useScanner.ts', () => ({ useScanner: () => (scanner.use as () => ScannerInUse)() }));
vi.mock('@tanstack/react-router', () => ({ Link: 'a', createLink: () => 'a', useSearch: () => ({}) }));

const state = createStore(START);
const flush = vi.fn(() => state.set(START));
const capture = vi.fn(() => state.set(START));
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
const REPEATED = {
  status: 409,
  body: {
    code: '409',
    message: 'You paid in KES 200.00 for Amani Mwende 2 minutes ago.',
    problem: 'wallet.deposit-repeated',
    detail: { amount: 200, admissionNumber: '4001', names: 'Amani Mwende', receipt: PAYMENT.receipt },
  },
};
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['wallet', 'school', 'limits', 'ui']);
  scanner.use = () => ({ state: state.use(), open: true, flush, capture, connect() {}, disconnect() {} });
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
        hasFingerprint: admissionNumber !== '4013',
        balance: 500,
        mostCash: 450,
      },
    }),
    'wallet/getStudentLimits': ({ admissionNumber }) => ({
      body: {
        admissionNumber,
        rules: [],
        cashLeft: 450,
        spendingLeft: null,
        checkedIn: true,
        hold: null,
        approval: null,
      },
    }),
    'wallet/cashFingerprint': () => ({ body: PAYMENT }),
    'wallet/cashOutPin': () => ({ body: PAYMENT }),
    'wallet/deposit': () => ({ body: PAYMENT }),
    'wallet/getOwnPayments': () => ({
      body: [
        {
          ...PAYMENT,
          kind: 'cash-out',
          admissionNumber: '4002',
          names: 'Baraka Otieno',
          method: 'pin',
          reversed: false,
        },
      ],
    }),
  };
});
afterEach(cleanup);

const number = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Admission number/ });
const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ });
const moved = () => api.calls.filter(({ path }) => /cash|deposit/.test(path) && !path.includes('Limits'));
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const lay = (picture: string) =>
  act(() =>
    state.set({
      status: 'scanned',
      text: '',
      template: { Template: picture, DPI: 500 },
      capturing: false,
      retryIn: null,
      glass: null,
      advice: null,
    }),
  );
/** Submits the form, as browsers do on Enter in a field. */
const enter = (field: HTMLElement) => fireEvent.submit(field);

async function open(typed = '4001') {
  showScreen(<DeskPage />);
  await screen.findByRole('heading', { level: 1, name: /^cash desk$/i });
  fireEvent.change(number(), { target: { value: typed } });
  await screen.findByText('Cash available now: KES 450.00');
}

describe('cash-out by finger', () => {
  test('takes number, amount, Enter and finger, and then focuses the next number', async () => {
    await open();
    fireEvent.change(amount(), { target: { value: '200' } });
    enter(amount());
    await screen.findByText('Put the finger on');
    await screen.findByText('KES 200.00 for Amani Mwende (4001)');
    expect(moved()).toEqual([]);
    lay('one');
    await screen.findByText('Hand out KES 200.00');
    await screen.findByText('Amani Mwende (4001) · balance KES 300.00');
    expect(moved()).toMatchObject([{ input: { admissionNumber: '4001', amount: '200', B64Fingerprint: 'one' } }]);
    expect([number().value, amount().value]).toEqual(['', '']);
    expect(document.activeElement).toBe(number());
  });

  test('waits for Enter when the finger was read first', async () => {
    await open();
    fireEvent.change(amount(), { target: { value: '20' } });
    lay('one');
    expect(moved()).toEqual([]);
    fireEvent.change(amount(), { target: { value: '200' } });
    enter(amount());
    await waitFor(() => expect(moved()).toMatchObject([{ input: { amount: '200' } }]));
  });

  test.each([
    ['another amount', () => fireEvent.change(amount(), { target: { value: '2000' } })],
    ['another student', () => fireEvent.change(number(), { target: { value: '4002' } })],
    ['another way', () => press('F2')],
    ['the PIN', () => press('F3')],
    ['Escape', () => press('Escape')],
  ])('is cancelled by %s', async (_, change) => {
    await open();
    fireEvent.change(amount(), { target: { value: '200' } });
    enter(amount());
    await screen.findByText('Put the finger on');
    change();
    lay('one');
    expect(screen.queryByText('Put the finger on')).toBeNull();
    expect(moved()).toEqual([]);
  });

  test('uses the amount of the last Enter, not of an earlier one', async () => {
    await open();
    fireEvent.change(amount(), { target: { value: '200' } });
    enter(amount());
    await screen.findByText('Put the finger on');
    fireEvent.change(amount(), { target: { value: '2' } });
    lay('one');
    fireEvent.change(amount(), { target: { value: '250' } });
    enter(amount());
    await waitFor(() => expect(moved()).not.toEqual([]));
    expect(moved().map(({ input }) => input.amount)).toEqual(['250']);
  });

  test('discards a finger that was read for another number', async () => {
    showScreen(<DeskPage />);
    await screen.findByRole('heading', { level: 1, name: /^cash desk$/i });
    fireEvent.change(number(), { target: { value: '40' } });
    lay('of 40');
    fireEvent.change(number(), { target: { value: '5002' } });
    await screen.findByText('Cash available now: KES 450.00');
    fireEvent.change(amount(), { target: { value: '200' } });
    enter(amount());
    expect(state.get().template).toBeNull();
    lay('of 5002');
    await waitFor(() => expect(moved()).toMatchObject([{ input: { B64Fingerprint: 'of 5002' } }]));
  });

  test('does not retry with a second finger without Enter, and says that no money has moved', async () => {
    api.replies['wallet/cashFingerprint'] = () => ({
      status: 422,
      body: { code: '422', message: 'No match', problem: 'fingerprint.no-match' },
    });
    await open();
    fireEvent.change(amount(), { target: { value: '200' } });
    enter(amount());
    lay('one');
    await screen.findByText('No money has moved.');
    api.replies['wallet/cashFingerprint'] = () => ({ body: PAYMENT });
    await waitFor(() => expect(capture).toHaveBeenCalled());
    lay('two');
    expect(moved()).toHaveLength(1);
    expect(document.activeElement).toBe(amount());
    enter(amount());
    await screen.findByText('Hand out KES 200.00');
    expect(moved().map(({ input }) => input.B64Fingerprint)).toEqual(['one', 'two']);
  });
});

test('DeskPage asks for the PIN of a student without a finger', async () => {
  await open('4013');
  fireEvent.change(amount(), { target: { value: '200' } });
  enter(amount());
  const pin = await screen.findByLabelText(/^Pin/);
  await waitFor(() => expect(document.activeElement).toBe(pin));
  fireEvent.change(pin, { target: { value: '274951' } });
  enter(pin);
  await screen.findByText('Hand out KES 200.00');
  expect(moved()).toMatchObject([{ path: 'wallet/cashOutPin', input: { pin: '274951', amount: '200' } }]);
});

test('DeskPage after a wrong PIN holds back once a number typed as PIN, and offers "Next student"', async () => {
  api.replies['wallet/cashOutPin'] = () => ({
    status: 422,
    body: { code: '422', message: 'The PIN is wrong.', problem: 'pin.wrong' },
  });
  showScreen(<DeskPage />);
  fireEvent.change(number(), { target: { value: '4013' } });
  fireEvent.change(amount(), { target: { value: '200' } });
  const pin = (await screen.findByLabelText(/^Pin/)) as HTMLInputElement;
  const form = pin.form as HTMLFormElement;
  fireEvent.change(pin, { target: { value: '274951' } });
  enter(form);
  await screen.findByText('The PIN is wrong.');
  expect(screen.getAllByRole('button', { name: 'Next student' })).toHaveLength(2);
  fireEvent.change(pin, { target: { value: '4002' } });
  enter(form);
  await screen.findByText('Not sent: is this a number?');
  expect(moved()).toHaveLength(1);
  enter(form);
  await waitFor(() => expect(moved()).toHaveLength(2));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Next student' })).toHaveLength(2));
  fireEvent.click(screen.getAllByRole('button', { name: 'Next student' })[0] as HTMLElement);
  expect([number().value, document.activeElement]).toEqual(['', number()]);
});

test.each([
  ['another student', () => fireEvent.change(number(), { target: { value: '4002' } })],
  ['another way and back', () => [press('F2'), press('F2')]],
])('DeskPage clears a typed PIN with %s', async (_, change) => {
  await open();
  press('F3');
  const pin = () => screen.getByLabelText<HTMLInputElement>(/^Pin/);
  await screen.findByLabelText(/^Pin/);
  fireEvent.change(pin(), { target: { value: '274951' } });
  expect(pin().value).toBe('274951');
  change();
  await screen.findByLabelText(/^Pin/);
  expect(pin().value).toBe('');
});

test('DeskPage keeps its fields when the session ends', async () => {
  showScreen(<DeskPage />);
  fireEvent.change(number(), { target: { value: '4001' } });
  const session = currentSession();
  act(() => clearSession());
  expect(number().value).toBe('4001');
  if (session) saveSession(session);
});

test("DeskPage loads the student's wallet before it sends a deposit", async () => {
  await open();
  press('F2');
  fireEvent.change(number(), { target: { value: '4002' } });
  fireEvent.change(amount(), { target: { value: '200' } });
  enter(amount());
  await screen.findByText('Paid in: KES 200.00');
  const of4002 = api.calls.filter(({ input }) => input.admissionNumber === '4002').map(({ path }) => path);
  expect(of4002.filter((path) => /getWallet|deposit/.test(path)).slice(0, 2)).toEqual([
    'wallet/getWallet',
    'wallet/deposit',
  ]);
});

describe('DeskPage when a student is found only after a refetch', () => {
  async function pressAhead(...keys: string[]) {
    const found = api.replies['wallet/getWallet'] as NonNullable<(typeof api.replies)[string]>;
    api.replies['wallet/getWallet'] = () => ({
      status: 404,
      body: { code: '404', message: 'No', problem: 'student.not-found' },
    });
    const { queries } = showScreen(<DeskPage />);
    await screen.findByRole('heading', { level: 1, name: /^cash desk$/i });
    for (const key of keys) press(key);
    fireEvent.change(number(), { target: { value: '4001' } });
    if (keys.includes('F4')) press('F4');
    else {
      fireEvent.change(amount(), { target: { value: '200' } });
      enter(amount());
    }
    await waitFor(() => expect(number().getAttribute('aria-invalid')).toBe('true'));
    api.replies['wallet/getWallet'] = found;
    // Simulates a return to the browser tab, which refetches.
    act(() => void queries.invalidateQueries());
    await screen.findAllByText(/Amani Mwende/);
  }

  /** Presses Enter with another amount; a payment of the first Enter would have been sent before this one. */
  async function pressAnew() {
    fireEvent.change(amount(), { target: { value: '300' } });
    enter(amount());
    await waitFor(() => expect(moved().map(({ input }) => input.amount)).toContain('300'));
  }

  test('does not deposit by the earlier Enter', async () => {
    await pressAhead('F2');
    await pressAnew();
    expect(moved()).toMatchObject([{ path: 'wallet/deposit', input: { amount: '300' } }]);
  });

  test('does not pay out by the earlier Enter when a finger is read', async () => {
    await pressAhead();
    lay('one');
    await pressAnew();
    expect(moved()).toMatchObject([{ path: 'wallet/cashFingerprint', input: { amount: '300' } }]);
  });

  test('does not fill the amount by the earlier F4', async () => {
    await pressAhead('F4');
    await screen.findByText('Cash available now: KES 450.00');
    expect(amount().value).toBe('');
  });
});

test('DeskPage deposits without a proof', async () => {
  await open();
  press('F2');
  expect(screen.queryByText(/^Left under/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '200' }));
  enter(amount());
  await screen.findByText('Paid in: KES 200.00');
  expect(moved()).toMatchObject([{ path: 'wallet/deposit', input: { admissionNumber: '4001', amount: '200' } }]);
});

test.each(['1.500', '1e3', '0x1F4'])('DeskPage shows no figure for the amount %s, and sends no call', async (text) => {
  await open();
  press('F2');
  fireEvent.change(amount(), { target: { value: text } });
  expect(screen.getByRole('button', { name: 'Pay in' })).toBeTruthy();
  enter(amount());
  await waitFor(() => expect(amount().getAttribute('aria-invalid')).toBe('true'));
  expect(screen.queryByText(/KES 1\.50|KES 1,000|KES 500/)).toBeNull();
  fireEvent.change(amount(), { target: { value: '200' } });
  enter(amount());
  await screen.findByText('Paid in: KES 200.00');
  expect(moved().map(({ input }) => input.amount)).toEqual(['200']);
});

test('DeskPage fills the amount by chips, and by "All" and F4 with the most that may be taken', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: '500' }));
  expect(amount().value).toBe('500');
  fireEvent.click(await screen.findByRole('button', { name: 'All 450' }));
  expect(amount().value).toBe('450');
  fireEvent.change(amount(), { target: { value: '1500' } });
  press('F4');
  expect(amount().value).toBe('450');
});

describe('DeskPage F4 before the wallet has loaded', () => {
  async function pressAhead() {
    showScreen(<DeskPage />);
    await screen.findByRole('heading', { level: 1, name: /^cash desk$/i });
    fireEvent.change(number(), { target: { value: '4001' } });
    press('F4');
    expect(amount().value).toBe('');
  }

  test('fills the amount once the wallet has loaded, and only once', async () => {
    await pressAhead();
    await waitFor(() => expect(amount().value).toBe('450'));
    fireEvent.change(amount(), { target: { value: '' } });
    expect(amount().value).toBe('');
  });

  test.each([
    ['an amount', () => fireEvent.change(amount(), { target: { value: '20' } }), '20'],
    ['another student', () => fireEvent.change(number(), { target: { value: '4002' } }), ''],
  ])('is cancelled by %s typed meanwhile', async (_, change, left) => {
    await pressAhead();
    change();
    await screen.findByText('Cash available now: KES 450.00');
    expect(amount().value).toBe(left);
  });
});

test('DeskPage shows insufficient funds at the amount, and pays nothing by the next finger', async () => {
  api.replies['wallet/cashFingerprint'] = () => ({
    status: 422,
    body: { code: '422', message: 'No', problem: 'wallet.insufficient-funds', detail: { balance: 500 } },
  });
  await open();
  fireEvent.change(amount(), { target: { value: '501' } });
  enter(amount());
  lay('one');
  await waitFor(() => expect(amount().getAttribute('aria-invalid')).toBe('true'));
  lay('two');
  expect(moved()).toHaveLength(1);
});

test('DeskPage shows receipts of the last payments, and marks a reprint as a copy', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Receipt of Baraka Otieno, KES 200.00' }));
  await screen.findByText('ABCD1234EFGH5678');
  expect(print).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Close receipt' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Reprint the receipt of Baraka Otieno, KES 200.00' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  // Once in the slip on the screen, once on the paper.
  expect(screen.getAllByText(/CASH OUT · COPY/)).toHaveLength(2);
});

describe('DeskPage after a payment was read to be recorded', () => {
  async function readNoteOf(path: string, recorded: string) {
    api.replies['wallet/closeAttempt'] = () => ({ body: { outcome: 'recorded', answer: PAYMENT } });
    const attempt = { key: `k${path}${recorded}`, path, admissionNumber: '4001', amount: recorded, same: '' };
    waitingAttempts.set([{ ...attempt, at: Date.now(), ...workplaceNow() }]);
    showScreen(
      <>
        <OpenAttempts />
        <DeskPage />
      </>,
    );
    await screen.findByRole('heading', { level: 1, name: /^cash desk$/i });
    if (path === 'wallet/deposit') press('F2');
    fireEvent.change(number(), { target: { value: '4001' } });
    await screen.findAllByText(/Amani Mwende/);
    fireEvent.change(amount(), { target: { value: '200' } });
    fireEvent.click(await screen.findByRole('button', { name: 'I have read this' }));
    await waitFor(() => expect(screen.queryByText('This was recorded')).toBeNull());
  }
  afterEach(() => waitingAttempts.set([]));

  test.each(['wallet/deposit', 'wallet/cashOutPin', 'wallet/cashFingerprint'])(
    'empties the form of %s, so that the next press does not repeat it',
    async (path) => {
      await readNoteOf(path, '200');
      await waitFor(() => expect([number().value, amount().value]).toEqual(['', '']));
    },
  );

  test('keeps the form of another amount', async () => {
    await readNoteOf('wallet/cashFingerprint', '100');
    expect([number().value, amount().value]).toEqual(['4001', '200']);
  });
});

describe('DeskPage after the same was paid in a few minutes ago', () => {
  const again = () => screen.queryByRole('button', { name: 'Pay in again' });
  async function payInTwice() {
    api.replies['wallet/deposit'] = ({ unlessRepeated }) => (unlessRepeated ? REPEATED : { body: PAYMENT });
    await open();
    press('F2');
    fireEvent.change(amount(), { target: { value: '200' } });
    enter(amount());
    await screen.findByText('You paid in KES 200.00 for Amani Mwende 2 minutes ago.');
  }

  test('pays in again by its own button only', async () => {
    await payInTwice();
    enter(amount());
    await waitFor(() => expect(moved()).toHaveLength(2));
    await screen.findByText(/2 minutes ago/);
    expect(moved().map(({ input }) => input.unlessRepeated)).toEqual([true, true]);
    fireEvent.click(await screen.findByRole('button', { name: 'Pay in again' }));
    await screen.findByText('Paid in: KES 200.00');
    expect(moved()).toHaveLength(3);
    expect(moved()[2]?.input).toMatchObject({ admissionNumber: '4001', amount: '200', unlessRepeated: false });
    expect(again()).toBeNull();
  });

  test.each([
    ['another amount', () => fireEvent.change(amount(), { target: { value: '2000' } })],
    ['another student', () => fireEvent.change(number(), { target: { value: '4002' } })],
    ['paying out', () => press('F2')],
  ])('offers no repeat after %s', async (_, change) => {
    await payInTwice();
    expect(again()).not.toBeNull();
    change();
    expect(again()).toBeNull();
  });
});
