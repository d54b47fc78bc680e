import { act, cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchCards } from '../../lib/card-guard.ts';
import { START } from '../../lib/scanner/machine.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { createStore } from '../../lib/store.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { CashOutFingerprintPage } from './CashOutFingerprintPage.tsx';
import { CashOutPinPage } from './CashOutPinPage.tsx';
import { DepositPage } from './DepositPage.tsx';
import { DeskPage } from './DeskPage.tsx';

const reader = vi.hoisted(() => ({ use: null as unknown }));
vi.mock('../../lib/scanner/useScanner.ts', () => ({ useScanner: () => (reader.use as () => ScannerInUse)() }));
vi.mock('@tanstack/react-router', () => ({ Link: 'a', createLink: () => 'a', useSearch: () => ({}) }));

const STUDENT = { className: 'Grade 3', hasFingerprint: true, balance: 500, mostCash: 450 };
const finger = createStore(START);
const FINGER = { Template: 'iVBORw0KGgo', DPI: 500 };
const MOVED = {
  balance: 700,
  amount: 200,
  fee: 0,
  receipt: {
    sysid: '01900000-0000-7000-8000-000000000777',
    token: 'ABCD1234EFGH5678',
    date: '2026-11-20T09:00:00Z',
  },
};
let api: FakeApi;
/** Part of the path of the calls whose answers are held back. */
let slow: string;
let held: (() => void)[];
/** Milliseconds since the page was loaded. */
let now = 0;
const unclear = vi.fn();
// Installed before any desk, as in the console.
let noGuard: () => void;
beforeAll(() => {
  noGuard = watchCards(unclear);
});
afterAll(() => noGuard());

beforeAll(async () => {
  api = await prepareScreens(['wallet', 'school', 'limits', 'ui']);
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (slow !== '' && url.includes(slow)) await new Promise<void>((go) => held.push(go));
    return answered(url, init);
  });
  const again = () => finger.set(START);
  reader.use = () => ({ state: finger.use(), open: true, flush: again, capture: again, connect() {}, disconnect() {} });
});
beforeEach(() => {
  localStorage.clear();
  finger.set(START);
  slow = '';
  held = [];
  api.calls.length = 0;
  api.replies = {
    'wallet/getWallet': ({ admissionNumber }) => ({
      body: { ...STUDENT, admissionNumber, names: `Student ${admissionNumber}` },
    }),
    'wallet/deposit': () => ({ body: MOVED }),
    'wallet/cashOutPin': () => ({ body: MOVED }),
    'wallet/cashFingerprint': () => ({ body: MOVED }),
  };
});
afterEach(cleanup);
const number = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Admission number/ });
const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ });
const sent = (to: string) =>
  api.calls
    .filter(({ path }) => path === to)
    .map(({ input: { admissionNumber, amount, pin } }) => [admissionNumber, amount, pin]);
const paidIn = () => sent('wallet/deposit').map(([who, much]) => [who, much]);
const LOST = /Your entry for the next student was not accepted/;
/** Types into the focused element as a keyboard does: a key that no handler prevents changes the field, and Enter submits its form. */
function keys(text: string, { gap = 120, ...more }: { gap?: number; repeat?: boolean } = {}): void {
  for (const key of text) {
    const at = document.activeElement as HTMLInputElement;
    const isEnter = key === '\n';
    now += gap;
    const press = createEvent.keyDown(at, { key: isEnter ? 'Enter' : key, ...more });
    Object.defineProperty(press, 'timeStamp', { value: now });
    const goesOn = fireEvent(at, press);
    if (!goesOn) continue;
    if (isEnter && at.form) fireEvent.submit(at.form);
    else if (!isEnter) fireEvent.change(at, { target: { value: at.value + key } });
  }
}
/** Types a card number at a wedge reader's pace, with the final Enter. */
function scan(card: string): void {
  now += 400;
  keys(`${card}\n`, { gap: 5 });
}
async function letThrough(): Promise<void> {
  await waitFor(() => expect(held.length).toBeGreaterThan(0));
  slow = '';
  await act(async () => held.splice(0).forEach((go) => void go()));
}

