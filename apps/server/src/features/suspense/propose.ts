import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { NewNotice } from '@mfuko/contract/notices';
import type { proposeReturn, proposeSettlement, SuspenseItem } from '@mfuko/contract/suspense';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { notifyStaff } from '../notices/index.ts';
import { getStudent } from '../students/index.ts';
import { noReceipt } from './errors.ts';
import { readItem } from './list.ts';
import { type LockedItem, lockItem, setState } from './store.ts';

/**
 * Proposes the student of a payment. Throws suspense.not-found, suspense.wrong-state, and student.not-found for a student who has left.
 */
export async function proposeToSettle(
  call: Call,
  context: AppContext,
  input: InputOf<typeof proposeSettlement>,
): Promise<SuspenseItem> {
  return call.record(async (tx) => {
    const item = await lockItem(tx, input.sysid, 'open');
    const student = await getStudent(tx, input.admissionNumber);
    await propose(tx, call, item, { way: 'settle', studentId: student.id, note: input.note });
    return readItem(tx, context, item.id, call.actor.userId);
  });
}

/** Proposes to return a payment to its payer. Throws suspense.not-found, suspense.wrong-state, suspense.no-receipt. */
export async function proposeToReturn(
  call: Call,
  context: AppContext,
  input: InputOf<typeof proposeReturn>,
): Promise<SuspenseItem> {
  return call.record(async (tx) => {
    const item = await lockItem(tx, input.sysid, 'open');
    if (item.receipt === null || item.amount % 100n !== 0n) throw noReceipt();
    await propose(tx, call, item, { way: 'return', studentId: null, note: input.note });
    return readItem(tx, context, item.id, call.actor.userId);
  });
}

async function propose(
  tx: Tx,
  call: Call,
  item: LockedItem,
  proposed: { way: 'settle' | 'return'; studentId: string | null; note: string | null },
): Promise<void> {
  const { way, studentId, note } = proposed;
  const id = newId();
  await tx.row(
    `INSERT INTO suspense_proposals (school_id, id, item_id, way, student_id, note, by_user) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.schoolId, id, item.id, way, studentId, note, call.actor.userId],
  );
  await setState(tx, item.id, 'proposed');
  const detail = { way, ...(studentId === null ? {} : { student: studentId }) };
  await audit(tx, call, { action: 'suspense.propose', subjectKind: 'suspense', subjectId: item.id, detail });
  const notice: NewNotice = {
    kind: 'suspense.proposed',
    subject: { kind: 'suspense', id: item.id },
    params: { by: call.actor.names, amount: toKes(item.amount) },
    knownTo: call.actor.userId,
  };
  await notifyStaff(tx, notice, id);
}
