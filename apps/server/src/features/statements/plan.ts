import { createHash } from 'node:crypto';
import { toKes } from '@mfuko/contract/money';
import type { StatementKind, StatementPreview } from '@mfuko/contract/mpesa-statements';
import type { ReadTx } from '../../platform/database/database.ts';
import { accountNumber, bookedPayments, isSchoolsNumber, shownPhone } from '../payments/index.ts';
import { accountReader, schoolOfAccount, sharingOf } from '../schools/index.ts';
import { noStatement } from './errors.ts';
import type { Line, Statement } from './read-statement.ts';

/** A row of a statement, as read by one of the schools that share its paybill. */
type OwnLine = Omit<Line, 'kind'> & { readonly kind: Line['kind'] | 'other-school' };

export interface PlannedLine extends Omit<Line, 'kind'> {
  readonly kind: StatementKind;
  /** Cents that are booked here. */
  readonly booked: bigint | null;
}

export interface Plan {
  readonly statement: Statement;
  readonly lines: readonly PlannedLine[];
  /** Payments that are not booked, about which M-Pesa will be asked. */
  readonly toAsk: readonly (PlannedLine & { readonly paidAt: Date })[];
  readonly contentHash: Buffer;
}

/** Compares a statement with the books. Throws input.malformed where the statement is another school's. */
export async function plan(tx: ReadTx, statement: Statement): Promise<Plan> {
  if (!(await isSchoolsNumber(tx, statement.shortCode)))
    throw noStatement('other-short-code', `is of the short code ${statement.shortCode}, which is not this school's`);
  const own = await ownLines(tx, statement);
  const paid = own.filter(({ kind }) => kind === 'payment');
  const here = await bookedPayments(
    tx,
    paid.map(({ receipt }) => receipt),
  );
  const amounts = Map.groupBy(paid, ({ receipt }) => receipt);
  const seen = new Set<string>();
  const lines = own.map((line): PlannedLine => {
    if (line.kind !== 'payment') return { ...line, kind: line.kind, booked: null };
    // A receipt that appears with two amounts is unreadable.
    if (amounts.get(line.receipt)?.some(({ amount }) => amount !== line.amount))
      return { ...line, kind: 'unreadable', booked: null };
    const again = seen.has(line.receipt);
    seen.add(line.receipt);
    const known = here.get(line.receipt);
    if (known?.booked === undefined)
      return { ...line, kind: again ? 'other' : known ? 'waiting' : 'missing', booked: null };
    return { ...line, kind: known.booked === line.amount ? 'known' : 'differs', booked: known.booked };
  });
  const toAsk = lines.flatMap((line) =>
    (line.kind === 'missing' || line.kind === 'waiting') && line.paidAt ? [{ ...line, paidAt: line.paidAt }] : [],
  );
  return { statement, lines, toAsk, contentHash: hashOf(statement) };
}

/** Returns the lines with accounts and payers of other schools removed, where they share the paybill. */
async function ownLines(tx: ReadTx, { shortCode, lines }: Statement): Promise<OwnLine[]> {
  const sharing = await sharingOf(tx, shortCode);
  const kept: OwnLine[] = [];
  for (const line of lines) {
    const others = line.kind === 'payment' && (await schoolOfAccount(tx, sharing, line.account)) !== tx.schoolId;
    kept.push(
      others
        ? { ...line, kind: 'other-school', account: '', payer: { name: null, phone: { form: 'none', text: '' } } }
        : line,
    );
  }
  return kept;
}

/** Returns a hash that does not depend on the file's name or the order of the rows. */
function hashOf({ shortCode, from, until, lines }: Statement): Buffer {
  const rows = lines
    .map(({ receipt, amount, paidAt, account, kind }) =>
      [receipt, String(amount), paidAt?.toISOString(), account, kind].join('|'),
    )
    .toSorted();
  const whole = JSON.stringify([shortCode, from.toISOString(), until.toISOString(), rows]);
  return createHash('sha256').update(whole).digest();
}

/** Returns the preview of a plan. */
export async function previewOf(tx: ReadTx, planned: Plan): Promise<StatementPreview> {
  const { statement, lines, toAsk } = planned;
  const students = await studentsOf(
    tx,
    toAsk.map(({ account }) => account),
  );
  return {
    shortCode: statement.shortCode,
    organisation: statement.organisation,
    from: statement.from.toISOString(),
    until: statement.until.toISOString(),
    toAsk: toAsk.length,
    amount: toKes(toAsk.reduce((sum, { amount }) => sum + amount, 0n)),
    rows: lines.map((line) => ({
      row: line.row,
      kind: line.kind,
      receiptNumber: line.receipt,
      date: line.paidAt?.toISOString() ?? null,
      amount: toKes(line.amount),
      account: line.account,
      payer: line.payer.name,
      mobileNumber: shownPhone(line.payer),
      ...(students.get(line.account) ?? NOBODY),
      booked: line.booked === null ? null : toKes(line.booked),
    })),
  };
}

const NOBODY = { admissionNumber: null, names: null };

/** Finds the active students by the accounts as typed. */
export async function studentsOf(
  tx: ReadTx,
  accounts: readonly string[],
): Promise<Map<string, { admissionNumber: string; names: string }>> {
  const read = await accountReader(tx);
  const numbers = new Map(accounts.map((account) => [account, accountNumber(read(account))] as const));
  const found = await tx.rows<{ admissionNumber: string; names: string }>(
    `SELECT admission_number AS "admissionNumber", names FROM students
     WHERE school_id = $1 AND admission_number = ANY($2) AND deleted_at IS NULL AND status = 'active'`,
    [tx.schoolId, [...numbers.values()].filter((number) => number !== null)],
  );
  const byNumber = new Map(found.map((student) => [student.admissionNumber, student]));
  return new Map(
    [...numbers].flatMap(([account, number]) => {
      const student = byNumber.get(number ?? '');
      return student ? [[account, student] as const] : [];
    }),
  );
}
