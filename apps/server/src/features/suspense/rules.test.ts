import type { NearNumber, SuggestionReason } from '@mfuko/contract/suspense';
import { describe, expect, it } from 'vitest';
import { nearNumber, rank, readTyped } from './rules.ts';

describe('nearNumber', () => {
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
  ])('%s for %s is %s', (typed, number, how) => expect(nearNumber(typed, number)).toBe(how));
});

describe('readTyped', () => {
  it.each([
    ['4417', '4417', null, []],
    ['0711 223-344', null, '254711223344', []],
    ['+254711223344', null, '254711223344', []],
    ['ADM 4417', '4417', null, ['adm']],
    ['Wanjiku wa Kamau', null, null, ['wanjiku', 'kamau']],
    ['1234567890123', null, null, []],
    ['', null, null, []],
  ])('%j is read as number, phone and words', (account, number, phone, words) =>
    expect(readTyped(account)).toEqual({ number, phone, words }),
  );
});

it('rank drops students suggested only by a name that more than five share', () => {
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

it('nearNumber recognises two adjacent digits swapped, at any place', () => {
  expect(nearNumber('12435', '12345')).toBe('swapped');
  expect(nearNumber('12453', '12345')).toBeNull();
  expect(nearNumber('21345', '12345')).toBe('swapped');
  expect(nearNumber('21354', '12345')).toBeNull();
  expect(nearNumber('12354', '12345')).toBe('swapped');
});

it('rank counts earlier payments by a phone up to five times', () => {
  const paid = (admissionNumber: string, times: number) => ({
    admissionNumber,
    reasons: [{ kind: 'paid-before', times } as const],
  });
  const order = (...of: ReturnType<typeof paid>[]) => rank(of).map(({ admissionNumber }) => admissionNumber);
  expect(order(paid('1', 4), paid('2', 5))).toEqual(['2', '1']);
  expect(order(paid('1', 5), paid('2', 6))).toEqual(['1', '2']);
});

it('rank weighs swapped digits like a full name and above one wrong digit', () => {
  const swapped = (admissionNumber: string) => ({
    admissionNumber,
    reasons: [{ kind: 'number', how: 'swapped' } as const],
  });
  const named = (admissionNumber: string) => ({
    admissionNumber,
    reasons: [{ kind: 'typed-name', name: 'Jane', likeness: 1 } as const],
  });
  const order = (...of: Parameters<typeof rank>[0]) => rank(of).map(({ admissionNumber }) => admissionNumber);
  // Equal candidates are sorted by number.
  expect(order(swapped('2'), named('1'))).toEqual(['1', '2']);
  expect(order(named('2'), swapped('1'))).toEqual(['1', '2']);
  const oneDigit = { admissionNumber: '1', reasons: [{ kind: 'number', how: 'one-digit' } as const] };
  expect(order(oneDigit, swapped('2'))).toEqual(['2', '1']);
});

describe('rank weights', () => {
  const name = { kind: 'payer-name', name: 'Jane', likeness: 1 } as const;
  const guardian = { ...name, of: 'guardian' } as const;
  const own = { ...name, of: 'student' } as const;
  const phone = { kind: 'guardian-phone', guardian: 'Jane' } as const;
  const typedPhone = { kind: 'typed-phone', guardian: 'Jane' } as const;
  const typedName = { kind: 'typed-name', likeness: 1 } as const;
  const number = (how: NearNumber) => ({ kind: 'number', how }) as const;
  const paid = { kind: 'paid-before', times: 5 } as const;

  it.each<[string, readonly SuggestionReason[], readonly SuggestionReason[]]>([
    ['a phone: a number and a name', [phone], [number('same'), own]],
    [
      'a typed phone and two digits that changed places: a phone and a wrong digit',
      [typedPhone, number('swapped')],
      [phone, number('one-digit')],
    ],
    ['five payments: the number', [paid], [number('same')]],
    [
      'lost zeros and a typed name: the number and a guardian’s name',
      [number('zeros'), typedName],
      [number('same'), guardian],
    ],
    ['a digit too many: one too few', [number('extra-digit')], [number('missing-digit')]],
    ['a digit too many: a wrong one', [number('extra-digit')], [number('one-digit')]],
    ['a typed name: two digits that changed places', [typedName], [number('swapped')]],
  ])('equal weight: %s', (_, one, other) => {
    // Equal candidates are sorted by number.
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const)
      expect(
        rank([
          { admissionNumber: '2', reasons: first },
          { admissionNumber: '1', reasons: second },
        ]).map(({ admissionNumber }) => admissionNumber),
      ).toEqual(['1', '2']);
  });

  it("single reasons rank from a guardian's phone down to the student's own name", () => {
    const falling = [phone, typedPhone, number('same'), number('zeros'), typedName, number('one-digit'), guardian, own];
    for (const [place, weaker] of falling.entries()) {
      const stronger = falling[place - 1];
      if (!stronger) continue;
      const found = rank([
        { admissionNumber: '1', reasons: [weaker] },
        { admissionNumber: '2', reasons: [stronger] },
      ]);
      expect([weaker.kind, found.map(({ admissionNumber }) => admissionNumber)]).toEqual([weaker.kind, ['2', '1']]);
    }
  });
});
