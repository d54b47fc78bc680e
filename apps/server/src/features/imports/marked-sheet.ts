import type { ImportError } from '@mfuko/contract/imports';
import type { Sheet } from '../../platform/spreadsheets/sheet.ts';
import type { Table } from '../../platform/spreadsheets/table.ts';
import { writeSheet } from '../../platform/spreadsheets/write.ts';

const WRONG = 'What is wrong';

type Mark = Pick<ImportError, 'row' | 'column' | 'message'>;

interface Marking {
  /** True to omit the valid rows. */
  readonly onlyWrong: boolean;
  /** True to include PINs; only for a file that is returned at once to its sender. */
  readonly secrets: boolean;
}

/** Writes the rows of a file as a spreadsheet with their errors in an extra column, to be corrected and sent again. */
export function writeMarked(
  sheet: Sheet,
  table: Table<string>,
  errors: readonly Mark[],
  { onlyWrong, secrets }: Marking,
): Promise<Buffer> {
  const ofRow = Map.groupBy(errors, ({ row }) => row);
  const titles = table.columns.map(({ title }) => title);
  // Reuse the column, which the file has already if it is sent a second time.
  const place = titles.includes(WRONG) ? titles.indexOf(WRONG) : titles.length;
  const lines = sheet.rows.filter(({ row }) => row > table.headerRow && (!onlyWrong || ofRow.has(row)));
  const written = lines.map(({ row, cells }) => {
    const line = titles.map((_, column) => (secrets || !table.columns[column]?.secret ? (cells[column] ?? '') : ''));
    line[place] = (ofRow.get(row) ?? []).map(({ column, message }) => `${column} ${message}`.trim()).join('; ');
    return line;
  });
  const head = [...titles];
  head[place] = WRONG;
  return writeSheet(head, written);
}

/** Returns marks for the rows that a person has set aside. */
export function byHand({ rows }: Table<string>, setAside: readonly number[]): Mark[] {
  const asked = new Set(setAside);
  return rows.flatMap(({ row }) => (asked.has(row) ? [{ row, column: '', message: 'Left out by hand' }] : []));
}

export function markedName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '').slice(-80)} - to mend.xlsx`;
}
