import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { addressOf, SCREENS } from './app/routes-table.ts';

interface FetchEvent {
  readonly request: { readonly url: string; readonly method: string; readonly mode: string };
  respondWith(answer: Promise<unknown>): void;
}

/** Runs the worker as a browser would, with a network that never responds and the page in the cache. */
function openWorker(): (path: string) => Promise<unknown> | undefined {
  const listeners = new Map<string, (event: FetchEvent) => void>();
  const self = {
    location: { origin: 'https://school.test' },
    addEventListener: (name: string, listener: (event: FetchEvent) => void) => listeners.set(name, listener),
  };
  const caches = { open: async () => ({ match: async (path: string) => `kept ${path}` }) };
  const fetch = () => new Promise(() => undefined);
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

test.each(SCREENS.filter(({ page }) => !page).map(addressOf))('the service worker handles %s', (address) => {
  expect(openWorker()(address)).toBeDefined();
});

test('the service worker handles the start address of the installed app', async () => {
  expect(openWorker()('/app/check.start')).toBeDefined();
});
