import type { StatementSheet } from '@mfuko/contract/statements';

export type Line = StatementSheet['lines'][number];

/** Heights of what a statement is made of, as the browser laid them out at the width of the paper. Any unit, one for all. */
export interface Heights {
  /** Room for rows: on the first page, below the whole head, and on the others, below the line that names whose it is. */
  readonly first: number;
  readonly next: number;
  readonly opening: number;
  readonly lines: readonly number[];
  readonly sums: number;
}

/** Lines that stand above the sums at least: alone on their page, nobody sees what they are the sums of. */
const ABOVE_SUMS = 2;

/** One page of a statement. */
export interface StatementPage {
  readonly lines: readonly Line[];
  readonly first: boolean;
  readonly last: boolean;
}

/**
 * Pages of a statement: each line stands whole on one, and the last has the sums and lines above them. The browser could break pages by
 * itself, but not number those of each student in a run of many.
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
