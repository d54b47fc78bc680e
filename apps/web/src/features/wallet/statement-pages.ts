import type { StatementSheet } from '@mfuko/contract/statements';

export type Line = StatementSheet['lines'][number];

/** Rows of 6 mm: how many a page takes below the whole head, and below the line that names whose it is. */
const FIRST = 25;
const NEXT = 37;
/** Letters of a description that fit into one row beside the figures. */
const LETTERS = 44;

/** One page of a statement. Empty lines: the sums alone. */
export interface StatementPage {
  readonly lines: readonly Line[];
  readonly first: boolean;
  readonly last: boolean;
}

/** Rows that a line takes: a long reference and a fee have one each. */
export function rowsOf(line: Line, what: string): number {
  const text = [what, line.reference].filter(Boolean).join(' · ');
  return Math.max(1, Math.ceil(text.length / LETTERS)) + (line.fee === 0 ? 0 : 1);
}

/**
 * Pages of a statement: each line stands whole on one, and the last leaves room for the sums (`sums` rows). The browser could
 * break pages by itself, but not number those of each student in a run of many.
 */
export function pagesOf(lines: readonly Line[], rows: (line: Line) => number, sums: number): readonly StatementPage[] {
  const pages: Line[][] = [[]];
  // The opening balance is the first row of the first page.
  let left = FIRST - 1;
  for (const line of lines) {
    const needed = rows(line);
    if (needed > left) {
      pages.push([]);
      left = NEXT;
    }
    pages.at(-1)?.push(line);
    left -= needed;
  }
  if (sums > left) pages.push([]);
  return pages.map((page, place) => ({ lines: page, first: place === 0, last: place === pages.length - 1 }));
}
