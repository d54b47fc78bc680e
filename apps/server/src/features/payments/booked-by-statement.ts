import { type CustomerPayment, phoneHash, readParty } from '../../gateways/payments/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { guardianNumbers } from '../students/index.ts';
import { type Settled, settle, stkPushOf, whoseIs } from './book.ts';
import { mayBePhone } from './rules.ts';
import {
  ASK_PAYMENT,
  enqueuePaymentJob,
  isSettled,
  lockPayment,
  type Payment,
  type ReportedPayment,
  writeDown,
} from './store.ts';

/**
 * Stores a payment that a statement reports and queues a question to the provider about it, whatever the payment's age and however often
 * the provider was asked before.
 */
export async function tellByStatement(
  tx: Tx,
  context: AppContext,
  told: Omit<ReportedPayment, 'reportedBy'>,
): Promise<void> {
  await writeDown(tx, context, { ...told, reportedBy: 'statement' });
  await tx.row(
    `UPDATE payments SET in_statement = true, asks = 0, doubted = false WHERE school_id = $1 AND receipt = $2 AND state IN ('told', 'unknown')`,
    [tx.schoolId, told.receipt],
  );
  await enqueuePaymentJob(tx, ASK_PAYMENT, { receipt: told.receipt });
}

/** Stores the provider's answer about a payment in a statement. A confirmation is final: no later answer replaces it. */
export async function writeAnswer(
  tx: Tx,
  receipt: string,
  answer: NonNullable<Payment['providerAnswer']>,
  confirmed: { amount: bigint; paidAt: Date | null } | null = null,
): Promise<void> {
  await tx.row(
    `UPDATE payments SET provider_answer = $3, confirmed_amount = $4, confirmed_paid_at = $5
     WHERE school_id = $1 AND receipt = $2 AND in_statement AND state IN ('told', 'unknown')
       AND provider_answer IS DISTINCT FROM 'confirmed'`,
    [tx.schoolId, receipt, answer, confirmed?.amount ?? null, confirmed?.paidAt ?? null],
  );
}

/**
 * Handles a payment about which the provider cannot be asked: leaves it to a second person. An earlier answer of the provider stays
 * valid.
 */
export async function cannotBeAsked(tx: Tx, context: AppContext, receipt: string): Promise<null> {
  const payment = await lockPayment(tx, receipt);
  if (!payment?.inStatement) return null;
  if (payment.providerAnswer === null) await writeAnswer(tx, receipt, 'not-asked');
  await bookReported(tx, context, receipt);
  return null;
}

/**
 * Books a payment that a statement reports, as far as the provider's answer and the approval allow. The provider's answer names receipt,
 * amount and payer, but not the account, which stands in the file alone. So the account is accepted where a second person approved it, or
 * where the payer is a guardian of that student or was sent an STK push by us. An account of nobody needs no approval, since suspense is
 * settled by two people anyway.
 */
export async function bookReported(
  tx: Tx,
  context: AppContext,
  receipt: string,
  debitParty = '',
): Promise<Settled | 'waits'> {
  const payment = await lockPayment(tx, receipt);
  if (!payment) return 'nothing';
  if (isSettled(payment)) return 'settled-before';
  const { providerAnswer: answer, confirmedAmount: amount, approvedIn } = payment;
  if (answer === 'confirmed' && amount !== null) {
    const proof = { by: 'status', amount, paidAt: payment.confirmedPaidAt } as const;
    if (approvedIn === null && payment.doubted) return settle(tx, context, receipt, { ...proof, doubtful: true });
    if (approvedIn !== null || (await isVouchedFor(tx, context, payment, amount, debitParty)))
      return settle(tx, context, receipt, proof);
    return 'waits';
  }
  // A file decides neither a payment with differing reports, nor one that the provider denies.
  if (approvedIn === null || payment.contested || (answer !== 'unknown' && answer !== 'not-asked')) return 'waits';
  return settle(tx, context, receipt, { by: 'statement', amount: payment.amount });
}

async function isVouchedFor(
  tx: Tx,
  context: AppContext,
  payment: Payment,
  amount: bigint,
  party: string,
): Promise<boolean> {
  const student = await whoseIs(tx, payment.account, null);
  if (typeof student === 'string') return true;
  const { phone } = readParty(party);
  if (phone.form === 'none') return false;
  const guardians = await guardianNumbers(tx, student.id);
  if (guardians.some(({ mobileNumber }) => isOf(phone, mobileNumber))) return true;
  const { account, paidAt } = payment;
  return (await stkPushOf(tx, context, payment, { account, amount, paidAt, phone })) !== null;
}

function isOf(told: CustomerPayment['phone'], phone: string): boolean {
  return mayBePhone(told, phone, phoneHash(phone));
}

/** Stores that a second person approved the statement's row of a payment, and books the payment where that suffices. */
export async function approveReported(tx: Tx, context: AppContext, receipt: string, statementId: string) {
  await tx.row(
    `UPDATE payments SET approved_in = $3, doubted = false
     WHERE school_id = $1 AND receipt = $2 AND in_statement AND state IN ('told', 'unknown')`,
    [tx.schoolId, receipt, statementId],
  );
  return bookReported(tx, context, receipt);
}

/**
 * Stores that somebody rejected the statement's row of a payment: if M-Pesa confirms the payment, its owner is unknown and it goes to
 * suspense.
 */
export async function doubtReported(tx: Tx, context: AppContext, receipt: string) {
  await tx.row(
    `UPDATE payments SET doubted = true
     WHERE school_id = $1 AND receipt = $2 AND in_statement AND state IN ('told', 'unknown') AND approved_in IS NULL`,
    [tx.schoolId, receipt],
  );
  return bookReported(tx, context, receipt);
}
