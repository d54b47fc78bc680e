import { deposit } from '@mfuko/contract/wallet';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { describe as describeFault } from '../../lib/problems.ts';
import { forgetSchool, pickSchool } from '../../lib/school.ts';
import { clearSession, saveSession } from '../../lib/session.ts';
import type { Workplace } from '../../lib/workplace.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { useMoneyRecord } from './useMoneyRecord.ts';

/** Keys by outcome: `dropped` where the desk has the answer, `left` where the note of the attempt shows it. */
const ends = vi.hoisted(() => ({ dropped: [] as string[], left: [] as string[] }));
let isOnDisk: () => void;
let onDisk: Promise<void>;
/** Attempts that have not been read yet. */
let earlier: object[] = [];
/** Attempts as they are stored. */
const kept: unknown[] = [];
vi.mock('./attempt-journal.ts', () => ({
  openAttempts: async () => earlier,
  keepAttempt: (_: unknown, from: Workplace) => {
    kept.push(from);
    return onDisk;
  },
  dropAttempt: async (key: string) => void ends.dropped.push(key),
  leaveAttempt: async (key: string) => void ends.left.push(key),
}));

const CASHIER = { token: 'the-token', userName: '254700000001', role: 'Admin' } as const;
const SCHOOL = { sysid: 'a-school', shortName: 'DEMO' };
const OTHER = { sysid: 'other', shortName: 'OTHER' };
let api: FakeApi;
/** Resolves once the network answers. */
let answered: Promise<void>;
/** Calls, with the school that each was sent to. */
let went: string[];
beforeAll(async () => {
  api = await prepareScreens(['school']);
  const fetched = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    went.push(`${url.replace('/api/', '')} ${new Headers(init.headers).get('school')}`);
    await answered;
    return fetched(url, init);
  });
});
beforeEach(() => {
  [went, kept.length, api.calls.length, ends.dropped.length, ends.left.length] = [[], 0, 0, 0, 0];
  heard.length = 0;
  earlier = [];
  answered = Promise.resolve();
  ({ promise: onDisk, resolve: isOnDisk } = Promise.withResolvers<void>());
  api.replies[deposit.path] = () => ({ body: {} });
  saveSession(CASHIER);
  pickSchool(SCHOOL);
});
afterEach(cleanup);

/** Outcomes that the desk has received. */
const heard: string[] = [];
function CashDesk() {
  const pay = useMoneyRecord(deposit, {
    onDone: () => heard.push('done'),
    onError: (error) => heard.push(describeFault(error).message),
  });
  return (
    <button type="button" onClick={() => pay.mutate({ admissionNumber: '4007', amount: '100', channel: 'cash' })}>
      {pay.status}
    </button>
  );
}

test('useMoneyRecord sends a deposit only after its attempt is stored on disk', async () => {
  showScreen(<CashDesk />);
  fireEvent.click(await screen.findByRole('button', { name: 'idle' }));
  await screen.findByRole('button', { name: 'pending' });
  // More turns than all steps before a call take.
  for (let turn = 0; turn < 50; turn++) await new Promise((go) => setImmediate(go));
  expect(api.calls).toEqual([]);
  isOnDisk();
  await waitFor(() => expect(api.calls.map(({ path }) => path)).toEqual([deposit.path]));
});

test('useMoneyRecord sends a deposit and asks its outcome in its own school, even when another school is picked', async () => {
  api.replies[deposit.path] = () => {
    throw new TypeError('Failed to fetch');
  };
  api.replies['wallet/closeAttempt'] = () => ({ body: { outcome: 'recorded', answer: {} } });
  showScreen(<CashDesk />);
  fireEvent.click(await screen.findByRole('button', { name: 'idle' }));
  await waitFor(() => expect(kept).toEqual([{ user: CASHIER.userName, school: SCHOOL.sysid }]));
  pickSchool(OTHER);
  isOnDisk();
  await screen.findByRole('button', { name: 'success' });
  expect(went).toEqual([`${deposit.path} ${SCHOOL.sysid}`, `wallet/closeAttempt ${SCHOOL.sysid}`]);
});

test('useMoneyRecord ends in an error when the outcome is recorded without an answer', async () => {
  api.replies[deposit.path] = () => {
    throw new TypeError('Failed to fetch');
  };
  api.replies['wallet/closeAttempt'] = () => ({ body: { outcome: 'recorded' } });
  isOnDisk();
  showScreen(<CashDesk />);
  fireEvent.click(await screen.findByRole('button', { name: 'idle' }));
  await screen.findByRole('button', { name: 'error' });
});

test.each([
  [9, 'is the one of before', ['done'], []],
  [11, 'goes nowhere before that was read', [expect.stringMatching(/^Not sent: the same was already recorded/)], []],
])('useMoneyRecord: the same deposit, %i minutes after one that was recorded, %s', async (minutes, _, told, sent) => {
  api.replies['wallet/closeAttempt'] = () => ({ body: { outcome: 'recorded', answer: {} } });
  isOnDisk();
  const fields = { admissionNumber: '4007', amount: '100', channel: 'cash' };
  const bytes = new TextEncoder().encode(JSON.stringify(Object.entries(fields)));
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
  earlier = [{ key: 'k', path: deposit.path, same: digest, at: Date.now() - minutes * 60_000, user: CASHIER.userName }];
  showScreen(<CashDesk />);
  fireEvent.click(await screen.findByRole('button', { name: 'idle' }));
  await waitFor(() => expect(heard).toEqual(told));
  expect(api.calls.filter(({ path }) => path === deposit.path)).toEqual(sent);
  expect(ends.dropped).toEqual(minutes < 10 ? ['k'] : []);
});

