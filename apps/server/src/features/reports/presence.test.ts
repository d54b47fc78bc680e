import { expect, test } from 'vitest';
import { presenceOf } from './presence.ts';

test('presenceOf computes who was present at each hour of today and a week ago', () => {
  const passed = [
    { place: 7 + 1, grew: 3 },
    { place: 16 + 1, grew: -2 },
    { place: 4 * 24 + 8 + 1, grew: 1 },
    { place: 7 * 24 + 7 + 1, grew: 4 },
    { place: 7 * 24 + 9 + 1, grew: -1 },
  ];
  const hours = presenceOf(passed, 6, 10);
  expect([6, 7, 15, 16, 23].map((hour) => hours[hour]?.before)).toEqual([1, 4, 4, 2, 2]);
  expect([0, 6, 7, 8, 9, 10, 11].map((hour) => hours[hour]?.today)).toEqual([3, 3, 7, 7, 6, 6, null]);
});

test('presenceOf never goes below zero when a passage is missing', () => {
  expect(presenceOf([{ place: 7 * 24 + 8 + 1, grew: 5 }], 2, 9)[7]).toEqual({ hour: 7, today: 0, before: 0 });
});
