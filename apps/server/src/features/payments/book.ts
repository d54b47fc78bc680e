import type { CustomerPayment } from '../../gateways/payments/index.ts';
import { phoneHash } from '../../gateways/payments/index.ts';
import { openWith } from '../../platform/crypto/keys.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { credit } from '../ledger/index.ts';
import { accountReader } from '../schools/index.ts';
import { getStudentById, getStudentOfNumber, lockActiveStudent, type Student } from '../students/index.ts';
import { park, rememberPayer } from '../suspense/index.ts';
import { enqueueReceipt } from '../wallet/index.ts';
import { hashOfPayer, openPayer, type Payer, payerOf, sealPayer } from './payer.ts';
import { admissionNumberOf, mayBePhone } from './rules.ts';
import {
  changeStkPush,
  findStkPush,
  isSettled,
  lockPayment,
  openStkPushes,
  type Payment,
  type StkPush,
} from './store.ts';

/** Confirmation: the provider's own answer about a payment. */
export interface Confirmation {
  /** Source of the confirmation. `statement`: a row of a statement that a second person approved, where the provider could not say. */
  readonly by: 'prompt' | 'status' | 'pull' | 'statement';
  readonly amount: bigint;
  /** Time of the payment, where the provider reported it. */
  readonly paidAt?: Date | null;
  /** True where nobody vouches for the reported account. */
  readonly doubtful?: boolean;
  /** The account, phone and time in the provider's own record, where it has them; they override what was reported before. */
  readonly whole?: { readonly account: string; readonly phone: string | null; readonly paidAt: Date };
}

export type Settled = 'credited' | 'parked' | 'elsewhere' | 'settled-before' | 'nothing';

/**
 * Books a confirmed payment exactly once: checks under the lock of the payment's row that nobody has booked it. The money goes into the
 * student's wallet, or to suspense where the account belongs to nobody, or where reports differ and the provider has not named the
 * account. A payment that another school has booked is not booked again. This function is the only place where M-Pesa money comes in.
 */
export async function settle(tx: Tx, context: AppContext, receipt: string, proof: Confirmation): Promise<Settled> {
  const payment = await lockPayment(tx, receipt);
  if (!payment) return 'nothing';
  if (isSettled(payment)) return 'settled-before';
  if (!(await claimReceipt(tx, receipt))) return 'elsewhere';
  const payer = await payerWith(tx, context, payment, proof);
  const account = proof.whole?.account ?? payment.account;
  const paidAt = proof.whole?.paidAt ?? proof.paidAt ?? payment.paidAt;
  const told = !proof.doubtful && !payment.contested && payment.amount === proof.amount;
  const clear = proof.whole !== undefined || told;
  const push = clear
    ? await stkPushOf(tx, context, payment, { account, amount: proof.amount, paidAt, phone: payer.phone })
    : null;
  const whose = clear ? await whoseIs(tx, account, push) : 'unknown-account';
  const common = [
    tx.schoolId,
    receipt,
    proof.by,
    proof.amount,
    paidAt,
    account,
    await sealPayer(tx, context, receipt, payer),
  ];
  const SETTLED =
    'confirmed_by = $3, amount = $4, paid_at = $5, account = $6, payer_sealed = $7, settled_at = clock_timestamp()';
  if (typeof whose === 'string') {
    const parked = await park(tx, context, {
      receipt,
      amount: proof.amount,
      paidAt,
      account,
      payerName: payer.name,
      payerHash: hashOfPayer(payer),
      why: whose,
    });
    await finish(tx, `state = 'parked', ${SETTLED}, suspense_id = $8`, [...common, parked.id]);
    return 'parked';
  }
  const made = await credit(
    tx,
    { actor: null, place: null, idempotencyKey: receipt },
    {
      kind: 'collection',
      studentId: whose.id,
      amount: proof.amount,
      counter: 'm-pesa',
      method: null,
      reference: receipt,
    },
  );
  await finish(tx, `state = 'credited', ${SETTLED}, student_id = $8, entry_id = $9, stk_push_id = $10`, [
    ...common,
    whose.id,
    made.id,
    push?.id ?? null,
  ]);
  if (push) await changeStkPush(tx, push.id, { status: 'paid', code: '0', reason: null, receipt });
  await enqueueReceipt(tx, made.id, 'collection');
  const hash = hashOfPayer(payer);
  if (hash) await rememberPayer(tx, context, hash, whose.id);
  return 'credited';
}

