import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pretendConfig } from '../../lib/config.testkit.ts';

/** Fake disk, which outlives the page. */
const disk = new Map<string, unknown>();
/** Names of the locks that open pages hold. */
const locks = new Set<string>();
/** Requests that wait for such a lock. */
let waiters: { name: string; go: () => void }[];
let isBroken: boolean;
/** True for a disk that does not respond. */
let isSilent: boolean;
let wake: () => void;
/** Called when another page sends a message. */
let heard: () => void;
/** True where the browser never grants a lock, nor lists any. */
let isLockSilent: boolean;

vi.mock('../offline/device-box.ts', () => {
  const answer = async <T>(work: () => T): Promise<T> => {
    if (isSilent) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (isBroken) throw new Error('QuotaExceededError');
    return work();
  };
  return {
    ownBox: {
      put: (name: string, value: unknown) => answer(() => void disk.set(name, structuredClone(value))),
      get: (name: string) => answer(() => disk.get(name) ?? null),
      drop: (name: string) => answer(() => void disk.delete(name)),
      names: (start: string) => answer(() => [...disk.keys()].filter((name) => name.startsWith(start))),
    },
  };
});

const USER = '254700000002';
const SCHOOL = '01890000-0000-7000-8000-000000000001';
const CASH = { path: 'wallet/cashOutPin', admissionNumber: '4007', amount: '111', same: 'a' };

type Page = typeof import('./attempt-journal.ts') & {
  readonly close: () => void;
  /** Returns the keys of the attempts that the page shows. */
  readonly told: () => readonly string[];
  readonly enter: (user: string) => void;
};

/** Opens another page of this browser, with its own module state. */
async function openPage(school = SCHOOL): Promise<Page> {
  vi.resetModules();
  const { pretendConfig: pretend } = await import('../../lib/config.testkit.ts');
  pretend();
  const { saveSession } = await import('../../lib/session.ts');
  const { pickSchool } = await import('../../lib/school.ts');
  const enter = (userName: string) => saveSession({ token: 't', userName, role: 'SchoolAdmin' });
  enter(USER);
  pickSchool({ sysid: school, shortName: 'DEMO' });
  const own: string[] = [];
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, ...[how, wait]: [() => Promise<never>] | [object, () => unknown]) => {
        if (isLockSilent) return new Promise<never>(() => undefined);
        if (wait) {
          if (locks.has(name)) await new Promise<void>((go) => waiters.push({ name, go }));
          return wait();
        }
        own.push(name);
        locks.add(name);
        return (how as () => Promise<never>)();
      },
      query: async () =>
        isLockSilent ? new Promise<never>(() => undefined) : { held: [...locks].map((name) => ({ name })) },
    },
  });
  const page = await import('./attempt-journal.ts');
  const close = () => {
    for (const name of own) locks.delete(name);
    for (const { name, go } of waiters) if (!locks.has(name)) go();
  };
  const { waitingAttempts } = await import('./attempt-list.ts');
  return { ...page, enter, close, told: () => waitingAttempts.get().map(({ key }) => key) };
}
const keysOf = async (page: Page) => (await page.openAttempts()).map(({ key }) => key);

beforeEach(() => {
  pretendConfig();
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      addEventListener(_: string, listener: () => void) {
        heard = listener;
      }
      postMessage() {}
      close() {}
    },
  );
  disk.clear();
  locks.clear();
  waiters = [];
  localStorage.clear();
  isBroken = false;
  isSilent = false;
  isLockSilent = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('attempt journal stores an attempt on disk, and opens it at once after its page was killed', async () => {
  const before = await openPage();
  await before.keepAttempt({ ...CASH, key: 'k1' });
  expect([...disk.keys()]).toEqual(['attempt:k1']);
  expect(localStorage.getItem('attempt:k1')).toBeNull();
  expect(await keysOf(before)).toEqual([]);
  before.close();
  // Nothing of local storage has reached the disk.
  localStorage.clear();
  expect(await keysOf(await openPage())).toEqual(['k1']);
});

test('attempt journal opens an attempt of a live page elsewhere only after 65 s, or once that page closes', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const one = await openPage();
  await one.keepAttempt({ ...CASH, key: 'k1' });
  const two = await openPage();
  expect(await keysOf(two)).toEqual([]);
  vi.setSystemTime(1_000_000 + 65_001);
  expect(await keysOf(two)).toEqual(['k1']);
  vi.setSystemTime(1_000_000);
  one.close();
  expect(await keysOf(two)).toEqual(['k1']);
});

