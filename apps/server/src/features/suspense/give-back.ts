import { toKes } from '@mfuko/contract/money';
import type { NewNotice } from '@mfuko/contract/notices';
import { z } from 'zod';
import {
  ASKED_LONG,
  askAgainIn,
  isLost,
  PaymentsError,
  type PaymentsGateway,
  type ReplyTo,
  type Result,
  readStatus,
  requestOnce,
} from '../../gateways/payments/index.ts';
import { audit, type JobOrigin } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue, type Jobs, originOf } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { moveSchoolMoney } from '../ledger/index.ts';
import { notifyStaff } from '../notices/index.ts';
import { paymentAccountOf, type SchoolAccount } from '../schools/index.ts';
import { notReturnedKey, setState } from './store.ts';

/** Purposes of the provider's results, for `replyTo`. */
const RETURN = 'giveback';
const RETURN_STATUS = 'giveback-status';

const GIVE_BACK = 'give-back-payment';
const ASK = 'ask-about-return';
const payload = z.object({ schoolId: z.uuid(), id: z.uuid(), asked: z.number().int().default(0) });

/** The provider's code for a payment that was reversed before; the return is done. */
const GIVEN_BACK_BEFORE = 'R000001';

export type Replies = (context: AppContext, account: SchoolAccount, purpose: string, id: string) => ReplyTo;

interface Parts {
  readonly context: AppContext;
  readonly gateway: PaymentsGateway;
  /** Passed in by the composition root, since the addresses belong to a later feature in the order of imports. */
  readonly replyTo: Replies;
  readonly by: JobOrigin;
}

/** Queues an approved return, for after the commit. */
export async function enqueueReturn(tx: Tx, proposalId: string): Promise<void> {
  await enqueue(tx, GIVE_BACK, { schoolId: tx.schoolId, id: proposalId });
}

/** Jobs that return payments. */
export function suspenseJobs(context: AppContext, gateway: PaymentsGateway, replyTo: Replies): Jobs {
  const parts = { context, gateway, replyTo };
  return {
    [GIVE_BACK]: async (given, run) => {
      const { schoolId, id } = payload.parse(given);
      await giveBack({ ...parts, by: originOf(GIVE_BACK, run) }, schoolId, id);
    },
    [ASK]: async (given, run) => {
      const { schoolId, id, asked } = payload.parse(given);
      await ask({ ...parts, by: originOf(ASK, run) }, schoolId, id, asked);
    },
  };
}

interface Return {
  readonly id: string;
  readonly itemId: string;
  readonly receipt: string;
  readonly amount: bigint;
  readonly sentAt: Date | null;
  readonly conversationId: string | null;
  readonly decidedBy: string;
  readonly outcome: 'pending' | 'done' | 'failed';
}

async function lockReturn(tx: Tx, id: string): Promise<Return | undefined> {
  return tx.row<Return>(
    `SELECT p.id, i.id AS "itemId", i.receipt, i.amount, p.sent_at AS "sentAt", p.conversation_id AS "conversationId",
            p.decided_by AS "decidedBy", p.outcome
     FROM suspense_proposals p JOIN suspense_items i ON i.school_id = p.school_id AND i.id = p.item_id
     WHERE p.school_id = $1 AND p.id = $2 AND p.way = 'return' AND p.outcome IS NOT NULL FOR UPDATE`,
    [tx.schoolId, id],
  );
}

/** Asks the provider to return a payment. The request is recorded and committed first, and a status query is queued with it. */
async function giveBack(parts: Parts, schoolId: string, id: string): Promise<void> {
  const { context, by } = parts;
  const due = await context.db.inSchool(schoolId, async (tx) => {
    const waiting = await lockReturn(tx, id);
    if (waiting?.outcome !== 'pending' || waiting.sentAt !== null) return null;
    const account = await paymentAccountOf(tx, context);
    if (account === null) {
      await fail(tx, by, waiting, null, 'The school has not set up how it collects');
      return null;
    }
    await tx.row('UPDATE suspense_proposals SET sent_at = clock_timestamp() WHERE school_id = $1 AND id = $2', [
      schoolId,
      id,
    ]);
    await enqueueStatusQuery(tx, id, 0);
    return { waiting, account };
  });
  if (due) await send(parts, schoolId, due.waiting, due.account);
}

