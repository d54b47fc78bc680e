import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CashDesk } from './useDesk.ts';
import { useDeskKeys } from './useDeskKeys.ts';

const pressed: string[] = [];
function Keys() {
  const wallet = { number: '4007', found: { mostCash: 300 }, error: null };
  const desk = {
    wallet,
    way: 'out',
    amount: '',
    proof: 'pin',
    setWay: (way: string) => pressed.push(way),
    choose: (proof: string) => pressed.push(proof),
    setAmount: (amount: string) => pressed.push(amount),
    clear: () => pressed.push('next'),
  };
  useDeskKeys({ desk: desk as unknown as CashDesk, all: 300, printLast: () => pressed.push('receipt') });
  return null;
}
/** Presses a key and returns true where the browser's default was prevented. */
const press = (key: string, more = {}) => !fireEvent.keyDown(window, { key, cancelable: true, ...more });
const ALL = ['F2', 'F3', 'F4', 'F8', 'Escape'];

beforeEach(() => {
  pressed.length = 0;
  render(<Keys />);
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

test('each key does what its hint says', () => {
  expect(ALL.map((key) => press(key))).toEqual([true, true, true, true, true]);
  expect(pressed).toEqual(['in', 'finger', '300', 'receipt', 'next']);
});

test('a held key counts as one press', () => {
  expect(press('F8', { repeat: true })).toBe(true);
  expect(pressed).toEqual([]);
});

test.each([
  ["the console's dialog", () => Object.assign(document.createElement('div'), { ariaModal: 'true' })],
  ["the browser's dialog, as the lock", () => Object.assign(document.createElement('dialog'), { open: true })],
])('under %s no key reaches the desk, and none opens what the browser has on it', (_, make) => {
  const dialog = make();
  if (dialog.ariaModal) dialog.setAttribute('aria-modal', 'true');
  document.body.append(dialog);
  expect(ALL.map((key) => press(key))).toEqual([true, true, true, true, false]);
  expect(pressed).toEqual([]);
});

test('the Escape that closes a dialog leaves the desk as it is', () => {
  const dialog = document.createElement('div');
  dialog.setAttribute('aria-modal', 'true');
  document.body.append(dialog);
  window.addEventListener('keydown', () => dialog.remove(), { capture: true, once: true });
  press('Escape');
  expect(pressed).toEqual([]);
  press('Escape');
  expect(pressed).toEqual(['next']);
});
