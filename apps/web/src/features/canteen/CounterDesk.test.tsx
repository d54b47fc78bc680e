import type { MenuItem } from '@mfuko/contract/canteen';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Activity, useEffect, useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { onSessionEnd } from '../../lib/request.ts';
import { START } from '../../lib/scanner/machine.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { forgetSchool, pickSchool } from '../../lib/school.ts';
import { currentSession } from '../../lib/session.ts';
import { waitingAttempts } from '../../school/attempts/attempt-list.ts';
import { dropAttempt } from '../../school/attempts/attempts.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { CounterDesk } from './CounterDesk.tsx';

const scanner = vi.hoisted(() => ({ state: null as unknown, open: true, flush: () => {}, capture: () => {} }));
vi.mock('../../lib/scanner/useScanner.ts', () => ({ useScanner: () => scanner as ScannerInUse }));

vi.mock('../../school/offline/device-box.ts', async (load) => ({
  ...(await load<typeof import('../../school/offline/device-box.ts')>()),
  readNames: async () => 'Mama Mpishi, as kept',
}));

const GITHERI: MenuItem = {
  sysid: '01900000-0000-7000-8000-000000000001',
  schoolSYSID: '01900000-0000-7000-8000-000000000901',
  name: 'Githeri',
  description: 'Maize and beans',
  quantityPerPerson: 2,
  price: 35,
  allergens: [],
  updated: 'stamp',
  dateCreated: '2026-01-05T09:00:00.000Z',
};
const MEAL = {
  sysid: '01900000-0000-7000-8000-000000000002',
  admissionNumber: '4001',
  studentName: 'Amani Mwende',
  menuItem: 'Githeri',
  quantity: 1,
  remaining: 1,
  amount: 35,
  balance: 65,
};
let api: FakeApi;
const next = () => fireEvent.click(screen.getByRole('button', { name: 'Next' }));
const meals = () => api.calls.filter(({ path }) => path.startsWith('check/consumeMenu'));
const number = () => screen.getByRole('combobox', { name: /^Admission number/ });

/** Pause after the last digit before the lookup: most tests type one number, so a longer pause would only slow them down. */
const TYPING_PAUSE_MS = 300;

