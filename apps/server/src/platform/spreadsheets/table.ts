import { columnName, columnOf, type Sheet, type SheetRow } from './sheet.ts';
import { isMarkedAsText } from './typed.ts';

/** Kind of value that a column may contain. */
export interface Field<Name extends string> {
  readonly name: Name;
  /** Title in the template. */
  readonly title: string;
  /** Alternative titles that people use, in lower case, letters and digits only. */
  readonly alsoCalled: readonly string[];
  /** True for values that are never shown, neither in a preview nor in an error. */
  readonly secret?: true;
}

export interface Column<Name extends string> {
  readonly letter: string;
  readonly title: string;
  readonly field: Name | null;
  readonly secret: boolean;
}

export interface TableRow<Name extends string> {
  readonly row: number;
  /** Returns the cell of a field, trimmed and with single blanks; empty where there is none. */
  text(field: Name): string;
  /** Returns true if the cell was stored as a number, or as text that may have been a number: its leading zeros may be lost. */
  wasNumber(field: Name): boolean;
  /** All cells of the row, including those of unknown columns. */
  readonly cells: readonly string[];
}

/** Sheet whose columns are assigned to fields. */
export interface Table<Name extends string> {
  readonly headerRow: number;
  readonly columns: readonly Column<Name>[];
  readonly rows: readonly TableRow<Name>[];
  column(field: Name): Column<Name> | undefined;
  title(field: Name): string;
}

/** Number of first rows in which the header is searched, so that a title above the header is skipped. */
const HEADER_WITHIN = 10;

/**
 * Assigns columns to fields: by `mapping` (letter to field) if given, otherwise by their titles. The header is the first row with at
 * least two known titles, otherwise the first row.
 */
export function layOut<Name extends string>(
  sheet: Sheet,
  fields: readonly Field<Name>[],
  mapping: Readonly<Record<string, string>> | null = null,
): Table<Name> {
  const names = new Map(
    fields.flatMap((field) => [keyOf(field.title), ...field.alsoCalled].map((key) => [key, field.name])),
  );
  const header = findHeader(sheet.rows, names);
  const guessed = guess(header, names);
  const width = Math.max(...sheet.rows.map(({ cells }) => cells.length));
  const secret = new Set(fields.filter((field) => field.secret).map(({ name }) => name));
  const columns = Array.from({ length: width }, (_, place): Column<Name> => {
    const letter = columnName(place);
    const field = mapping ? known(fields, mapping[letter]) : (guessed.get(place) ?? null);
    const kept = [field, guessed.get(place)].some((name) => name && secret.has(name));
    return { letter, title: tidy(header?.cells[place] ?? ''), field, secret: kept };
  });
  const rows = sheet.rows.filter(({ row }) => row > (header?.row ?? 0));
  return tableOf(header?.row ?? 1, columns, rows, fields, sheet.name === '');
}

/** Returns the table without the rows of these numbers. */
export function withoutRows<Name extends string>(table: Table<Name>, numbers: readonly number[]): Table<Name> {
  if (numbers.length === 0) return table;
  const left = new Set(numbers);
  return { ...table, rows: table.rows.filter(({ row }) => !left.has(row)) };
}

function tableOf<Name extends string>(
  headerRow: number,
  columns: readonly Column<Name>[],
  rows: readonly SheetRow[],
  fields: readonly Field<Name>[],
  isText: boolean,
): Table<Name> {
  const places = new Map(columns.flatMap(({ field, letter }) => (field ? [[field, columnOf(letter)] as const] : [])));
  const column = (field: Name) => columns.find((each) => each.field === field);
  return {
    headerRow,
    columns,
    column,
    title: (field) =>
      column(field)?.title || column(field)?.letter || (fields.find(({ name }) => name === field)?.title ?? field),
    rows: rows.map(({ row, cells, numbers, typed = [] }) => ({
      row,
      text: (field) => tidy(cells[places.get(field) ?? -1] ?? ''),
      wasNumber: (field) => {
        const place = places.get(field) ?? -1;
        const wasText = isMarkedAsText(tidy(cells[place] ?? ''));
        return (isText && !typed.includes(place) && !wasText) || numbers.includes(place);
      },
      cells,
    })),
  };
}

function findHeader(rows: readonly SheetRow[], names: ReadonlyMap<string, unknown>): SheetRow | undefined {
  const hits = ({ cells }: SheetRow) => cells.filter((cell) => names.has(keyOf(cell))).length;
  return rows.slice(0, HEADER_WITHIN).find((row) => hits(row) >= 2) ?? rows[0];
}

function guess<Name>(header: SheetRow | undefined, names: ReadonlyMap<string, Name>): Map<number, Name> {
  const guessed = new Map<number, Name>();
  for (const [place, cell] of (header?.cells ?? []).entries()) {
    const field = names.get(keyOf(cell));
    if (field !== undefined && ![...guessed.values()].includes(field)) guessed.set(place, field);
  }
  return guessed;
}

function known<Name extends string>(fields: readonly Field<Name>[], name: string | undefined): Name | null {
  return fields.find((field) => field.name === name)?.name ?? null;
}

/** Normalises a title: `ADM NO.` equals `Adm No`, and `PARENT'S PHONE` equals `Parents' phone`. */
function keyOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/(['\u2019]s|s['\u2019])(?=\P{L}|$)|(?<=\b(?:parent|guardian|student|learner))s(?=\P{L}|$)/gu, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function tidy(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
