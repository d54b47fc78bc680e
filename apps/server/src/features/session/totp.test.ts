import { expect, it } from 'vitest';
import { findStep, stepAt, toBase32, totpAt } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is that of RFC 6238', (second, code) => {
  expect(totpAt(SECRET, stepAt(second * 1000))).toBe(code);
});

it('a code is valid one step before and after its own', () => {
  const own = 1_234_567_890_000;
  const found = [-2, -1, 0, 1, 2].map((steps) => findStep(SECRET, '005924', own + steps * 30_000));
  const step = stepAt(own);
  expect(found).toEqual([null, step, step, step, null]);
});

it('toBase32 encodes as RFC 4648 without padding', () => {
  expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(toBase32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});
