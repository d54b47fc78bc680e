import { toKes } from '@mfuko/contract/money';
import { z } from 'zod';
import {
  askAgainIn,
  isLost,
  PaymentsError,
  type PaymentsGateway,
  type ReplyTo,
  type Result,
  readStatus,
} from '../../gateways/payments/index.ts';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import { newId } from '../../platform/id.ts';
import { enqueue, type Jobs } from '../../platform/jobs.ts';
import { tellStaff } from '../notices/index.ts';
import { paymentAccountOf, type SchoolAccount } from '../schools/index.ts';
import { setState } from './store.ts';

/** What the provider answers to, by `replyTo`. */
const RETURN = 'giveback';
const RETURN_STATUS = 'giveback-status';

const GIVE_BACK = 'give-back-payment';
const ASK = 'ask-about-return';
const payload = z.object({ schoolId: z.uuid(), id: z.uuid(), asked: z.number().int().default(0) });

/** The provider's word for a payment that it has given back before: then it has been done. */
const GIVEN_BACK_BEFORE = 'R000001';

export type Replies = (house: House, account: SchoolAccount, purpose: string, id: string) => ReplyTo;

interface Parts {
  readonly house: House;
  readonly gateway: PaymentsGateway;
  /** Handed in by the composition root, since the addresses belong to a feature that stands above. */
  readonly replyTo: Replies;
}

/** Has a return that was approved carried out once the transaction has committed. */
export async function giveBackLater(tx: Tx, proposalId: string): Promise<void> {
  await enqueue(tx, GIVE_BACK, { schoolId: tx.schoolId, id: proposalId });
}