describe.each<[string, () => ReactNode, () => void]>([
  ['Upload Pocket Money', () => <DepositPage withStatement={false} slipTaken={() => null} />, () => undefined],
  ['the cash desk', () => <DeskPage />, () => void fireEvent.keyDown(document.body, { key: 'F2' })],
])('typed ahead at %s', (_, page, toPayIn) => {
  beforeEach(async () => {
    showScreen(page());
    await screen.findByRole('combobox', { name: /^Admission number/ });
    toPayIn();
    act(() => number().focus());
  });

  test('before the name has loaded, keys are held for the next student', async () => {
    slow = 'getWallet';
    keys('4001\n50\n4002\n');
    expect([number().value, amount().value]).toEqual(['4001', '50']);
    await screen.findByText('Next: 4002');
    await letThrough();
    await waitFor(() => expect(number().value).toBe('4002'));
    await waitFor(() => expect(document.activeElement).toBe(amount()));
    expect([amount().value, paidIn()]).toEqual(['', [['4001', '50']]]);
  });

  test('during a deposit, each following student is paid in as typed', async () => {
    keys('4001\n');
    await screen.findAllByText(/^Student 4001/);
    slow = 'deposit';
    keys('50\n4002\n1,700\n4003\n');
    await screen.findByText('Next: 4002 ↵ 1,700 ↵ 4003');
    await letThrough();
    await waitFor(() =>
      expect(paidIn()).toEqual([
        ['4001', '50'],
        ['4002', '1700'],
      ]),
    );
    await waitFor(() => expect([number().value, amount().value]).toEqual(['4003', '']));
  });

  test('a held or repeated Enter is not held for the next student', async () => {
    slow = 'getWallet';
    keys('4001\n50\n\n\n');
    keys('\n', { repeat: true });
    await letThrough();
    await waitFor(() => expect(paidIn()).toEqual([['4001', '50']]));
    await waitFor(() => expect(document.activeElement).toBe(number()));
    expect([number().value, amount().value]).toEqual(['', '']);
  });

  test('a refusal drops the held keys, and ignores further keys until a pointer press', async () => {
    api.replies['wallet/deposit'] = () => ({
      status: 422,
      body: { code: '422', message: 'No', problem: 'wallet.over-limit', detail: {} },
    });
    keys('4001\n');
    await screen.findAllByText(/^Student 4001/);
    slow = 'deposit';
    keys('50\n40');
    await letThrough();
    await screen.findByText(LOST);
    keys('02\n700\n');
    expect([number().value, amount().value, paidIn()]).toEqual(['4001', '50', [['4001', '50']]]);
    fireEvent.pointerDown(amount());
    expect(screen.queryByText(LOST)).toBeNull();
    act(() => amount().focus());
    keys('0');
    expect(amount().value).toBe('500');
  });

  test('a card scanned during a deposit becomes the next student, also when scanned twice', async () => {
    keys('4001\n');
    await screen.findAllByText(/^Student 4001/);
    slow = 'deposit';
    keys('50\n');
    scan('4002');
    scan('4002');
    keys('70');
    await screen.findByText('Next: 4002 ↵ 70');
    expect([number().value, screen.queryByRole('dialog')]).toEqual(['4001', null]);
    await letThrough();
    await waitFor(() => expect([number().value, amount().value]).toEqual(['4002', '70']));
    expect([paidIn(), unclear.mock.calls]).toEqual([[['4001', '50']], []]);
  });

  test.each([
    ['where an amount is waited for', '4002\n'],
    ['behind a key of a hand', '5'],
  ])('a card %s drops all held keys', async (_, before) => {
    keys('4001\n');
    await screen.findAllByText(/^Student 4001/);
    slow = 'deposit';
    keys('50\n');
    keys(before);
    scan('4003');
    await letThrough();
    await screen.findByText(LOST);
    keys('9\n');
    await waitFor(() => expect([number().value, amount().value]).toEqual(['', '']));
    expect(paidIn()).toEqual([['4001', '50']]);
  });

  test('a press into the amount field cancels the earlier Enter', async () => {
    slow = 'getWallet';
    keys('4001\n50\n4');
    fireEvent.pointerDown(amount());
    keys('0');
    expect(amount().value).toBe('500');
    await letThrough();
    await screen.findAllByText(/^Student 4001/);
    expect(paidIn()).toEqual([]);
    keys('\n');
    await waitFor(() => expect(paidIn()).toEqual([['4001', '500']]));
  });
});

const refuse = (problem: string) => () => ({ status: 422, body: { code: '422', message: 'No', problem, detail: {} } });
const pin = () => screen.getByLabelText<HTMLInputElement>(/^Pin/, { selector: 'input' });

