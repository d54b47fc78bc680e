import { columnOf, type Sheet, type SheetRow } from './sheet.ts';

/** Corrected cells by their spreadsheet names: `{ "D7": "0712345678" }`. */
export type CellCorrections = Readonly<Record<string, string>>;

/** Applies corrections to a sheet. Cells of missing rows, or beyond the widest row, are ignored. */
export function applyCorrections(sheet: Sheet, mends: CellCorrections | null): Sheet {
  if (mends === null) return sheet;
  const ofRow = new Map<number, Map<number, string>>();
  for (const [cell, text] of Object.entries(mends)) {
    const [, letters = '', digits = ''] = /^([A-Z]+)([0-9]+)$/.exec(cell) ?? [];
    const row = Number(digits);
    const column = columnOf(letters);
    if (column < 0) continue;
    const cells = ofRow.get(row) ?? new Map<number, string>();
    ofRow.set(row, cells.set(column, text));
  }
  const width = Math.max(0, ...sheet.rows.map(({ cells }) => cells.length));
  return { ...sheet, rows: sheet.rows.map((row) => correctRow(row, ofRow.get(row.row), width)) };
}

/** Applies the corrections of one row. A corrected cell is no longer a number, because its leading zeros are as typed. */
function correctRow(row: SheetRow, corrected: ReadonlyMap<number, string> | undefined, width: number): SheetRow {
  if (!corrected) return row;
  const places = [...corrected.keys()].filter((column) => column < width);
  const cells = Array.from(
    { length: Math.max(row.cells.length, ...places.map((column) => column + 1)) },
    (_, column) => (column < width ? (corrected.get(column) ?? row.cells[column] ?? '') : ''),
  );
  return { row: row.row, cells, numbers: row.numbers.filter((column) => !corrected.has(column)), typed: places };
}
