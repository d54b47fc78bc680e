import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFocus } from './focus-keeper.ts';

let stop: () => void;
const get = (id: string) => document.getElementById(id) as HTMLElement;
const frames = () =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))));

beforeEach(() => {
  document.body.innerHTML =
    '<main><h1 tabindex="-1">Cash till</h1><p id="step"><button id="open">Open</button></p></main>';
  stop = keepFocus();
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

test('keepFocus focuses the heading when the focused button is removed', async () => {
  get('open').focus();
  get('step').remove();
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
});

test('keepFocus leaves the focus with an element that takes it itself', async () => {
  get('open').focus();
  get('step').innerHTML = '<input id="count">';
  requestAnimationFrame(() => get('count').focus());
  await frames();
  await frames();
  expect(document.activeElement).toBe(get('count'));
});

test('keepFocus prefers an open dialog, and does not act when the focus was not removed', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div role="dialog" tabindex="-1" id="dialog"><button id="reverse"></button></div>',
  );
  get('reverse').focus();
  get('reverse').remove();
  await vi.waitFor(() => expect(document.activeElement).toBe(get('dialog')));
  get('dialog').remove();
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
  (document.activeElement as HTMLElement).blur();
  document.body.insertAdjacentHTML('beforeend', '<p>More</p>');
  await frames();
  expect(document.activeElement).toBe(document.body);
});
