import { LONGEST_LIST } from '@mfuko/contract/lists';
import { readPhoneBeginning } from '@mfuko/contract/phone';
import type { Page } from '../http/call.ts';
import type { ReadTx } from './database.ts';

export interface ListQuery {
  readonly page?: number | undefined;
  readonly pageSize: number;
  readonly search?: string | undefined;
  readonly sort?: string | undefined;
}

export interface ListSource {
  /** A SELECT whose columns carry the wire's own names ("dateCreated"); values bound from $1. */
  readonly sql: string;
  readonly values: readonly unknown[];
  /** Columns of the SELECT that `search` looks into (case-insensitive, anywhere). */
  readonly searched: readonly string[];
  /** Rows of which this holds come first, whatever the order: an expression over the SELECT's columns. */
  readonly first?: string;
  /** Column and direction where the query names none; a column of the SELECT. */
  readonly sort: string;
  /** Columns of digits, such as admission numbers, of which "9" comes before "10": they sort by length, then by digits. */
  readonly digits?: readonly string[];
  /**
   * A SELECT of as many rows over the same values, for counting where nothing is searched: without what is only shown.
   * Left out, `sql` is counted.
   */
  readonly counted?: string;
  /** Cents of a row that its list adds up: an expression over the SELECT's columns. */
  readonly sum?: string;
  /** A unique column of the SELECT that settles ties, so that no row is on two pages or on none. */
  readonly tie: string;
}

/**
 * Reads one page of a list, or the whole list (at most LONGEST_LIST rows) where no page is asked for. The sort field
 * has been held against the contract's allow-list before; here it only ever becomes a quoted column name.
 */
export async function readPage<Row extends object>(
  tx: ReadTx,
  query: ListQuery,
  source: ListSource,
): Promise<Page<Row>> {
  const narrowed = narrow(query, source);
  const page = await readRows<Row>(tx, query, source, narrowed);
  // No sum above that: each page would read a year's rows for a figure that nobody holds against anything.
  return source.sum === undefined || page.total > LONGEST_LIST ? { rows: page.rows, total: page.total } : page;
}

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
  const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
  const limit = query.page === undefined ? LONGEST_LIST : query.pageSize;
  const offset = query.page === undefined ? 0 : (query.page - 1) * query.pageSize;
  const from = `FROM (${source.sql}) AS listed ${where}`;
  const atTop = source.first === undefined ? '' : `${source.first} DESC, `;
  const order = `ORDER BY ${atTop}${orderOf(source, sort.replace(/^-/, ''))} ${direction}, ${quote(source.tie)} ${direction}`;
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
 * Figures of the whole filter beside each row of a page: an expression, empty where the rows themselves say it. A page is read in the order of an index as
 * far as it goes, and the rest looked at once, for count and sum together: a list that is looked at twice takes twice as long. What is searched has to
 * be looked at whole anyway.
 */
function figuresOf({ page, search }: ListQuery, source: ListSource): string {
  const isWhole = page === undefined;
  if (isWhole && source.sum === undefined) return '';
  if (isWhole || search)
    return `ARRAY[count(*) OVER (), ${source.sum === undefined ? 'NULL' : `${sumOf(source)} OVER ()`}]::text[]`;
  if (source.sum === undefined) return `ARRAY[(${countOf(source)}), NULL]::text[]`;
  // Longer than a list may be it has no sum, and is only counted.
  return `(SELECT ARRAY[CASE WHEN count(*) > ${LONGEST_LIST} THEN (${countOf(source)}) ELSE count(*) END, sum(cents)]::text[]
           FROM (SELECT ${source.sum} AS cents FROM (${source.sql}) AS listed LIMIT ${LONGEST_LIST + 1}) AS few)`;
}

function sumOf({ sum }: ListSource): string {
  return sum === undefined ? 'NULL' : `sum(${sum})`;
}

/** As the index `students_order` has it, so that a page of students comes off it. */
function orderOf({ digits = [] }: ListSource, column: string): string {
  const name = quote(column);
  return digits.includes(column) ? `lpad(length(${name})::text, 2, '0') || ${name}` : name;
}

/** The text anywhere, whatever its case; a phone number also in the form in which numbers are kept. */
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
