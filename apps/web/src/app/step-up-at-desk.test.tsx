// More was paid in than goes without the second factor: its question comes by itself, over the keys of whoever types on.
import { act, cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { StepUpAtDesk } from '../features/session/lock/StepUpAtDesk.tsx';
import { StepUpDialog } from '../features/session/StepUpDialog.tsx';
import { CounterRoomLine, CounterRoomNote } from '../features/wallet/counter/CounterRoomNote.tsx';
import { DepositRoomNote } from '../features/wallet/DepositRoomNote.tsx';
import { DeskPage } from '../features/wallet/DeskPage.tsx';
import { onStepUp } from '../lib/request.ts';
import { START } from '../lib/scanner/machine.ts';
import type { ScannerInUse } from '../lib/scanner/useScanner.ts';
import { askStepUp, type StepUpAsk, useStepUpAsk } from '../lib/step-up.ts';
import { type FakeApi, prepareScreens, showScreen } from '../ui/screen.testkit.tsx';

vi.mock('../lib/scanner/useScanner.ts', () => ({
  useScanner: (): ScannerInUse => ({
    state: START,
    open: true,
    ...{ flush() {}, capture() {}, connect() {}, disconnect() {} },
  }),
}));
vi.mock('@tanstack/react-router', () => ({ Link: 'a', createLink: () => 'a', useSearch: () => ({}) }));

vi.mock('../features/session/passkey-browser.ts', () => ({ answerPasskey: async () => SIGNED }));

const SIGNED = { id: 'a-passkey' };
const MOVED = {
  ...{ balance: 700, amount: 50, fee: 0 },
  receipt: { sysid: '01900000-0000-7000-8000-000000000777', token: 'ABCD1234EFGH5678', date: '2026-11-20T09:00:00Z' },
};
const refused = (problem: string, message: string, detail = {}) => ({
  status: 403,
  body: { code: '403', message, problem, detail },
});
const CODE = '654321';
const LOST = /Your entry for the next student was not accepted/;
let api: FakeApi;
let proven: boolean;
let ways: object;
let held: (() => void)[] | null;
let keysOf: (string | null)[];

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  api = await prepareScreens(['wallet', 'school', 'limits', 'ui', 'session', 'problems']);
  onStepUp((error) => askStepUp(error.detail));
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('wallet/deposit')) keysOf.push(new Headers(init?.headers).get('Idempotency-Key'));
    if (held && url.includes('auth/stepUp')) await new Promise<void>((go) => held?.push(go));
    return answered(url, init);
  });
});
beforeEach(() => {
  localStorage.clear();
  [proven, held, keysOf] = [false, null, []];
  ways = {};
  api.calls.length = 0;
  api.replies = {
    'wallet/getWallet': ({ admissionNumber }) => ({
      body: {
        ...{ className: 'Grade 3', hasFingerprint: true, balance: 500, mostCash: 450 },
        ...{ admissionNumber, names: `Student ${admissionNumber}` },
      },
    }),
    'wallet/deposit': () =>
      proven
        ? { body: MOVED }
        : refused('session.step-up', 'Confirm.', { hasFactor: true, why: 'paid-in', limit: 50_000, ...ways }),
    'auth/askPasskey': () => ({ body: { challenge: 'x', rpId: window.location.hostname, allowCredentials: [] } }),
    'auth/stepUp': ({ totp, passkey }) => {
      proven = totp === CODE || passkey !== undefined;
      return proven
        ? { body: { until: '2026-11-20T08:10:00.000Z' } }
        : { ...refused('profile.wrong-code', 'Wrong.'), status: 422 };
    },
  };
});
afterEach(cleanup);
const number = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Admission number/, hidden: true });
const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/, hidden: true });
const asked = (path: string) => api.calls.filter((made) => made.path === path).map(({ input }) => input);
/** Milliseconds between two keys of a hand; a burst of quick ones would be a scanned card. */
const HAND_MS = 120;
let now = 0;
/** Types as a keyboard does into whatever has the focus. */
function keys(text: string): void {
  for (const key of text) {
    const at = document.activeElement as HTMLInputElement;
    const isEnter = key === '\n';
    const press = createEvent.keyDown(at, { key: isEnter ? 'Enter' : key });
    now += HAND_MS;
    Object.defineProperty(press, 'timeStamp', { value: now });
    const goesOn = fireEvent(at, press);
    if (!goesOn) continue;
    if (isEnter && at.form) fireEvent.submit(at.form);
    else if (!isEnter && at instanceof HTMLInputElement) fireEvent.change(at, { target: { value: at.value + key } });
  }
}

