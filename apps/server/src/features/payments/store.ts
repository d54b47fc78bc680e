import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { type Payer, sealPayer } from './payer.ts';
import { keepPayerWords } from './payer-words.ts';

/** Names of this feature's jobs. Each job has the school, and the STK push or payment that it is about. */
export const SEND_STK_PUSH = 'send-stk-push';
export const QUERY_STK_PUSH = 'query-stk-push';
export const ASK_PAYMENT = 'ask-about-payment';
export const RECONCILE = 'reconcile-payments';

export async function enqueuePaymentJob(tx: Tx, task: string, subject: object, seconds = 0): Promise<void> {
  await enqueue(tx, task, { schoolId: tx.schoolId, ...subject }, seconds > 0 ? { afterMs: seconds * 1_000 } : {});
}

export interface StkPush {
  readonly id: string;
  readonly studentId: string;
  readonly amount: bigint;
  readonly reference: string;
  readonly phoneSealed: Buffer;
  readonly status: 'new' | 'sending' | 'sent' | 'unsettled' | 'paid' | 'failed' | 'cancelled';
  readonly code: string | null;
  readonly checkoutId: string | null;
  readonly adopted: boolean;
  readonly receipt: string | null;
  readonly requestedAt: Date;
  /** Seconds since the push was sent, or since it was requested where it was not sent. */
  readonly ageSeconds: number;
  readonly tries: number;
  readonly asks: number;
}

const STK_PUSH = `SELECT id, student_id AS "studentId", amount, reference, phone_sealed AS "phoneSealed", status, code,
    checkout_id AS "checkoutId", adopted, receipt, requested_at AS "requestedAt",
    extract(epoch FROM clock_timestamp() - coalesce(sent_at, requested_at))::float8 AS "ageSeconds", tries, asks
  FROM stk_pushes WHERE school_id = $1`;

export function findStkPush(tx: ReadTx, id: string): Promise<StkPush | undefined> {
  return tx.row<StkPush>(`${STK_PUSH} AND id = $2`, [tx.schoolId, id]);
}

/** Returns an STK push, with its row locked until the transaction ends. */
export function lockStkPush(tx: Tx, id: string): Promise<StkPush | undefined> {
  return tx.row<StkPush>(`${STK_PUSH} AND id = $2 FOR UPDATE`, [tx.schoolId, id]);
}

/** Returns unpaid STK pushes for that account and amount that a payment made at `paidAt` may answer, oldest first. */
export function openStkPushes(tx: ReadTx, reference: string, amount: bigint, paidAt: Date): Promise<StkPush[]> {
  return tx.rows<StkPush>(
    `${STK_PUSH} AND reference = $2 AND amount = $3 AND status <> 'paid'
       AND coalesce(sent_at, requested_at) BETWEEN $4::timestamptz - interval '15 minutes' AND $4::timestamptz + interval '2 minutes'
     ORDER BY requested_at`,
    [tx.schoolId, reference, amount, paidAt],
  );
}

export type StkPushChange = Partial<{
  status: StkPush['status'];
  code: string | null;
  reason: string | null;
  checkoutId: string;
  adopted: boolean;
  receipt: string;
  sent: true;
  asks: number;
  tries: number;
}>;

/**
 * Changes an STK push that is not paid; paid is final. Returns false where the push is paid, or where another push has that checkout id.
 */
export async function changeStkPush(tx: Tx, id: string, change: StkPushChange): Promise<boolean> {
  const values: unknown[] = [tx.schoolId, id];
  const set = (column: string, value: unknown) => `${column} = $${values.push(value)}`;
  const columns: string[] = [];
  if (change.status !== undefined) columns.push(set('status', change.status));
  if (change.code !== undefined) columns.push(set('code', change.code));
  if (change.reason !== undefined) columns.push(set('reason', change.reason));
  if (change.checkoutId !== undefined) columns.push(set('checkout_id', change.checkoutId));
  if (change.adopted !== undefined) columns.push(set('adopted', change.adopted));
  if (change.receipt !== undefined) columns.push(set('receipt', change.receipt));
  if (change.asks !== undefined) columns.push(set('asks', change.asks));
  if (change.tries !== undefined) columns.push(set('tries', change.tries));
  if (change.sent) columns.push('sent_at = clock_timestamp()');
  const changed = await tx.row(
    `UPDATE stk_pushes SET ${columns.join(', ')} WHERE school_id = $1 AND id = $2 AND status <> 'paid' RETURNING 1 AS one`,
    values,
  );
  return changed !== undefined;
}

