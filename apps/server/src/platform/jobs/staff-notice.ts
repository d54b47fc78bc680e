import type { NewNotice } from '@mfuko/contract/notices';
import { PLATFORM_SCHOOL, type Tx } from '../database/database.ts';
import { newId } from '../records/id.ts';
import { enqueue } from './jobs.ts';

/** Maximum lengths of a text parameter of a notice, and of its subject's id. */
const MAX_PARAM_LENGTH = 200;
const MAX_SUBJECT_LENGTH = 100;

/** Job that delivers a notice from a lower feature to the staff of a school, or to the platform's Admins. */
export const NOTIFY_STAFF = 'tell-staff';

/** Job that settles the notice of a request that was decided in a lower feature. */
export const SETTLE_NOTICE = 'settle-notice';

/**
 * Queues a notice to the staff of the transaction's school, sent if and only if the transaction commits. For features below the
 * notices, and for notices about refused calls; others call `notifyStaff`. A notice with a `key` that exists already is not repeated.
 */
export async function enqueueStaffNotice(tx: Tx, notice: NewNotice, key: string = newId()): Promise<void> {
  await enqueue(tx, NOTIFY_STAFF, { schoolId: tx.schoolId, key, notice: fitting(notice) });
}

/**
 * Queues the settling of a notice that was queued under a key. For features below the notices, and with `afterMs` for the end of a
 * request that nobody decides; others call `settleNotice`.
 */
export async function enqueueNoticeSettled(tx: Tx, key: string, afterMs?: number): Promise<void> {
  await enqueue(tx, SETTLE_NOTICE, { schoolId: tx.schoolId, key }, afterMs === undefined ? {} : { afterMs });
}

/** Queues a notice to the platform's Admins, about a school that has nobody else to receive it. */
export async function enqueuePlatformNotice(tx: Tx, notice: NewNotice): Promise<void> {
  await enqueue(tx, NOTIFY_STAFF, { schoolId: PLATFORM_SCHOOL, key: newId(), notice: fitting(notice) });
}

/**
 * Cuts a notice to the permitted lengths: names and reasons come from outside, and a notice that is too long would never be delivered.
 */
export function fitting(notice: NewNotice): NewNotice {
  const cut = (value: string | number) =>
    typeof value === 'string' ? value.slice(0, MAX_PARAM_LENGTH).toWellFormed() : value;
  return {
    ...notice,
    subject: notice.subject && { ...notice.subject, id: notice.subject.id.slice(0, MAX_SUBJECT_LENGTH).toWellFormed() },
    params: Object.fromEntries(Object.entries(notice.params).map(([name, value]) => [name, cut(value)])),
  };
}
