import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { workplaceNow } from '../../lib/workplace.ts';
import { waitingAttempts } from '../../school/attempts/attempt-list.ts';
import { OpenAttempts } from '../../school/attempts/OpenAttempts.tsx';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { DepositPage } from './DepositPage.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: 'a', createLink: () => 'a', useSearch: () => ({}) }));

const PAYMENT = {
  balance: 700,
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
/** Lookups whose answers the simulated network holds back; null once answers pass. */
let held: (() => void)[] | null;
let shown: ReturnType<typeof showScreen>;

beforeAll(async () => {
  api = await prepareScreens(['wallet', 'school', 'ui']);
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('getWallet') && held) await new Promise<void>((go) => held?.push(go));
    return answered(url, init);
  });
});
beforeEach(() => {
  localStorage.clear();
  held = [];
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
    'wallet/deposit': () => ({ body: PAYMENT }),
  };
  shown = showScreen(<DepositPage withStatement={false} slipTaken={() => null} />);
});
afterEach(cleanup);

const FAILURES = {
  'nobody has the number': { status: 404, body: { code: '404', message: 'No', problem: 'student.not-found' } },
  'the server refused': { status: 403, body: { code: '403', message: 'No' } },
} as const;

const number = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Admission number/ });
const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ });
const paidIn = () => api.calls.filter(({ path }) => path === 'wallet/deposit');

/** Types number and amount and presses Enter before the student's name arrives. */
async function typeAhead() {
  fireEvent.change(await screen.findByRole('combobox', { name: /^Admission number/ }), { target: { value: '4001' } });
  fireEvent.change(amount(), { target: { value: '200' } });
  fireEvent.submit(amount());
  await waitFor(() => expect(held).toHaveLength(1));
}
function answerLookUps() {
  for (const go of held ?? []) go();
  held = null;
}

test("DepositPage sends a deposit only after the student's name has loaded", async () => {
  await typeAhead();
  expect(paidIn()).toEqual([]);
  answerLookUps();
  await waitFor(() => expect(paidIn()).toMatchObject([{ input: { admissionNumber: '4001', amount: '200' } }]));
});

test.each([
  ['amount', () => fireEvent.change(amount(), { target: { value: '2000' } })],
  ['student', () => fireEvent.change(number(), { target: { value: '4002' } })],
])('DepositPage drops an Enter pressed before the name when another %s is typed', async (_, change) => {
  await typeAhead();
  change();
  answerLookUps();
  await screen.findByText('Amani Mwende');
  expect(paidIn()).toEqual([]);
});

test.each([
  ['before the name stands there', typeAhead],
  [
    'after it was refused',
    async () => {
      api.replies['wallet/deposit'] = () => ({
        status: 409,
        body: { code: '409', message: 'No', problem: 'wallet.reference-taken', detail: {} },
      });
      await typeAhead();
      answerLookUps();
      await waitFor(() => expect(paidIn()).toHaveLength(1));
      api.calls.length = 0;
    },
  ],
])('DepositPage needs another Enter for an amount that is changed and typed again %s', async (_, begin) => {
  await begin();
  fireEvent.change(amount(), { target: { value: '2000' } });
  fireEvent.change(amount(), { target: { value: '200' } });
  answerLookUps();
  await screen.findByText('Amani Mwende');
  expect(paidIn()).toEqual([]);
});

test.each(Object.entries(FAILURES))(
  'DepositPage drops an Enter pressed before the answer that %s',
  async (_, failure) => {
    const found = api.replies['wallet/getWallet'] as NonNullable<(typeof api.replies)[string]>;
    api.replies['wallet/getWallet'] = () => failure;
    await typeAhead();
    answerLookUps();
    await waitFor(() => expect(number().getAttribute('aria-invalid')).toBe('true'));
    api.replies['wallet/getWallet'] = found;
    // Simulates a return to the browser tab, which refetches.
    act(() => void shown.queries.invalidateQueries());
    await screen.findByText('Amani Mwende');
    // A payment of the first Enter would have been sent before this one.
    fireEvent.change(amount(), { target: { value: '300' } });
    fireEvent.submit(amount());
    await waitFor(() => expect(paidIn().map(({ input }) => input.amount)).toContain('300'));
    expect(paidIn()).toHaveLength(1);
  },
);

