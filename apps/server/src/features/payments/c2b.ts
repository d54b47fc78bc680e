import { acceptPayment, type CustomerPayment, rejectPayment } from '../../gateways/payments/index.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { accountReader } from '../schools/index.ts';
import { getStudent } from '../students/index.ts';
import { isSchoolsNumber } from './known.ts';
import { admissionNumberOf } from './rules.ts';
import { ASK_PAYMENT, enqueuePaymentJob, writeDown } from './store.ts';
import { mostOf } from './write-stk-push.ts';

/**
 * Our limit for a validation; the provider waits eight seconds. A payment that passes unvalidated is parked if need be, so that none
 * fails because this server is slow.
 */
const ANSWER_WITHIN_MS = 4_000;

/** Answers the validation of a C2B payment in the provider's format. Accepts the payment if the checks take too long or fail unexpectedly. */
export async function validate(ask: Promise<object>): Promise<object> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<object>((resolve) => {
    timer = setTimeout(() => resolve(acceptPayment()), ANSWER_WITHIN_MS);
  });
  const answer = ask.catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    return acceptPayment();
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

export async function verdictOn(tx: ReadTx, payment: CustomerPayment | null): Promise<object> {
  // An amount of zero makes a payment unreadable too.
  if (!payment) return rejectPayment('amount');
  if (!(await isSchoolsNumber(tx, payment.shortCode))) return rejectPayment('shortCode');
  if (payment.amount < 100n || payment.amount > (await mostOf(tx))) return rejectPayment('amount');
  const number = admissionNumberOf((await accountReader(tx))(payment.account));
  if (number === null) return rejectPayment('account');
  try {
    await getStudent(tx, number);
  } catch (error) {
    if (error instanceof Refusal) return rejectPayment('account');
    throw error;
  }
  return acceptPayment();
}

/** Stores a C2B confirmation and queues a question to the provider whether it is true. */
export async function handleC2bConfirmation(tx: Tx, context: AppContext, payment: CustomerPayment): Promise<void> {
  if (!(await isSchoolsNumber(tx, payment.shortCode))) return;
  const fresh = await writeDown(tx, context, {
    receipt: payment.receipt,
    amount: payment.amount,
    paidAt: payment.paidAt,
    account: payment.account,
    payer: { name: payment.payer || null, phone: payment.phone },
    reportedBy: 'confirmation',
  });
  if (fresh) await enqueuePaymentJob(tx, ASK_PAYMENT, { receipt: payment.receipt });
}
