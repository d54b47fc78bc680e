import { expect, it } from 'vitest';
import { openByUse } from './by-use.ts';

it('lets go of what was used longest ago, as much of it as weighs too much', () => {
  const kept = openByUse<string>(10);
  kept.set('a', 'A', 4);
  kept.set('b', 'B', 4);
  expect(kept.get('a')).toBe('A');
  kept.set('c', 'C', 4);
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual(['A', undefined, 'C']);
  kept.set('d', 'D', 9);
  expect([kept.get('a'), kept.get('c'), kept.get('d')]).toEqual([undefined, undefined, 'D']);
});

it('keeps the one that came last, however heavy, and weighs what takes the place of another once', () => {
  const kept = openByUse<string>(10);
  kept.set('a', 'A', 50);
  expect(kept.get('a')).toBe('A');
  kept.set('a', 'AA', 5);
  kept.set('b', 'B', 5);
  expect([kept.get('a'), kept.get('b')]).toEqual(['AA', 'B']);
});
