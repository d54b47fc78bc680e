import { expect, it } from 'vitest';
import { findLate } from './migration-order.ts';

const file = (number: string) => `apps/server/migrations/${number}-gate.sql`;

it('findLate reports a migration added below one that was added earlier', () => {
  const added = ['0190', '0192', '0191', '0193'].map(file);
  expect(findLate(added, added)).toEqual([file('0191')]);
});

it('findLate accepts migrations in order, renamed ones, and late ones from before the check', () => {
  const added = ['0190', '0173', '0164', '0191', '0192'].map(file);
  expect(findLate(added, ['0190', '0173', '0191', '0192'].map(file))).toEqual([]);
});
