import { expect, test } from 'vitest';
import { nextOf } from './class-walk.ts';

const row = (sysid: string, hasFingerprint = false) => ({ sysid, hasFingerprint });
const ROWS = [row('a', true), row('b'), row('c'), row('d', true), row('e')];

test('a walk begins with the first who has no fingerprint', () => {
  expect(nextOf(ROWS, [])).toBe('b');
});

test('it goes on after whoever is at the reader, and comes round to those before', () => {
  expect(nextOf(ROWS, [], 'b')).toBe('c');
  expect(nextOf(ROWS, [], 'c')).toBe('e');
  expect(nextOf(ROWS, [], 'e')).toBe('b');
});

test('it passes over who was skipped, and ends where nobody else is left', () => {
  expect(nextOf(ROWS, ['c'], 'b')).toBe('e');
  expect(nextOf(ROWS, ['b', 'c'], 'e')).toBeUndefined();
  expect(nextOf([row('a')], [], 'a')).toBeUndefined();
  expect(nextOf([], [])).toBeUndefined();
});
