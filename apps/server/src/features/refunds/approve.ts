import type { InputOf } from '@mfuko/contract/endpoint';
import type { approveRefund, Refund, rejectRefund } from '@mfuko/contract/refunds';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { charge } from '../ledger/index.ts';
import { settleNotice } from '../notices/index.ts';
import { findHold, getStudentById, phoneMeans } from '../students/index.ts';
import { cashHeld } from '../wallet/index.ts';
import { changed, notGuardian, notLeft, refundNotFound, samePerson, wrongState } from './errors.ts';
import { enqueuePayout } from './pay.ts';
import { findGuardian, findRefund, type LockedRefund, openPhone, readRefund } from './store.ts';

/**
 * Approves a refund: takes the whole balance out of the wallet, and queues the payment. Throws refund.not-found, refund.wrong-state,
 * wallet.same-person and session.one-hand (with an audit row), and wallet.hold, refund.not-left, refund.not-guardian or refund.changed
 * where the situation has changed since the proposal.
 */
export async function approve(
  call: Call,
  context: AppContext,
  { sysid }: InputOf<typeof approveRefund>,
): Promise<Refund> {
  const { actor, place } = call;
  return call.record(async (tx) => {
    const refund = await lockProposed(tx, sysid);
    if (refund.byUser === actor.userId) {
      const event = { action: 'student.refund-same-person', subjectKind: 'student', subjectId: refund.studentId };
      throw samePerson((after) => audit(after, call, { ...event, detail: { refund: sysid } }));
    }
    const student = await getStudentById(tx, refund.studentId);
    if (student.status !== 'left') throw notLeft();
    const phone = await openPhone(tx, context, sysid, refund.phoneSealed);
    if (!(await findGuardian(tx, student.id, phone))) throw notGuardian();
    // While the new number is on hold, the user who changed it cannot be the second person.
    const hold = await findHold(tx, student.id, phoneMeans(context, phone));
    if (hold !== null && hold.by === actor.userId) throw cashHeld(hold);
    if (hold?.by) await tx.row('SELECT require_two_hands($1, $2)', [hold.by, actor.userId]);
    const made = await charge(
      tx,
      { actor, place, idempotencyKey: sysid },
      {
        kind: 'refund',
        studentId: student.id,
        amount: refund.amount,
        counter: 'payouts',
        method: null,
        reference: refund.reason,
      },
    );
    // Checked under the wallet's lock, so that the approved amount is still the whole balance.
    if (made.balance !== refund.leftOver) throw changed(refund.amount);
    await tx.row(
      `UPDATE refunds SET state = 'sending', decided_by = $3, decided_at = clock_timestamp(), payout_id = $4, entry_id = $5
       WHERE school_id = $1 AND id = $2`,
      [tx.schoolId, sysid, actor.userId, `refund-${sysid}`, made.id],
    );
    await enqueuePayout(tx, sysid);
    await settleNotice(tx, sysid);
    await trace(tx, call, 'student.refund-approved', refund, { movement: made.id });
    return readRefund(tx, context, sysid, actor.userId);
  });
}

/** Rejects a refund, or withdraws the caller's own proposal. Throws refund.not-found and refund.wrong-state. */
export async function reject(
  call: Call,
  context: AppContext,
  { sysid }: InputOf<typeof rejectRefund>,
): Promise<Refund> {
  return call.record(async (tx) => {
    const refund = await lockProposed(tx, sysid);
    await tx.row(
      `UPDATE refunds SET state = 'rejected', decided_by = $3, decided_at = clock_timestamp() WHERE school_id = $1 AND id = $2`,
      [tx.schoolId, sysid, call.actor.userId],
    );
    await settleNotice(tx, sysid);
    await trace(tx, call, 'student.refund-rejected', refund, {});
    return readRefund(tx, context, sysid, call.actor.userId);
  });
}

async function lockProposed(tx: Tx, id: string): Promise<LockedRefund> {
  const refund = await findRefund(tx, id);
  if (!refund) throw refundNotFound();
  if (refund.state !== 'proposed') throw wrongState(refund.state);
  return refund;
}

function trace(tx: Tx, call: Call, action: string, refund: LockedRefund, detail: object): Promise<void> {
  const event = { action, subjectKind: 'student', subjectId: refund.studentId };
  return audit(tx, call, { ...event, detail: { refund: refund.id, ...detail } });
}