beforeAll(async () => {
  const { setTimeout: wait } = globalThis;
  const hurried = (work: () => void, ms?: number) => wait(work, ms === TYPING_PAUSE_MS ? 10 : ms);
  vi.stubGlobal('setTimeout', hurried);
  api = await prepareScreens(['canteen', 'school', 'desk', 'ui']);
  // jsdom does not implement modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});
beforeEach(() => {
  scanner.state = START;
  scanner.flush = vi.fn();
  scanner.capture = vi.fn();
  api.calls.length = 0;
  api.replies = {
    'school/getMenu': () => ({ body: [GITHERI] }),
    'check/getStudent': ({ admissionNumber }) => ({
      body: { admissionNumber, names: 'Amani Mwende', className: 'Grade 3', hasFingerprint: true },
    }),
    'check/consumeMenuFingerprint': () => ({ body: MEAL }),
    'check/consumeMenuPin': () => ({ body: MEAL }),
  };
});
afterEach(() => {
  vi.restoreAllMocks();
  // Dispatched before the unmount, since only a mounted screen listens.
  fireEvent(window, new Event('online'));
  cleanup();
});

function showDesk(names: string | null = 'Mama Mpishi') {
  const session = currentSession();
  if (!session) throw new Error('Somebody is signed in.');
  showScreen(<CounterDesk desks={[]} session={session} names={names} onLogout={() => {}} />);
}

async function pickGitheri() {
  showDesk();
  await pick();
}

async function pick() {
  fireEvent.click(await screen.findByRole('combobox', { name: /Menu item/ }));
  fireEvent.click(await screen.findByRole('option', { name: /^Githeri/ }));
  next();
  await screen.findByRole('combobox', { name: /^Admission number/ });
}

function scanned() {
  scanner.state = {
    status: 'scanned',
    text: '',
    template: { Template: 'aGVsbG8=', DPI: 500 },
    capturing: false,
    retryIn: null,
    glass: null,
    advice: null,
  };
}

test('CounterDesk shows the stored name of the cashier, and never the phone number', async () => {
  showDesk(null);
  await screen.findByText(/Mama Mpishi, as kept/);
  expect(screen.queryByText(/254700000002/)).toBeNull();
});

test('CounterDesk asks for a menu item before anyone is served', async () => {
  showDesk();
  await screen.findByRole('heading', { level: 1, name: 'No menu item selected' });
  next();
  await screen.findByText('Please select a valid menu item.');
});

test('CounterDesk requires a number and a finger for a portion', async () => {
  await pickGitheri();
  screen.getByRole('heading', { level: 1, name: 'Githeri' });
  next();
  await screen.findByText('Admission number is required');
  fireEvent.change(number(), { target: { value: '4001' } });
  next();
  await screen.findByText('Scan student fingerprint to proceed');
  expect(meals()).toEqual([]);
});

test('CounterDesk does not use a finger that was read for another number', async () => {
  await pickGitheri();
  fireEvent.change(number(), { target: { value: '4001' } });
  await screen.findByText('Amani Mwende');
  scanned();
  fireEvent.keyDown(window, { key: 'F3' });
  fireEvent.keyDown(window, { key: 'F3' });
  fireEvent.change(number(), { target: { value: '4002' } });
  next();
  await screen.findByText('Scan student fingerprint to proceed');
  expect(meals()).toEqual([]);
  expect(scanner.capture).toHaveBeenCalled();
});

test('CounterDesk flushes the scanner and clears the number after a portion', async () => {
  scanned();
  await pickGitheri();
  fireEvent.change(number(), { target: { value: '4001' } });
  next();
  await screen.findByText('Item was consumed successfully');
  expect(meals()).toMatchObject([
    { input: { menuItemSYSID: GITHERI.sysid, admissionNumber: '4001', shownAmount: 35, B64Fingerprint: 'aGVsbG8=' } },
  ]);
  expect(scanner.flush).toHaveBeenCalledOnce();
  expect((number() as HTMLInputElement).value).toBe('');
  screen.getByText('Amani Mwende (4001) · Left for today: 1 · KES 35.00 · Balance KES 65.00');
  expect(document.activeElement).toBe(number());
});

test("CounterDesk replaces the former result by the reader's advice for the next finger", async () => {
  scanned();
  await pickGitheri();
  fireEvent.change(number(), { target: { value: '4001' } });
  next();
  const band = within(await screen.findByRole('region', { name: 'Result' }));
  await band.findByText('Item was consumed successfully');
  scanner.state = { ...START, status: 'touch', glass: { lift: false, touch: 1, of: 1 } };
  // The screen reads the scanner's state only when it renders, so a key pressed twice forces a render.
  const look = () => [fireEvent.keyDown(window, { key: 'F3' }), fireEvent.keyDown(window, { key: 'F3' })];
  look();
  band.getByText('Item was consumed successfully');
  scanner.state = { ...(scanner.state as object), advice: 'flatter' };
  look();
  band.getByText(/Press the finger flatter/);
  expect(band.queryByText('Item was consumed successfully')).toBeNull();
});

test('CounterDesk serves by PIN, and clears the PIN after a refusal', async () => {
  api.replies['check/consumeMenuPin'] = () => ({
    status: 422,
    body: { code: '422', message: 'The PIN is wrong.', problem: 'pin.wrong' },
  });
  await pickGitheri();
  fireEvent.click(screen.getByRole('button', { name: 'Use the PIN instead' }));
  fireEvent.change(number(), { target: { value: '4001' } });
  const pin = screen.getByLabelText(/^Pin/) as HTMLInputElement;
  fireEvent.change(pin, { target: { value: '2749' } });
  next();
  await screen.findByText('The PIN is wrong.');
  screen.getByText('4001 · The PIN is wrong.');
  expect(meals()).toMatchObject([{ path: 'check/consumeMenuPin', input: { pin: '2749' } }]);
  await waitFor(() => expect(pin.value).toBe(''));
});

test('CounterDesk after a wrong PIN holds back once a number typed as PIN, and offers "Next student"', async () => {
  api.replies['check/consumeMenuPin'] = () => ({
    status: 422,
    body: { code: '422', message: 'The PIN is wrong.', problem: 'pin.wrong' },
  });
  await pickGitheri();
  fireEvent.click(screen.getByRole('button', { name: 'Use the PIN instead' }));
  fireEvent.change(number(), { target: { value: '4001' } });
  const pin = screen.getByLabelText(/^Pin/) as HTMLInputElement;
  fireEvent.change(pin, { target: { value: '274951' } });
  next();
  await screen.findByText('The PIN is wrong.');
  screen.getByRole('button', { name: 'Next student' });
  fireEvent.change(pin, { target: { value: '4002' } });
  next();
  await screen.findByText('Not sent: is this a number?');
  expect(meals()).toHaveLength(1);
  next();
  await waitFor(() => expect(meals()).toHaveLength(2));
  await waitFor(() => expect(pin.value).toBe(''));
  fireEvent.click(await screen.findByRole('button', { name: 'Next student' }));
  expect([(number() as HTMLInputElement).value, document.activeElement]).toEqual(['', number()]);
});

test('CounterDesk asks for the PIN of a student without a finger, and for the finger of the next', async () => {
  api.replies['check/getStudent'] = ({ admissionNumber }) => ({
    body: { admissionNumber, names: 'Amani Mwende', className: 'Grade 3', hasFingerprint: admissionNumber !== '4001' },
  });
  await pickGitheri();
  fireEvent.change(number(), { target: { value: '4001' } });
  await screen.findByText('This student has no finger enrolled. Use the PIN.');
  fireEvent.keyDown(number(), { key: 'Enter' });
  const pin = screen.getByLabelText(/^Pin/);
  expect(document.activeElement).toBe(pin);
  fireEvent.change(pin, { target: { value: '2749' } });
  next();
  await screen.findByText('Item was consumed successfully');
  fireEvent.change(number(), { target: { value: '4002' } });
  await waitFor(() => expect(screen.queryByLabelText(/^Pin/)).toBeNull());
});

test('CounterDesk shows insufficient funds as a refusal, and focuses the number', async () => {
  api.replies['check/consumeMenuFingerprint'] = () => ({
    status: 422,
    body: { code: '422', message: 'Not enough money: balance is KES 9.00', problem: 'wallet.insufficient-funds' },
  });
  scanned();
  await pickGitheri();
  fireEvent.change(number(), { target: { value: '4001' } });
  await screen.findByText('Amani Mwende');
  next();
  const band = await screen.findByRole('region', { name: 'Result' });
  await waitFor(() => expect(band.dataset.tone).toBe('refused'));
  expect(band.textContent).toBe('Not enough money: balance is KES 9.00Amani Mwende (4001) · Not served');
  await waitFor(() => expect(document.activeElement).toBe(number()));
  expect((number() as HTMLInputElement).value).toBe('4001');
});

describe('CounterDesk serving by touch', () => {
  beforeEach(() => localStorage.setItem('canteenByTouch', 'true'));
  afterEach(() => localStorage.removeItem('canteenByTouch'));

  test('serves the number that stood there when the finger was read', async () => {
    showDesk();
    await pick();
    fireEvent.change(number(), { target: { value: '4001' } });
    await screen.findByText('Amani Mwende');
    scanned();
    // The screen reads the scanner's state only when it renders, so a key pressed twice forces a render.
    fireEvent.keyDown(window, { key: 'F3' });
    fireEvent.keyDown(window, { key: 'F3' });
    await screen.findByText('Item was consumed successfully');
    expect(meals()).toHaveLength(1);
  });

  test.each([
    ['takes a press where it may still be the same one', null, 1],
    ['is tried where the last one was off in between', { lift: false, touch: 1, of: 1 }, 2],
  ])('a finger after a refusal %s', async (_, glass, tried) => {
    api.replies['check/consumeMenuFingerprint'] = () => ({
      status: 422,
      body: { code: '422', message: 'The finger does not match', problem: 'fingerprint.no-match' },
    });
    showDesk();
    await pick();
    fireEvent.change(number(), { target: { value: '4001' } });
    await screen.findByText('Amani Mwende');
    const touch = () => {
      scanned();
      scanner.state = { ...(scanner.state as object), glass };
      fireEvent.keyDown(window, { key: 'F3' });
      fireEvent.keyDown(window, { key: 'F3' });
    };
    touch();
    const band = await screen.findByRole('region', { name: 'Result' });
    await waitFor(() => expect(band.dataset.tone).toBe('wrong'));
    touch();
    await act(async () => {});
    await waitFor(() => expect(meals()).toHaveLength(tried));
  });

  test('waits for Next when the number is typed after the finger', async () => {
    scanned();
    await pickGitheri();
    fireEvent.change(number(), { target: { value: '400' } });
    await screen.findByText('Amani Mwende');
    // Serving a student clears the field at once, for the next number.
    await act(async () => {});
    expect((number() as HTMLInputElement).value).toBe('400');
    next();
    await screen.findByText('Item was consumed successfully');
    expect(meals()).toHaveLength(1);
  });
});

test("CounterDesk keeps the next student's first digits while an answer is pending and when it arrives", async () => {
  await pickGitheri();
  scanned();
  fireEvent.change(number(), { target: { value: '4001' } });
  await screen.findByText('Amani Mwende');
  next();
  await screen.findByText('Item was consumed successfully');
  const field = number() as HTMLInputElement;
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: '4' } });
  await new Promise((frame) => requestAnimationFrame(frame));
  expect(field.selectionStart).toBe(field.selectionEnd);

  fireEvent.change(field, { target: { value: '4001' } });
  await screen.findByText('Grade 3');
  next();
  fireEvent.change(field, { target: { value: '40' } });
  await waitFor(() => expect(meals()).toHaveLength(2));
  await waitFor(() => expect(screen.getAllByText('4001 · Balance KES 65.00')).toHaveLength(2));
  expect(field.value).toBe('40');
  // Each picture belongs to one student: the second student's picture must not stay for the third.
  expect(scanner.flush).toHaveBeenCalledTimes(2);
});

