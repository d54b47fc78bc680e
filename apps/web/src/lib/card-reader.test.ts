import { describe, expect, it } from 'vitest';
import { type Burst, createCardReader } from './card-reader.ts';

/** Types keys, each so many ms after the one before, into a field that shows them. */
type Typed = readonly [keys: string, gap: number];
function typed(...keys: readonly Typed[]) {
  const reader = createCardReader<string>();
  let at = 10_000;
  let text = '';
  let burst: Burst<string> | null = null;
  for (const [some, gap] of keys) {
    for (const key of some) {
      at += gap;
      const named = { '⏎': 'Enter', '⇥': 'Tab', '⌫': 'Backspace', '⇧': 'Shift' }[key] ?? key;
      burst = reader.key(named, at, text);
      if (named.length === 1) text += named;
    }
  }
  return burst && { card: burst.card, whole: burst.whole, before: burst.places[0] };
}
const card = (...keys: readonly Typed[]) => typed(...keys)?.card;

describe('a card', () => {
  it('is told by its tempo, its end key and its length', () => {
    for (const gap of [1, 5, 10, 20, 34]) expect(card(['4001⏎', gap])).toBe('4001');
    expect(card(['4001⇥', 5])).toBe('4001');
    expect(card(['123456789012⏎', 5])).toBe('123456789012');
    expect(card(['4⇧001⏎', 5])).toBe('4001');
  });
  it('is taken out of what a hand typed before, however soon it came', () => {
    expect(typed(['500', 180], ['4', 900], ['001⏎', 5])).toMatchObject({ card: '4001', before: '500' });
    expect(typed(['500', 120], ['4', 90], ['001⏎', 5])).toMatchObject({ card: '4001', before: '500' });
    expect(typed(['1,500.50', 90], ['4', 200], ['001⏎', 8])).toMatchObject({ card: '4001', before: '1,500.50' });
    expect(typed(['500⌫', 90], ['4', 200], ['001⏎', 8])).toMatchObject({ card: '4001' });
  });
  it('is all keys since a pause that no reader makes', () => {
    expect(typed(['77', 200], ['0', 2_000], ['04100⏎', 8])).toMatchObject({ card: '004100', before: '77' });
    expect(typed(['5', 200], ['4', 600], ['001⏎', 8])).toMatchObject({ card: '4001', before: '5' });
  });
});

describe('typing by hand', () => {
  it('is no card, however fast it is', () => {
    for (const gap of [40, 60, 120]) expect(typed(['4001⏎', gap])).toBeNull();
    expect(typed(['500', 40], ['⏎', 5])).toBeNull();
    expect(typed(['50⏎', 20])).toBeNull();
    expect(typed(['4', 80], ['00', 20], ['1⏎', 80])).toBeNull();
  });
  it('is what follows a key that no reader has', () => {
    expect(typed(['4001⌫', 5], ['⏎', 300])).toBeNull();
    expect(typed(['4001⌫', 5], ['1', 300], ['⏎', 300])).toBeNull();
  });
});

describe('a burst that may be cut in the wrong place', () => {
  it('is no card, and all of it goes', () => {
    // A card of six digits with one slow key, or with two.
    expect(typed(['12', 8], ['0', 62], ['034⏎', 8])).toEqual({ card: null, whole: '120034', before: '' });
    expect(typed(['54', 8], ['0', 60], ['0', 60], ['123⏎', 8])).toMatchObject({ card: null });
    // A single digit may be the hand's or the card's.
    expect(typed(['5', 100], ['4', 100], ['001⏎', 5])?.before).toBe('');
    expect(card(['5', 100], ['4', 100], ['001⏎', 5])).toBeNull();
  });
  it('has an end that came late, or that a hand has pressed', () => {
    expect(typed(['4001', 5], ['⏎', 60])).toEqual({ card: null, whole: '4001', before: '' });
    expect(typed(['500', 150], ['4', 700], ['001', 5], ['⏎', 1_500])).toEqual({
      card: null,
      whole: '4001',
      before: '500',
    });
  });
  it('is no student number: letters, or the barcode of something else', () => {
    expect(typed(['5901234123457⏎', 5])).toEqual({ card: null, whole: null, before: '' });
    expect(typed(['RC-40017⏎', 5])).toEqual({ card: null, whole: null, before: '' });
  });
});
