import { expect, it } from 'vitest';
import { readBackupCode, showBackupCode, signInCode } from './backup-codes.ts';

it.each([
  ['K7QP-01MX', 'K7QP01MX'],
  ['k7qp01mx', 'K7QP01MX'],
  ['  k7qp – o1mx ', 'K7QP01MX'],
  ['K 7 Q P O L M X', 'K7QP01MX'],
  ['K7QP.0imx', 'K7QP01MX'],
  ['U7QP-01MX', 'V7QP01MX'],
  ['1234 5678', '12345678'],
])('readBackupCode reads %j as %s', (typed, code) => expect(readBackupCode(typed)).toBe(code));

it.each(['', '123456', 'K7QP-01M', 'K7QP-01MXX', 'K7QP-01M!', 'KÄQP01MX'])('readBackupCode rejects %j', (typed) =>
  expect(readBackupCode(typed)).toBeNull(),
);

it('a backup code is shown in two halves that read back to the same code', () => {
  expect(showBackupCode('K7QP01MX')).toBe('K7QP-01MX');
  expect(readBackupCode(showBackupCode('K7QP01MX'))).toBe('K7QP01MX');
});

it('signInCode accepts six digits and backup codes, and rejects all else', () => {
  expect([signInCode.parse(' 012345 '), signInCode.parse(123456), signInCode.parse('k7qp-o1mx')]).toEqual([
    '012345',
    '123456',
    'K7QP01MX',
  ]);
  for (const typed of ['', 'abc', '12 34', 'K7QP-01M', '12345678901', null, {}])
    expect(signInCode.safeParse(typed).success).toBe(false);
});
