import { toKes } from '@mfuko/contract/money';
import { isLost, type Result, readPaidOut, readStatus } from '../../gateways/payments/index.ts';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { tellStaff } from '../notices/index.ts';
import { getStudentById } from '../students/index.ts';
import { credit, receiptLater } from '../wallet/index.ts';
import { findRefund, type LockedRefund } from './store.ts';

/**
 * Takes what the provider says of a payment out. Only a result of that very payment counts, and only the first that is
 * final: late, doubled and out of order it changes nothing.
 */
export async function hearRefund(tx: Tx, id: string, answer: Result | 'timeout'): Promise<void> {
  if (answer === 'timeout') return;
  const refund = await findRefund(tx, id);
  if (!refund?.payoutId || answer.originatorConversationId !== refund.payoutId) return;
  const paid = readPaidOut(answer);
  if (paid) return arrived(tx, refund, paid.receipt, paid.amount);
  const { state } = answer.outcome;
  if (state === 'failed' || state === 'cancelled') await fail(tx, refund, answer.code, answer.description);
}

/** Takes what the provider answers to the question what came of a payment out. */
export async function hearRefundStatus(tx: Tx, id: string, answer: Result | 'timeout'): Promise<void> {
  if (answer === 'timeout') return;
  const refund = await findRefund(tx, id);
  if (!refund?.payoutId) return;
  const status = readStatus(answer);
  if (status?.state === 'completed') return arrived(tx, refund, status.receipt, status.amount);
  if (status?.state === 'failed') return fail(tx, refund, null, 'M-Pesa did not carry it out');
  // The question came to nothing: the provider does not know such a payment. What has not got there in an hour was lost.
  const unknown = status === null && answer.outcome.state === 'failed' && !answer.outcome.misconfigured;
  if (unknown && refund.sentAt && isLost(refund.sentAt, new Date())) {
    await fail(tx, refund, answer.code, 'M-Pesa knows of no such payment');
  }
}

async function arrived(tx: Tx, refund: LockedRefund, receipt: string, amount: bigint | null): Promise<void> {
  if (refund.state !== 'sending') return contradicted(tx, refund, 'paid');
  // Another amount is another payment, whatever it calls itself.
  if (amount !== refund.amount) return trace(tx, refund, 'student.refund-other-amount', { receipt });
  const movementId = newId();
  await tx.row('SELECT pay_out_refund($1, $2, $3, $4, $5)', [
    tx.schoolId,
    movementId,
    refund.studentId,
    refund.amount,
    receipt,
  ]);
  await tx.row(
    `UPDATE refunds SET state = 'paid', end_movement_id = $3, ended_at = clock_timestamp(), receipt = $4
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, refund.id, movementId, receipt],
  );
  await receiptLater(tx, movementId, 'refund-paid');
  await trace(tx, refund, 'student.refund-paid', { movement: movementId, receipt });
}

/** Puts the money of a refund that did not arrive back into the wallet, and tells the staff. */
export async function fail(tx: Tx, refund: LockedRefund, code: string | null, why: string): Promise<void> {
  if (refund.state !== 'sending') return contradicted(tx, refund, 'failed');
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
    `UPDATE refunds SET state = 'failed', end_movement_id = $3, ended_at = clock_timestamp(), result_code = $4, result_text = $5
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, refund.id, made.id, code, why.slice(0, 200)],
  );
  await trace(tx, refund, 'student.refund-failed', { movement: made.id, code, why });
  const { admissionNumber, names } = await getStudentById(tx, refund.studentId);
  await tellStaff(tx, {
    kind: 'refund.failed',
    subject: { kind: 'student', id: admissionNumber },
    params: { amount: toKes(refund.amount), names, admissionNumber, why: why.slice(0, 200) },
  });
}

/** A result that says otherwise than the one before is left to people: nothing moves, but it can be read. */
async function contradicted(tx: Tx, refund: LockedRefund, told: 'paid' | 'failed'): Promise<void> {
  if (refund.state !== told) await trace(tx, refund, 'student.refund-contradicted', { told, stands: refund.state });
}

function trace(tx: Tx, refund: LockedRefund, action: string, detail: object): Promise<void> {
  const event = { action, subjectKind: 'student', subjectId: refund.studentId };
  return audit(tx, null, { ...event, detail: { refund: refund.id, ...detail } });
}
