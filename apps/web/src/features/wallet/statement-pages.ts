import type { StatementSheet } from '@mfuko/contract/statements';

export type Line = StatementSheet['lines'][number];

/** Heights of a statement's parts, measured by the browser at the paper's width, in any common unit. */
export interface Heights {
  /** Room for rows: on the first page below the whole head, on later pages below the line that names the student. */
  readonly first: number;
  readonly next: number;
  readonly opening: number;
  readonly lines: readonly number[];
  readonly sums: number;
}

/** Smallest number of lines on the page of the sums, so that the sums never stand alone. */
const ABOVE_SUMS = 2;

/** One page of a statement. */
export interface StatementPage {
  readonly lines: readonly Line[];
  readonly first: boolean;
  readonly last: boolean;
}

/**
 * Splits a statement into pages; a line is never split, and the last page has the sums below some lines. The browser could break pages
 * itself, but could not number each student's pages in a print of many.
 */
export function pagesOf(lines: readonly Line[], heights: Heights): readonly StatementPage[] {
  const pages: Line[][] = [[]];
  let left = heights.first - heights.opening;
  for (const [place, line] of lines.entries()) {
    const needed = heights.lines[place] ?? 0;
    if (needed > left) {
      pages.push([]);
      left = heights.next;
    }
    pages.at(-1)?.push(line);
    left -= needed;
  }
  if (heights.sums > left) {
    const page = pages.at(-1) ?? [];
    const room = heights.next - heights.sums;
    const height = (count: number) => heights.lines.slice(lines.length - count).reduce((sum, each) => sum + each, 0);
    let moved = Math.min(ABOVE_SUMS, page.length);
    while (moved > 0 && height(moved) > room) moved--;
    pages.push(page.splice(page.length - moved));
  }
  return pages.map((page, place) => ({ lines: page, first: place === 0, last: place === pages.length - 1 }));
}
