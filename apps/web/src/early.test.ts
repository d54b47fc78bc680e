import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const EARLY = readFileSync(join(import.meta.dirname, '../public/early.js'), 'utf8');

beforeAll(() => {
  localStorage.setItem('language', 'sw');
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  window.matchMedia = () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList;
  vi.stubGlobal('CSS', { supports: () => true });
  // Runs as in the page: once, in the global scope.
  new Function(EARLY)();
});
beforeEach(() => {
  document.body.innerHTML = '<div id="root"><img class="arriving" alt=""></div><script type="module"></script>';
});
afterEach(() => document.body.replaceChildren());

const root = () => document.getElementById('root')?.textContent ?? '';

test('early.js shows a load error in the stored language when a script fails before the first screen', () => {
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
])('early.js shows the load error when a dynamic import fails: %s', (message) => {
  reject(new TypeError(message));
  expect(root()).toContain('Pakia upya');
});

test('early.js shows the load error on a start-failed event', () => {
  window.dispatchEvent(new Event('start-failed'));
  expect(root()).toContain('Pakia upya');
});

test.each([
  ['a call without a network', new TypeError('Failed to fetch')],
  ['a storage that is full', new Error('QuotaExceededError')],
  ['a word', 'closed'],
  ['nothing', undefined],
])('early.js keeps the placeholder on an unrelated rejection: %s', (_, reason) => {
  reject(reason);
  expect(root()).toBe('');
  expect(document.querySelector('#root > .arriving')).not.toBeNull();
});

test('early.js ignores a failed image, and leaves a rendered screen as it is', () => {
  document.querySelector('img')?.dispatchEvent(new Event('error'));
  expect(root()).toBe('');
  document.querySelector('.arriving')?.replaceWith('The screen');
  document.querySelector('script')?.dispatchEvent(new Event('error'));
  reject(new TypeError(MISSING));
  expect(root()).toBe('The screen');
});

test('early.js is written in ES5, so that an old browser can read it', () => {
  const code = EARLY.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const newer = /=>|`|\?\.|\?\?|\.\.\.|\b(?:const|let|class|async|await|of)\b|function\s*\w*\([^)]*[{[=]/.exec(code);
  expect(newer?.[0]).toBeUndefined();
});

test.each([
  ['toSorted', () => vi.stubGlobal('Array', { prototype: {} })],
  ['CompressionStream', () => vi.stubGlobal('CompressionStream', undefined)],
  ['CSS.supports', () => vi.stubGlobal('CSS', undefined)],
  ['color-mix', () => vi.stubGlobal('CSS', { supports: () => false })],
])(
  'early.js without %s says in both languages that the browser is too old, and asks the server nothing',
  (_, lacks) => {
    const asked = vi.fn();
    vi.stubGlobal('fetch', asked);
    lacks();
    new Function(EARLY)();
    vi.unstubAllGlobals();
    document.dispatchEvent(new Event('readystatechange'));
    const parts = [...document.querySelectorAll<HTMLElement>('main[role=alert] > div')];
    expect(parts.map(({ lang }) => lang)).toEqual(['en', 'sw']);
    expect(parts.map((part) => part.querySelector('h1')?.textContent)).toEqual([
      'This browser is too old',
      'Kivinjari hiki ni cha zamani mno',
    ]);
    expect(document.getElementById('root')).toBeNull();
    expect(asked).not.toHaveBeenCalled();
  },
);
