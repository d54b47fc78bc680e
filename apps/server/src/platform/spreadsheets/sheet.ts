import { LIMITS, SheetError } from './limits.ts';

/** Non-empty row of a sheet. */
export interface SheetRow {
  /** Row number as in the spreadsheet program: the first row is 1. */
  readonly row: number;
  /** Text of each cell from column A on, as a person sees it; empty for a missing cell. */
  readonly cells: readonly string[];
  /** Columns (from 0) whose text was stored as a number and so has lost leading zeros. */
  readonly numbers: readonly number[];
  /** Columns that were corrected by hand after the file was read. */
  readonly typed?: readonly number[];
}

export interface Sheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
}

/** Collects cells into rows and enforces the limits. */
export function collectRows(): {
  add(row: number, column: number, text: string, isNumber: boolean): void;
  rows(): SheetRow[];
} {
  const rows: { row: number; cells: string[]; numbers: number[] }[] = [];
  const places = new Map<number, (typeof rows)[number]>();
  let characters = 0;
  return {
    add(row, column, text, isNumber) {
      if (text.trim() === '') return;
      if (column >= LIMITS.columns) throw new SheetError('too-many-columns');
      let found = places.get(row);
      if (!found) {
        if (rows.length >= LIMITS.rows) throw new SheetError('too-many-rows');
        found = { row, cells: [], numbers: [] };
        places.set(row, found);
        rows.push(found);
      }
      const kept = text.length > LIMITS.cell ? text.slice(0, LIMITS.cell).toWellFormed() : text;
      characters += kept.length;
      if (characters > LIMITS.text) throw new SheetError('too-large');
      while (found.cells.length < column) found.cells.push('');
      found.cells[column] = kept;
      if (isNumber) found.numbers.push(column);
    },
    rows: () => rows.sort((a, b) => a.row - b.row),
  };
}

/** Returns the name of a column: `A` for 0, `AA` for 26. */
export function columnName(column: number): string {
  let name = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  }
  return name;
}

/** Returns the column of a name: 0 for `A`; -1 for text that is no column name. */
export function columnOf(name: string): number {
  if (!/^[A-Z]{1,3}$/.test(name)) return -1;
  return Array.from(name).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
