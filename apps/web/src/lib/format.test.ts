import { expect, test } from 'vitest';
import { ago, dayOf, formatAmount, formatDate, formatMoney, setTimeZone } from './format.ts';

test.each([
  [1234567.5, '1,234,567.50'],
  [0.005, '0.01'],
  [-150, '-150.00'],
  [12, '12.00'],
  [0, '---'],
  [-0, '---'],
  [0.001, '---'],
  [Number.NaN, '---'],
  [Number.POSITIVE_INFINITY, '---'],
  [null, '---'],
  [undefined, '---'],
])('formatAmount(%s) is %s', (value, text) => {
  expect(formatAmount(value)).toBe(text);
});

test.each([
  [-0.000001, '0.00'],
  [-0, '0.00'],
  [0, '0.00'],
  [-0.005, '-0.01'],
  [-1234.5, '-1,234.50'],
])('formatMoney(%s) is %s', (value, text) => {
  expect(formatMoney(value)).toBe(text);
});

test('formatDate gives dd/mm/yyyy hh:mm in Nairobi time, and --- for an invalid date', () => {
  expect(formatDate('2026-03-09T21:05:00Z')).toBe('10/03/2026 00:05');
  expect(formatDate('2026-12-31T20:59:59.999Z')).toBe('31/12/2026 23:59');
  expect(formatDate('not a date')).toBe('---');
  expect(formatDate(null)).toBe('---');
});

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
test.each([
  [0, 'minutes', 0],
  [59 * MINUTE, 'minutes', 59],
  [60 * MINUTE, 'hours', 1],
  [1439 * MINUTE, 'hours', 23],
  [DAY, 'days', 1],
  [29 * DAY, 'days', 29],
  [30 * DAY, 'months', 1],
  [359 * DAY, 'months', 11],
  [360 * DAY, 'years', 1],
  [800 * DAY, 'years', 2],
  [-5 * MINUTE, 'minutes', 0],
])('%d ms ago is %s %d', (passed, unit, count) => {
  const now = Date.parse('2026-06-01T00:00:00Z');
  expect(ago(now - passed, now)).toEqual({ unit, count });
});

test("dayOf returns the day in the school's time zone", () => {
  expect(dayOf(Date.parse('2026-11-20T21:30:00Z'))).toBe('2026-11-21');
  setTimeZone('UTC');
  expect(dayOf(Date.parse('2026-11-20T21:30:00Z'))).toBe('2026-11-20');
  setTimeZone('Africa/Nairobi');
});
