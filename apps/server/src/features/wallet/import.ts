import { createHash } from 'node:crypto';
import { wordsOrNone } from '@mfuko/contract/ids';
import type { DEPOSIT_FIELDS, ImportError, KeptRow } from '@mfuko/contract/imports';
import { formatKes, parseKes } from '@mfuko/contract/money';
import { type AuditEvent, auditAll } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { Refusal } from '../../platform/refusal.ts';
import { collectFindings, type Findings, requireColumns } from '../../platform/spreadsheets/findings.ts';
import type { Field, Table, TableRow } from '../../platform/spreadsheets/table.ts';
import { readAmount } from '../../platform/spreadsheets/typed.ts';
import { holdActive, readNumber, STUDENT_COLUMNS } from '../students/index.ts';
import { credit } from './move.ts';
import { reverse } from './reverse.ts';

type DepositField = (typeof DEPOSIT_FIELDS)[number];

/** The columns of a list of pocket money. */
export const DEPOSIT_COLUMNS: readonly Field<DepositField>[] = [
  {
    name: 'admissionNumber',
    title: 'Admission Number',
    alsoCalled: STUDENT_COLUMNS.find(({ name }) => name === 'admissionNumber')?.alsoCalled ?? [],
  },
  {
    name: 'amount',
    title: 'Amount',
    alsoCalled: [
      'amountkes',
      'amountksh',
      'amountkshs',
      'kes',
      'ksh',
      'kshs',
      'paid',
      'amountpaid',
      'deposit',
      'pocketmoney',
      'money',
    ],
  },
  {
    name: 'reference',
    title: 'Reference',
    alsoCalled: [
      'ref',
      'refno',
      'referenceno',
      'referencenumber',
      'receipt',
      'receiptno',
      'receiptnumber',
      'slip',
      'slipno',
      'transactioncode',
      'transactionid',
      'mpesacode',
      'code',
    ],
  },
];

/** A payment of a list that may be made. */
export interface DepositLine {
  readonly row: number;
  readonly studentId: string;
  /** Cents. */
  readonly amount: bigint;
  readonly reference: string | null;
  /** The same for payments that look alike: student, amount and reference. */
  readonly alike: Buffer;
}

export interface DepositPlan {
  readonly rows: number;
  readonly lines: readonly DepositLine[];
  readonly errors: readonly ImportError[];
  /** Over all rows as they were understood, the wrong ones too. */
  readonly contentHash: Buffer;
}

const REFERENCE = wordsOrNone(60);

/**
 * Holds a list of payments against the school. `paidBefore` tells which of them look like one of another list of the last
 * days, and from which list. Records nothing.
 */
export async function planDeposits(
  tx: Tx,
  table: Table<DepositField>,
  paidBefore: (tx: Tx, alike: readonly Buffer[]) => Promise<ReadonlyMap<string, string>>,
): Promise<DepositPlan> {
  const findings = collectFindings(table);
  const rows = requireColumns(table, findings, ['admissionNumber', 'amount']) ? table.rows : [];
  const read = rows.map((row) => readLine(row, findings));
  const students = await readStudents(
    tx,
    read.flatMap(({ admissionNumber }) => admissionNumber ?? []),
  );
  const { most } = (await tx.row<{ most: bigint }>('SELECT movement_limit AS most FROM schools WHERE id = $1', [
    tx.schoolId,
  ])) ?? { most: 0n };
  const firstOf = new Map<string, number>();
  const lines: DepositLine[] = [];
  for (const { row, admissionNumber, wasNumber, amount, reference } of read) {
    if (amount !== null && amount > most)
      findings.at(
        row,
        'amount',
        'over-limit',
        `is more than one payment may be: ${formatKes(most)}`,
        formatKes(amount),
      );
    const student = admissionNumber === null ? undefined : students.byNumber.get(admissionNumber);
    if (admissionNumber !== null && student?.status !== 'active')
      lookFor(row, admissionNumber, wasNumber, student?.status, students.withZeros, findings);
    if (!student || amount === null || findings.has(row)) continue;
    const alike = createHash('sha256')
      .update(JSON.stringify([student.id, String(amount), reference?.toLowerCase() ?? '']))
      .digest();
    const first = firstOf.get(alike.toString('hex'));
    if (first === undefined) firstOf.set(alike.toString('hex'), row);
    else
      findings.at(
        row,
        'reference',
        'duplicate-row',
        `is the same as row ${first}: give each payment a reference of its own`,
        reference ?? '',
      );
    lines.push({ row, studentId: student.id, amount, reference, alike });
  }
  const before = await paidBefore(
    tx,
    lines.map(({ alike }) => alike),
  );
  for (const { row, alike, reference } of lines) {
    const list = before.get(alike.toString('hex'));
    if (list !== undefined)
      findings.at(
        row,
        'reference',
        'paid-in-before',
        `was paid in with ${list} already: take the row out, or give it a reference of its own`,
        reference ?? '',
      );
  }
  const content = rows.map((row) => [row.text('admissionNumber'), row.text('amount'), row.text('reference')]);
  return {
    rows: table.rows.length,
    lines: lines.filter(({ row }) => !findings.has(row)),
    errors: findings.list(),
    contentHash: createHash('sha256').update(JSON.stringify(content)).digest(),
  };
}

