import { describe, expect, it } from 'vitest';
import { portionsLeft, windowAfter, windowAt } from './rules.ts';

describe('portions left', () => {
  it.each([
    ['none taken', 2, 0, 2],
    ['one taken', 2, 1, 1],
    ['all taken', 2, 2, 0],
    ['the menu was cut since', 1, 3, 0],
  ])('%s', (_, perPerson, taken, left) => {
    expect(portionsLeft({ perPerson, taken })).toBe(left);
  });
});

describe('meal windows', () => {
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
  ])('at %s', (time, open, next, tomorrow) => {
    expect(windowAt(windows, time)).toBe(open);
    expect(windowAfter(windows, time)).toEqual({ ...next, tomorrow });
  });

  it('are not there where none is set', () => {
    expect([windowAt([], '12:00'), windowAfter([], '12:00')]).toEqual([undefined, undefined]);
  });
});
