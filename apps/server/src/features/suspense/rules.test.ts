import { describe, expect, it } from 'vitest';
import { nearNumber, rank, readTyped } from './rules.ts';

describe('a number that is nearly right', () => {
  it.each([
    ['4417', '4417', 'same'],
    ['99', '0099', 'zeros'],
    ['004417', '4417', 'zeros'],
    ['4471', '4417', 'swapped'],
    ['4418', '4417', 'one-digit'],
    ['417', '4417', 'missing-digit'],
    ['441', '4417', 'missing-digit'],
    ['44177', '4417', 'extra-digit'],
    ['94417', '4417', 'extra-digit'],
    ['7144', '4417', null],
    ['4481', '4417', null],
    ['41', '4417', null],
    ['12', '13', null],
    ['0', '00', null],
  ])('%s for %s: %s', (typed, number, how) => expect(nearNumber(typed, number)).toBe(how));
});

describe('what was typed', () => {
  it.each([
    ['4417', '4417', null, []],
    ['0711 223-344', null, '254711223344', []],
    ['+254711223344', null, '254711223344', []],
    ['ADM 4417', '4417', null, ['adm']],
    ['Wanjiku wa Kamau', null, null, ['wanjiku', 'kamau']],
    ['1234567890123', null, null, []],
    ['', null, null, []],
  ])('%j', (account, number, phone, words) => expect(readTyped(account)).toEqual({ number, phone, words }));
});

it('leaves out whoever is there only for a name that many have', () => {
  const janes = Array.from({ length: 6 }, (_, place) => ({
    admissionNumber: String(100 + place),
    reasons: [{ kind: 'payer-name', of: 'guardian', name: 'Jane', likeness: 1 } as const],
  }));
  const near = {
    admissionNumber: '999',
    reasons: [...(janes[0]?.reasons ?? []), { kind: 'number', how: 'swapped' } as const],
  };
  expect(rank([...janes, near])).toMatchObject([
    { admissionNumber: '999', reasons: [{ kind: 'number' }, { kind: 'payer-name' }] },
  ]);
  expect(rank(janes.slice(0, 5))).toHaveLength(5);
});

it('turns two digits round anywhere, and only those two', () => {
  expect(nearNumber('12435', '12345')).toBe('swapped');
  expect(nearNumber('12453', '12345')).toBeNull();
  expect(nearNumber('21345', '12345')).toBe('swapped');
  expect(nearNumber('21354', '12345')).toBeNull();
  expect(nearNumber('12354', '12345')).toBe('swapped');
});

it('weighs how often a phone has paid before, up to five times, against the rest', () => {
  const paid = (admissionNumber: string, times: number) => ({
    admissionNumber,
    reasons: [{ kind: 'paid-before', times } as const],
  });
  const order = (...of: ReturnType<typeof paid>[]) => rank(of).map(({ admissionNumber }) => admissionNumber);
  expect(order(paid('1', 4), paid('2', 5))).toEqual(['2', '1']);
  expect(order(paid('1', 5), paid('2', 6))).toEqual(['1', '2']);
});

it('weighs two digits that changed places as much as a whole name, and more than one wrong digit', () => {
  const swapped = (admissionNumber: string) => ({
    admissionNumber,
    reasons: [{ kind: 'number', how: 'swapped' } as const],
  });
  const named = (admissionNumber: string) => ({
    admissionNumber,
    reasons: [{ kind: 'typed-name', name: 'Jane', likeness: 1 } as const],
  });
  const order = (...of: Parameters<typeof rank>[0]) => rank(of).map(({ admissionNumber }) => admissionNumber);
  // Of equals the smaller number comes first.
  expect(order(swapped('2'), named('1'))).toEqual(['1', '2']);
  expect(order(named('2'), swapped('1'))).toEqual(['1', '2']);
  const oneDigit = { admissionNumber: '1', reasons: [{ kind: 'number', how: 'one-digit' } as const] };
  expect(order(oneDigit, swapped('2'))).toEqual(['2', '1']);
});
