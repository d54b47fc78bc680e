import { formatDate } from '../lib/format.ts';
import type { Column } from './list-columns.ts';

type Cell = string | number | null;

/** Writes one sheet named `Sheet1`. Texts stay texts: an admission number keeps its leading zeros. */
export async function exportXlsx<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  const { default: writeXlsxFile } = await import('write-excel-file/browser');
  const head = columns.map(({ title }) => ({ value: title, type: String, fontWeight: 'bold' as const }));
  const body = rows.map((row) =>
    columns.map((column) => {
      const value = cell(column, row);
      if (value === null) return null;
      if (typeof value === 'string') return { value, type: String };
      return { value, type: Number, format: column.kind === 'amount' ? '#,##0.00' : '0' };
    }),
  );
  const sheet = {
    sheet: 'Sheet1',
    stickyRowsCount: 1,
    columns: columns.map((column) => ({ width: widthOf(column, rows) })),
  };
  save(await writeXlsxFile([head, ...body], sheet).toBlob(), `${name}.xlsx`);
}

export function exportCsv<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  // The mark in front makes spreadsheet programs read the file as UTF-8.
  save(new Blob(['\ufeff', toCsv(columns, rows)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
}

export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map((column) => cell(column, row)))];
  return `${lines.map((line) => line.map(inCsv).join(',')).join('\r\n')}\r\n`;
}

/** A text that a spreadsheet program would run as a formula is made harmless; numbers of ours are left alone. */
function inCsv(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function cell<Row>({ kind, value }: Column<Row>, row: Row): Cell {
  const raw = value(row);
  if (raw === null || raw === undefined || raw === '') return null;
  if (kind === 'date' || kind === 'ago') return formatDate(raw);
  if (kind === 'amount' || kind === 'count') return Number(raw);
  return String(raw);
}

function widthOf<Row>(column: Column<Row>, rows: readonly Row[]): number {
  const longest = rows
    .slice(0, 200)
    .reduce((most, row) => Math.max(most, String(cell(column, row) ?? '').length), column.title.length);
  return Math.min(60, longest + 3);
}

export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(URL.revokeObjectURL, 60_000, link.href);
}
