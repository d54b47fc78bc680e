import { open } from '@mfuko/contract/seal';
import { afterEach, expect, test, vi } from 'vitest';
import { dropSealed, readSealed, writeSealed } from './sealed-storage.ts';

const KEY = { id: 1, key: '0123456789abcdef' };
vi.mock('./config.ts', () => ({ wireKey: () => KEY }));

afterEach(() => localStorage.clear());

test('writeSealed stores no clear text, and readSealed returns the value', () => {
  writeSealed('userName', '254712345678');
  expect(JSON.stringify({ ...localStorage })).not.toContain('254712345678');
  const sealed = localStorage.getItem('userName') ?? '';
  expect(open(KEY, 'userName', sealed)).toBe('254712345678');
  expect(() => open({ ...KEY, key: 'fedcba9876543210' }, 'userName', sealed)).toThrow();
  expect(readSealed('userName')).toBe('254712345678');
});

test('readSealed returns null for a value that was changed or moved to another name', () => {
  writeSealed('role', 'CheckAgent');
  const sealed = localStorage.getItem('role') ?? '';
  // Changes one character in the middle.
  const place = Math.floor(sealed.length / 2);
  const other = sealed[place] === 'A' ? 'B' : 'A';
  localStorage.setItem('role', sealed.slice(0, place) + other + sealed.slice(place + 1));
  expect(readSealed('role')).toBeNull();
  expect(localStorage.getItem('role')).toBeNull();
  localStorage.setItem('session', sealed);
  expect(readSealed('session')).toBeNull();
});

test('dropSealed removes each given name', () => {
  for (const name of ['session', 'role', 'userName'] as const) writeSealed(name, 'x');
  dropSealed('session', 'role', 'userName');
  expect(localStorage.length).toBe(0);
});
