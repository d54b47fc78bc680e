import { expect, test } from 'vitest';
import { isStale } from './position-age.ts';

const NOW = Date.parse('2026-11-23T05:00:00Z');
const told = (secondsAgo: number) => ({
  ...{ latitude: -0.1, longitude: 34.7, accuracy: null },
  at: new Date(NOW - secondsAgo * 1000).toISOString(),
});

test('isStale is false for a position younger than five minutes', () => {
  expect([0, 299, 300, 86_400].map((seconds) => isStale(told(seconds), NOW))).toEqual([false, false, true, true]);
});

test('isStale is false for a position dated in the future', () => {
  expect(isStale(told(-600), NOW)).toBe(false);
});
