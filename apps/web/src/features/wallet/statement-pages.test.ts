import { expect, test } from 'vitest';
import { type Heights, type Line, pagesOf } from './statement-pages.ts';

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

const heights = (count: number, each = 1, sums = 4): Heights => ({
  first: 25,
  next: 37,
  opening: 1,
  lines: Array.from({ length: count }, () => each),
  sums,
});

const shape = (count: number, sums = 4) =>
  pagesOf(lines(count), heights(count, 1, sums)).map((page) => [page.lines.length, page.first, page.last]);

test('pagesOf puts a short statement on one page', () => {
  expect(shape(0)).toEqual([[0, true, true]]);
  expect(shape(20)).toEqual([[20, true, true]]);
});

test('pagesOf moves as many lines as fit to the page of the sums', () => {
  expect(shape(21)).toEqual([
    [19, true, false],
    [2, false, true],
  ]);
  expect(shape(1, 24)).toEqual([
    [0, true, false],
    [1, false, true],
  ]);
  // With lines of 12, a page of 37 and sums of 20, one line fits above the sums.
  const high = pagesOf(lines(2), heights(2, 12, 20));
  expect(high.map((page) => page.lines.length)).toEqual([1, 1]);
});

test('pagesOf puts each line on one page in order, and the sums on the last', () => {
  expect(shape(90)).toEqual([
    [24, true, false],
    [37, false, false],
    [29, false, true],
  ]);
  const all = pagesOf(lines(90), heights(90)).flatMap((page) => page.lines.map(({ sysid }) => sysid));
  expect(all).toEqual(lines(90).map(({ sysid }) => sysid));
});

test('pagesOf does not split a line of two rows', () => {
  const pages = pagesOf(lines(13), heights(13, 2, 0));
  expect(pages.map((page) => page.lines.length)).toEqual([12, 1]);
});
