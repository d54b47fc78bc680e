import { expect, test } from 'vitest';
import { nextOf } from './class-walk.ts';

const row = (sysid: string, hasFingerprint = false) => ({ sysid, hasFingerprint });
const ROWS = [row('a', true), row('b'), row('c'), row('d', true), row('e')];

test('nextOf starts with the first student without a fingerprint', () => {
  expect(nextOf(ROWS, [])).toBe('b');
});

test('nextOf continues after the current student, and wraps around to earlier ones', () => {
  expect(nextOf(ROWS, [], 'b')).toBe('c');
  expect(nextOf(ROWS, [], 'c')).toBe('e');
  expect(nextOf(ROWS, [], 'e')).toBe('b');
});

test('nextOf omits skipped students, and returns undefined when no other is left', () => {
  expect(nextOf(ROWS, ['c'], 'b')).toBe('e');
  expect(nextOf(ROWS, ['b', 'c'], 'e')).toBeUndefined();
  expect(nextOf([row('a')], [], 'a')).toBeUndefined();
  expect(nextOf([], [])).toBeUndefined();
});
