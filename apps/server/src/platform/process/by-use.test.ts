import { expect, it } from 'vitest';
import { openByUse } from './by-use.ts';

it('the cache evicts the least recently used entries until its weight fits', () => {
  const kept = openByUse<string>(10);
  kept.set('a', 'A', 4);
  kept.set('b', 'B', 4);
  expect(kept.get('a')).toBe('A');
  kept.set('c', 'C', 4);
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual(['A', undefined, 'C']);
  kept.set('d', 'D', 9);
  expect([kept.get('a'), kept.get('c'), kept.get('d')]).toEqual([undefined, undefined, 'D']);
});

it('the cache keeps the newest entry at any weight, and counts a replaced entry once', () => {
  const kept = openByUse<string>(10);
  kept.set('a', 'A', 50);
  expect(kept.get('a')).toBe('A');
  kept.set('a', 'AA', 5);
  kept.set('b', 'B', 5);
  expect([kept.get('a'), kept.get('b')]).toEqual(['AA', 'B']);
});
