import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const EARLY = readFileSync(join(import.meta.dirname, '../public/early.js'), 'utf8');

beforeAll(() => {
  localStorage.setItem('language', 'sw');
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  window.matchMedia = () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList;
  // Runs as in the page: once, in the global scope.
  new Function(EARLY)();
});
beforeEach(() => {
  document.body.innerHTML = '<div id="root"><img class="arriving" alt=""></div><script type="module"></script>';
});
afterEach(() => document.body.replaceChildren());

const root = () => document.getElementById('root')?.textContent ?? '';

test('a script that does not come is told of in the reader’s language, where a page would stand at its placeholder', () => {
  document.querySelector('script')?.dispatchEvent(new Event('error'));
  expect(root()).toContain('Ukurasa haukuweza kupakiwa. Kagua mtandao wako.');
  expect(document.querySelector('#root [role=alert] button')?.textContent).toBe('Pakia upya');
});

const reject = (reason?: unknown) => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
const PART = 'https://school.example/assets/part-a1b2.js';
const MISSING = `Failed to fetch dynamically imported module: ${PART}`;

test.each([
  MISSING,
  `error loading dynamically imported module: ${PART}`,
  'Importing a module script failed.',
  "'text/html' is not a valid JavaScript MIME type.",
  'Unable to preload CSS for /assets/part-a1b2.css',
])('so is a part that a script fetches in vain: %s', (message) => {
  reject(new TypeError(message));
  expect(root()).toContain('Pakia upya');
});

test('so is a start that failed for whatever reason', () => {
  window.dispatchEvent(new Event('start-failed'));
  expect(root()).toContain('Pakia upya');
});

test.each([
  ['a call without a network', new TypeError('Failed to fetch')],
  ['a storage that is full', new Error('QuotaExceededError')],
  ['a word', 'closed'],
  ['nothing', undefined],
])('a gate that is still on its way is not given up for another failure: %s', (_, reason) => {
  reject(reason);
  expect(root()).toBe('');
  expect(document.querySelector('#root > .arriving')).not.toBeNull();
});

test('a screen that stands is left alone, and a picture that does not come is no script', () => {
  document.querySelector('img')?.dispatchEvent(new Event('error'));
  expect(root()).toBe('');
  document.querySelector('.arriving')?.replaceWith('The screen');
  document.querySelector('script')?.dispatchEvent(new Event('error'));
  reject(new TypeError(MISSING));
  expect(root()).toBe('The screen');
});
