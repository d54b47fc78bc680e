import { deposit } from '@mfuko/contract/wallet';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pickSchool } from '../../lib/school.ts';
import { saveSession } from '../../lib/session.ts';
import type { Workplace } from '../../lib/workplace.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { useMoneyRecord } from './useMoneyRecord.ts';

let isOnDisk: () => void;
let onDisk: Promise<void>;
/** Attempts as they lie there. */
const kept: unknown[] = [];
vi.mock('./attempt-keeper.ts', () => ({
  openAttempts: async () => [],
  keepAttempt: (_: unknown, from: Workplace) => {
    kept.push(from);
    return onDisk;
  },
  dropAttempt: async () => undefined,
  leaveAttempt: () => undefined,
}));

const CASHIER = { token: 'the-token', userName: '254700000001', role: 'Admin' } as const;
const SCHOOL = { sysid: 'a-school', shortName: 'DEMO' };
const OTHER = { sysid: 'other', shortName: 'OTHER' };
let api: FakeApi;
/** Calls with the school that each went to. */
let went: string[];
beforeAll(async () => {
  api = await prepareScreens(['school']);
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    went.push(`${url.replace('/api/', '')} ${new Headers(init.headers).get('school')}`);
    return answered(url, init);
  });
});
beforeEach(() => {
  [went, kept.length, api.calls.length] = [[], 0, 0];
  ({ promise: onDisk, resolve: isOnDisk } = Promise.withResolvers<void>());
  api.replies[deposit.path] = () => ({ body: {} });
  saveSession(CASHIER);
  pickSchool(SCHOOL);
});
afterEach(cleanup);

function CashDesk() {
  const pay = useMoneyRecord(deposit);
  return (
    <button type="button" onClick={() => pay.mutate({ admissionNumber: '4007', amount: '100', channel: 'cash' })}>
      {pay.status}
    </button>
  );
}

test('no money is sent before its attempt lies on the disk', async () => {
  showScreen(<CashDesk />);
  fireEvent.click(await screen.findByRole('button', { name: 'idle' }));
  await screen.findByRole('button', { name: 'pending' });
  // Longer than everything else that comes before a call takes.
  for (let turn = 0; turn < 50; turn++) await new Promise((go) => setImmediate(go));
  expect(api.calls).toEqual([]);
  isOnDisk();
  await waitFor(() => expect(api.calls.map(({ path }) => path)).toEqual([deposit.path]));
});

test('money goes to the school in which it was pressed, and is asked about there, though another is picked meanwhile', async () => {
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

test('is not known where the server tells only how it ended: the note says so, and nothing of it is called done', async () => {
  api.replies[deposit.path] = () => {
    throw new TypeError('Failed to fetch');
  };
  api.replies['wallet/closeAttempt'] = () => ({ body: { outcome: 'recorded' } });
  isOnDisk();
  showScreen(<CashDesk />);
  fireEvent.click(await screen.findByRole('button', { name: 'idle' }));
  await screen.findByRole('button', { name: 'error' });
});

test('nor does it go under the account of somebody else who has signed in', async () => {
  showScreen(<CashDesk />);
  fireEvent.click(await screen.findByRole('button', { name: 'idle' }));
  await waitFor(() => expect(kept).toHaveLength(1));
  saveSession({ ...CASHIER, userName: '254700000009' });
  isOnDisk();
  await screen.findByRole('button', { name: 'error' });
  expect(went).toEqual([]);
});
