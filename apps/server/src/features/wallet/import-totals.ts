import { formatKes, toKes } from '@mfuko/contract/money';
import type { Findings } from '../../platform/spreadsheets/findings.ts';
import type { Table, TableRow } from '../../platform/spreadsheets/table.ts';
import { type DepositField, readAmount } from './import-rows.ts';

/** A row that is the sum of others and nobody's payment. */
export interface TotalRow {
  readonly row: number;
  /** Cents. */
  readonly amount: bigint;
  /** Cents of the rows that it sums up, without those set aside. */
  readonly comesTo: bigint;
  /** Cents of the rows set aside among them. */
  readonly setAside: bigint;
  /** True where it comes to its rows, with those set aside or without; false only in a row that calls itself a total. */
  readonly isRight: boolean;
  /** True where a cell of the row calls it a total. */
  readonly titled: boolean;
  /** True where the sum alone shows it: it names no student and comes to what stands above it, to the cent. */
  readonly bySum: boolean;
}

/** A sum of fewer rows could be a payment of the same amount whose number is missing, unless the row calls itself a total. */
const FEWEST = 2;

/** Words by which rows call themselves a total, in English and Kiswahili. With any other word it may be a payer: Total Kenya Ltd. */
const ENGLISH =
  /^(?:(?:grand|sub|overall)[ -]?)?totals?(?:\W|\d|\b(?:amount|sum|paid|in|received|credits?|deposits?|payments?|kes|kshs?|of|rows)\b)*$/i;
const KISWAHILI = /^jumla(?:\W|\d|\b(?:kuu|ndogo|yote|zote|ya|malipo|pesa|kes)\b)*$/i;

/**
 * Rows of a list of payments that name no student and come to what stands above them (to all of it, to all that names a student, or to all
 * since the total before), or that call themselves a total: one whose amount is another is held against the sum that is nearest to it. A row that was
 * set aside may have been in the sheet's total, or twice in the sheet and once in its total: both are right.
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
    const above = Object.values(sums).filter(({ rows }) => rows >= (isTitled ? 1 : FEWEST));
    const sum = above.reduce<Sum | null>((a, b) => nearer(amount, a, b), null);
    const isWhole = above.some(({ kept, aside }) => kept + aside === amount);
    if (!named && amount > 0n && sum !== null && (isTitled || isWhole)) {
      const bySum =
        Object.values(sums).some(({ rows, kept, aside }) => rows >= FEWEST && kept + aside === amount) &&
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

/** A total that differs from its rows means that one is missing or twice: it stands at the cell that would name a student. */
export function sayHowTotalsDiffer(
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

/** Rows that the sender set aside, and what they come to without totals. */
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

/** Sum of rows, in cents: of those that are to be paid in, and of those set aside. */
interface Sum {
  rows: number;
  kept: bigint;
  aside: bigint;
}

/** Of two sums the one that is nearer to an amount. */
function nearer(amount: bigint, a: Sum | null, b: Sum): Sum {
  return a === null || distance(amount, b) < distance(amount, a) ? b : a;
}

/** Distance of an amount from a sum, with what is set aside or without. */
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
