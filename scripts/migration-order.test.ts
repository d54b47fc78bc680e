import { expect, it } from 'vitest';
import { findLate } from './migration-order.ts';

const file = (number: string) => `apps/server/migrations/${number}-gate.sql`;

it('finds a migration that was added below one that databases have applied already', () => {
  const added = ['0190', '0192', '0191', '0193'].map(file);
  expect(findLate(added, added)).toEqual([file('0191')]);
});

it('takes those that were added in their order, one that was renamed, and what came late before it was looked at', () => {
  const added = ['0190', '0173', '0164', '0191', '0192'].map(file);
  expect(findLate(added, ['0190', '0173', '0191', '0192'].map(file))).toEqual([]);
});