describe.each<[string, ComponentType<{ ask: StepUpAsk }>]>([
  ['of the console', StepUpDialog],
  ['of the lean cash desk', StepUpAtDesk],
])('step-up dialog %s', (_, Question) => {
  function Page() {
    const ask = useStepUpAsk();
    return (
      <>
        <DeskPage />
        {ask && <Question ask={ask} />}
      </>
    );
  }
  const field = () => screen.getByLabelText<HTMLInputElement>(/^Authenticator code/);
  async function asksForIt() {
    showScreen(<Page />);
    await screen.findByRole('combobox', { name: /^Admission number/ });
    fireEvent.keyDown(document.body, { key: 'F2' });
    act(() => number().focus());
    keys('4001\n');
    await screen.findAllByText(/^Student 4001/);
    keys('50\n4002');
    await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await waitFor(() => expect(document.activeElement?.matches('[data-keys-ahead]')).toBe(true));
  }
  afterEach(async () => {
    // A question that stands would be the next test's.
    for (const cancel of screen.queryAllByRole('button', { name: 'Cancel' })) fireEvent.click(cancel);
    await act(async () => undefined);
  });

  test('step-up shows its reason, holds keys for the next student, and repeats the deposit under its key', async () => {
    await asksForIt();
    screen.getByText(/paid in more than KES 50,000/);
    // As long as a code, with its Enter.
    keys('13\n');
    expect([field().value, asked('auth/stepUp')]).toEqual(['', []]);
    held = [];
    act(() => field().focus());
    keys(`${CODE}\n`);
    keys('20');
    expect(field().value).toBe(CODE);
    await waitFor(() => expect(held).toHaveLength(1));
    await act(async () => held?.splice(0).forEach((go) => void go()));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect([number().value, amount().value]).toEqual(['400213', '20']));
    expect(asked('auth/stepUp')).toEqual([{ totp: CODE }]);
    expect(keysOf).toHaveLength(2);
    expect(new Set(keysOf).size).toBe(1);
  });

  test('step-up keeps held keys through Tab, Backspace and a wrong code', async () => {
    await asksForIt();
    keys('9');
    fireEvent.keyDown(document.activeElement as Element, { key: 'Backspace' });
    fireEvent.keyDown(document.activeElement as Element, { key: 'Tab' });
    act(() => field().focus());
    keys('111111\n');
    await screen.findByText(/wrong or already used/);
    expect(document.activeElement?.matches('[data-keys-ahead]')).toBe(true);
    act(() => field().focus());
    keys(`${CODE}\n`);
    await waitFor(() => expect(number().value).toBe('4002'));
  });

  test('step-up by passkey starts only with its button, not with keys of the next student', async () => {
    ways = { passkey: true, totp: false };
    await asksForIt();
    const press = await screen.findByRole('button', { name: 'Use a passkey' });
    expect(document.activeElement).not.toBe(press);
    screen.getByLabelText(/^Recovery code/);
    keys('13\n');
    expect(asked('auth/stepUp')).toEqual([]);
    fireEvent.click(press);
    await waitFor(() => expect(asked('auth/stepUp')).toEqual([{ passkey: SIGNED }]));
    await waitFor(() => expect(number().value).toBe('400213'));
    expect(new Set(keysOf).size).toBe(1);
  });

  test('step-up reports a factor that still waits, and on Cancel leaves number and amount as they were', async () => {
    await asksForIt();
    api.replies['auth/stepUp'] = () =>
      refused('session.factor-waits', 'Your second factor is new and works for this from then.');
    act(() => field().focus());
    keys(`${CODE}\n`);
    await screen.findByText('Your second factor is new and works for this from then.');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByText(LOST);
    expect([number().value, amount().value]).toEqual(['4001', '50']);
  });
});

