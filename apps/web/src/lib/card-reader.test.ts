import { beforeEach, describe, expect, it, test } from 'vitest';
import { type Burst, createCardReader } from './card-reader.ts';

/** Keys, each typed `gap` milliseconds after the previous one, into a field that shows them. */
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

beforeEach(() => localStorage.clear());

/** Teaches the device these card lengths, by a scan of one card of each. */
const knows = (...lengths: readonly number[]) => {
  for (const length of lengths) typed(['1234567890'.slice(0, length), 5], ['⏎', 5]);
};

describe('card reader with a scanned card', () => {
  it('card reader recognises a card by tempo and end key, up to 12 digits', () => {
    for (const gap of [1, 5, 10, 20, 34]) expect(card(['4001⏎', gap])).toBe('4001');
    expect(card(['4001⇥', 5])).toBe('4001');
    expect(card(['123456789012⏎', 5])).toBe('123456789012');
    expect(card(['4⇧001⏎', 5])).toBe('4001');
  });
  it('card reader separates a card from earlier typing once it has learnt the card length', () => {
    knows(4);
    expect(typed(['500', 180], ['4', 900], ['001⏎', 5])).toMatchObject({ card: '4001', before: '500' });
    expect(typed(['500', 120], ['4', 90], ['001⏎', 5])).toMatchObject({ card: '4001', before: '500' });
    expect(typed(['1,500.50', 90], ['4', 200], ['001⏎', 8])).toMatchObject({ card: '4001', before: '1,500.50' });
    expect(typed(['500⌫', 90], ['4', 200], ['001⏎', 8])).toMatchObject({ card: '4001' });
  });
  it("card reader takes all keys since a pause longer than any card's gaps as the card", () => {
    expect(typed(['77', 200], ['0', 2_000], ['04100⏎', 8])).toMatchObject({ card: '004100', before: '77' });
    expect(typed(['5', 200], ['4', 1_600], ['001⏎', 8])).toMatchObject({ card: '4001', before: '5' });
  });
});

/** Gaps between a card reader's keys in milliseconds, as measured on busy devices; the last gap is that before the end key. */
const UNDER_LOAD: readonly (readonly [number: string, gaps: readonly number[]])[] = [
  ['54160', [0, 61, 58, 7, 8, 8]],
  ['54160', [0, 120, 90, 8, 1, 9]],
  ['54160', [0, 480, 510, 7, 8, 8]],
  ['54160', [0, 700, 6, 8, 7, 8]],
  ['54160', [0, 44, 1_100, 8, 1, 2]],
  ['4160', [0, 230, 2, 1, 8]],
  ['4160', [0, 1, 640, 1, 8]],
  ['120034', [0, 9, 62, 8, 8, 71, 8]],
  ['004100', [0, 52, 49, 66, 8, 8, 7]],
  ['40017', [0, 8, 8, 8, 8, 95]],
];
const recorded = ([number, gaps]: (typeof UNDER_LOAD)[number]) =>
  typed(...[...`${number}⏎`].map((key, place) => [key, gaps[place] ?? 0] as const));

describe('card reader on a busy device', () => {
  test.each(UNDER_LOAD)(
    'card reader returns a card with delayed keys as unsure, never a part of its number: %s, %j',
    (...burst) => {
      for (const lengths of [[], [5], [4, 6]]) {
        localStorage.clear();
        knows(...lengths);
        expect(recorded(burst)).toEqual({ card: null, whole: burst[0], before: '' });
      }
    },
  );
  it('card reader that knows several lengths does not take a part of a longer card for a shorter one', () => {
    knows(3, 5);
    expect(recorded(['54160', [0, 61, 58, 7, 8, 8]])?.card).toBeNull();
    // A card without keys before it is recognised, whatever lengths the device has learnt.
    expect(card(['160⏎', 7])).toBe('160');
  });
  it('card reader recognises a burst in which only some keys are quick', () => {
    const slow = (key: string, gap: number) => [key, gap] as const;
    expect(typed(slow('4', 0), slow('1', 8), slow('6', 50), slow('0', 60), slow('⏎', 8))).toMatchObject({
      whole: '4160',
    });
  });
});

describe('card reader with typing by hand', () => {
  it('card reader does not take fast typing by hand for a card', () => {
    for (const gap of [40, 60, 120, 250, 700]) expect(typed(['4001⏎', gap])).toBeNull();
    for (const gaps of [
      [0, 31, 74, 52, 88],
      [0, 90, 22, 61, 33],
      [0, 140, 180, 95, 210],
    ]) {
      for (const lengths of [[], [4]]) {
        knows(...lengths);
        expect(recorded(['4001', gaps])).toBeNull();
      }
    }
    expect(typed(['500', 40], ['⏎', 5])).toBeNull();
    expect(typed(['50⏎', 20])).toBeNull();
    expect(typed(['4', 80], ['00', 20], ['1⏎', 80])).toBeNull();
  });
  it('card reader does not take quick keys for a card when Backspace follows them', () => {
    expect(typed(['4001⌫', 5], ['⏎', 300])).toBeNull();
    expect(typed(['4001⌫', 5], ['1', 300], ['⏎', 300])).toBeNull();
  });
});

describe('card reader with an ambiguous burst', () => {
  it('card reader returns no card for a burst whose first key is unsure', () => {
    expect(typed(['54', 8], ['0', 60], ['0', 60], ['123⏎', 8])).toMatchObject({ card: null });
    // The keys may be an amount and a card, or one longer card: the device has not learnt a length yet.
    expect(typed(['500', 180], ['4', 900], ['001⏎', 5])).toEqual({ card: null, whole: '5004001', before: '' });
    // A single digit may have been typed by hand, or be the card's first.
    expect(typed(['5', 100], ['4', 100], ['001⏎', 5])?.before).toBe('');
    expect(card(['5', 100], ['4', 100], ['001⏎', 5])).toBeNull();
  });
  it('card reader returns no card when the end key came late or by hand', () => {
    expect(typed(['4001', 5], ['⏎', 60])).toEqual({ card: null, whole: '4001', before: '' });
    expect(typed(['500', 150], ['4', 1_700], ['001', 5], ['⏎', 1_500])).toEqual({
      card: null,
      whole: '4001',
      before: '500',
    });
  });
  it('card reader returns no number for letters or a 13-digit barcode', () => {
    expect(typed(['5901234123457⏎', 5])).toEqual({ card: null, whole: null, before: '' });
    expect(typed(['RC-40017⏎', 5])).toEqual({ card: null, whole: null, before: '' });
  });
});