test('useMoneyRecord sends nothing after another account signed in, and leaves the attempt to its own account', async () => {
  showScreen(<CashDesk />);
  fireEvent.click(await screen.findByRole('button', { name: 'idle' }));
  await waitFor(() => expect(kept).toHaveLength(1));
  saveSession({ ...CASHIER, userName: '254700000009' });
  isOnDisk();
  await screen.findByRole('button', { name: 'error' });
  expect([went, heard, ends.dropped, ends.left.length]).toEqual([[], [], [], 1]);
});

test('useMoneyRecord reports a deposit as not sent when the session ended before its call', async () => {
  showScreen(<CashDesk />);
  fireEvent.click(await screen.findByRole('button', { name: 'idle' }));
  await waitFor(() => expect(kept).toHaveLength(1));
  clearSession();
  isOnDisk();
  await waitFor(() => expect(heard).toEqual([expect.stringMatching(/^Not sent: .* Nothing was recorded/)]));
  expect([went, ends.left.length]).toEqual([[], 1]);
});

test('useMoneyRecord passes the answer to a mounted desk and drops the attempt', async () => {
  isOnDisk();
  showScreen(<CashDesk />);
  fireEvent.click(await screen.findByRole('button', { name: 'idle' }));
  await waitFor(() => expect(ends.dropped).toHaveLength(1));
  expect([heard, ends.left]).toEqual([['done'], []]);
});

test('useMoneyRecord asks the outcome of a truncated answer instead of treating it as a refusal', async () => {
  isOnDisk();
  const fetched = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const response = await fetched(url, init);
    return url.endsWith(deposit.path) ? new Response('{"newBala', { status: 200 }) : response;
  });
  api.replies['wallet/closeAttempt'] = () => ({ body: { outcome: 'recorded', answer: {} } });
  showScreen(<CashDesk />);
  fireEvent.click(await screen.findByRole('button', { name: 'idle' }));
  await waitFor(() => expect(heard).toEqual(['done']));
  expect(went.map((call) => call.split(' ')[0])).toEqual([deposit.path, 'wallet/closeAttempt']);
  vi.stubGlobal('fetch', fetched);
});

test('useMoneyRecord times out a deposit after 30 seconds, and its outcome query after 12 seconds', async () => {
  isOnDisk();
  const waits: [path: string | undefined, milliseconds: number | undefined][] = [];
  const waiting = vi.spyOn(AbortSignal, 'timeout');
  const fetched = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    waits.push([url.replace('/api/', ''), waiting.mock.lastCall?.[0]]);
    if (url.endsWith(deposit.path)) throw new DOMException('No answer in time', 'TimeoutError');
    return fetched(url, init);
  });
  api.replies['wallet/closeAttempt'] = () => ({ body: { outcome: 'recorded', answer: {} } });
  showScreen(<CashDesk />);
  fireEvent.click(await screen.findByRole('button', { name: 'idle' }));
  await waitFor(() => expect(heard).toEqual(['done']));
  expect(waits).toEqual([
    [deposit.path, 30_000],
    ['wallet/closeAttempt', 12_000],
  ]);
  waiting.mockRestore();
  vi.stubGlobal('fetch', fetched);
});

const REFUSED = { status: 422, body: { code: '422', message: 'No', problem: 'wallet.over-limit', detail: {} } };
const OTHER_ACCOUNT = { ...CASHIER, userName: '254700000009' };

describe.each([
  ['an answer', { body: {} }],
  ['a refusal', REFUSED],
])('useMoneyRecord with %s', (_, reply) => {
  let answer: () => void;
  beforeEach(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = resolve;
    answered = promise;
    api.replies[deposit.path] = () => reply;
    isOnDisk();
  });
  async function press() {
    const shown = showScreen(<CashDesk />);
    fireEvent.click(await screen.findByRole('button', { name: 'idle' }));
    await waitFor(() => expect(went).toHaveLength(1));
    return shown;
  }
  test.each<[string, (gone: () => void) => void]>([
    ['another school is at work', () => pickSchool(OTHER)],
    ['another account is at work', () => saveSession(OTHER_ACCOUNT)],
    [
      'another account has unlocked the desk',
      (gone) => {
        gone();
        saveSession(OTHER_ACCOUNT);
      },
    ],
  ])('leaves the attempt to its account, and reports nothing to the desk, once %s', async (_, happen) => {
    const { unmount } = await press();
    happen(unmount);
    answer();
    await waitFor(() => expect(ends.left).toHaveLength(1));
    expect([ends.dropped, heard]).toEqual([[], []]);
  });
  test.each<[string, () => void]>([
    ['is locked', clearSession],
    ['has gone', () => undefined],
    ['goes with its session', forgetSchool],
  ])('reports to a desk that %s, and leaves its attempt open too', async (_, happen) => {
    const { unmount } = await press();
    happen();
    unmount();
    answer();
    await waitFor(() => expect(heard).toHaveLength(1));
    expect([ends.dropped, ends.left.length]).toEqual([[], 1]);
  });
});
