import { expect, test } from 'vitest';
import { papersDue, permitOf } from './papers-of.ts';

const TODAY = '2026-11-20';
const dueBy = (inspectedUntil: string | null, insuredUntil: string | null = null) =>
  papersDue({ inspectedUntil, insuredUntil }, TODAY).map(({ paper, days }) => `${paper} ${days}`);

test('a paper is good on its last day, is told of from fourteen days before, and is over the day after', () => {
  expect(dueBy('2026-12-05')).toEqual([]);
  expect(dueBy('2026-12-04')).toEqual(['inspection 14']);
  expect(dueBy(TODAY)).toEqual(['inspection 0']);
  expect(dueBy('2026-11-19', '2026-11-01')).toEqual(['inspection -1', 'insurance -19']);
});

test('a bus of which nobody has said anything, or that an older page has kept, has no papers', () => {
  expect(dueBy(null)).toEqual([]);
  expect(papersDue({}, TODAY)).toEqual([]);
  expect(permitOf({}, TODAY)).toBeNull();
});

test('the word of the office holds on its day, also on a device that has kept it longer', () => {
  const permit = { day: TODAY, reason: 'Paid', by: 'Mary Atieno' };
  expect(permitOf({ permit }, TODAY)).toEqual(permit);
  expect(permitOf({ permit }, '2026-11-21')).toBeNull();
});
