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
])('whyOf a refused ride blames the proof only for proof problems: %s', (problem, why) => {
  expect(whyOf({ key: 'k', status: 'refused', problem })).toBe(why);
});

test.each([
  ['offline.unreadable', 'proof'],
  [undefined, 'no-proof'],
  ['bus.not-aboard', 'bus-not-aboard'],
])('whyOf an unverified ride names the missing or failed proof, or another problem: %s', (problem, why) => {
  expect(whyOf({ key: 'k', status: 'unverified', problem })).toBe(why);
});
