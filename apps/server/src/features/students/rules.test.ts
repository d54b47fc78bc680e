import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weaknessOf } from './rules.ts';

const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^\\d{${min},${max}}$`));
const backwards = (text: string) => [...text].reverse().join('');

describe('weaknessOf', () => {
  it('refuses the admission number with any leading zeros', () => {
    fc.assert(
      fc.property(digits(1, 8), fc.nat(7), fc.nat(7), (number, zeros, others) => {
        const pin = ('0'.repeat(zeros) + number).slice(-8).padStart(4, '0');
        if (BigInt(pin) !== BigInt(number)) return;
        expect(weaknessOf(pin, '0'.repeat(others) + number)).not.toBeNull();
      }),
    );
  });

  it('refuses the admission number backwards', () => {
    fc.assert(
      fc.property(digits(4, 8), (number) => {
        expect(weaknessOf(backwards(number), number)).not.toBeNull();
      }),
    );
    expect(weaknessOf('0021', '12')).not.toBeNull();
    expect(weaknessOf('2100', '0012')).not.toBeNull();
  });

  it('refuses one repeated digit and sequences', () => {
    fc.assert(
      fc.property(fc.nat(9), fc.constantFrom(0, 1, 9), fc.integer({ min: 4, max: 8 }), (first, step, length) => {
        const pin = Array.from({ length }, (_, place) => (first + step * place) % 10).join('');
        expect(weaknessOf(pin, '731')).not.toBeNull();
      }),
    );
  });

  it('refuses patterns, years and commonly tried PINs', () => {
    for (const pin of [
      '1212',
      '121212',
      '123123',
      '27492749',
      '1122',
      '112233',
      '99887766',
      '1221',
      '274472',
      '27499472',
    ])
      expect([pin, weaknessOf(pin, '731')?.code]).toEqual([pin, 'pin-pattern']);
    for (const pin of ['1968', '1999', '2014', '2026'])
      expect([pin, weaknessOf(pin, '731')?.code]).toEqual([pin, 'pin-is-year']);
    for (const pin of ['2580', '0852', '147258', '1357', '159753'])
      expect([pin, weaknessOf(pin, '731')?.code]).toEqual([pin, 'pin-tried-first']);
  });

  it('accepts every other PIN', () => {
    for (const pin of ['4826', '1235', '4321567', '9091', '112243', '1929', '2146', '00482613', '2583'])
      expect([pin, weaknessOf(pin, '1042')]).toEqual([pin, null]);
    // Six digits or more, five of them different: no digit pattern repeats or mirrors.
    const varied = digits(6, 8).filter((pin) => new Set(pin).size >= 5);
    fc.assert(
      fc.property(varied, digits(1, 12), (pin, number) => {
        const steps = new Set([...pin.slice(1)].map((digit, place) => (Number(digit) - Number(pin[place]) + 10) % 10));
        const even = steps.size === 1 && [0, 1, 9].some((step) => steps.has(step));
        const alike = [number, backwards(number)].some(
          (each) => BigInt(each) === BigInt(pin) || BigInt(each) === BigInt(backwards(pin)),
        );
        const weakness = weaknessOf(pin, number);
        if (!even && !alike && weakness?.code !== 'pin-tried-first') expect(weakness).toBeNull();
      }),
    );
  });
});
