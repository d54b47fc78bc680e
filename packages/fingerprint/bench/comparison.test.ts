import { describe, expect, it } from 'vitest';
import { type Comparison, failuresAmongWorst, poolSets } from './comparison.ts';

function pairsOf(all: readonly (readonly [quality: number, score: number])[]): Comparison[] {
  return all.map(([quality, score]) => ({ one: '101', other: '102', quality, score }));
}

describe('failuresAmongWorst', () => {
  it('counts failures only among the pairs of lowest quality', () => {
    const pairs = pairsOf(Array.from({ length: 10 }, (_, k) => [90 - 10 * k, k === 0 || k >= 8 ? 39 : 40]));
    expect(failuresAmongWorst(pairs, 40, 0.2)).toBeCloseTo(66.67, 1);
    expect(failuresAmongWorst(pairs, 40, 0.1)).toBeCloseTo(33.33, 1);
    expect(failuresAmongWorst(pairs, 40, 1)).toBe(100);
  });

  it('gives the same share in any order of pairs of equal quality', () => {
    const failed = Array.from({ length: 10 }, (_, k) => [100, k < 5 ? 10 : 90] as const);
    expect(failuresAmongWorst(pairsOf(failed), 40, 0.2)).toBeCloseTo(20);
    expect(failuresAmongWorst(pairsOf(failed.toReversed()), 40, 0.2)).toBeCloseTo(20);
  });
});

describe('poolSets', () => {
  it('keeps equally named persons of different sets apart', () => {
    const of = { genuinePairs: pairsOf([[50, 50]]), impostorPairs: pairsOf([[50, 1]]) };
    const pooled = poolSets([
      { name: 'A', of },
      { name: 'B', of },
    ]);
    expect(pooled.genuinePairs.map(({ one }) => one)).toEqual(['A 101', 'B 101']);
    expect(pooled.impostorPairs.map(({ other }) => other)).toEqual(['A 102', 'B 102']);
  });
});