describe('deposit limit without a second factor', () => {
  const room = { limit: 50_000, left: 50_000, waitsUntil: null };
  const toldOf = () => screen.queryByRole('note')?.textContent;

  test('DeskPage shows what is left of the deposit limit, updated after a deposit, and only in deposit mode', async () => {
    proven = true;
    api.replies['wallet/getDepositRoom'] = () => ({
      body: { room: { ...room, left: asked('wallet/deposit').length ? 49_950 : 50_000 } },
    });
    showScreen(<DeskPage />);
    await screen.findByRole('combobox', { name: /^Admission number/ });
    expect(asked('wallet/getDepositRoom')).toEqual([]);
    fireEvent.keyDown(document.body, { key: 'F2' });
    await screen.findByText(/You have no second factor yet.*KES 50,000 is left/);
    expect(screen.getByRole('link', { name: 'open My Profile' }).getAttribute('href')).toBe('/app/my.profile');
    // The note arrives late, so nothing that is pressed stands below it.
    const takeIn = screen.getByRole('button', { name: /^Pay in/ });
    expect(takeIn.compareDocumentPosition(screen.getByRole('note'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    act(() => number().focus());
    keys('4001\n');
    await screen.findAllByText(/^Student 4001/);
    keys('50\n');
    await screen.findByText(/KES 49,950 is left/);
    fireEvent.keyDown(document.body, { key: 'F2' });
    await waitFor(() => expect(toldOf()).toBeUndefined());
  });

  test('CounterRoomLine and CounterRoomNote show the deposit limit, and no link to set up a factor', async () => {
    api.replies['wallet/getDepositRoom'] = () => ({ body: { room } });
    showScreen(
      <>
        <CounterRoomLine />
        <CounterRoomNote />
      </>,
    );
    await screen.findByText('Without a second factor: KES 50,000 left today');
    expect(toldOf()).toMatch(/no second factor yet.*in My Profile, signed in on your own phone\.$/);
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('DepositRoomNote says that a list needs a second factor, and from when a pending one counts', async () => {
    api.replies['wallet/getDepositRoom'] = () => ({ body: { room } });
    showScreen(<DepositRoomNote list />);
    await screen.findByText(/^A list of deposits needs your second factor, and you have none yet/);
    screen.getByRole('link', { name: 'open My Profile' });
    cleanup();
    api.replies['wallet/getDepositRoom'] = () => ({
      body: { room: { ...room, waitsUntil: '2026-11-21T09:00:00.000Z' } },
    });
    showScreen(<DepositRoomNote list />);
    await screen.findByText(/^A list of deposits needs your second factor, which works from 21\/11\/2026/);
  });

  test.each([
    ['of the console', DepositRoomNote],
    ['of the lean cash desk', CounterRoomNote],
  ])(
    'the deposit limit note %s shows until when a factor waits, and requests an absent limit once',
    async (_, Note) => {
      api.replies['wallet/getDepositRoom'] = () => ({
        body: { room: { ...room, left: 700, waitsUntil: '2026-11-21T09:00:00.000Z' } },
      });
      showScreen(<Note />);
      await screen.findByText(/works from 21\/11\/2026.*KES 700 is left.*A colleague/);
      expect(screen.queryByRole('link')).toBeNull();
      cleanup();
      api.calls.length = 0;
      api.replies['wallet/getDepositRoom'] = () => ({ body: { room: null } });
      const { queries } = showScreen(<Note />);
      await waitFor(() => expect(asked('wallet/getDepositRoom')).toHaveLength(1));
      await act(() => queries.invalidateQueries());
      expect([asked('wallet/getDepositRoom').length, toldOf()]).toEqual([1, undefined]);
    },
  );
});
