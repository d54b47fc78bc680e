import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { NewNotice } from '@mfuko/contract/notices';
import type { refund as endpoint, Refund } from '@mfuko/contract/refunds';
import { audit } from '../../platform/audit/audit.ts';
import { maskedPhone } from '../../platform/audit/changes.ts';
import { type Tx, violatedUnique } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { notifyStaff } from '../notices/index.ts';
import { findHold, getStudentOfNumber, type MoneyHold, phoneMeans } from '../students/index.ts';
import { balanceOf, cashHeld } from '../wallet/index.ts';
import { notGuardian, notLeft, notPayable, underWay } from './errors.ts';
import { isPayable, wholeShillings } from './rules.ts';
import { findGuardian, readRefund, sealPhone } from './store.ts';

/**
 * Returns true if a second person, who neither made the change nor is tied to its author, has approved a payout of this amount already.
 * The approval must have been requested after the change: an older one, for a cash-out or for another number, does not cover this number.
 */
async function isLifted(tx: Tx, studentId: string, askedBy: string, amount: bigint, hold: MoneyHold): Promise<boolean> {
  const word = await tx.row(
    `SELECT 1 AS one FROM cash_approvals
     WHERE school_id = $1 AND student_id = $2 AND asked_by = $3 AND amount >= $4 AND slip IS NULL AND asked_at > $6::timestamptz AND ($5::uuid IS NULL OR decided_by <> $5 AND segregation_conflict($5, decided_by) IS NULL)
       AND decision = 'approved' AND entry_id IS NULL AND decided_at > now() - interval '30 minutes' LIMIT 1`,
    [tx.schoolId, studentId, askedBy, amount, hold.by, hold.since],
  );
  return word !== undefined;
}

/**
 * Proposes to pay out the whole balance of a student who has left. Nothing moves before another person approves. Throws
 * student.not-found, wallet.hold, refund.not-left, refund.not-guardian, refund.too-little, refund.too-much, refund.under-way.
 */
export async function propose(call: Call, context: AppContext, input: InputOf<typeof endpoint>): Promise<Refund> {
  const { admissionNumber, mobileNumber, reason } = input;
  const { actor } = call;
  return call.record(async (tx) => {
    const student = await getStudentOfNumber(tx, admissionNumber);
    if (student.status !== 'left') throw notLeft();
    const guardian = await findGuardian(tx, student.id, mobileNumber);
    if (!guardian) throw notGuardian();
    const { amount, leftOver } = wholeShillings(await balanceOf(tx, student.id));
    const hold = await findHold(tx, student.id, phoneMeans(context, mobileNumber));
    if (hold !== null && !(await isLifted(tx, student.id, actor.userId, amount, hold))) throw cashHeld(hold);
    const payable = isPayable(amount);
    if (payable !== 'yes') throw notPayable(payable, amount);
    const id = newId();
    const sealed = await sealPhone(tx, context, id, mobileNumber);
    try {
      await tx.row(
        `INSERT INTO refunds (school_id, id, student_id, amount, left_over, reason, guardian_name, phone_sealed, by_user)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [tx.schoolId, id, student.id, amount, leftOver, reason, guardian.name, sealed, actor.userId],
      );
    } catch (error) {
      if (violatedUnique(error) === 'refunds_one_at_a_time') throw underWay();
      throw error;
    }
    const detail = { refund: id, amount: toKes(amount), guardian: guardian.name, to: maskedPhone(mobileNumber) };
    await audit(tx, call, { action: 'student.refund-proposed', subjectKind: 'student', subjectId: student.id, detail });
    const notice: NewNotice = {
      kind: 'refund.proposed',
      subject: { kind: 'student', id: student.admissionNumber },
      params: {
        by: actor.names,
        amount: toKes(amount),
        names: student.names,
        admissionNumber: student.admissionNumber,
      },
      knownTo: actor.userId,
    };
    await notifyStaff(tx, notice, id);
    return readRefund(tx, context, id, actor.userId);
  });
}
