import { DENOMINATIONS, sumOfCounts } from '@mfuko/contract/tills';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, needsReason } from './rules.ts';

describe('till count', () => {
  it('sumOfCounts adds up the pieces by denomination', () => {
    expect(sumOfCounts({})).toBe(0n);
    expect(sumOfCounts({ '1000': 2, '50': 1, '1': 3 })).toBe(205_300n);
    fc.assert(
      fc.property(fc.array(fc.nat(500), { minLength: 9, maxLength: 9 }), (pieces) => {
        const counts = Object.fromEntries(DENOMINATIONS.map((each, place) => [each, pieces[place] ?? 0]));
        const sum = DENOMINATIONS.reduce((all, each, place) => all + Number(each) * (pieces[place] ?? 0), 0);
        expect(sumOfCounts(counts)).toBe(BigInt(sum) * 100n);
      }),
    );
  });

  it('a variance above the limit needs a reason, one at the limit does not', () => {
    const short = compare(50_000n, { counted: 40_000n });
    expect(short).toEqual({ expected: 50_000n, counted: 40_000n, variance: -10_000n });
    expect(needsReason(short, 10_000n)).toBe(false);
    expect(needsReason(compare(50_000n, { counted: 39_999n }), 10_000n)).toBe(true);
    expect(needsReason(compare(50_000n, { counts: { '500': 1, '100': 2 } }), 10_000n)).toBe(true);
    expect(needsReason(compare(50_000n, { counts: { '500': 1 } }), 0n)).toBe(false);
  });
});