test.each([
  ['empties the form of a payment that was read to be recorded, so that the next press does not repeat it', '200', ''],
  ['keeps a form with another amount than the payment that was read to be recorded', '100', '200'],
])('DepositPage %s', async (_, recorded, left) => {
  cleanup();
  held = null;
  api.replies['wallet/closeAttempt'] = () => ({ body: { outcome: 'recorded', answer: PAYMENT } });
  const attempt = { key: `k${recorded}`, path: 'wallet/deposit', admissionNumber: '4001', amount: recorded, same: '' };
  waitingAttempts.set([{ ...attempt, at: Date.now(), ...workplaceNow() }]);
  showScreen(
    <>
      <OpenAttempts />
      <DepositPage withStatement={false} slipTaken={() => null} />
    </>,
  );
  fireEvent.change(await screen.findByRole('combobox', { name: /^Admission number/ }), { target: { value: '4001' } });
  fireEvent.change(amount(), { target: { value: '200' } });
  await screen.findByText('This was recorded');
  expect([number().value, amount().value]).toEqual(['4001', '200']);
  fireEvent.click(screen.getByRole('button', { name: 'I have read this' }));
  await waitFor(() => expect(amount().value).toBe(left));
  expect(number().value).toBe(left && '4001');
  waitingAttempts.set([]);
});

describe('DepositPage after the same was paid in a few minutes ago', () => {
  let scrolledTo: () => string | null | undefined;
  beforeEach(async () => {
    held = null;
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    scrolledTo = () => (scrolled.mock.contexts.at(-1) as Element | undefined)?.textContent;
    api.replies['wallet/deposit'] = ({ unlessRepeated }) => (unlessRepeated ? REPEATED : { body: PAYMENT });
    fireEvent.change(await screen.findByRole('combobox', { name: /^Admission number/ }), { target: { value: '4001' } });
    await screen.findByText('Amani Mwende');
    fireEvent.change(amount(), { target: { value: '200' } });
    fireEvent.submit(amount());
    await screen.findByText('You paid in KES 200.00 for Amani Mwende 2 minutes ago.');
  });

  /** A press while the refused one is still ending is dropped. */
  const isReady = () =>
    waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay in' }).disabled).toBe(false));

  test('scrolls to the question', () => {
    expect(scrolledTo()).toContain('Pay in again');
  });

  test('pays in again by its own button only, and then empties the form', async () => {
    await isReady();
    fireEvent.submit(amount());
    await waitFor(() => expect(paidIn()).toHaveLength(2));
    await screen.findByText(/2 minutes ago/);
    await isReady();
    expect(paidIn().map(({ input }) => input.unlessRepeated)).toEqual([true, true]);
    fireEvent.click(await screen.findByRole('button', { name: 'Pay in again' }));
    await waitFor(() => expect(amount().value).toBe(''));
    expect(paidIn()).toHaveLength(3);
    expect(paidIn()[2]?.input).toMatchObject({ admissionNumber: '4001', amount: '200', unlessRepeated: false });
    expect(screen.queryByRole('button', { name: 'Pay in again' })).toBeNull();
  });

  test.each([
    ['amount', () => fireEvent.change(amount(), { target: { value: '2000' } })],
    ['student', () => fireEvent.change(number(), { target: { value: '4002' } })],
    ['channel', () => fireEvent.click(screen.getByText('Other'))],
  ])('offers no repeat once another %s is typed', (_, change) => {
    change();
    expect(screen.queryByRole('button', { name: 'Pay in again' })).toBeNull();
  });
});
