import { expect, it } from 'vitest';
import { givenOf } from './subsidy-rules.ts';

it.each([
  ['none', null, null, 4_500n, 0n],
  ['free', null, null, 4_500n, 4_500n],
  ['free', null, null, 0n, 0n],
  ['percent', 50, null, 4_500n, 2_250n],
  ['percent', 33, null, 1_001n, 330n],
  ['percent', 99, null, 1n, 1n],
  // Half a cent is rounded in the student's favour; anything less is not.
  ['percent', 50, null, 1n, 1n],
  ['percent', 49, null, 1n, 0n],
  ['fixed', null, 1_000n, 4_500n, 3_500n],
  ['fixed', null, 1_000n, 1_000n, 0n],
  ['fixed', null, 1_000n, 500n, 0n],
  // A plan without its number yields no subsidy, and throws nothing.
  ['percent', null, null, 4_500n, 0n],
  ['fixed', null, null, 4_500n, 0n],
] as const)('givenOf: %s (%s %%, %s cents) of %s cents gives %s', (kind, percent, pays, price, given) => {
  expect(givenOf({ kind, percent, pays }, price)).toBe(given);
});
