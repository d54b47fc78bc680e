import { MAX_LIST_ROWS } from '@mfuko/contract/lists';
import { readPhoneBeginning } from '@mfuko/contract/phone';
import type { Page } from '../http/call.ts';
import type { ReadTx } from './database.ts';
import { naturalOrder } from './natural-order.ts';

export interface ListQuery {
  readonly page?: number | undefined;
  readonly pageSize: number;
  readonly search?: string | undefined;
  readonly sort?: string | undefined;
}

export interface ListSource {
  /** SELECT statement whose columns have the names of the API ("dateCreated"); values are bound from $1. */
  readonly sql: string;
  readonly values: readonly unknown[];
  /** Columns of the SELECT that `search` is matched against (case-insensitive, anywhere in the text). */
  readonly searched: readonly string[];
  /** Condition over the SELECT's columns: rows that meet it come first in every sort order. */
  readonly first?: string;
  /** Default sort: a column of the SELECT, with a leading minus sign for descending. */
  readonly sort: string;
  /** Columns of digits, such as admission numbers, in which "9" comes before "10": they are sorted by length, then by digits. */
  readonly digits?: readonly string[];
  /** Columns of names with numbers, such as classes, in which "Form 2" comes before "Form 10". */
  readonly natural?: readonly string[];
  /**
   * SELECT statement with the same number of rows over the same values, without columns that are only displayed; used for counting
   * where no search is active. By default, `sql` is counted.
   */
  readonly counted?: string;
  /** Amount of a row in cents, for the list's sum: an expression over the SELECT's columns. */
  readonly sum?: string;
  /** Unique column of the SELECT that breaks ties, so that each row is on exactly one page. */
  readonly tie: string;
}

/**
 * Reads one page of a list, or the whole list (at most MAX_LIST_ROWS rows) where no page is requested. The sort field has been checked
 * against the contract's allow-list; here it only becomes a quoted column name.
 */
export async function readPage<Row extends object>(
  tx: ReadTx,
  query: ListQuery,
  source: ListSource,
): Promise<Page<Row>> {
  const narrowed = narrow(query, source);
  const page = await readRows<Row>(tx, query, source, narrowed);
  // Longer lists have no sum: each page would read a year's rows for a figure that nobody compares with anything.
  return source.sum === undefined || page.total > MAX_LIST_ROWS ? { rows: page.rows, total: page.total } : page;
}

const columnOf = (sort: string) => sort.replace(/^-/, '');
const directionOf = (sort: string) => (sort.startsWith('-') ? 'DESC' : 'ASC');

interface Narrowed {
  readonly values: readonly unknown[];
  readonly where: string;
}

function narrow(query: ListQuery, source: ListSource): Narrowed {
  const values = [...source.values];
  let where = '';
  if (query.search) {
    values.push(patternsOf(query.search));
    where = `WHERE ${source.searched.map((column) => `${quote(column)}::text ILIKE ANY ($${values.length}::text[])`).join(' OR ')}`;
  }
  return { values, where };
}

async function readRows<Row extends object>(
  tx: ReadTx,
  query: ListQuery,
  source: ListSource,
  { values, where }: Narrowed,
): Promise<Page<Row>> {
  const sort = query.sort ?? source.sort;
  const direction = directionOf(sort);
  const limit = query.page === undefined ? MAX_LIST_ROWS : query.pageSize;
  const offset = query.page === undefined ? 0 : (query.page - 1) * query.pageSize;
  const from = `FROM (${source.sql}) AS listed ${where}`;
  const atTop = source.first === undefined ? '' : `${source.first} DESC, `;
  // Many rows share a class: within it they keep the list's usual order.
  const within = source.natural?.includes(columnOf(sort))
    ? `${orderOf(source, columnOf(source.sort))} ${directionOf(source.sort)}, `
    : '';
  const order = `ORDER BY ${atTop}${orderOf(source, columnOf(sort))} ${direction}, ${within}${quote(source.tie)} ${direction}`;
  const whole = query.page === undefined;
  const figures = figuresOf(query, source);
  const rows = await tx.rows<Row & { figures?: Figures }>(
    `SELECT listed.*${figures && `, ${figures} AS figures`} ${from} ${order} LIMIT ${limit} OFFSET ${offset}`,
    values,
  );
  const first = rows[0];
  if (first?.figures) return { rows, ...read(first.figures) };
  if (whole && rows.length < limit) return { rows, total: rows.length, sum: 0n };
  if (rows.length === 0 && offset === 0) return { rows: [], total: 0, sum: 0n };
  const over = await tx.row<{ figures: Figures }>(
    `SELECT ARRAY[count(*), ${sumOf(source)}]::text[] AS figures ${from}`,
    values,
  );
  return { rows, ...read(over?.figures ?? ['0', null]) };
}

/** Count of a list, and its sum in cents. */
type Figures = readonly [total: string, sum: string | null];

function read([total, sum]: Figures): { total: number; sum: bigint } {
  return { total: Number(total), sum: BigInt(sum ?? 0) };
}

/**
 * Returns an SQL expression for count and sum of the whole filter, which is selected with each row of a page; empty where the rows
 * themselves give the figures. The page is read in the order of an index, and the remaining rows are read once for count and sum
 * together, because a second pass would double the time. A search has to read all rows anyway.
 */
function figuresOf({ page, search }: ListQuery, source: ListSource): string {
  const isWhole = page === undefined;
  if (isWhole && source.sum === undefined) return '';
  if (isWhole || search)
    return `ARRAY[count(*) OVER (), ${source.sum === undefined ? 'NULL' : `${sumOf(source)} OVER ()`}]::text[]`;
  if (source.sum === undefined) return `ARRAY[(${countOf(source)}), NULL]::text[]`;
  // Above MAX_LIST_ROWS there is no sum, so the rows are only counted.
  return `(SELECT ARRAY[CASE WHEN count(*) > ${MAX_LIST_ROWS} THEN (${countOf(source)}) ELSE count(*) END, sum(cents)]::text[]
           FROM (SELECT ${source.sum} AS cents FROM (${source.sql}) AS listed LIMIT ${MAX_LIST_ROWS + 1}) AS few)`;
}

function sumOf({ sum }: ListSource): string {
  return sum === undefined ? 'NULL' : `sum(${sum})`;
}

/** Returns the sort expression in the form of the index `students_order`, so that a page of students is read from that index. */
function orderOf({ digits = [], natural = [] }: ListSource, column: string): string {
  const name = quote(column);
  if (natural.includes(column)) return naturalOrder(name);
  return digits.includes(column) ? `lpad(length(${name})::text, 2, '0') || ${name}` : name;
}

/** Returns LIKE patterns for the text anywhere, and for a phone number also in the form in which numbers are stored. */
function patternsOf(search: string): string[] {
  const phone = readPhoneBeginning(search);
  return [search, ...(phone === null ? [] : [phone])].map(
    (text) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`,
  );
}

function countOf({ sql, counted = sql }: ListSource): string {
  return `SELECT count(*) FROM (${counted}) AS counted`;
}

function quote(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}
