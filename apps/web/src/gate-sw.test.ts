import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { addressOf, SCREENS } from './app/routes-table.ts';

interface FetchEvent {
  readonly request: { readonly url: string; readonly method: string; readonly mode: string };
  respondWith(answer: Promise<unknown>): void;
}

/** Runs the worker as a browser would, with the page in the cache and a network that by default never responds. */
function openWorker(
  network: (path: string) => Promise<unknown> = () => new Promise(() => undefined),
): (path: string) => Promise<unknown> | undefined {
  const listeners = new Map<string, (event: FetchEvent) => void>();
  const self = {
    location: { origin: 'https://school.test' },
    addEventListener: (name: string, listener: (event: FetchEvent) => void) => listeners.set(name, listener),
  };
  const caches = { open: async () => ({ match: async (path: string) => `kept ${path}` }) };
  const fetch = ({ url }: FetchEvent['request']) => network(new URL(url).pathname);
  const source = readFileSync(join(import.meta.dirname, '../gate-sw.js'), 'utf8');
  runInNewContext(source, { self, caches, fetch, URL, AbortSignal });
  return (path) => {
    let answer: Promise<unknown> | undefined;
    const request = { url: `https://school.test${path}`, method: 'GET', mode: 'navigate' };
    listeners.get('fetch')?.({ request, respondWith: (given) => (answer = given) });
    return answer;
  };
}

test('the service worker serves the roll call from its cache while the network does not answer', async () => {
  expect(await openWorker()('/app/check.rollcall')).toBe('kept /gate.html');
});

test('the service worker does not handle a screen of the console', () => {
  expect(openWorker()('/app/student.view')).toBeUndefined();
});

const OFFERED = [...SCREENS.filter(({ page }) => !page).map(addressOf), '/app/check.start'];

test.each(OFFERED)('the service worker serves the cached page for %s when the network is down', async (address) => {
  const down = openWorker(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await down(address)).toBe('kept /gate.html');
});

test.each(OFFERED)('the service worker serves the cached page for %s when the server is broken', async (address) => {
  const broken = openWorker(async () => ({ status: 503 }));
  expect(await broken(address)).toBe('kept /gate.html');
});

test.each(OFFERED.filter((address) => address !== '/app/check.rollcall'))(
  "the service worker serves the server's page for %s while the network answers",
  async (address) => {
    const answer = { status: 200 };
    expect(await openWorker(async () => answer)(address)).toBe(answer);
  },
);