async function send(
  { context, gateway, replyTo, by }: Parts,
  schoolId: string,
  waiting: Return,
  account: SchoolAccount,
): Promise<void> {
  const { id, receipt, amount } = waiting;
  const payment = { receipt, amount, remarks: 'Given back to the payer' };
  await requestOnce(() => gateway.reverse(account, payment, replyTo(context, account, RETURN, id)), {
    onTaken: ({ originatorConversationId }) =>
      context.db.inSchool(schoolId, (tx) =>
        tx.row('UPDATE suspense_proposals SET conversation_id = $3 WHERE school_id = $1 AND id = $2', [
          schoolId,
          id,
          originatorConversationId,
        ]),
      ),
    onRefused: (error) => context.db.inSchool(schoolId, (tx) => refused(tx, by, id, error)),
  });
}

/** Handles a request that the provider did not take: a retry makes it again, or else the return fails. */
async function refused(tx: Tx, by: JobOrigin, id: string, error: PaymentsError): Promise<void> {
  const waiting = await lockReturn(tx, id);
  if (waiting?.outcome !== 'pending') return;
  if (!error.retry) return fail(tx, by, waiting, error.code, error.description || error.message);
  await tx.row('UPDATE suspense_proposals SET sent_at = NULL WHERE school_id = $1 AND id = $2', [tx.schoolId, id]);
}

/**
 * Queries the status of a return. A return that was never acknowledged is requested again, since the provider reverses a receipt only
 * once.
 */
async function ask(parts: Parts, schoolId: string, id: string, asked: number): Promise<void> {
  const { context, gateway, replyTo } = parts;
  const due = await context.db.inSchool(schoolId, async (tx) => {
    const waiting = await lockReturn(tx, id);
    // A return that was not sent yet is queried once it is sent.
    if (waiting?.outcome !== 'pending' || waiting.sentAt === null) return null;
    await tx.row('UPDATE suspense_proposals SET asked_at = clock_timestamp() WHERE school_id = $1 AND id = $2', [
      schoolId,
      id,
    ]);
    await enqueueStatusQuery(tx, id, asked + 1);
    const account = await paymentAccountOf(tx, context);
    return account && { waiting, account };
  });
  if (!due) return;
  const { waiting, account } = due;
  try {
    if (waiting.conversationId === null) return await send(parts, schoolId, waiting, account);
    const which = { originatorConversationId: waiting.conversationId };
    await gateway.askTransaction(account, which, replyTo(context, account, RETURN_STATUS, id));
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    // A refused return is requested again; a refused query is repeated by the queued job.
    if (waiting.conversationId === null) await context.db.inSchool(schoolId, (tx) => enqueueReturn(tx, id));
  }
}

async function enqueueStatusQuery(tx: Tx, id: string, asked: number): Promise<void> {
  await enqueue(tx, ASK, { schoolId: tx.schoolId, id, asked }, { afterMs: askAgainIn(asked) * 1_000 });
}

/**
 * Queues returns without a result after a day to be sent or queried again; for the nightly sweep. Leaves those out that a job has queried
 * within a day: its next query is queued already, and a second series would query M-Pesa twice as often.
 */
export async function sweepReturns(tx: Tx): Promise<void> {
  await tx.rows(
    `SELECT enqueue_job(CASE WHEN sent_at IS NULL THEN '${GIVE_BACK}' ELSE '${ASK}' END,
                        json_build_object('schoolId', $1::uuid, 'id', id, 'asked', $2::int))
     FROM suspense_proposals
     WHERE school_id = $1 AND outcome = 'pending'
       AND COALESCE(asked_at, decided_at) < clock_timestamp() - interval '1 day'`,
    [tx.schoolId, ASKED_LONG],
  );
}

