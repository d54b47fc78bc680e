import { z } from 'zod';
import {
  ASKED_LONG,
  askAgainIn,
  PaymentsError,
  type PaymentsGateway,
  requestOnce,
} from '../../gateways/payments/index.ts';
import type { JobOrigin } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue, type Jobs, originOf } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { replyTo, withAccount } from '../payments/index.ts';
import { fail } from './end.ts';
import { findRefund, openPhone } from './store.ts';

/** Purposes of the provider's results, for `replyTo`. */
export const REFUND = 'refund';
export const REFUND_STATUS = 'refund-status';

const PAY = 'pay-refund';
const ASK = 'ask-about-refund';
const payload = z.object({ schoolId: z.uuid(), id: z.uuid(), asked: z.number().int().default(0) });

/** Queues the payout of an approved refund, for after the commit. */
export async function enqueuePayout(tx: Tx, refundId: string): Promise<void> {
  await enqueue(tx, PAY, { schoolId: tx.schoolId, id: refundId });
}

/** Jobs that pay refunds and query their status. */
export function payJobs(context: AppContext, gateway: PaymentsGateway): Jobs {
  return {
    [PAY]: async (given, run) => {
      const { schoolId, id } = payload.parse(given);
      await pay(context, gateway, schoolId, id, originOf(PAY, run));
    },
    [ASK]: async (given) => {
      const { schoolId, id, asked } = payload.parse(given);
      await ask(context, gateway, schoolId, id, asked);
    },
  };
}

/**
 * Asks the provider to pay. The request is recorded and committed first; a later run that finds the record does not ask again, but
 * queries the status.
 */
async function pay(
  context: AppContext,
  gateway: PaymentsGateway,
  schoolId: string,
  id: string,
  by: JobOrigin,
): Promise<void> {
  const due = await context.db.inSchool(schoolId, async (tx) => {
    const refund = await findRefund(tx, id);
    if (refund?.state !== 'sending' || refund.sentAt !== null || refund.payoutId === null) return null;
    const account = await withAccount(context, tx);
    if (account === null) {
      await fail(tx, by, refund, null, 'The school has not set up how it pays');
      return null;
    }
    await tx.row('UPDATE refunds SET sent_at = clock_timestamp() WHERE school_id = $1 AND id = $2', [schoolId, id]);
    await enqueueStatusQuery(tx, id, 0);
    const phone = await openPhone(tx, context, id, refund.phoneSealed);
    return { account, payment: { id: refund.payoutId, amount: refund.amount, phone } };
  });
  if (!due) return;
  const { account, payment } = due;
  const words = { remarks: 'Pocket money of a leaver', occasion: 'leaver' };
  await requestOnce(() => gateway.payOut(account, { ...payment, ...words }, replyTo(context, account, REFUND, id)), {
    onTaken: ({ conversationId }) =>
      context.db.inSchool(schoolId, (tx) =>
        tx.row('UPDATE refunds SET conversation_id = $3 WHERE school_id = $1 AND id = $2', [
          schoolId,
          id,
          conversationId,
        ]),
      ),
    onRefused: (error) => context.db.inSchool(schoolId, (tx) => refused(tx, by, id, error)),
  });
}

/** Handles a payout that the provider did not take: a retry sends it again, or else the money is returned. */
async function refused(tx: Tx, by: JobOrigin, id: string, error: PaymentsError): Promise<void> {
  const refund = await findRefund(tx, id);
  if (refund?.state !== 'sending') return;
  if (!error.retry) return fail(tx, by, refund, error.code, error.description || error.message);
  await tx.row('UPDATE refunds SET sent_at = NULL WHERE school_id = $1 AND id = $2', [tx.schoolId, id]);
}

async function ask(
  context: AppContext,
  gateway: PaymentsGateway,
  schoolId: string,
  id: string,
  asked: number,
): Promise<void> {
  const due = await context.db.inSchool(schoolId, async (tx) => {
    const refund = await findRefund(tx, id);
    // A payout that was not sent yet is queried once it is sent.
    if (refund?.state !== 'sending' || refund.sentAt === null || refund.payoutId === null) return null;
    await tx.row('UPDATE refunds SET asked_at = clock_timestamp() WHERE school_id = $1 AND id = $2', [schoolId, id]);
    await enqueueStatusQuery(tx, id, asked + 1);
    const account = await withAccount(context, tx);
    return account && { account, payoutId: refund.payoutId };
  });
  if (!due) return;
  const { account, payoutId } = due;
  try {
    const which = { originatorConversationId: payoutId };
    await gateway.askTransaction(account, which, replyTo(context, account, REFUND_STATUS, id));
  } catch (error) {
    // No retry here: the next status query is queued already.
    if (!(error instanceof PaymentsError)) throw error;
  }
}

async function enqueueStatusQuery(tx: Tx, id: string, asked: number): Promise<void> {
  await enqueue(tx, ASK, { schoolId: tx.schoolId, id, asked }, { afterMs: askAgainIn(asked) * 1_000 });
}

/**
 * Queues refunds without a result after a day to be sent or queried again; for the nightly sweep. Leaves those out that a job has queried
 * within a day: its next query is queued already, and a second series would query M-Pesa twice as often.
 */
export async function sweepRefunds(tx: Tx): Promise<void> {
  await tx.rows(
    `SELECT enqueue_job(CASE WHEN sent_at IS NULL THEN '${PAY}' ELSE '${ASK}' END,
                        json_build_object('schoolId', $1::uuid, 'id', id, 'asked', $2::int))
     FROM refunds
     WHERE school_id = $1 AND state = 'sending' AND COALESCE(asked_at, decided_at) < clock_timestamp() - interval '1 day'`,
    [tx.schoolId, ASKED_LONG],
  );
}
