import { expect, it } from 'vitest';
import { clockOf, KENYA, spokenInKenya } from './clock-of.ts';

it.each([
  ['2026-11-30T21:05:59.999Z', { day: '2026-12-01', time: '00:05' }],
  ['2026-11-30T20:59:00.000Z', { day: '2026-11-30', time: '23:59' }],
])('the clock of a place reads %s by its own day, from 00:00 to 23:59', (moment, read) => {
  expect(clockOf(KENYA)(new Date(moment))).toEqual(read);
});

it('a moment is spoken by the clock of Kenya', () => {
  expect(spokenInKenya(new Date('2026-11-30T21:05:00.000Z'))).toBe('1 December at 00:05');
});
