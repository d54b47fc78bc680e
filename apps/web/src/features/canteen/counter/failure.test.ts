import type { Problem } from '@mfuko/contract/problem';
import { expect, it } from 'vitest';
import { CallError, OutcomeUnknown } from '../../../lib/problems.ts';
import { readFailure } from './failure.ts';

const refusal = (problem: Problem, detail: Record<string, unknown> = {}, status = 422) =>
  new CallError({ status, body: { message: problem, problem, detail }, atLogin: false });

it.each([
  ['a lost answer', new OutcomeUnknown(), { isUnsure: true, isLost: true }],
  ['an error that is no answer', new TypeError('no network'), { isUnsure: true, isLost: true }],
  ['the end of the session', refusal('session.none', {}, 401), { isUnsure: false, isLost: true }],
  ['a refusal', refusal('wallet.insufficient-funds'), { isUnsure: false, isLost: false, isForAnotherTry: false }],
  ['a wrong PIN', refusal('pin.wrong'), { isForAnotherTry: true, allergens: null, prices: null }],
  ['allergens', refusal('menu.allergen', { allergens: 'milk,nuts' }), { allergens: 'milk, nuts', isLost: false }],
])('readFailure reads %s', (_what, error, expected) => {
  expect(readFailure(error)).toMatchObject(expected);
});

it('readFailure reads the changed prices, and ignores what is no price', () => {
  const { prices, isForAnotherTry } = readFailure(
    refusal('menu.price-changed', { prices: { rice: 60, beans: 'free' } }),
  );
  expect(isForAnotherTry).toBe(true);
  expect(['rice', 'beans', 'chapati'].map((sysid) => prices?.(sysid))).toEqual([60, undefined, undefined]);
  expect(readFailure(refusal('menu.price-changed')).prices?.('rice')).toBeUndefined();
});
