import { formatKes, toKes } from '@mfuko/contract/money';
import type { Findings } from '../../platform/spreadsheets/findings.ts';
import type { Table, TableRow } from '../../platform/spreadsheets/table.ts';
import { type DepositField, readAmount } from './import-rows.ts';

/** A row that is the sum of other rows, and no payment. */
export interface TotalRow {
  readonly row: number;
  /** Cents. */
  readonly amount: bigint;
  /** Cents of the rows that the total includes, without those set aside. */
  readonly comesTo: bigint;
  /** Cents of the included rows that were set aside. */
  readonly setAside: bigint;
  /** True where the amount matches the rows, with or without those set aside. Only a titled row can be wrong. */
  readonly isRight: boolean;
  /** True where a cell of the row has the title of a total. */
  readonly titled: boolean;
  /** True where the sum alone identifies the total: the row names no student, and its amount equals the sum of rows above it. */
  readonly bySum: boolean;
}

/** Fewest rows of an untitled total: the sum of fewer rows could be a payment of the same amount whose number is missing. */
const MIN_ROWS = 2;

/** Titles of totals, in English and Kiswahili. With any other word the cell may name a payer, such as Total Kenya Ltd. */
const ENGLISH =
  /^(?:(?:grand|sub|overall)[ -]?)?totals?(?:\W|\d|\b(?:amount|sum|paid|in|received|credits?|deposits?|payments?|kes|kshs?|of|rows)\b)*$/i;
const KISWAHILI = /^jumla(?:\W|\d|\b(?:kuu|ndogo|yote|zote|ya|malipo|pesa|kes)\b)*$/i;

/**
 * Finds the totals of a list: rows without a student whose amount equals a sum of rows above (all rows, all rows with a student, or all
 * rows since the last total), and rows titled as a total, which are compared with the nearest of these sums. A total is right with or
 * without the rows set aside, since such a row may have been in the sheet's total, or twice in the sheet and once in its total.
 */
export function findTotals(table: Table<DepositField>, setAside: readonly number[]): TotalRow[] {
  const found: TotalRow[] = [];
  const out = new Set(setAside);
  const sums = { all: none(), named: none(), part: none() };
  for (const row of table.rows) {
    const amount = readAmount(row) ?? 0n;
    const isTitled = row.cells.some(isTitle);
    const number = row.text('admissionNumber');
    const named = /\d/.test(number) && !isTitle(number);
    const above = Object.values(sums).filter(({ rows }) => rows >= (isTitled ? 1 : MIN_ROWS));
    const sum = above.reduce<Sum | null>((a, b) => nearer(amount, a, b), null);
    const isWhole = above.some(({ kept, aside }) => kept + aside === amount);
    if (!named && amount > 0n && sum !== null && (isTitled || isWhole)) {
      const bySum =
        Object.values(sums).some(({ rows, kept, aside }) => rows >= MIN_ROWS && kept + aside === amount) &&
        !/\d/.test(number);
      const isRight = distance(amount, sum) === 0n;
      found.push({ row: row.row, amount, comesTo: sum.kept, setAside: sum.aside, isRight, titled: isTitled, bySum });
      sums.part = none();
      continue;
    }
    for (const each of named ? [sums.all, sums.named, sums.part] : [sums.all]) {
      each.rows++;
      each[out.has(row.row) ? 'aside' : 'kept'] += amount;
    }
  }
  return found;
}

/** Returns true if two totals of one sheet are the same row and come to the same amounts. */
export function isSameTotal(one: TotalRow, other: TotalRow): boolean {
  return (
    one.row === other.row &&
    one.amount === other.amount &&
    one.comesTo === other.comesTo &&
    one.setAside === other.setAside
  );
}

/** Adds a finding on each wrong total, at the cell that would name a student: a row of the sheet is missing or appears twice. */
export function addTotalFindings(
  rows: readonly TableRow<DepositField>[],
  totals: readonly TotalRow[],
  findings: Findings<DepositField>,
): void {
  for (const { row, amount, comesTo, setAside, isRight } of totals) {
    const said = rows.find((one) => one.row === row);
    if (!said || isRight) continue;
    const without = setAside > 0n ? ` without ${formatKes(setAside)} that is set aside` : '';
    findings.at(
      row,
      'admissionNumber',
      'total-differs',
      `is missing: this total of the sheet says ${formatKes(amount)}, and its rows come to ${formatKes(comesTo)}${without}`,
      said.text('admissionNumber'),
      {
        params: {
          ...{ amount: toKes(amount), comesTo: toKes(comesTo) },
          ...(setAside > 0n && { setAside: toKes(setAside) }),
        },
      },
    );
  }
}

/** Returns the number of rows that the sender set aside, and their amount without totals. */
export function sumSetAside(
  table: Table<DepositField>,
  setAside: readonly number[],
  totals: readonly TotalRow[],
): { rows: number; amount: bigint } {
  const asked = new Set(setAside);
  const sums = new Set(totals.map(({ row }) => row));
  const rows = table.rows.filter(({ row }) => asked.has(row));
  const amounts = rows.map((row: TableRow<DepositField>) => (sums.has(row.row) ? null : readAmount(row)));
  return { rows: rows.length, amount: amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n) };
}

function isTitle(cell: string): boolean {
  const text = cell.trim();
  return ENGLISH.test(text) || KISWAHILI.test(text);
}

/** Sum of rows, in cents: of those to be paid in, and of those set aside. */
interface Sum {
  rows: number;
  kept: bigint;
  aside: bigint;
}

/** Returns the sum that is nearer to an amount. */
function nearer(amount: bigint, a: Sum | null, b: Sum): Sum {
  return a === null || distance(amount, b) < distance(amount, a) ? b : a;
}

/** Returns the distance of an amount from a sum, with or without the rows set aside, whichever is less. */
function distance(amount: bigint, { kept, aside }: Sum): bigint {
  const [without, whole] = [apart(amount, kept), apart(amount, kept + aside)];
  return without < whole ? without : whole;
}

function apart(a: bigint, b: bigint): bigint {
  return a < b ? b - a : a - b;
}

function none(): Sum {
  return { rows: 0, kept: 0n, aside: 0n };
}
