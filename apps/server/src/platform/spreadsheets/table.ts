import { columnName, columnOf, type Sheet, type SheetRow } from './sheet.ts';
import { isMarkedAsText } from './typed.ts';

/** Something that a column of a list may hold. */
export interface Field<Name extends string> {
  readonly name: Name;
  /** As the template calls it. */
  readonly title: string;
  /** Also called: what people write in its place, lower case, letters and digits only. */
  readonly alsoCalled: readonly string[];
  /** Never shown: not in a preview, not in an error. */
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
  /** The cell under that field, without blanks around and inside made single; empty where there is none. */
  text(field: Name): string;
  /** Tells whether the file kept it as a number, or as text that may have been one: its leading zeros may be lost. */
  wasNumber(field: Name): boolean;
  /** Every cell of the row, those of no known column too. */
  readonly cells: readonly string[];
}

/** A sheet whose columns are known. */
export interface Table<Name extends string> {
  readonly headerRow: number;
  readonly columns: readonly Column<Name>[];
  readonly rows: readonly TableRow<Name>[];
  column(field: Name): Column<Name> | undefined;
  title(field: Name): string;
}

/** A title above the header is passed over where the header is among the first rows. */
const HEADER_WITHIN = 10;

/**
 * Finds out which column is which field: by `mapping` (letter to field) where it is given, else by the titles. The header
 * is the first row of which at least two titles are known, else the first row.
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

/** The same table without the rows that have these numbers. */
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

/** `ADM NO.` and `Adm No` are one title, and so are `PARENT'S PHONE` and `Parents' phone`. */
function keyOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/(['\u2019]s|s['\u2019])(?=\P{L}|$)|(?<=\b(?:parent|guardian|student|learner))s(?=\P{L}|$)/gu, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function tidy(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
