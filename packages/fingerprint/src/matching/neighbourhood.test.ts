import { describe, expect, test } from 'vitest';
import type { Template } from '../template/template.ts';
import { surpriseOf } from './neighbourhood.ts';
import { pairing } from './pairing.ts';

/** A template of minutiae at such places. */
function at(...places: readonly (readonly [x: number, y: number])[]): Template {
  const none = new Uint8Array(places.length);
  return {
    ...{ width: 640, height: 640, direction: none, type: none, quality: none },
    ...{ orientation: new Uint8Array(1600), period: new Uint8Array(1600) },
    x: Uint16Array.from(places, ([x]) => x),
    y: Uint16Array.from(places, ([, y]) => y),
  };
}

/** Pairs each of these minutiae of A with the same one of B, all as far off. */
function pair(minutiae: readonly number[], off = 0): void {
  pairing.count = minutiae.length;
  pairing.a.set(minutiae);
  pairing.b.set(minutiae);
  pairing.off.fill(off, 0, minutiae.length);
}

/** Two crowds of ten, far from each other. */
const places = Array.from(
  { length: 20 },
  (_, k) => [(k < 10 ? 100 : 500) + 10 * (k % 5), 100 + 10 * (k >> 1)] as const,
);
const [one, other] = [at(...places), at(...places)];

describe('surpriseOf, how unlikely pairs are by chance,', () => {
  test('depends on the place with the most paired minutiae, not on their total', () => {
    pair([0, 1, 2, 3, 4, 5, 6, 7]);
    const together = surpriseOf(one, other);
    pair([0, 1, 2, 3, 10, 11, 12, 13]);
    const apart = surpriseOf(one, other);
    expect(together).toBeGreaterThan(apart + 0.5);
    expect(together).toBeCloseTo(Math.sqrt(8 * Math.log(8 / 2.8) - 8 + 2.8), 6);
  });

  test('is lower if unpaired minutiae lie between, in either impression', () => {
    pair([0, 1, 2, 3, 4, 5]);
    const alone = at(...places.slice(0, 6));
    expect(surpriseOf(alone, at(...places.slice(0, 6)))).toBeGreaterThan(surpriseOf(one, other));
    expect(surpriseOf(alone, other)).toBeGreaterThan(surpriseOf(one, other));
    expect(surpriseOf(one, alone)).toBe(surpriseOf(alone, one));
  });

  test('is zero for as many pairs as chance gives, and grows as pairs lie closer', () => {
    pair([0, 5]);
    expect(surpriseOf(one, other)).toBe(0);
    pair([]);
    expect(surpriseOf(one, other)).toBe(0);
    const all = places.slice(0, 10).map((_, k) => k);
    pair(all, 0.5);
    const loose = surpriseOf(one, other);
    pair(all, 0.1);
    expect(surpriseOf(one, other)).toBeGreaterThan(loose);
  });

  test('of a row is found at its middle, in any order of the pairs', () => {
    const row = [100, 200, 300].map((x) => [x, 100] as const);
    const expected = Math.sqrt(3 * Math.log(3 / 1.05) - 3 + 1.05);
    for (const order of [
      [1, 0, 2],
      [0, 2, 1],
      [0, 1, 2],
    ]) {
      pair(order);
      expect(surpriseOf(at(...row), at(...row))).toBeCloseTo(expected, 6);
    }
  });
});
