import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const EARLY = readFileSync(join(import.meta.dirname, '../public/early.js'), 'utf8');

beforeAll(() => {
  localStorage.setItem('language', 'sw');
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  window.matchMedia = () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList;
  // As the page runs it: once, in the scope of the window.
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

test('so is a part that the first script fetches in vain', () => {
  window.dispatchEvent(new Event('unhandledrejection'));
  expect(root()).toContain('Pakia upya');
});

test('a screen that stands is left alone, and a picture that does not come is no script', () => {
  document.querySelector('img')?.dispatchEvent(new Event('error'));
  expect(root()).toBe('');
  document.querySelector('.arriving')?.replaceWith('The screen');
  document.querySelector('script')?.dispatchEvent(new Event('error'));
  window.dispatchEvent(new Event('unhandledrejection'));
  expect(root()).toBe('The screen');
});
