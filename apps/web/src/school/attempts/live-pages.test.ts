import { beforeEach, expect, test, vi } from 'vitest';

interface Held {
  readonly name: string;
  readonly mode?: string;
  readonly end?: () => void;
}

/** Locks of this browser, which are released when their page ends. */
let held: Held[];
let ends: Map<string, () => void>;

/** Opens another page of this browser, with its own module state. */
async function openPage() {
  vi.resetModules();
  const names: string[] = [];
  vi.stubGlobal('navigator', {
    locks: {
      async request(name: string, ...rest: [() => unknown] | [{ mode: string; signal: AbortSignal }, () => unknown]) {
        if (typeof rest[0] === 'function') {
          held.push({ name });
          names.push(name);
          return rest[0]();
        }
        const { signal } = rest[0];
        // Grants the lock once nobody holds it.
        while (held.some((one) => one.name === name))
          await new Promise<void>((resolve, reject) => {
            ends.set(name, resolve);
            signal.addEventListener('abort', () => reject(signal.reason));
          });
        return rest[1]?.();
      },
      query: async () => ({ held: [...held] }),
    },
  });
  const page = await import('./live-pages.ts');
  const kill = () => {
    held = held.filter(({ name }) => !names.includes(name));
    for (const name of names) ends.get(name)?.();
  };
  return { ...page, kill };
}

beforeEach(() => {
  [held, ends] = [[], new Map()];
});

test('livePage holds locks that the current and earlier builds read, and listLivePages reads both', async () => {
  const page = await openPage();
  const id = await page.livePage();
  expect(held.map(({ name }) => name)).toEqual([`living-page:${id}`, `page-of-money:${id}`]);
  const other = await openPage();
  held.push({ name: 'page-of-money:of-an-earlier-build' }, { name: 'mfuko-offline' });
  expect(await other.listLivePages()).toEqual(new Set([id, 'of-an-earlier-build']));
});

test('endOfPage resolves only once the page has ended, also for a page of an earlier build', async () => {
  const page = await openPage();
  const id = await page.livePage();
  const other = await openPage();
  const told: string[] = [];
  const end = other.endOfPage(id, new AbortController().signal).then(() => told.push('ended'));
  await vi.waitFor(() => expect(ends.size).toBe(1));
  expect(told).toEqual([]);
  page.kill();
  await end;
  held.push({ name: 'page-of-money:earlier' });
  const earlier = other.endOfPage('earlier', new AbortController().signal).then(() => told.push('earlier'));
  await vi.waitFor(() => expect(ends.has('page-of-money:earlier')).toBe(true));
  expect(told).toEqual(['ended']);
  held = [];
  ends.get('page-of-money:earlier')?.();
  await earlier;
});

test('listLivePages ignores shared locks, which are held by waiters', async () => {
  const page = await openPage();
  held.push({ name: 'living-page:gone', mode: 'shared' }, { name: 'living-page:here', mode: 'exclusive' });
  expect(await page.listLivePages()).toEqual(new Set(['here']));
});

test('endOfPage rejects when its signal is aborted', async () => {
  const page = await openPage();
  const id = await page.livePage();
  const over = new AbortController();
  const end = (await openPage()).endOfPage(id, over.signal);
  over.abort();
  await expect(end).rejects.toThrow();
});
