import { describe, expect, it } from 'vitest';
import { type Compared, errorRateOf, showErrorRate } from './intervals.ts';

const persons = Array.from({ length: 10 }, (_, k) => `${k}`);

function compareAll(wrong: (one: string, other: string, k: number) => boolean): Compared[] {
  return persons.flatMap((one) =>
    persons
      .filter((other) => other !== one)
      .flatMap((other) => Array.from({ length: 10 }, (_, k) => ({ one, other, wrong: wrong(one, other, k) }))),
  );
}

describe('the confidence interval of an error rate', () => {
  it('is wide if one person causes all errors, and narrow if all persons do', () => {
    const spread = errorRateOf(compareAll((_one, _other, k) => k === 0));
    const alone = errorRateOf(compareAll((one) => one === '3'));
    expect([spread.share, alone.share]).toEqual([10, 10]);
    expect([spread.low, spread.high]).toEqual([10, 10]);
    expect(alone.low).toBe(0);
    expect(alone.high).toBeGreaterThan(20);
  });

  it('weights a pair by the product of how often both persons were drawn', () => {
    // Two of two go wrong between 0 and 1 alone: where both are drawn more often than others, more than their share.
    const { high } = errorRateOf(compareAll((one, other) => Number(one) + Number(other) === 1));
    expect(high).toBeGreaterThan(8);
  });

  it("weights a person's own comparisons by how often the person was drawn", () => {
    // Of four persons one comes three times or more in 5 of 100 draws: three quarters.
    const own = ['a', 'b', 'c', 'd'].map((one) => ({ one, other: one, wrong: one === 'a' }));
    expect(errorRateOf(own)).toMatchObject({ share: 25, low: 0, high: 75, wrong: 1, tries: 4, persons: 4 });
  });

  it('gives an upper bound when there are no errors', () => {
    const none = errorRateOf(compareAll(() => false));
    expect(showErrorRate(none, 2)).toBe('0.00 (none of 900; at most 26 % of 10 persons)');
  });
});