test('attempt journal shows an attempt at once when its page ends, also one opened after follow() began', async () => {
  const two = await openPage();
  const stop = two.follow();
  const one = await openPage();
  await one.keepAttempt({ ...CASH, key: 'k1' });
  // Simulates a page that posts to the channel when it opens.
  heard();
  await vi.waitFor(() => expect(waiters.length).toBeGreaterThan(0));
  expect(two.told()).toEqual([]);
  one.close();
  await vi.waitFor(() => expect(two.told()).toEqual(['k1']));
  stop();
});

test('attempt journal shows an attempt whose answer was lost until it is dropped, and on no later page', async () => {
  const page = await openPage();
  await page.keepAttempt({ ...CASH, key: 'k1' });
  page.leaveAttempt('k1');
  expect(await keysOf(page)).toEqual(['k1']);
  void page.dropAttempt('k1');
  expect(await keysOf(page)).toEqual([]);
  await vi.waitFor(() => expect(disk.size).toBe(0));
  page.close();
  expect(await keysOf(await openPage())).toEqual([]);
});

test('attempt journal hides an attempt from other accounts and other schools', async () => {
  const before = await openPage();
  await before.keepAttempt({ ...CASH, key: 'k1' });
  before.close();
  const page = await openPage();
  page.enter('254700000009');
  expect(await keysOf(page)).toEqual([]);
  page.enter(USER);
  expect(await keysOf(page)).toEqual(['k1']);
  expect(await keysOf(await openPage('01890000-0000-7000-8000-000000000002'))).toEqual([]);
});

test('attempt journal opens an attempt that an earlier version stored, and removes it once dropped', async () => {
  const old = { ...CASH, key: 'k0', at: Date.now(), user: USER, school: SCHOOL, tab: 'of another time' };
  localStorage.setItem('attempt:k0', JSON.stringify(old));
  localStorage.setItem('attempt:spoilt', '{');
  const page = await openPage();
  expect(await keysOf(page)).toEqual(['k0']);
  void page.dropAttempt('k0');
  await vi.waitFor(() => expect(localStorage.getItem('attempt:k0')).toBeNull());
});

test.each(['fails', 'is silent'])(
  'attempt journal keeps an attempt through a reload, and reports failing storage, when the disk %s',
  async (how) => {
    isBroken = how === 'fails';
    isSilent = how === 'is silent';
    vi.useFakeTimers();
    const before = await openPage();
    const kept = before.keepAttempt({ ...CASH, key: 'k1' });
    await vi.advanceTimersByTimeAsync(2_000);
    await kept;
    const { storageFails } = await import('../offline/storage-state.ts');
    expect(storageFails.get()).toBe(true);
    void before.leaveAttempt('k1');
    const [own] = await Promise.all([keysOf(before), vi.advanceTimersByTimeAsync(2_000)]);
    expect(own).toEqual(['k1']);
    before.close();
    const page = await openPage();
    const [after] = await Promise.all([keysOf(page), vi.advanceTimersByTimeAsync(2_000)]);
    expect(after).toEqual(['k1']);
  },
);

test('attempt journal keeps an attempt in memory and reports failing storage when nothing can be written', async () => {
  isBroken = true;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation((name) => {
    if (name.startsWith('attempt:')) throw new Error('QuotaExceededError');
  });
  const page = await openPage();
  await page.keepAttempt({ ...CASH, key: 'k1' });
  page.leaveAttempt('k1');
  expect(await keysOf(page)).toEqual(['k1']);
  const { storageFails } = await import('../offline/storage-state.ts');
  expect(storageFails.get()).toBe(true);
  void page.dropAttempt('k1');
  expect(storageFails.get()).toBe(false);
  vi.restoreAllMocks();
});

test('attempt journal does not restore a dropped attempt when its disk write finishes late', async () => {
  vi.useFakeTimers();
  const page = await openPage();
  isSilent = true;
  const kept = page.keepAttempt({ ...CASH, key: 'k1' });
  await vi.advanceTimersByTimeAsync(2_000);
  await kept;
  isSilent = false;
  void page.dropAttempt('k1');
  await vi.advanceTimersByTimeAsync(1);
  wake();
  await vi.advanceTimersByTimeAsync(1);
  expect([...disk.keys()]).toEqual([]);
  expect(localStorage.getItem('attempt:k1')).toBeNull();
  page.close();
  expect(await keysOf(await openPage())).toEqual([]);
});

test('attempt journal does not block a payment when the browser grants no lock, and opens its attempt', async () => {
  vi.useFakeTimers();
  isLockSilent = true;
  const page = await openPage();
  const kept = page.keepAttempt({ ...CASH, key: 'k1' });
  await vi.advanceTimersByTimeAsync(2_000);
  await kept;
  void page.leaveAttempt('k1');
  const open = page.openAttempts();
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await open).map(({ key }) => key)).toEqual(['k1']);
});