describe.each<[string, () => ReactNode, () => void]>([
  ['Cash Out by Pin', () => <CashOutPinPage />, () => undefined],
  ['the cash desk, by PIN', () => <DeskPage />, () => void fireEvent.keyDown(document.body, { key: 'F3' })],
])('typed ahead at %s', (_, page, toPin) => {
  beforeEach(async () => {
    showScreen(page());
    await screen.findByRole('combobox', { name: /^Admission number/ });
    toPin();
    act(() => number().focus());
    keys('4001\n50');
    await screen.findAllByText(/^Student 4001/);
    slow = 'cashOutPin';
    act(() => pin().focus());
  });

  test('keys behind a PIN are held masked for the next student, whose PIN must be typed again', async () => {
    keys('1379\n4002\n1,700\n2468\n4003');
    await screen.findByText('Next: •••• ↵ ••••• ↵ •••• ↵ ••••');
    expect(pin().value).toBe('1379');
    await letThrough();
    // The third line may be a number typed by a user who expects no PIN, so it is not used as a try.
    await screen.findByText(LOST);
    expect([number().value, amount().value, pin().value]).toEqual(['4002', '1,700', '']);
    expect(document.activeElement).toBe(pin());
    keys('4004\n');
    expect(sent('wallet/cashOutPin')).toEqual([['4001', '50', '1379']]);
    fireEvent.pointerDown(pin());
    keys('2468\n');
    await waitFor(() => expect(sent('wallet/cashOutPin').at(-1)).toEqual(['4002', '1700', '2468']));
  });

  test('a PIN behind a card is shown masked, and not kept', async () => {
    keys('1379\n');
    scan('4002');
    keys('50\n2468');
    await screen.findByText('Next: 4002 ↵ 50 ↵ ••••');
    expect(screen.queryByText(/2468/)).toBeNull();
    await letThrough();
    await screen.findByText(LOST);
    expect([number().value, amount().value, pin().value]).toEqual(['4002', '50', '']);
  });

  test.each(['1379\n', '13'])('the same PIN typed again is not used as a number: %j', async (again) => {
    keys(`1379\n${again}`);
    await screen.findByText(/^Next: •+$/);
    await letThrough();
    await screen.findByText(LOST);
    expect([number().value, amount().value]).toEqual(['', '']);
    expect(api.calls.map(({ input }) => input.admissionNumber ?? '4001').every((who) => who === '4001')).toBe(true);
  });

  test('asks for the PIN when none was typed ahead', async () => {
    keys('1379\n4002\n20\n');
    await letThrough();
    await waitFor(() => expect(document.activeElement).toBe(pin()));
    expect([number().value, amount().value, pin().value]).toEqual(['4002', '20', '']);
    expect(screen.queryByText(/PIN is missing|Missing Input/)).toBeNull();
    expect(sent('wallet/cashOutPin')).toHaveLength(1);
  });

  test('a wrong PIN drops the held keys, and no digit of them is another try', async () => {
    api.replies['wallet/cashOutPin'] = refuse('pin.wrong');
    keys('1379\n40');
    await letThrough();
    await screen.findByText(LOST);
    keys('02\n');
    expect([number().value, amount().value, pin().value]).toEqual(['4001', '50', '']);
    fireEvent.pointerDown(pin());
    act(() => pin().focus());
    keys('2468\n');
    await waitFor(() => expect(sent('wallet/cashOutPin').map(([, , typed]) => typed)).toEqual(['1379', '2468']));
  });
});

test("typed ahead behind a cash-out by finger: holds the next student's number and amount", async () => {
  showScreen(<CashOutFingerprintPage />);
  await screen.findByRole('combobox', { name: /^Admission number/ });
  act(() => number().focus());
  keys('4001\n50');
  await screen.findAllByText(/^Student 4001/);
  act(() => finger.set({ ...START, template: FINGER }));
  slow = 'cashFingerprint';
  keys('\n4002\n20\n');
  await screen.findByText('Next: •••• ↵ 20');
  expect([number().value, amount().value]).toEqual(['4001', '50']);
  await letThrough();
  await waitFor(() => expect([number().value, amount().value]).toEqual(['4002', '20']));
  expect(sent('wallet/cashFingerprint').map(([who, much]) => [who, much])).toEqual([['4001', '50']]);
});
