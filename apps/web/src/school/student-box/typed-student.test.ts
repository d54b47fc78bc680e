import { expect, test } from 'vitest';
import { isPhone, readTyped } from './typed-student.ts';

test.each([
  ['4001', '4001', ''],
  [' 0042\n', '0042', ''],
  ['40 07', '4007', ''],
  ['123456789012', '123456789012', ''],
  ['1234567890123', '', '1234567890123'],
  ['40a01b', '', '40a01b'],
  ['Wanjiku Kamau', '', 'Wanjiku Kamau'],
  ['+254 712 345 678', '', '+254 712 345 678'],
  ['', '', ''],
])('readTyped(%j) gives number %j and words %j', (text, number, words) =>
  expect(readTyped(text)).toEqual({ number, words }),
);

test.each([
  ['0712345678', true],
  ['254112345678', true],
  ['4007', false],
  ['0812345678', false],
])('isPhone(%s) is %s', (number, phone) => expect(isPhone(number)).toBe(phone));