/** The jobs that give payments back. */
export function suspenseJobs(house: House, gateway: PaymentsGateway, replyTo: Replies): Jobs {
  const parts = { house, gateway, replyTo };
  return {
    [GIVE_BACK]: async (given) => {
      const { schoolId, id } = payload.parse(given);
      await giveBack(parts, schoolId, id);
    },
    [ASK]: async (given) => {
      const { schoolId, id, asked } = payload.parse(given);
      await ask(parts, schoolId, id, asked);
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

/** Asks the provider for it. That it was asked stands in the books first, and with it that it is asked what came of it. */
async function giveBack(parts: Parts, schoolId: string, id: string): Promise<void> {
  const { house } = parts;
  const due = await house.db.inSchool(schoolId, async (tx) => {
    const waiting = await lockReturn(tx, id);
    if (waiting?.outcome !== 'pending' || waiting.sentAt !== null) return null;
    const account = await paymentAccountOf(tx, house);
    if (account === null) {
      await fail(tx, waiting, null, 'The school has not set up how it collects');
      return null;
    }
    await tx.row('UPDATE suspense_proposals SET sent_at = clock_timestamp() WHERE school_id = $1 AND id = $2', [
      schoolId,
      id,
    ]);
    await askLater(tx, id, 0);
    return { waiting, account };
  });
  if (due) await send(parts, schoolId, due.waiting, due.account);
}

async function send(
  { house, gateway, replyTo }: Parts,
  schoolId: string,
  waiting: Return,
  account: SchoolAccount,
): Promise<void> {
  const { id, receipt, amount } = waiting;
  try {
    const payment = { receipt, amount, remarks: 'Given back to the payer' };
    const taken = await gateway.reverse(account, payment, replyTo(house, account, RETURN, id));
    await house.db.inSchool(schoolId, (tx) =>
      tx.row('UPDATE suspense_proposals SET conversation_id = $3 WHERE school_id = $1 AND id = $2', [
        schoolId,
        id,
        taken.originatorConversationId,
      ]),
    );
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    // Where nobody knows whether it was taken, it is asked for later.
    if (error.unsettled) return;
    await house.db.inSchool(schoolId, (tx) => refused(tx, id, error));
    if (error.retry) throw error;
  }
}

/** The provider did not take the request: it is made again, or it came to nothing. */
async function refused(tx: Tx, id: string, error: PaymentsError): Promise<void> {
  const waiting = await lockReturn(tx, id);
  if (waiting?.outcome !== 'pending') return;
  if (!error.retry) return fail(tx, waiting, error.code, error.description || error.message);
  await tx.row('UPDATE suspense_proposals SET sent_at = NULL WHERE school_id = $1 AND id = $2', [tx.schoolId, id]);
}

/** Asks what came of it. What was never acknowledged is asked for again: no receipt is given back twice. */
async function ask(parts: Parts, schoolId: string, id: string, asked: number): Promise<void> {
  const { house, gateway, replyTo } = parts;
  const due = await house.db.inSchool(schoolId, async (tx) => {
    const waiting = await lockReturn(tx, id);
    // What was not sent yet is asked about from its sending on.
    if (waiting?.outcome !== 'pending' || waiting.sentAt === null) return null;
    await askLater(tx, id, asked + 1);
    const account = await paymentAccountOf(tx, house);
    return account && { waiting, account };
  });
  if (!due) return;
  const { waiting, account } = due;
  try {
    if (waiting.conversationId === null) return await send(parts, schoolId, waiting, account);
    const which = { originatorConversationId: waiting.conversationId };
    await gateway.askTransaction(account, which, replyTo(house, account, RETURN_STATUS, id));
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    // Turned away at the door, a return is made again; a question is put again in any case.
    if (waiting.conversationId === null) await house.db.inSchool(schoolId, (tx) => giveBackLater(tx, id));
  }
}

async function askLater(tx: Tx, id: string, asked: number): Promise<void> {
  const runAt = new Date(Date.now() + askAgainIn(asked) * 1_000);
  await enqueue(tx, ASK, { schoolId: tx.schoolId, id, asked }, { runAt });
}

/** Has returns of which nothing was heard for a day sent or asked about again; for the nightly sweep. */
export async function sweepReturns(tx: Tx): Promise<void> {
  await tx.rows(
    `SELECT enqueue_job(CASE WHEN sent_at IS NULL THEN '${GIVE_BACK}' ELSE '${ASK}' END,
                        json_build_object('schoolId', $1::uuid, 'id', id, 'asked', 5))
     FROM suspense_proposals
     WHERE school_id = $1 AND outcome = 'pending' AND decided_at < clock_timestamp() - interval '1 day'`,
    [tx.schoolId],
  );
}

/** Takes what the provider says of the return itself. Late, doubled and out of order it changes nothing. */
async function hearReturn(tx: Tx, id: string, answer: Result | 'timeout'): Promise<void> {
  const waiting = await lockReturn(tx, id);
  if (!waiting || answer === 'timeout' || waiting.sentAt === null) return;
  const { state } = answer.outcome;
  if (waiting.conversationId !== null && answer.originatorConversationId !== waiting.conversationId) return;
  if (state === 'done' || answer.code === GIVEN_BACK_BEFORE) return done(tx, waiting, answer.transactionId);
  if (state !== 'pending') await fail(tx, waiting, answer.code, answer.description);
}

/** Takes what the provider answers to the question what came of it. */
async function hearReturnStatus(tx: Tx, id: string, answer: Result | 'timeout'): Promise<void> {
  const waiting = await lockReturn(tx, id);
  if (!waiting || answer === 'timeout' || waiting.sentAt === null) return;
  const status = readStatus(answer);
  if (status?.state === 'completed' && status.amount === waiting.amount) return done(tx, waiting, status.receipt);
  if (status?.state === 'failed') return fail(tx, waiting, null, 'M-Pesa did not carry it out');
  // The provider does not know it: then it is asked for once more, when it is next asked about.
  if (status === null && answer.outcome.state === 'failed' && isLost(waiting.sentAt, new Date())) {
    await tx.row(
      `UPDATE suspense_proposals SET conversation_id = NULL WHERE school_id = $1 AND id = $2 AND outcome = 'pending'`,
      [tx.schoolId, id],
    );
  }
}

async function done(tx: Tx, waiting: Return, receipt: string): Promise<void> {
  if (waiting.outcome !== 'pending') return contradicted(tx, waiting, 'done');
  const movementId = newId();
  await tx.row(
    `SELECT move_school_money($1, $2, 'unclaimed-returned', house_account($1, 'm-pesa'), house_account($1, 'suspense'), $3, $4, $5)`,
    [tx.schoolId, movementId, waiting.amount, waiting.decidedBy, waiting.receipt],
  );
  await tx.row(
    `UPDATE suspense_proposals SET outcome = 'done', movement_id = $3, result_text = $4 WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, waiting.id, movementId, receipt],
  );
  await setState(tx, waiting.itemId, 'returned');
  await trace(tx, waiting, 'suspense.returned', { movement: movementId, receipt });
}

async function fail(tx: Tx, waiting: Return, code: string | null, why: string): Promise<void> {
  if (waiting.outcome !== 'pending') return contradicted(tx, waiting, 'failed');
  await tx.row(
    `UPDATE suspense_proposals SET outcome = 'failed', result_code = $3, result_text = $4 WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, waiting.id, code, why],
  );
  await setState(tx, waiting.itemId, 'open');
  await trace(tx, waiting, 'suspense.not-returned', { code, why });
  await tellStaff(tx, {
    kind: 'suspense.not-returned',
    subject: { kind: 'suspense', id: waiting.itemId },
    params: { amount: toKes(waiting.amount), why: why.slice(0, 200) },
  });
}

/** A result that says otherwise than the one before is left to people: nothing moves, but it can be read. */
async function contradicted(tx: Tx, waiting: Return, told: 'done' | 'failed'): Promise<void> {
  if (waiting.outcome !== told)
    await trace(tx, waiting, 'suspense.return-contradicted', { told, stands: waiting.outcome });
}

function trace(tx: Tx, waiting: Return, action: string, detail: Record<string, unknown>): Promise<void> {
  return audit(tx, null, {
    action,
    subjectKind: 'suspense',
    subjectId: waiting.itemId,
    detail: { proposal: waiting.id, ...detail },
  });
}

/** Who takes what the provider answers to returns, by purpose. */
export const returnResults = { [RETURN]: hearReturn, [RETURN_STATUS]: hearReturnStatus };
