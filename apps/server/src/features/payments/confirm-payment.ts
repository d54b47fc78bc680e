import { PaymentsError, type PaymentsGateway, type Result, readStatus } from '../../gateways/payments/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { replyTo, withAccount } from './account.ts';
import { settle } from './book.ts';
import { bookReported, cannotBeAsked, writeAnswer } from './booked-by-statement.ts';
import { notifyMisconfigured } from './notify.ts';
import { enqueueReconciliation } from './reconcile.ts';
import { secondsToNextQuestion } from './rules.ts';
import { ASK_PAYMENT, enqueuePaymentJob, findPayment, isSettled, paymentOfQuestion } from './store.ts';

/** Seconds for which the answer to the last question is awaited. */
const ANSWER_WITHIN_S = 3_600;

/** Purpose of the provider's answers to these questions. */
export const CONFIRM_PAYMENT = 'confirm-payment';

/**
 * Asks the provider about a payment that was reported. Each question has an id of its own that only the provider is given, so that an
 * answer at any other address is ignored.
 */
export async function askPayment(
  context: AppContext,
  gateway: PaymentsGateway,
  schoolId: string,
  receipt: string,
): Promise<void> {
  const ready = await context.db.inSchool(schoolId, async (tx) => {
    const payment = await findPayment(tx, receipt);
    const account = await withAccount(context, tx);
    if (!payment || isSettled(payment)) return null;
    if (!account) return cannotBeAsked(tx, context, receipt);
    const ofStatement = payment.inStatement;
    // Every question was asked, and none was answered.
    if (ofStatement && secondsToNextQuestion(payment.asks) === null) return cannotBeAsked(tx, context, receipt);
    const askId = newId();
    await tx.row(
      `UPDATE payments SET asks = asks + 1, ask_id = $3, ask_conversation = NULL WHERE school_id = $1 AND receipt = $2`,
      [tx.schoolId, receipt, askId],
    );
    const next = secondsToNextQuestion(payment.asks + 1);
    if (next !== null) await enqueuePaymentJob(tx, ASK_PAYMENT, { receipt }, next);
    else if (ofStatement) await enqueuePaymentJob(tx, ASK_PAYMENT, { receipt }, ANSWER_WITHIN_S);
    // After the last question, the pulled list decides: only that list can still contain the payment.
    else if (secondsToNextQuestion(payment.asks) !== null) await enqueueReconciliation(tx, context);
    return { account, askId };
  });
  if (!ready) return;
  const { account, askId } = ready;
  try {
    const ack = await gateway.askTransaction(account, { receipt }, replyTo(context, account, CONFIRM_PAYMENT, askId));
    await context.db.inSchool(schoolId, (tx) =>
      tx.row(
        `UPDATE payments SET ask_conversation = $3 WHERE school_id = $1 AND ask_id = $2 AND state IN ('told', 'unknown')`,
        [tx.schoolId, askId, ack.conversationId || null],
      ),
    );
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    // No retry here: the job of the next question is queued already.
    if (error.misconfigured)
      await context.db.inSchool(schoolId, async (tx) => {
        await notifyMisconfigured(tx, error);
        await cannotBeAsked(tx, context, receipt);
      });
  }
}

/** Handles the provider's answer about a payment. Only the answer to the last question counts. */
export async function handleStatusCallback(
  tx: Tx,
  context: AppContext,
  askId: string,
  answer: Result | 'timeout',
): Promise<void> {
  const payment = await paymentOfQuestion(tx, askId);
  if (!payment || answer === 'timeout' || answer.outcome.state === 'pending') return;
  if (payment.askConversation !== null && payment.askConversation !== answer.conversationId) return;
  const status = readStatus(answer);
  const account = await withAccount(context, tx);
  if (status?.state === 'pending' || !account) return;
  const ours =
    status?.state === 'completed' &&
    status.receipt === payment.receipt &&
    [account.shortCode, account.lnmShortCode].includes(/^\d+/.exec(status.creditParty)?.[0] ?? '');
  if (ours && status.amount !== null && payment.reportedBy === 'statement') {
    await writeAnswer(tx, payment.receipt, 'confirmed', { amount: status.amount, paidAt: status.finalisedAt });
    await bookReported(tx, context, payment.receipt, status.debitParty);
    return;
  }
  if (ours && status.amount !== null) {
    await settle(tx, context, payment.receipt, {
      by: 'status',
      amount: status.amount,
      paidAt: status.finalisedAt,
    });
    return;
  }
  // The question itself failed for a reason other than the receipt number, so the payment's state remains unknown.
  if (status === null && (answer.outcome.misconfigured || answer.outcome.retry)) {
    if (answer.outcome.misconfigured)
      await notifyMisconfigured(tx, new PaymentsError('refused', { description: answer.description }));
    if (answer.outcome.misconfigured) await cannotBeAsked(tx, context, payment.receipt);
    return;
  }
  await tx.row(`UPDATE payments SET state = 'unknown' WHERE school_id = $1 AND receipt = $2 AND state = 'told'`, [
    tx.schoolId,
    payment.receipt,
  ]);
  if (!payment.inStatement) return;
  await writeAnswer(tx, payment.receipt, status === null ? 'unknown' : 'refused');
  await bookReported(tx, context, payment.receipt);
}