function readLine(row: TableRow<DepositField>, findings: Findings<DepositField>) {
  const text = row.text('amount');
  const wire = text === '' ? null : readAmount(text);
  const amount = wire === null ? null : parseKes(wire);
  if (text === '') findings.at(row.row, 'amount', 'required', 'is required');
  else if (amount === null || amount <= 0n)
    findings.at(
      row.row,
      'amount',
      'amount',
      'must be an amount in KES of more than zero, with at most two decimals',
      text,
    );
  const reference = REFERENCE.safeParse(row.text('reference'));
  if (!reference.success)
    findings.at(row.row, 'reference', 'too-long', reference.error.issues[0]?.message ?? '', row.text('reference'));
  return {
    row: row.row,
    admissionNumber: readNumber(row, findings),
    wasNumber: row.wasNumber('admissionNumber'),
    amount,
    reference: reference.success ? reference.data : null,
  };
}

interface Payee {
  readonly id: string;
  readonly number: string;
  readonly status: 'active' | 'left';
}

async function readStudents(tx: Tx, numbers: readonly string[]) {
  const rows = await tx.rows<Payee & { bare: string }>(
    `SELECT id, admission_number AS number, status, ltrim(admission_number, '0') AS bare FROM student_list
     WHERE school_id = $1 AND (admission_number = ANY($2) OR (admission_number LIKE '0%' AND ltrim(admission_number, '0') = ANY($2)))`,
    [tx.schoolId, numbers],
  );
  const withZeros = new Map(
    rows.filter(({ number, bare }) => number !== bare).map(({ number, bare }) => [bare, number]),
  );
  return { byNumber: new Map(rows.map((row) => [row.number, row])), withZeros };
}

function lookFor(
  row: number,
  number: string,
  wasNumber: boolean,
  status: Payee['status'] | undefined,
  withZeros: ReadonlyMap<string, string>,
  findings: Findings<DepositField>,
): void {
  const meant = withZeros.get(number);
  if (status === 'left')
    findings.at(row, 'admissionNumber', 'student-left', 'belongs to a student who has left', number);
  else if (wasNumber && meant !== undefined) {
    findings.at(
      row,
      'admissionNumber',
      'lost-zeros',
      `may be ${meant}, which is there: set the column to text and enter it with its zeros`,
      number,
    );
  } else findings.at(row, 'admissionNumber', 'student-unknown', 'belongs to no student', number);
}

/** Pays the lines of a plan in. Answers each row with its movement. */
export async function recordDeposits(
  tx: Tx,
  call: Call,
  lines: readonly DepositLine[],
  batchId: string,
): Promise<Map<number, string>> {
  const movements = new Map<number, string>();
  // Wallets are locked in the order of their ids, so that two lists never wait for each other.
  for (const line of lines.toSorted((a, b) =>
    a.studentId < b.studentId ? -1 : a.studentId > b.studentId ? 1 : a.row - b.row,
  )) {
    await holdActive(tx, line.studentId);
    // Two payments of one amount are two payments here: the list as a whole is recorded once.
    const mover = { actor: call.actor, place: call.place, idempotencyKey: `${batchId}:${line.row}` };
    const made = await credit(tx, mover, {
      kind: 'deposit',
      studentId: line.studentId,
      amount: line.amount,
      counter: 'cash-desk',
      method: null,
      reference: line.reference,
    });
    movements.set(line.row, made.id);
  }
  const events = lines.map(({ row, studentId }) => {
    const detail = { movement: movements.get(row), batch: batchId };
    return { action: 'wallet.deposit', subjectKind: 'student', subjectId: studentId, detail };
  });
  await auditAll(tx, call.actor, events, call.requestId);
  return movements;
}

/** A payment that is to be taken back. */
export interface PaidRow {
  readonly row: number;
  readonly studentId: string;
  readonly movementId: string;
  readonly admissionNumber: string;
}

/**
 * Reverses all payments of a list that have not been reversed one by one, each as wallet/reverse would: by another person,
 * and only what the wallet still holds. Answers which rows stand in the way; then the caller rolls back.
 */
export async function undoDeposits(
  tx: Tx,
  call: Call,
  paid: readonly PaidRow[],
  reason: string,
): Promise<{ reversed: number; refused: KeptRow[] }> {
  const refused: KeptRow[] = [];
  const events: AuditEvent[] = [];
  for (const { row, studentId, movementId, admissionNumber } of paid.toSorted((a, b) =>
    a.studentId < b.studentId ? -1 : 1,
  )) {
    try {
      const made = await reverse(tx, call, movementId, reason);
      const detail = { movement: made.movement_id, reverses: movementId };
      events.push({ action: 'wallet.reverse', subjectKind: 'student', subjectId: studentId, detail });
    } catch (error) {
      // What was taken back by itself needs no taking back.
      if (!(error instanceof Refusal)) throw error;
      if (error.problem === 'wallet.already-reversed') continue;
      if (error.problem === 'wallet.same-person') throw error;
      refused.push({ row, admissionNumber, why: 'spent', reason: error.message });
    }
  }
  await auditAll(tx, call.actor, events, call.requestId);
  return { reversed: events.length, refused: refused.toSorted((a, b) => a.row - b.row) };
}
