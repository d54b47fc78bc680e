import type { CustomerPayment } from '../../gateways/payments/index.ts';
import { phoneHash } from '../../gateways/payments/index.ts';
import { openWith } from '../../platform/crypto/keys.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { credit } from '../ledger/index.ts';
import { accountReader } from '../schools/index.ts';
import { getStudentById, getStudentOfNumber, holdActive, type Student } from '../students/index.ts';
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

/** Confirmation: what the provider itself said of a payment when it was asked. */
export interface Confirmation {
  /** `statement`: a statement's row that a second person approved, where the provider could not say. */
  readonly by: 'prompt' | 'status' | 'pull' | 'statement';
  readonly amount: bigint;
  /** When it was paid, where that was told. */
  readonly paidAt?: Date | null;
  /** Nobody vouches for the account that was told. */
  readonly doubtful?: boolean;
  /** Whole: where the provider tells what was typed and by whom: its word stands above what was told before. */
  readonly whole?: { readonly account: string; readonly phone: string | null; readonly paidAt: Date };
}

export type Settled = 'credited' | 'parked' | 'elsewhere' | 'settled-before' | 'nothing';

/**
 * Books a payment that the provider has confirmed, once: under the lock of its row it is looked whether that has been done.
 * It goes into the wallet of whoever it is for, and to suspense where that is nobody, or where tellings differ and the provider
 * has not said whose it is. What another school has booked is not booked again. The one place where money comes in.
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

/** False where another school has booked that receipt: then the payment says so, and nobody is asked about it any more. */
async function claimReceipt(tx: Tx, receipt: string): Promise<boolean> {
  const claimed = await tx.row(
    'INSERT INTO settled_receipts (school_id, receipt) VALUES ($1, $2) ON CONFLICT (receipt) DO NOTHING RETURNING 1 AS one',
    [tx.schoolId, receipt],
  );
  if (claimed) return true;
  await tx.row(`UPDATE payments SET state = 'elsewhere' WHERE school_id = $1 AND receipt = $2`, [tx.schoolId, receipt]);
  return false;
}

/** Behind the lock: where somebody has booked it meanwhile, all of this is taken back. */
async function finish(tx: Tx, set: string, values: readonly unknown[]): Promise<void> {
  const finished = await tx.row(
    `UPDATE payments SET ${set} WHERE school_id = $1 AND receipt = $2 AND state IN ('told', 'unknown') RETURNING 1 AS one`,
    values,
  );
  if (!finished) throw new Error('The payment was booked meanwhile.');
}

/** The payer, with what the provider has told since. */
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

/** The STK push that this payment answers, if it is one of ours. */
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

/** STK push context: what the sealed number of an STK push is bound to. */
export function stkPushContext(tx: ReadTx, id: string): string {
  return `payment-prompt:${tx.schoolId}:${id}`;
}

/** For whom a payment is, held until the transaction ends; or why for nobody. */
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
    await holdActive(tx, student.id);
    return student;
  } catch (error) {
    if (error instanceof Refusal && error.problem === 'student.not-found') return 'unknown-account';
    throw error;
  }
}