/**
 * Claims a receipt for this school. Returns false where another school has booked the receipt: the payment's state then says so, and the
 * provider is not asked about it again.
 */
async function claimReceipt(tx: Tx, receipt: string): Promise<boolean> {
  const claimed = await tx.row(
    'INSERT INTO settled_receipts (school_id, receipt) VALUES ($1, $2) ON CONFLICT (receipt) DO NOTHING RETURNING 1 AS one',
    [tx.schoolId, receipt],
  );
  if (claimed) return true;
  await tx.row(`UPDATE payments SET state = 'elsewhere' WHERE school_id = $1 AND receipt = $2`, [tx.schoolId, receipt]);
  return false;
}

/**
 * Stores the final state of a payment. Throws where another transaction has booked the payment despite the lock, so that everything rolls
 * back.
 */
async function finish(tx: Tx, set: string, values: readonly unknown[]): Promise<void> {
  const finished = await tx.row(
    `UPDATE payments SET ${set} WHERE school_id = $1 AND receipt = $2 AND state IN ('told', 'unknown') RETURNING 1 AS one`,
    values,
  );
  if (!finished) throw new Error('Another transaction booked the payment.');
}

/** Returns the payer, with the phone from the provider's record where it has one. */
async function payerWith(tx: ReadTx, context: AppContext, payment: Payment, proof: Confirmation): Promise<Payer> {
  const told = await openPayer(tx, context, payment.receipt, payment.payerSealed);
  return proof.whole?.phone ? payerOf(proof.whole.phone, told.name) : told;
}

interface Described {
  readonly account: string;
  readonly amount: bigint;
  readonly paidAt: Date;
  readonly phone: CustomerPayment['phone'];
}

/** Returns the STK push of ours that this payment answers, or null. */
export async function stkPushOf(
  tx: ReadTx,
  context: AppContext,
  payment: Payment,
  paid: Described,
): Promise<StkPush | null> {
  const named = payment.stkPushId ? await findStkPush(tx, payment.stkPushId) : undefined;
  const candidates = named ? [named] : await openStkPushes(tx, paid.account, paid.amount, paid.paidAt);
  const key = await context.keys.ofSchool(tx);
  const answered = candidates.find((push) => {
    if (push.status === 'paid' || push.amount !== paid.amount || push.reference !== paid.account) return false;
    const phone = openWith(key, stkPushContext(tx, push.id), push.phoneSealed).toString('utf8');
    return mayBePhone(paid.phone, phone, phoneHash(phone));
  });
  return answered ?? null;
}

/** Returns the context to which the sealed phone number of an STK push is bound. */
export function stkPushContext(tx: ReadTx, id: string): string {
  return `payment-prompt:${tx.schoolId}:${id}`;
}

/**
 * Returns the student whom a payment is for, with the student's row locked until the transaction ends; or the reason why there is none.
 */
export async function whoseIs(
  tx: Tx,
  account: string,
  push: StkPush | null,
): Promise<Student | 'unknown-account' | 'left'> {
  const number = admissionNumberOf((await accountReader(tx))(account));
  if (number === null && !push) return 'unknown-account';
  try {
    const student = push ? await getStudentById(tx, push.studentId) : await getStudentOfNumber(tx, number ?? '');
    if (student.status !== 'active') return 'left';
    await lockActiveStudent(tx, student.id);
    return student;
  } catch (error) {
    if (error instanceof Refusal && error.problem === 'student.not-found') return 'unknown-account';
    throw error;
  }
}
