import { expect, test } from 'vitest';
import { type Line, pagesOf, rowsOf } from './statement-pages.ts';

function lines(count: number): Line[] {
  return Array.from({ length: count }, (_, place) => ({
    sysid: String(place),
    date: '2026-11-23T08:00:00Z',
    kind: 'canteen',
    amount: -30,
    fee: 0,
    balance: 100,
    reference: null,
    channel: null,
    takenBack: false,
  }));
}

const shape = (count: number, sums = 4) =>
  pagesOf(lines(count), () => 1, sums).map((page) => [page.lines.length, page.first, page.last]);

test('a statement is one page where it fits, with the opening balance and the sums on it', () => {
  expect(shape(0)).toEqual([[0, true, true]]);
  expect(shape(20)).toEqual([[20, true, true]]);
  expect(shape(21)).toEqual([
    [21, true, false],
    [0, false, true],
  ]);
});

test('every line stands on one page, in its order, and the sums on the last', () => {
  expect(shape(90)).toEqual([
    [24, true, false],
    [37, false, false],
    [29, false, true],
  ]);
  const all = pagesOf(lines(90), () => 1, 4).flatMap((page) => page.lines.map(({ sysid }) => sysid));
  expect(all).toEqual(lines(90).map(({ sysid }) => sysid));
});

test('a line of two rows is never cut', () => {
  const pages = pagesOf(lines(13), () => 2, 0);
  expect(pages.map((page) => page.lines.length)).toEqual([12, 1]);
});

test('a fee and a long reference take rows of their own', () => {
  const [line] = lines(1) as [Line];
  expect(rowsOf(line, 'Canteen')).toBe(1);
  expect(rowsOf({ ...line, fee: 5 }, 'Canteen')).toBe(2);
  expect(rowsOf({ ...line, reference: 'x'.repeat(60) }, 'Deposit · Bank')).toBe(2);
});
