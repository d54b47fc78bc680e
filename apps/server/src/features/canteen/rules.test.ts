import { describe, expect, it } from 'vitest';
import { closed, overQuantity } from './errors.ts';
import { inWords, mergeLines, portionsLeft, windowAfter, windowAt } from './rules.ts';

describe('portionsLeft', () => {
  it.each([
    ['none taken', 2, 0, 2],
    ['one taken', 2, 1, 1],
    ['all taken', 2, 2, 0],
    ['the menu was cut since', 1, 3, 0],
  ])('with %s', (_, perPerson, taken, left) => {
    expect(portionsLeft({ perPerson, taken })).toBe(left);
  });
});

describe('sale lines', () => {
  it('mergeLines adds up equal items in order', () => {
    const line = (itemId: string, portions: number) => ({ itemId, portions });
    const pressed = [line('chai', 2), line('githeri', 1), line('chai', 3)];
    expect(mergeLines(pressed)).toEqual([line('chai', 5), line('githeri', 1)]);
  });

  it('inWords lists the items in at most 120 characters', () => {
    const lines = [
      { name: 'Githeri', portions: 2 },
      { name: 'Samosa', portions: 1 },
    ];
    expect(inWords(lines)).toBe('2 × Githeri, Samosa');
    const long = [120, 121].map((length) => inWords([{ name: 'x'.repeat(length), portions: 1 }]));
    expect(long).toEqual(['x'.repeat(120), `${'x'.repeat(119)}…`]);
  });
});

describe('windowAt and windowAfter', () => {
  const lunch = { name: 'Lunch', from: '12:30', to: '14:00' };
  const breakfast = { name: 'Breakfast', from: '06:00', to: '07:30' };
  const windows = [lunch, breakfast];

  it.each([
    ['05:59', undefined, breakfast, false],
    ['06:00', breakfast, lunch, false],
    ['07:29', breakfast, lunch, false],
    ['07:30', undefined, lunch, false],
    ['13:59', lunch, breakfast, true],
    ['14:00', undefined, breakfast, true],
    ['23:59', undefined, breakfast, true],
  ])('find the open and the next window at %s', (time, open, next, tomorrow) => {
    expect(windowAt(windows, time)).toBe(open);
    expect(windowAfter(windows, time)).toEqual({ ...next, tomorrow });
  });

  it('return undefined without windows', () => {
    expect([windowAt([], '12:00'), windowAfter([], '12:00')]).toEqual([undefined, undefined]);
  });
});

it('overQuantity and closed say how much is left and when meals are next served', () => {
  expect([overQuantity('Chai', 2, null, 1), overQuantity('Chai', 2, 'Lunch', 1)].map(({ message }) => message)).toEqual(
    ['Chai: the limit is 2 a day. Left: 1.', 'Chai: the limit is 2 at Lunch. Left: 1.'],
  );
  expect([overQuantity('Chai', 2, null, 0), overQuantity('Chai', 2, 'Lunch', 0)].map(({ message }) => message)).toEqual(
    [
      'Chai: the limit is 2 a day, and this student has reached it.',
      'Chai: the limit is 2 at Lunch, and this student has reached it.',
    ],
  );
  const lunch = { name: 'Lunch', from: '12:30', to: '14:00' };
  expect([false, true].map((tomorrow) => closed({ ...lunch, tomorrow }).message)).toEqual([
    'Nothing is served now. Next is Lunch, from 12:30.',
    'Nothing is served now. Next is Lunch, tomorrow from 12:30.',
  ]);
});
