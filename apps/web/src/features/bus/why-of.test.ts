import { expect, test } from 'vitest';
import { whyOf } from './why-of.ts';

test.each([
  ['bus.trip-closed', 'bus-trip-closed'],
  ['offline.too-old', 'offline-too-old'],
  ['fingerprint.no-match', 'proof'],
  ['pin.wrong', 'proof'],
  ['offline.unreadable', 'unreadable'],
  ['stopped', 'stopped'],
  ['collector.blocked', 'other'],
  [undefined, 'other'],
])('no ride is said to lack its finger but one that does: %s', (problem, why) => {
  expect(whyOf({ key: 'k', status: 'refused', problem })).toBe(why);
});

test.each([
  ['offline.unreadable', 'proof'],
  [undefined, 'no-proof'],
  ['bus.not-aboard', 'bus-not-aboard'],
])('of what is recorded without a proof it is said that it lacks one: %s', (problem, why) => {
  expect(whyOf({ key: 'k', status: 'unverified', problem })).toBe(why);
});
