import type { InputOf } from '@mfuko/contract/endpoint';
import type { Approval, refuseApproval as refuseCall, requestApproval as requestCall } from '@mfuko/contract/limits';
import type { NewNotice } from '@mfuko/contract/notices';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { enqueueNoticeSettled } from '../../platform/jobs/staff-notice.ts';
import { newId } from '../../platform/records/id.ts';
import { notifyStaff, settleNotice } from '../notices/index.ts';
import { findCashHold, getStudent, getStudentOfNumber, hasNumberHold } from '../students/index.ts';
import { findSlips, slipKey } from '../wallet/index.ts';
import {
  approvalDecided,
  approvalNotFound,
  approvalNotNeeded,
  ownApproval,
  slipNotTaken,
  vainApproval,
} from './errors.ts';
import { getApproval, isVain, REQUEST_HOURS } from './store.ts';

/**
 * Requests a second person's approval of a cash-out, or of paying in a bank slip once more, and notifies the others. Withdraws the
 * caller's earlier request for the student. Throws student.not-found, and approval.not-needed where the school requires none.
 */
export async function requestApproval(call: Call, input: InputOf<typeof requestCall>): Promise<Approval> {
  const { userId } = call.actor;
  return call.record(async (tx) => {
    const known = await getStudentOfNumber(tx, input.admissionNumber);
    // A student who has left gets no cash-outs, but a refund may be on hold for a changed number.
    const isRefund = known.status === 'left' && input.reference === null && (await hasNumberHold(tx, known.id));
    const student = isRefund ? known : await getStudent(tx, input.admissionNumber);
    const slip = input.reference === null ? null : slipKey(input.reference);
    const waits = isRefund || (await findCashHold(tx, student.id)) !== null;
    if (slip !== null || !waits) await requireNeed(tx, student.id, input.amount, slip);
    // Lock, so that of two simultaneous requests one is withdrawn.
    await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('approval:' || $1 || $2, 0))`, [student.id, userId]);
    const withdrawn = await tx.rows<{ id: string }>(
      `UPDATE cash_approvals SET decision = 'withdrawn', decided_by = $3, decided_at = clock_timestamp()
       WHERE school_id = $1 AND student_id = $2 AND asked_by = $3 AND slip IS NOT DISTINCT FROM $4 AND decision IS NULL
       RETURNING id`,
      [tx.schoolId, student.id, userId, slip],
    );
    for (const earlier of withdrawn) await settleNotice(tx, earlier.id);
    const id = newId();
    await tx.row(
      `INSERT INTO cash_approvals (school_id, id, student_id, amount, reason, asked_by, slip)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [tx.schoolId, id, student.id, input.amount, input.reason, userId, slip],
    );
    const asked = await getApproval(tx, userId, id);
    await note(tx, call, 'wallet.approval.request', student.id, { approval: id, amount: asked.amount });
    await tell(tx, call, 'approval.asked', asked, id);
    await enqueueNoticeSettled(tx, id, REQUEST_HOURS * 3_600_000);
    return asked;
  });
}

async function requireNeed(tx: Tx, studentId: string, amount: bigint, slip: string | null): Promise<void> {
  if (slip !== null) {
    if (!(await findSlips(tx, [slip])).has(slip)) throw slipNotTaken();
    return;
  }
  const rule = await tx.row<{ most: bigint; used: bigint }>(
    `SELECT most, used FROM pocket_limits_of($1, $2) WHERE rule = 'approval'`,
    [tx.schoolId, studentId],
  );
  if (!rule || amount <= rule.most - rule.used) throw approvalNotNeeded(rule?.most ?? null);
}

/**
 * Approves a request. Throws approval.not-found, approval.decided, wallet.same-person for the caller's own request, and approval.vain
 * where the money is on hold for a change that the caller cannot approve as a second person.
 */
export function approve(call: Call, id: string): Promise<Approval> {
  return approveOrReject(call, id, 'approved', null);
}

/** Rejects a request with a reason. Throws as `approve` does, except for approval.vain. */
export function rejectApproval(call: Call, { sysid, reason }: InputOf<typeof refuseCall>): Promise<Approval> {
  return approveOrReject(call, sysid, 'refused', reason);
}

async function approveOrReject(
  call: Call,
  id: string,
  decision: 'approved' | 'refused',
  reason: string | null,
): Promise<Approval> {
  const { userId } = call.actor;
  return call.record(async (tx) => {
    const locked = await tx.row<{ asked_by: string; student_id: string; open: boolean }>(
      `SELECT asked_by, student_id, decision IS NULL AND asked_at > now() - interval '${REQUEST_HOURS} hours' AS open
       FROM cash_approvals WHERE school_id = $1 AND id = $2 FOR UPDATE`,
      [tx.schoolId, id],
    );
    if (!locked) throw approvalNotFound();
    if (locked.asked_by === userId) {
      throw ownApproval((after) =>
        note(after, call, 'wallet.approval.same-person', locked.student_id, { approval: id }),
      );
    }
    if (!locked.open) throw approvalDecided();
    if (decision === 'approved' && (await isVain(tx, userId, id)))
      throw vainApproval((after) => note(after, call, 'wallet.approval.vain', locked.student_id, { approval: id }));
    await tx.row(
      `UPDATE cash_approvals SET decision = $3, decided_by = $4, decided_at = clock_timestamp(), note = $5
       WHERE school_id = $1 AND id = $2`,
      [tx.schoolId, id, decision, userId, reason],
    );
    await settleNotice(tx, id);
    const decided = await getApproval(tx, userId, id);
    const verb = decision === 'approved' ? 'approve' : 'refuse';
    await note(tx, call, `wallet.approval.${verb}`, locked.student_id, { approval: id, amount: decided.amount });
    await tell(tx, call, decision === 'approved' ? 'approval.given' : 'approval.refused', decided);
    return decided;
  });
}

function note(tx: Tx, call: Call, action: string, studentId: string, detail: Record<string, unknown>): Promise<void> {
  return audit(tx, call, { action, subjectKind: 'student', subjectId: studentId, detail });
}

function tell(
  tx: Tx,
  call: Call,
  kind: 'approval.asked' | 'approval.given' | 'approval.refused',
  { sysid, names, admissionNumber, amount, reference, isRefund, note: why }: Approval,
  key?: string,
): Promise<void> {
  const notice: NewNotice = {
    kind,
    subject: { kind: 'approval', id: sysid },
    params: {
      by: call.actor.names,
      names,
      admissionNumber,
      amount: amount.toLocaleString('en-KE', { minimumFractionDigits: 2 }),
      // The console's text depends on `context`: `message_slip` for `slip`, and likewise for `refund`.
      ...(reference === null ? {} : { slip: reference.slice(0, 60), context: 'slip' }),
      ...(isRefund ? { context: 'refund' } : {}),
      ...(why === null ? {} : { why }),
    },
    knownTo: call.actor.userId,
  };
  return notifyStaff(tx, notice, key);
}
