import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { takeCards, watchCards } from './card-guard.ts';

const lost = vi.fn();
const taken = vi.fn();
let stops: (() => void)[];
let now: number;

beforeEach(() => {
  lost.mockReset();
  taken.mockReset();
  now = 1_000;
  document.body.innerHTML = `<form>
    <input name="number" role="combobox" data-card="takes" inputmode="numeric">
    <input name="amount" inputmode="decimal">
    <input name="code" inputmode="numeric" autocomplete="one-time-code">
    <input name="pin" inputmode="none" data-card="guarded">
    <input name="note">
  </form>`;
  stops = [watchCards(lost)];
});
afterEach(() => {
  for (const stop of stops) stop();
  document.body.replaceChildren();
});

const field = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`) as HTMLInputElement;

/** Presses a key `gap` milliseconds after the previous key. A digit is added to the field unless a listener prevents the default. */
function press(into: HTMLInputElement, key: string, gap: number): KeyboardEvent {
  now += gap;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: now });
  into.dispatchEvent(event);
  if (key.length === 1 && !event.defaultPrevented) into.value += key;
  return event;
}
const byHand = (into: HTMLInputElement, text: string) => [...text].map((key) => press(into, key, 120));
function scan(into: HTMLInputElement, text: string, end = 'Enter'): KeyboardEvent {
  press(into, text[0] ?? '', 1_600);
  for (const key of text.slice(1)) press(into, key, 5);
  return press(into, end, 5);
}

describe('card guard', () => {
  test.each(['Enter', 'Tab'])('passes a card to its taker, keeps the amount, and suppresses its end key %s', (end) => {
    stops.push(takeCards(taken));
    byHand(field('amount'), '1500');
    const ended = scan(field('amount'), '4007', end);
    expect([field('amount').value, ended.defaultPrevented]).toEqual(['1500', true]);
    expect(taken.mock.calls).toEqual([['4007']]);
    expect(lost).not.toHaveBeenCalled();
  });

  test('keeps a card out of a guarded field', () => {
    stops.push(takeCards(taken));
    const ended = scan(field('pin'), '4007');
    expect([field('pin').value, ended.defaultPrevented]).toEqual(['', true]);
    expect(taken.mock.calls).toEqual([['4007']]);
  });

  test('does not submit what was typed for another student when a card is scanned in the number field', () => {
    stops.push(takeCards(taken));
    const scanOver = () => {
      field('number').value = '4005';
      press(field('number'), '4', 1_600);
      // The field's whole text was selected, as it is when the focus comes from a button, so the digit replaced the text.
      field('number').value = '4';
      for (const key of '007') press(field('number'), key, 5);
      return press(field('number'), 'Enter', 5);
    };
    expect([scanOver().defaultPrevented, field('number').value]).toEqual([false, '4007']);
    byHand(field('amount'), '1500');
    expect([scanOver().defaultPrevented, field('number').value]).toEqual([true, '4005']);
    expect(taken.mock.calls).toEqual([['4007']]);
  });

  test('passes a card to the latest taker, and to the former one after that has stopped', () => {
    const later = vi.fn();
    stops.push(takeCards(taken));
    const stop = takeCards(later);
    scan(field('amount'), '4007');
    stop();
    scan(field('amount'), '4008');
    expect([later.mock.calls, taken.mock.calls]).toEqual([[['4007']], [['4008']]]);
  });

  test('removes a card that has no taker, and reports it', () => {
    scan(field('amount'), '4007');
    expect([field('amount').value, lost.mock.calls]).toEqual(['', [['nobody']]]);
  });

  test('leaves a card in the student field to the field itself', () => {
    stops.push(takeCards(taken));
    const ended = scan(field('number'), '4007');
    expect([field('number').value, ended.defaultPrevented]).toEqual(['4007', false]);
    expect(taken).not.toHaveBeenCalled();
  });

  test.each(['note', 'code'])('ignores a card in a field for other text: %s', (name) => {
    stops.push(takeCards(taken));
    const ended = scan(field(name), '4007');
    expect([field(name).value, ended.defaultPrevented]).toEqual(['4007', false]);
    expect([taken.mock.calls, lost.mock.calls]).toEqual([[], []]);
  });
});

test('card guard keeps an amount typed by hand, and its Enter', () => {
  stops.push(takeCards(taken));
  byHand(field('amount'), '1500');
  expect(press(field('amount'), 'Enter', 120).defaultPrevented).toBe(false);
  expect([field('amount').value, taken.mock.calls]).toEqual(['1500', []]);
});

test('card guard removes amount and card when a card of unknown length follows directly, and reports it', () => {
  localStorage.removeItem('cardLengths');
  stops.push(takeCards(taken));
  byHand(field('amount'), '15');
  press(field('amount'), '4', 90);
  for (const key of ['0', '0', '7', 'Enter']) press(field('amount'), key, 5);
  expect([field('amount').value, taken.mock.calls, lost.mock.calls]).toEqual(['', [], [['unclear']]]);
});

test('card guard separates keys by a key in another field', () => {
  stops.push(takeCards(taken));
  for (const [into, key] of ['amount 4', 'amount 0', 'note x', 'amount 0', 'amount 7', 'amount Enter'].map((pressed) =>
    pressed.split(' '),
  ))
    press(field(into ?? ''), key ?? '', 5);
  expect([field('amount').value, taken.mock.calls]).toEqual(['4007', []]);
});
