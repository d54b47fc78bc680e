import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CashDesk } from './useDesk.ts';
import { useDeskKeys } from './useDeskKeys.ts';

const pressed: string[] = [];
function Keys({ isKnown = true }: { isKnown?: boolean }) {
  const wallet = { number: '4007', found: isKnown ? { mostCash: 300 } : null, status: 'looking', error: null };
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
  useDeskKeys({
    desk: desk as unknown as CashDesk,
    all: isKnown ? 300 : null,
    printLast: () => pressed.push('receipt'),
  });
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

test('useDeskKeys runs the action of each function key', () => {
  expect(ALL.map((key) => press(key))).toEqual([true, true, true, true, true]);
  expect(pressed).toEqual(['in', 'finger', '300', 'receipt', 'next']);
});

test('useDeskKeys ignores keys with a modifier, and keys that were already handled', () => {
  for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
    expect(ALL.map((key) => press(key, more))).toEqual([false, false, false, false, false]);
  window.addEventListener('keydown', (event) => event.preventDefault(), { capture: true, once: true });
  press('Escape');
  expect(pressed).toEqual([]);
});

test('useDeskKeys F4 fills the amount once the wallet has loaded', () => {
  cleanup();
  const { rerender } = render(<Keys isKnown={false} />);
  expect(press('F4')).toBe(true);
  expect(pressed).toEqual([]);
  rerender(<Keys />);
  expect(pressed).toEqual(['300']);
});

test('useDeskKeys ignores a repeated key', () => {
  expect(press('F8', { repeat: true })).toBe(true);
  expect(pressed).toEqual([]);
});

test.each([
  ["the console's dialog", () => Object.assign(document.createElement('div'), { ariaModal: 'true' })],
  ["the browser's dialog, as the lock", () => Object.assign(document.createElement('dialog'), { open: true })],
])("useDeskKeys runs no action under %s, and prevents the browser's own function keys", (_, make) => {
  const dialog = make();
  if (dialog.ariaModal) dialog.setAttribute('aria-modal', 'true');
  document.body.append(dialog);
  expect(ALL.map((key) => press(key))).toEqual([true, true, true, true, false]);
  expect(pressed).toEqual([]);
});

test('useDeskKeys ignores the Escape that closes a dialog', () => {
  const dialog = document.createElement('div');
  dialog.setAttribute('aria-modal', 'true');
  document.body.append(dialog);
  window.addEventListener('keydown', () => dialog.remove(), { capture: true, once: true });
  press('Escape');
  expect(pressed).toEqual([]);
  press('Escape');
  expect(pressed).toEqual(['next']);
});
