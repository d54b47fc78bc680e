import { describe, expect, it } from 'vitest';
import { phoneNumber } from './ids.ts';
import { readPhoneBeginning } from './phone.ts';

describe('the phone number schema', () => {
  it.each([
    '254722000111',
    '+254722000111',
    '0722000111',
    '0722 000 111',
    '0722-000-111',
    '+254 722 000 111',
    '+254-722-000-111',
    ' 0722\u00a0000\u00a0111 ',
    '0722\u2011000\u2013111',
  ])('normalises %j to 254722000111', (typed) => {
    expect(phoneNumber.parse(typed)).toBe('254722000111');
  });

  it.each(['0110000111', '0110 000 111', '+254110000111', '254 110 000 111'])(
    'normalises %j to 254110000111',
    (typed) => {
      expect(phoneNumber.parse(typed)).toBe('254110000111');
    },
  );

  it.each([
    '',
    '722000111',
    '0622000111',
    '072200011',
    '07220001112',
    '+0722000111',
    '++254722000111',
    '2540722000111',
    '00254722000111',
    '+255722000111',
    '0722.000.111',
    '(0722) 000111',
    '0722000111 / 0733000222',
    '0722 000 11l',
    '٠٧٢٢٠٠٠١١١',
  ])('rejects %j', (typed) => {
    expect(phoneNumber.safeParse(typed).success).toBe(false);
  });
});

it.each([
  ['0722', '254722'],
  ['+254 722-0', '2547220'],
  ['07', null],
  ['4007', null],
  ['Amina', null],
])('readPhoneBeginning turns the search %j into %j', (typed, read) => {
  expect(readPhoneBeginning(typed)).toBe(read);
});
