import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatKes, parseKes } from './money.ts';
import { groupThousands, readTypedAmount } from './typed-amount.ts';

describe('readTypedAmount', () => {
  it.each([
    ['0', '0'],
    ['5', '5'],
    ['007', '7'],
    ['50', '50'],
    ['500', '500'],
    ['1500', '1500'],
    ['1,500', '1500'],
    ['1 500', '1500'],
    ['1\u00a0500', '1500'],
    ['1\u202f500', '1500'],
    ['12,500', '12500'],
    ['12,500.00', '12500'],
    ['12 500.00', '12500'],
    ['120,000', '120000'],
    ['1,234,567', '1234567'],
    ['1 234 567', '1234567'],
    ['1,234 567', '1234567'],
    ['1,234,567.89', '1234567.89'],
    ['9999999.99', '9999999.99'],
    ['1500.5', '1500.5'],
    ['1500.50', '1500.5'],
    ['1500.05', '1500.05'],
    ['1,500.', '1500'],
    ['1500.', '1500'],
    ['.5', '0.5'],
    ['0.50', '0.5'],
    ['0.05', '0.05'],
    ['1500.0000', '1500'],
    [' 1,500 ', '1500'],
    ['KES 1,500', '1500'],
    ['KES 1,500.00', '1500'],
    ['kes1500', '1500'],
    ['Ksh 1500', '1500'],
    ['Ksh. 250/=', '250'],
    ['KShs 250', '250'],
    ['Sh 250', '250'],
    ['250/=', '250'],
    ['250/-', '250'],
    ['1,500/=', '1500'],
  ])('reads %j as %s', (typed, wire) => expect(readTypedAmount(typed)).toEqual({ wire }));

  it.each([
    ['1,50', 'two-ways'],
    ['1,5', 'two-ways'],
    ['1,', 'two-ways'],
    ['15,00', 'two-ways'],
    ['1500,00', 'two-ways'],
    ['1,5000', 'two-ways'],
    ['1500,000', 'two-ways'],
    ['12,34,567', 'two-ways'],
    ['1,500,00', 'two-ways'],
    ['1.500', 'two-ways'],
    ['1.500,00', 'two-ways'],
    ['1,500.000', 'two-ways'],
    ['1.500.000', 'two-ways'],
    ['1 50', 'two-ways'],
    ['50 0', 'two-ways'],
    [',500', 'two-ways'],
    ['1..5', 'two-ways'],
    ['1500.5501', 'decimals'],
    ['10000000', 'too-large'],
    ['10,000,000', 'too-large'],
    ['', 'none'],
    [' ', 'none'],
    ['.', 'none'],
    [',', 'none'],
    ['KES', 'none'],
    ['1o0', 'none'],
    ['l50', 'none'],
    ['-5', 'none'],
    ['+5', 'none'],
    ['1e3', 'none'],
    ['1500 bob', 'none'],
    ['USD 5', 'none'],
    ["1'500", 'none'],
    ['=1+1', 'none'],
    ['٥٠٠', 'none'],
  ])('rejects %j as %s', (typed, fault) => expect(readTypedAmount(typed)).toEqual({ fault }));

  it('reads any displayed amount back to the same cents', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999n }), (cents) => {
        const { wire } = readTypedAmount(formatKes(cents));
        expect(parseKes(wire)).toBe(cents);
        expect(readTypedAmount(groupThousands(wire ?? ''))).toEqual({ wire });
      }),
    );
  });
});
