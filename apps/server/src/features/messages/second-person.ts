import type { Announcement } from '@mfuko/contract/messages';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { enqueueNoticeSettled } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { ANNOUNCE, type AnnounceParts, type Drafted, listAnnouncements, requireMoney } from './announce.ts';
import { decidedAlready, messageNotFound, samePerson } from './errors.ts';

interface Waiting extends Drafted {
  readonly byUser: string;
  readonly decision: string | null;
  readonly waitsFor: readonly string[];
}

/**
 * Approves an announcement that another user has written, for its present recipients. Throws message.not-found, message.decided,
 * message.same-person (with an audit row), message.nobody and message.over-cap.
 */
export function approveAnnouncement(
  call: Call,
  context: AppContext,
  parts: AnnounceParts,
  id: string,
): Promise<Announcement> {
  return call.record(async (tx) => {
    const waiting = await lockWaiting(tx, id);
    if (waiting.byUser === call.actor.userId) {
      const event = { action: 'message.announce.same-person', subjectKind: 'announcement', subjectId: id };
      throw samePerson((after) => audit(after, call, event));
    }
    const recipients = await requireMoney(tx, context, parts, waiting);
    await closeProposal(tx, call, id, 'approved', recipients);
    await enqueue(tx, ANNOUNCE, { schoolId: tx.schoolId, id, after: '' });
    return show(tx, call, id);
  });
}

/** Rejects an announcement, or withdraws the caller's own. Throws message.not-found and message.decided. */
export function rejectAnnouncement(call: Call, id: string): Promise<Announcement> {
  return call.record(async (tx) => {
    await lockWaiting(tx, id);
    await closeProposal(tx, call, id, 'rejected', null);
    return show(tx, call, id);
  });
}

async function lockWaiting(tx: Tx, id: string): Promise<Waiting> {
  const found = await tx.row<Waiting>(
    `SELECT text_en AS "textEn", text_sw AS "textSw", class_id AS "classId", by_user AS "byUser", decision,
            waits_for AS "waitsFor"
     FROM announcements WHERE school_id = $1 AND id = $2 FOR UPDATE`,
    [tx.schoolId, id],
  );
  if (!found) throw messageNotFound();
  if (found.waitsFor.length === 0 || found.decision !== null) throw decidedAlready();
  return found;
}

async function closeProposal(
  tx: Tx,
  call: Call,
  id: string,
  decision: 'approved' | 'rejected',
  recipients: number | null,
): Promise<void> {
  await tx.row(
    `UPDATE announcements SET decision = $3, decided_by = $4, decided_at = clock_timestamp(),
            recipients = coalesce($5, recipients)
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, id, decision, call.actor.userId, recipients],
  );
  await enqueueNoticeSettled(tx, id);
  const action = decision === 'approved' ? 'message.announce.approve' : 'message.announce.reject';
  await audit(tx, call, { action, subjectKind: 'announcement', subjectId: id });
}

async function show(tx: ReadTx, { actor }: Call, id: string): Promise<Announcement> {
  const [row] = (await listAnnouncements(tx, actor.userId, { pageSize: 1, sysid: id })).rows;
  if (!row) throw messageNotFound();
  return row;
}
