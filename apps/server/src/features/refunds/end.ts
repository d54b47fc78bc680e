import { toKes } from '@mfuko/contract/money';
import { isLost, type Result, readPaidOut, readStatus } from '../../gateways/payments/index.ts';
import { audit, type JobOrigin } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { credit, moveSchoolMoney } from '../ledger/index.ts';
import { notifyStaff } from '../notices/index.ts';
import { getStudentById } from '../students/index.ts';
import { enqueueReceipt } from '../wallet/index.ts';
import { findRefund, type LockedRefund } from './store.ts';

/**
 * Handles the provider's result of a payout. Only a result of this very payout counts, and only the first final one: late, repeated and
 * reordered results change nothing.
 */
export async function handleRefundCallback(
  tx: Tx,
  id: string,
  answer: Result | 'timeout',
  by: JobOrigin,
): Promise<void> {
  if (answer === 'timeout') return;
  const refund = await findRefund(tx, id);
  if (!refund?.payoutId || answer.originatorConversationId !== refund.payoutId) return;
  const paid = readPaidOut(answer);
  if (paid) return arrived(tx, by, refund, paid.receipt, paid.amount);
  const { state } = answer.outcome;
  if (state === 'failed' || state === 'cancelled') await fail(tx, by, refund, answer.code, answer.description);
}

/** Handles the provider's answer to a status query about a payout. */
export async function handleRefundStatusCallback(
  tx: Tx,
  id: string,
  answer: Result | 'timeout',
  by: JobOrigin,
): Promise<void> {
  if (answer === 'timeout') return;
  const refund = await findRefund(tx, id);
  if (!refund?.payoutId) return;
  const status = readStatus(answer);
  if (status?.state === 'completed') return arrived(tx, by, refund, status.receipt, status.amount);
  if (status?.state === 'failed') return fail(tx, by, refund, null, 'M-Pesa did not carry it out');
  // The query failed, since the provider does not know such a payment. A payment that is unknown after an hour was lost.
  const unknown = status === null && answer.outcome.state === 'failed' && !answer.outcome.misconfigured;
  if (unknown && refund.sentAt && isLost(refund.sentAt, new Date())) {
    await fail(tx, by, refund, answer.code, 'M-Pesa knows of no such payment');
  }
}

async function arrived(
  tx: Tx,
  by: JobOrigin,
  refund: LockedRefund,
  receipt: string,
  amount: bigint | null,
): Promise<void> {
  if (refund.state !== 'sending') return contradicted(tx, by, refund, 'paid');
  // A result with another amount belongs to another payment, despite the id.
  if (amount !== refund.amount) return trace(tx, by, refund, 'student.refund-other-amount', { receipt });
  const entryId = newId();
  // The school no longer owes the money, and M-Pesa no longer holds it.
  await moveSchoolMoney(tx, [
    {
      id: entryId,
      kind: 'refund-paid',
      gains: 'm-pesa',
      loses: 'payouts',
      amount: refund.amount,
      studentId: refund.studentId,
      by: null,
      reference: receipt,
    },
  ]);
  await tx.row(
    `UPDATE refunds SET state = 'paid', end_entry_id = $3, ended_at = clock_timestamp(), receipt = $4
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, refund.id, entryId, receipt],
  );
  await enqueueReceipt(tx, entryId, 'refund-paid');
  await trace(tx, by, refund, 'student.refund-paid', { movement: entryId, receipt });
}

/** Puts the money of a failed refund back into the wallet, and notifies the staff. */
export async function fail(
  tx: Tx,
  by: JobOrigin,
  refund: LockedRefund,
  code: string | null,
  why: string,
): Promise<void> {
  if (refund.state !== 'sending') return contradicted(tx, by, refund, 'failed');
  const made = await credit(
    tx,
    { actor: null, place: null, idempotencyKey: refund.id },
    {
      kind: 'refund-failed',
      studentId: refund.studentId,
      amount: refund.amount,
      counter: 'payouts',
      method: null,
      reference: why.slice(0, 200),
    },
  );
  await tx.row(
    `UPDATE refunds SET state = 'failed', end_entry_id = $3, ended_at = clock_timestamp(), result_code = $4, result_text = $5
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, refund.id, made.id, code, why.slice(0, 200)],
  );
  await trace(tx, by, refund, 'student.refund-failed', { movement: made.id, code, why });
  const { admissionNumber, names } = await getStudentById(tx, refund.studentId);
  await notifyStaff(tx, {
    kind: 'refund.failed',
    subject: { kind: 'student', id: admissionNumber },
    params: { amount: toKes(refund.amount), names, admissionNumber, why: why.slice(0, 200) },
  });
}

/** Records a result that contradicts the first one. No money moves: people must resolve the contradiction. */
async function contradicted(tx: Tx, by: JobOrigin, refund: LockedRefund, told: 'paid' | 'failed'): Promise<void> {
  if (refund.state !== told) await trace(tx, by, refund, 'student.refund-contradicted', { told, stands: refund.state });
}

function trace(tx: Tx, by: JobOrigin, refund: LockedRefund, action: string, detail: object): Promise<void> {
  const event = { action, subjectKind: 'student', subjectId: refund.studentId };
  return audit(tx, by, { ...event, detail: { refund: refund.id, ...detail } });
}
