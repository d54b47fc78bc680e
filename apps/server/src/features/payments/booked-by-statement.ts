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
 * Writes down what a statement tells of a payment, with the question to the provider whether it is true: however old it is, and
 * however often it was asked about before.
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

/** Writes down what the provider answered of such a payment. A confirmation stands: nothing that comes later takes it back. */
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

/** The provider cannot be asked of it: that is left to a second person. What it has said before stands. */
export async function cannotBeAsked(tx: Tx, context: AppContext, receipt: string): Promise<null> {
  const payment = await lockPayment(tx, receipt);
  if (!payment?.inStatement) return null;
  if (payment.providerAnswer === null) await writeAnswer(tx, receipt, 'not-asked');
  await bookTold(tx, context, receipt);
  return null;
}

/**
 * Books a payment that a statement told, as far as what the provider answered and who approved it allow. The provider's answer
 * names receipt, amount and payer, and not the account: that stands in the file alone. So it is taken where a second person
 * approved it, or the payer is a guardian of that student or was asked by us; for nobody's account nothing is at stake, since
 * suspense is settled by two people anyway.
 */
export async function bookTold(
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
  // Tellings that differ are not decided by a file, and neither is what the provider denies.
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

/** A second person has approved what that statement says of the payment. */
export async function approveTold(tx: Tx, context: AppContext, receipt: string, statementId: string) {
  await tx.row(
    `UPDATE payments SET approved_in = $3, doubted = false
     WHERE school_id = $1 AND receipt = $2 AND in_statement AND state IN ('told', 'unknown')`,
    [tx.schoolId, receipt, statementId],
  );
  return bookTold(tx, context, receipt);
}

/** Somebody says that a statement is not right: what M-Pesa confirms of it is money whose owner nobody knows. */
export async function doubtTold(tx: Tx, context: AppContext, receipt: string) {
  await tx.row(
    `UPDATE payments SET doubted = true
     WHERE school_id = $1 AND receipt = $2 AND in_statement AND state IN ('told', 'unknown') AND approved_in IS NULL`,
    [tx.schoolId, receipt],
  );
  return bookTold(tx, context, receipt);
}
