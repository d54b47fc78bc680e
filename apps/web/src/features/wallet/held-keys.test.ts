import { describe, expect, it } from 'vitest';
import { type HeldKeys, mayEnd, shownKeys, splitLine, startsLikePin, withCard } from './held-keys.ts';

const held = (text: string, rest: Partial<HeldKeys> = {}): HeldKeys => ({
  ...{ text, taken: 0, cards: new Set<string>(), paysOut: true },
  ...rest,
});

describe('shownKeys', () => {
  it.each([
    ['an amount that is ended and shorter than a PIN', held('4012\n250\n'), '•••• ↵ 250'],
    ['no amount that may go on', held('4012\n250'), '•••• ↵ •••'],
    ['no amount as long as a PIN', held('4012\n2500\n'), '•••• ↵ ••••'],
    ['no line in which a PIN stands', held('4012\n250\n274\n'), '•••• ↵ 250 ↵ •••'],
    ['a card', held('4012\n', { cards: new Set(['4012']) }), '4012'],
    ['an amount behind a number that the form has received', held('250\n', { taken: 1 }), '250'],
    ['everything where no money goes out', held('4012\n2500', { paysOut: false }), '4012 ↵ 2500'],
  ])('shows %s', (_what, keys, shown) => {
    expect(shownKeys(keys)).toBe(shown);
  });
});

describe('withCard', () => {
  it.each([
    ['appends a card to nothing', held(''), '4012', '4012\n'],
    ['appends a card behind a whole payment', held('4012\n250\n274951\n'), '4013', '4012\n250\n274951\n4013\n'],
    ['ignores a card that was read twice', held('4012\n'), '4012', '4012\n'],
    ['refuses a card behind typed keys', held('40'), '4012', null],
    ['refuses a card in place of an amount', held('4012\n'), '4013', null],
    ['refuses an unreadable card', held(''), null, null],
  ])('%s', (_what, keys, card, text) => {
    expect(withCard(keys, card)).toBe(text);
  });
});

it('mayEnd accepts an Enter behind keys only', () => {
  expect(['', '4012\n', '4012', '4012\n2'].map(mayEnd)).toEqual([false, false, true, true]);
});

it('splitLine parts a text behind its first Enter', () => {
  expect(['4012\n250\n', '4012', ''].map(splitLine)).toEqual([
    ['4012\n', '250\n'],
    ['4012', ''],
    ['', ''],
  ]);
});

it('startsLikePin compares a whole line with the PIN, and an unfinished one with its beginning', () => {
  const like = (text: string) => startsLikePin(text, '2749');
  expect(['2749\n', '2749\n5', '27', '2', '274\n', '\n', ''].map(like)).toEqual([
    ...[true, true, true, false, false, false, false],
  ]);
});
