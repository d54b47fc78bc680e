import { formatDate } from '../lib/format.ts';
import { type Column, isNumeric } from './list-columns.ts';

type Cell = string | number | null;

/** Writes a spreadsheet with one sheet named `Sheet1`. Texts stay texts: an admission number keeps its leading zeros. */
export async function exportXlsx<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  const { default: writeXlsxFile } = await import('write-excel-file/browser');
  const head = columns.map(({ title }) => ({ value: title, type: String, fontWeight: 'bold' as const }));
  const body = rows.map((row) =>
    columns.map((column) => {
      const moment = momentOf(column, row);
      if (moment) return { value: moment, type: Date, format: 'dd/mm/yyyy hh:mm' };
      const value = cell(column, row);
      if (value === null) return null;
      if (typeof value === 'string') return { value, type: String };
      return { value, type: Number, format: column.kind === 'count' ? '0' : '#,##0.00' };
    }),
  );
  const sheet = {
    sheet: 'Sheet1',
    stickyRowsCount: 1,
    columns: columns.map((column) => ({ width: widthOf(column, rows) })),
  };
  save(await writeXlsxFile([head, ...body], sheet).toBlob(), `${dated(name)}.xlsx`);
}

export function exportCsv<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  // The byte order mark makes spreadsheet programs read the file as UTF-8.
  save(new Blob(['\ufeff', toCsv(columns, rows)], { type: 'text/csv;charset=utf-8' }), `${dated(name)}.csv`);
}

export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map((column) => cell(column, row)))];
  return `${lines.map((line) => line.map(inCsv).join(',')).join('\r\n')}\r\n`;
}

/** Escapes text that a spreadsheet program would run as a formula; our own numbers are left as they are. */
function inCsv(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // Formulas are also escaped after characters that other programs take for the end of a cell.
  const harmless = value.replace(/(^|[;\t\r\n])(?=[\t\r]|\s*[=+\-@＝＋－＠])/g, "$1'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Returns a file name with the date, so that the files sort by day. */
function dated(name: string): string {
  const [day, month, year] = formatDate(Date.now()).slice(0, 10).split('/');
  return `${name} ${year}-${month}-${day}`;
}

/**
 * Returns a moment as a date of the sheet, which sorts and calculates as a date. A sheet has no time zone: it gets the school's local time.
 */
function momentOf<Row>({ kind, value }: Column<Row>, row: Row): Date | null {
  if (kind !== 'date' && kind !== 'ago') return null;
  const raw = value(row);
  const parts =
    raw === null || raw === undefined ? null : /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d):(\d\d)$/.exec(formatDate(raw));
  if (!parts) return null;
  const [day = 1, month = 1, year = 1970, hour = 0, minute = 0] = parts.slice(1).map(Number);
  return new Date(Date.UTC(year, month - 1, day, hour, minute));
}

function cell<Row>({ kind, value }: Column<Row>, row: Row): Cell {
  const raw = value(row);
  if (raw === null || raw === undefined || raw === '') return null;
  if (kind === 'date' || kind === 'ago') return formatDate(raw);
  if (isNumeric(kind === undefined ? {} : { kind })) return Number(raw);
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