test("CounterDesk does not keep a student's PIN for the next student", async () => {
  api.replies['check/getStudent'] = ({ admissionNumber }) => ({
    body: { admissionNumber, names: 'Amani Mwende', className: 'Grade 3', hasFingerprint: false },
  });
  await pickGitheri();
  fireEvent.change(number(), { target: { value: '4001' } });
  const pin = (await screen.findByLabelText(/^Pin/)) as HTMLInputElement;
  fireEvent.change(pin, { target: { value: '274951' } });
  next();
  fireEvent.change(number(), { target: { value: '4002' } });
  await waitFor(() => expect(screen.getAllByText('4001 · Balance KES 65.00')).toHaveLength(1));
  const nexts = (await screen.findByLabelText(/^Pin/)) as HTMLInputElement;
  expect(nexts.value).toBe('');
});

describe('CounterDesk allergen refusal', () => {
  beforeEach(() => {
    api.replies['check/consumeMenuFingerprint'] = ({ override }) =>
      override
        ? { body: MEAL }
        : {
            status: 422,
            body: {
              code: '422',
              message: 'Githeri contains something this student may not have: maize, beans.',
              problem: 'menu.allergen',
              detail: { allergens: ['maize', 'beans'], menuItem: 'Githeri' },
            },
          };
  });

  async function refuse() {
    scanned();
    await pickGitheri();
    fireEvent.change(number(), { target: { value: '4001' } });
    await screen.findByText('Amani Mwende');
    next();
    await screen.findByText('Githeri contains something this student may not have: maize, beans.');
  }

  test('is overridden only with a reason, using the finger that was read', async () => {
    await refuse();
    fireEvent.click(screen.getByRole('button', { name: 'Hand out anyway' }));
    const ask = await screen.findByRole('dialog', { name: 'Hand out despite the allergen?' });
    within(ask).getByText(/Amani Mwende must not have maize, beans/);
    fireEvent.click(within(ask).getByRole('button', { name: 'Hand out' }));
    await within(ask).findByText('Enter why it is safe to hand out');
    expect(meals()).toHaveLength(1);
    fireEvent.change(within(ask).getByRole('textbox', { name: /Reason/ }), { target: { value: ' Rice instead ' } });
    fireEvent.click(within(ask).getByRole('button', { name: 'Hand out' }));
    await screen.findByText('Item was consumed successfully');
    expect(meals()[1]).toMatchObject({
      input: { admissionNumber: '4001', B64Fingerprint: 'aGVsbG8=', override: 'Rice instead' },
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is dropped with the next number', async () => {
    await refuse();
    fireEvent.change(number(), { target: { value: '4002' } });
    expect(screen.queryByRole('button', { name: 'Hand out anyway' })).toBeNull();
  });
});

test('CounterDesk offers no override for an item that the family has blocked', async () => {
  api.replies['check/consumeMenuFingerprint'] = () => ({
    status: 422,
    body: {
      code: '422',
      message: 'The family of this student has blocked Githeri.',
      problem: 'menu.blocked',
      detail: { menuItem: 'Githeri' },
    },
  });
  scanned();
  await pickGitheri();
  fireEvent.change(number(), { target: { value: '4001' } });
  next();
  await screen.findByText('The family of this student has blocked Githeri.');
  expect(screen.queryByRole('button', { name: 'Hand out anyway' })).toBeNull();
});

test('CounterDesk takes the last portion back by one press', async () => {
  api.replies['check/takeBackMeal'] = ({ sysid }) => ({ body: { ...MEAL, sysid, balance: 100 } });
  await pickGitheri();
  fireEvent.change(number(), { target: { value: '4001' } });
  await screen.findByText('Amani Mwende');
  fireEvent.click(screen.getByRole('button', { name: /^Use the PIN instead/ }));
  fireEvent.change(await screen.findByLabelText(/^Pin/), { target: { value: '274951' } });
  next();
  fireEvent.click(await screen.findByRole('button', { name: 'Take back the portion of Amani Mwende' }));
  expect(await screen.findByText('Taken back')).toBeTruthy();
  expect(screen.queryByText('Item was consumed successfully')).toBeNull();
  expect(api.calls.filter(({ path }) => path === 'check/takeBackMeal')).toMatchObject([
    { input: { sysid: MEAL.sysid } },
  ]);
  expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull();
});

describe('CounterDesk result of the former student', () => {
  const band = () => screen.getByRole('region', { name: 'Result' });
  async function serveFirst() {
    scanned();
    await pickGitheri();
    fireEvent.change(number(), { target: { value: '4001' } });
    await screen.findByText('Amani Mwende');
    next();
    await screen.findByText('Item was consumed successfully');
  }

  test.each([
    ['the first digit of the next number', () => fireEvent.change(number(), { target: { value: '4' } })],
    ['a key of the keypad', () => fireEvent.click(screen.getByRole('button', { name: '4' }))],
    [
      'the next finger',
      () => {
        scanned();
        fireEvent.keyDown(window, { key: 'F3' });
        fireEvent.keyDown(window, { key: 'F3' });
      },
    ],
    [
      'the next card',
      () => {
        for (const [place, key] of ['4', '0', '0', '2', 'Enter'].entries()) {
          const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
          // Sets a card reader's pace, however busy the test's machine is.
          Object.defineProperty(event, 'timeStamp', { value: 1_000_000 + place * 5 });
          fireEvent(document.body, event);
        }
      },
    ],
  ])('disappears once %s is there', async (_, begin) => {
    await serveFirst();
    begin();
    await waitFor(() => {
      expect(band().dataset.tone).toBe('ready');
    });
    expect(band().textContent).not.toContain('Amani');
  });

  test('of a late answer is not shown for the next student', async () => {
    await serveFirst();
    fireEvent.change(number(), { target: { value: '4001' } });
    await screen.findByText('Grade 3');
    next();
    fireEvent.change(number(), { target: { value: '40' } });
    await waitFor(() => {
      expect(screen.getAllByText('4001 · Balance KES 65.00')).toHaveLength(2);
    });
    await waitFor(() => {
      expect(band().dataset.tone).toBe('ready');
    });
  });
});

describe('CounterDesk basket', () => {
  const JUICE: MenuItem = { ...GITHERI, sysid: '01900000-0000-7000-8000-000000000003', name: 'Juice', price: 20 };
  const SALE = {
    sysid: '01900000-0000-7000-8000-000000000004',
    admissionNumber: '4001',
    studentName: 'Amani Mwende',
    lines: [
      { menuItemSYSID: GITHERI.sysid, menuItem: 'Githeri', quantity: 2, remaining: 0, amount: 70 },
      { menuItemSYSID: JUICE.sysid, menuItem: 'Juice', quantity: 1, remaining: 1, amount: 20 },
    ],
    amount: 90,
    balance: 10,
  };
  const sales = () => api.calls.filter(({ path }) => path.startsWith('check/sellMenu'));
  const basket = () => screen.getByRole('region', { name: 'Items for the student' });
  const tap = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
  const byPin = async (number_: string) => {
    fireEvent.change(number(), { target: { value: number_ } });
    await screen.findByText('Amani Mwende');
    fireEvent.click(screen.getByRole('button', { name: /^Use the PIN instead/ }));
    fireEvent.change(await screen.findByLabelText(/^Pin/), { target: { value: '274951' } });
  };
  beforeEach(() => {
    api.replies['school/getMenu'] = () => ({ body: [GITHERI, JUICE] });
    api.replies['check/sellMenuPin'] = () => ({ body: SALE });
    api.replies['check/sellMenuFingerprint'] = () => ({ body: SALE });
  });
  async function fill() {
    await pickGitheri();
    tap('Several items');
    await screen.findByRole('button', { name: /Juice KES/ });
    tap(/Githeri KES/);
    tap(/Juice KES/);
  }

  test('sells several portions and items at once, and resets to the picked item', async () => {
    await fill();
    expect(basket().textContent).toContain('2 × Githeri, 1 × JuiceKES 90.00');
    // The menu allows two portions of the item for each student.
    expect((screen.getByRole('button', { name: /Githeri KES/ }) as HTMLButtonElement).disabled).toBe(true);
    await byPin('4001');
    next();
    await screen.findByText('Item was consumed successfully');
    screen.getByText(
      'Amani Mwende (4001) · 2 × Githeri (left: 0), 1 × Juice (left: 1) · KES 90.00 · Balance KES 10.00',
    );
    expect(sales()).toMatchObject([
      {
        path: 'check/sellMenuPin',
        input: {
          admissionNumber: '4001',
          shownAmount: 90,
          lines: [
            { menuItemSYSID: GITHERI.sysid, quantity: 2 },
            { menuItemSYSID: JUICE.sysid, quantity: 1 },
          ],
        },
      },
    ]);
    expect(meals()).toEqual([]);
    expect(basket().textContent).toContain('1 × GitheriKES 35.00');
  });

  test('sells nothing when a price has changed, and shows the new price before the next press', async () => {
    await fill();
    const detail = { shown: 90, amount: 100, prices: { [GITHERI.sysid]: 40, [JUICE.sysid]: 20 } };
    const dearer = { ...GITHERI, price: 40 };
    api.replies['school/getMenu'] = () => ({ body: [dearer, JUICE] });
    api.replies['check/sellMenuPin'] = ({ shownAmount }) =>
      shownAmount === 100
        ? { body: SALE }
        : {
            status: 409,
            body: { code: '409', message: 'The price has changed.', problem: 'menu.price-changed', detail },
          };
    await byPin('4001');
    next();
    await screen.findByText(/^The price has changed/);
    expect(basket().textContent).toContain('2 × Githeri, 1 × JuiceKES 100.00');
    screen.getByText('Consume Menu · KES 40.00 a portion');
    expect((number() as HTMLInputElement).value).toBe('4001');
    // The next digits belong to the PIN and are shown as dots.
    expect(document.activeElement).toBe(screen.getByLabelText(/^Pin/));
    fireEvent.change(screen.getByLabelText(/^Pin/), { target: { value: '274951' } });
    next();
    await screen.findByText('Item was consumed successfully');
    expect(sales().map(({ input }) => input.shownAmount)).toEqual([90, 100]);
    expect(basket().textContent).toContain('1 × GitheriKES 40.00');
  });

  test('shows a price that changes while items lie in it', async () => {
    const { setInterval: every } = globalThis;
    vi.stubGlobal('setInterval', (work: () => void, ms?: number) => every(work, ms === 30_000 ? 50 : ms));
    await fill();
    api.replies['school/getMenu'] = () => ({ body: [{ ...GITHERI, price: 40 }, JUICE] });
    await waitFor(() => expect(basket().textContent).toContain('2 × Githeri, 1 × JuiceKES 100.00'));
    screen.getByText('Consume Menu · KES 40.00 a portion');
    vi.stubGlobal('setInterval', every);
  });

  test('shows a changed price of an item beyond the first listed rows', async () => {
    const { setInterval: every } = globalThis;
    vi.stubGlobal('setInterval', (work: () => void, ms?: number) => every(work, ms === 30_000 ? 50 : ms));
    await fill();
    api.replies['school/getMenu'] = ({ search }) => ({
      body: search === 'Githeri' ? [{ ...GITHERI, price: 40 }] : [JUICE],
    });
    await waitFor(() => expect(basket().textContent).toContain('2 × Githeri, 1 × JuiceKES 100.00'));
    screen.getByText('Consume Menu · KES 40.00 a portion');
    vi.stubGlobal('setInterval', every);
  });

  test('is sold by one fingerprint', async () => {
    scanned();
    await fill();
    fireEvent.change(number(), { target: { value: '4001' } });
    await screen.findByText('Amani Mwende');
    next();
    await screen.findByText('Item was consumed successfully');
    expect(sales()).toMatchObject([{ path: 'check/sellMenuFingerprint', input: { B64Fingerprint: 'aGVsbG8=' } }]);
  });

  test('is kept for a refused student, and reset for another', async () => {
    api.replies['check/sellMenuPin'] = () => ({
      status: 422,
      body: { code: '422', message: 'Not enough money: balance is KES 9.00', problem: 'wallet.insufficient-funds' },
    });
    await fill();
    await byPin('4001');
    next();
    await screen.findByText('Not enough money: balance is KES 9.00');
    expect(basket().textContent).toContain('KES 90.00');
    fireEvent.change(number(), { target: { value: '4' } });
    expect(basket().textContent).toContain('1 × GitheriKES 35.00');
  });

  test("is reset when another student's number is typed, but kept while a number is completed", async () => {
    await fill();
    fireEvent.change(number(), { target: { value: '40' } });
    await screen.findByText('Amani Mwende');
    fireEvent.change(number(), { target: { value: '4001' } });
    await screen.findByText('Amani Mwende');
    expect(basket().textContent).toContain('KES 90.00');
    fireEvent.change(number(), { target: { value: '4002' } });
    expect(basket().textContent).toContain('KES 35.00');
  });

  test('is taken back as a whole', async () => {
    api.replies['check/takeBackSale'] = ({ sysid }) => ({
      body: { sysid, studentName: 'Amani Mwende', menuItems: ['Githeri', 'Juice'], amount: 90, balance: 100 },
    });
    await fill();
    await byPin('4001');
    next();
    fireEvent.click(await screen.findByRole('button', { name: 'Take back the portion of Amani Mwende' }));
    await screen.findByText('Taken back');
    expect(api.calls.filter(({ path }) => path.startsWith('check/takeBack'))).toMatchObject([
      { path: 'check/takeBackSale', input: { sysid: SALE.sysid } },
    ]);
  });

  test('is not sold offline', async () => {
    await fill();
    await byPin('4001');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    await screen.findByText('No network');
    next();
    await screen.findByText('No network: nothing was charged. Serve once the network is back.');
    expect(sales()).toEqual([]);
  });
});

test('CounterDesk shows no ready colour while the reader fails, and is ready for PIN', async () => {
  scanner.state = { ...START, status: 'error' };
  await pickGitheri();
  const band = screen.getByRole('region', { name: 'Result' });
  expect([band.dataset.tone, band.textContent]).toEqual(['waiting', expect.stringMatching(/^Number, then finger.+/)]);
  fireEvent.keyDown(window, { key: 'F3' });
  expect([band.dataset.tone, band.textContent]).toEqual(['ready', expect.stringMatching(/^Number, then PIN/)]);
});

test('CounterDesk warns not to serve again when the answer of a portion is lost', async () => {
  api.replies['check/consumeMenuFingerprint'] = () => {
    throw new TypeError('Failed to fetch');
  };
  api.replies['wallet/closeAttempt'] = () => {
    throw new TypeError('Failed to fetch');
  };
  scanned();
  await pickGitheri();
  fireEvent.change(number(), { target: { value: '4001' } });
  await screen.findByText('Amani Mwende');
  next();
  await screen.findByText(/Not known yet whether it was served: wait for the note above\.$/);
  await screen.findByText('It is not known if this was recorded');
});

describe('CounterDesk at the end of the session', () => {
  const LOST = /Not served, or unknown: Amani Mwende \(4001\)\./;
  let signIns: number;
  function EndingCounter() {
    const [ended, setEnded] = useState(false);
    const session = currentSession();
    useEffect(
      () =>
        onSessionEnd(() => {
          // Ends the session as the page does.
          forgetSchool();
          setEnded(true);
        }),
      [],
    );
    if (!session) return null;
    const to = { onLogout: () => {}, onSignIn: () => signIns++ };
    return <CounterDesk desks={[]} session={session} names="Mama Mpishi" ended={ended} {...to} />;
  }
  async function press() {
    signIns = 0;
    scanned();
    showScreen(<EndingCounter />);
    await pick();
    fireEvent.change(number(), { target: { value: '4001' } });
    await screen.findByText('Amani Mwende');
    next();
  }
  afterEach(() => pickSchool({ sysid: GITHERI.schoolSYSID, shortName: 'DEMO' }));
  const over = () => ({ status: 401, body: { code: '401', message: 'Over.', problem: 'session.ended' } });

  test('names the student who was not served, and keeps the attempt for after the sign-in', async () => {
    api.replies['check/consumeMenuFingerprint'] = over;
    await press();
    await screen.findByText(LOST);
    expect(signIns).toBe(0);
    await waitFor(() => expect(waitingAttempts.get()).toMatchObject([{ admissionNumber: '4001' }]));
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(signIns).toBe(1);
    for (const { key } of waitingAttempts.get()) dropAttempt(key);
  });

  test('names a student whose answer never came', async () => {
    api.replies['check/consumeMenuFingerprint'] = () => {
      throw new TypeError('Failed to fetch');
    };
    api.replies['wallet/closeAttempt'] = over;
    await press();
    await screen.findByText(LOST);
    expect(signIns).toBe(0);
    for (const { key } of waitingAttempts.get()) dropAttempt(key);
  });

  /** Simulates an enrolled device: the first end of the session locks the counter, and the second one ends the session for good. */
  async function lockAtPress(how: { hides: boolean }) {
    let turns: { end: () => void; unlock: () => void } | undefined;
    function LockingCounter() {
      const [isLocked, setLocked] = useState(false);
      const [ended, setEnded] = useState(false);
      const [session] = useState(currentSession);
      useEffect(() => onSessionEnd(() => setLocked(how.hides)), []);
      turns = { end: () => setEnded(true), unlock: () => setLocked(false) };
      if (!session) return null;
      const to = { onLogout: () => {}, onSignIn: () => signIns++ };
      return (
        <Activity mode={isLocked ? 'hidden' : 'visible'}>
          <CounterDesk desks={[]} session={session} names="Mama Mpishi" ended={ended} {...to} />
        </Activity>
      );
    }
    signIns = 0;
    api.replies['check/consumeMenuFingerprint'] = over;
    scanned();
    showScreen(<LockingCounter />);
    await pick();
    fireEvent.change(number(), { target: { value: '4001' } });
    await screen.findByText('Amani Mwende');
    next();
    await waitFor(() => expect(waitingAttempts.get()).toMatchObject([{ admissionNumber: '4001' }]));
    if (how.hides) await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    else await screen.findByText(/Amani Mwende \(4001\) · Not served/);
    api.replies['check/consumeMenuFingerprint'] = () => ({ body: MEAL });
    if (!turns) throw new Error('The counter is not rendered.');
    return turns;
  }
  async function expectNobodyNamed() {
    await waitFor(() => expect(signIns).toBeGreaterThan(0));
    expect(screen.queryByText(LOST)).toBeNull();
    for (const { key } of waitingAttempts.get()) dropAttempt(key);
  }

  test('names no student when the desk was unlocked since', async () => {
    const { unlock, end } = await lockAtPress({ hides: true });
    act(unlock);
    act(end);
    await expectNobodyNamed();
  });

  test('names no student who was served since', async () => {
    const { end } = await lockAtPress({ hides: false });
    next();
    await waitFor(() => expect(meals()).toHaveLength(2));
    await screen.findByText(/^Served$/);
    act(end);
    await expectNobodyNamed();
  });

  test('goes to the sign-in at once when no answer is pending', async () => {
    await press();
    await screen.findByText(/^Served$/);
    api.replies['check/getStudent'] = over;
    fireEvent.change(number(), { target: { value: '4002' } });
    await waitFor(() => expect(signIns).toBeGreaterThan(0));
  });
});

describe('CounterDesk offline', () => {
  test('says so, and sends nothing', async () => {
    scanned();
    await pickGitheri();
    fireEvent.change(number(), { target: { value: '4001' } });
    await screen.findByText('Amani Mwende');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    await screen.findByText('No network');
    next();
    await screen.findByText('No network: nothing was charged. Serve once the network is back.');
    screen.getByText('Amani Mwende (4001) · Not served');
    expect(meals()).toEqual([]);
    expect(scanner.flush).toHaveBeenCalled();
  });

  test('reports an unreachable server, and clears that once it is reachable', async () => {
    let away = true;
    api.replies['school/getMealWindows'] = () => {
      if (away) throw new TypeError('Failed to fetch');
      return { body: [] };
    };
    await pickGitheri();
    await screen.findByText('No network');
    away = false;
    fireEvent.change(number(), { target: { value: '4001' } });
    next();
    await screen.findByText('No network: nothing was charged. Serve once the network is back.');
    fireEvent.keyDown(window, { key: 'Escape' });
    await screen.findByText('Number, then finger');
  });
});

test('CounterDesk keypad types into the field that was used last', async () => {
  await pickGitheri();
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  for (const digit of '4009') press(digit);
  press('Delete the last digit');
  press('1');
  expect((number() as HTMLInputElement).value).toBe('4001');
  press('Use the PIN instead');
  const pin = screen.getByLabelText(/^Pin/) as HTMLInputElement;
  fireEvent.focusIn(pin);
  for (const digit of '2749') press(digit);
  expect(pin.value).toBe('2749');
  expect((number() as HTMLInputElement).value).toBe('4001');
});