/** Handles the provider's result of a return. Late, repeated and reordered results change nothing. */
async function handleReturnCallback(tx: Tx, id: string, answer: Result | 'timeout', by: JobOrigin): Promise<void> {
  const waiting = await lockReturn(tx, id);
  if (!waiting || answer === 'timeout' || waiting.sentAt === null) return;
  const { state } = answer.outcome;
  if (waiting.conversationId !== null && answer.originatorConversationId !== waiting.conversationId) return;
  if (state === 'done' || answer.code === GIVEN_BACK_BEFORE) return done(tx, by, waiting, answer.transactionId);
  if (state !== 'pending') await fail(tx, by, waiting, answer.code, answer.description);
}

/** Handles the provider's answer to a status query about a return. */
async function handleReturnStatusCallback(
  tx: Tx,
  id: string,
  answer: Result | 'timeout',
  by: JobOrigin,
): Promise<void> {
  const waiting = await lockReturn(tx, id);
  if (!waiting || answer === 'timeout' || waiting.sentAt === null) return;
  const status = readStatus(answer);
  if (status?.state === 'completed' && status.amount === waiting.amount) return done(tx, by, waiting, status.receipt);
  if (status?.state === 'failed') return fail(tx, by, waiting, null, 'M-Pesa did not carry it out');
  // The provider does not know the return: clear its id, so that the next query requests it once more.
  if (status === null && answer.outcome.state === 'failed' && isLost(waiting.sentAt, new Date())) {
    await tx.row(
      `UPDATE suspense_proposals SET conversation_id = NULL WHERE school_id = $1 AND id = $2 AND outcome = 'pending'`,
      [tx.schoolId, id],
    );
  }
}

async function done(tx: Tx, by: JobOrigin, waiting: Return, receipt: string): Promise<void> {
  if (waiting.outcome !== 'pending') return contradicted(tx, by, waiting, 'done');
  const entryId = newId();
  await moveSchoolMoney(tx, [
    {
      id: entryId,
      kind: 'unclaimed-returned',
      gains: 'm-pesa',
      loses: 'suspense',
      amount: waiting.amount,
      by: waiting.decidedBy,
      reference: waiting.receipt,
    },
  ]);
  await tx.row(
    `UPDATE suspense_proposals SET outcome = 'done', entry_id = $3, result_text = $4 WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, waiting.id, entryId, receipt],
  );
  await setState(tx, waiting.itemId, 'returned');
  await trace(tx, by, waiting, 'suspense.returned', { movement: entryId, receipt });
}

async function fail(tx: Tx, by: JobOrigin, waiting: Return, code: string | null, why: string): Promise<void> {
  if (waiting.outcome !== 'pending') return contradicted(tx, by, waiting, 'failed');
  await tx.row(
    `UPDATE suspense_proposals SET outcome = 'failed', result_code = $3, result_text = $4 WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, waiting.id, code, why],
  );
  await setState(tx, waiting.itemId, 'open');
  await trace(tx, by, waiting, 'suspense.not-returned', { code, why });
  const notice: NewNotice = {
    kind: 'suspense.not-returned',
    subject: { kind: 'suspense', id: waiting.itemId },
    params: { amount: toKes(waiting.amount), why: why.slice(0, 200) },
  };
  await notifyStaff(tx, notice, notReturnedKey(waiting.id));
}

/** Records a result that contradicts the first one. No money moves: people must resolve the contradiction. */
async function contradicted(tx: Tx, by: JobOrigin, waiting: Return, told: 'done' | 'failed'): Promise<void> {
  if (waiting.outcome !== told)
    await trace(tx, by, waiting, 'suspense.return-contradicted', { told, stands: waiting.outcome });
}

function trace(tx: Tx, by: JobOrigin, waiting: Return, action: string, detail: Record<string, unknown>): Promise<void> {
  return audit(tx, by, {
    action,
    subjectKind: 'suspense',
    subjectId: waiting.itemId,
    detail: { proposal: waiting.id, ...detail },
  });
}

/** Handlers of the provider's results of returns, by purpose. */
export const returnResults = { [RETURN]: handleReturnCallback, [RETURN_STATUS]: handleReturnStatusCallback };
