import type { NewNotice } from '@mfuko/contract/notices';
import { PLATFORM_SCHOOL, type Tx } from '../database/database.ts';
import { newId } from '../records/id.ts';
import { enqueue } from './jobs.ts';

/** Characters that the bell takes of a text that a notice names, and of the id of its subject. */
const LONGEST_PARAM = 200;
const LONGEST_SUBJECT = 100;

/** The job that tells the staff of a school, or the platform's, what a lower feature has handed in. */
export const NOTIFY_STAFF = 'tell-staff';

/**
 * Has the staff of the transaction's school told, if and only if it commits. For the features that stand below the
 * notices, and for what is told of a call that was refused; the others call `notifyStaff`.
 */
export async function enqueueStaffNotice(tx: Tx, notice: NewNotice): Promise<void> {
  await enqueue(tx, NOTIFY_STAFF, { schoolId: tx.schoolId, key: newId(), notice: fitting(notice) });
}

/** The same for the platform's Admins, of what happens in a school that has nobody else to hear of it. */
export async function enqueuePlatformNotice(tx: Tx, notice: NewNotice): Promise<void> {
  await enqueue(tx, NOTIFY_STAFF, { schoolId: PLATFORM_SCHOOL, key: newId(), notice: fitting(notice) });
}

/** A notice cut to what the bell takes: names and reasons come from outside, and too long a one would never be told. */
export function fitting(notice: NewNotice): NewNotice {
  const cut = (value: string | number) =>
    typeof value === 'string' ? value.slice(0, LONGEST_PARAM).toWellFormed() : value;
  return {
    ...notice,
    subject: notice.subject && { ...notice.subject, id: notice.subject.id.slice(0, LONGEST_SUBJECT).toWellFormed() },
    params: Object.fromEntries(Object.entries(notice.params).map(([name, value]) => [name, cut(value)])),
  };
}
