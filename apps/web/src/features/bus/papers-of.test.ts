import { expect, test } from 'vitest';
import { papersDue, permitOf } from './papers-of.ts';

const TODAY = '2026-11-20';
const dueBy = (inspectedUntil: string | null, insuredUntil: string | null = null) =>
  papersDue({ inspectedUntil, insuredUntil }, TODAY).map(({ paper, days }) => `${paper} ${days}`);

test('papersDue reports a paper from 14 days before its last day, and as expired from the day after', () => {
  expect(dueBy('2026-12-05')).toEqual([]);
  expect(dueBy('2026-12-04')).toEqual(['inspection 14']);
  expect(dueBy(TODAY)).toEqual(['inspection 0']);
  expect(dueBy('2026-11-19', '2026-11-01')).toEqual(['inspection -1', 'insurance -19']);
});

test('papersDue and permitOf return nothing for a bus without paper data', () => {
  expect(dueBy(null)).toEqual([]);
  expect(papersDue({}, TODAY)).toEqual([]);
  expect(permitOf({}, TODAY)).toBeNull();
});

test('permitOf returns a permit only on its own day', () => {
  const permit = { day: TODAY, reason: 'Paid', by: 'Mary Atieno' };
  expect(permitOf({ permit }, TODAY)).toEqual(permit);
  expect(permitOf({ permit }, '2026-11-21')).toBeNull();
});