export interface Payment {
  readonly id: string;
  readonly receipt: string;
  readonly amount: bigint;
  readonly paidAt: Date;
  readonly account: string;
  readonly payerSealed: Buffer | null;
  readonly stkPushId: string | null;
  readonly reportedBy: 'prompt' | 'confirmation' | 'pull' | 'statement';
  readonly state: 'told' | 'unknown' | 'credited' | 'parked' | 'elsewhere';
  readonly asks: number;
  readonly askConversation: string | null;
  readonly contested: boolean;
  /** Fields of a payment that a statement reports: M-Pesa's answer, and the second person's decision. */
  readonly inStatement: boolean;
  readonly providerAnswer: 'confirmed' | 'unknown' | 'refused' | 'not-asked' | null;
  readonly confirmedAmount: bigint | null;
  readonly confirmedPaidAt: Date | null;
  readonly approvedIn: string | null;
  readonly doubted: boolean;
}

const PAYMENT = `SELECT id, receipt, amount, paid_at AS "paidAt", account, payer_sealed AS "payerSealed", stk_push_id AS "stkPushId",
    reported_by AS "reportedBy", state, asks, ask_conversation AS "askConversation", contested,
    in_statement AS "inStatement", provider_answer AS "providerAnswer", confirmed_amount AS "confirmedAmount",
    confirmed_paid_at AS "confirmedPaidAt", approved_in AS "approvedIn", doubted
  FROM payments WHERE school_id = $1`;

/** Returns true where a payment is final: booked, here or in another school. */
export function isSettled({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'credited' || state === 'parked' || state === 'elsewhere';
}

export function lockPayment(tx: Tx, receipt: string): Promise<Payment | undefined> {
  return tx.row<Payment>(`${PAYMENT} AND receipt = $2 FOR UPDATE`, [tx.schoolId, receipt]);
}

export function findPayment(tx: ReadTx, receipt: string): Promise<Payment | undefined> {
  return tx.row<Payment>(`${PAYMENT} AND receipt = $2`, [tx.schoolId, receipt]);
}

/** Returns the payment whose last question has this id. */
export function paymentOfQuestion(tx: ReadTx, askId: string): Promise<Payment | undefined> {
  return tx.row<Payment>(`${PAYMENT} AND ask_id = $2`, [tx.schoolId, askId]);
}

export function paymentsOfStkPush(tx: ReadTx, stkPushId: string): Promise<Payment[]> {
  return tx.rows<Payment>(`${PAYMENT} AND stk_push_id = $2`, [tx.schoolId, stkPushId]);
}

export interface ReportedPayment {
  readonly receipt: string;
  readonly amount: bigint;
  readonly paidAt: Date;
  readonly account: string;
  readonly payer: Payer;
  readonly reportedBy: Payment['reportedBy'];
  readonly stkPushId?: string;
}

/**
 * Stores a report of a payment, one row for each receipt. A second report with another amount or account makes the payment contested.
 * Returns true for a new payment.
 */
export async function writeDown(tx: Tx, context: AppContext, told: ReportedPayment): Promise<boolean> {
  const [row] = await tx.prepared<{ fresh: boolean }>(
    'write-payment-down',
    `INSERT INTO payments AS p (school_id, receipt, id, amount, paid_at, account, payer_sealed, stk_push_id, reported_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (school_id, receipt) DO UPDATE
       SET contested = p.contested OR p.amount <> EXCLUDED.amount OR p.account <> EXCLUDED.account,
           stk_push_id = COALESCE(p.stk_push_id, EXCLUDED.stk_push_id)
       WHERE p.state IN ('told', 'unknown')
     RETURNING xmax = 0 AS fresh`,
    [
      tx.schoolId,
      told.receipt,
      newId(),
      told.amount,
      told.paidAt,
      told.account,
      await sealPayer(tx, context, told.receipt, told.payer),
      told.stkPushId ?? null,
      told.reportedBy,
    ],
  );
  if (row) await keepPayerWords(tx, context, told.receipt, told.payer.name);
  return row?.fresh ?? false;
}
