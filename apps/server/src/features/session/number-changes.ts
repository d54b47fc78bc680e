import type { NextNumber } from '@mfuko/contract/staff';
import { audit } from '../../platform/audit/audit.ts';
import { maskedPhone } from '../../platform/audit/changes.ts';
import { inSchoolOf, PLATFORM_SCHOOL, type ReadTx, type Tx } from '../../platform/database/database.ts';
import type { Call, ReadCall } from '../../platform/http/call.ts';
import { enqueue, type Jobs, originOf } from '../../platform/jobs/jobs.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { sayNumberAsked, sayPhoneChanged } from './account-notices.ts';
import { tieNumber } from './account-ties.ts';
import { revokeBackupCodes } from './backup-codes.ts';
import { phoneTaken } from './errors.ts';
import { endSessionsOf } from './store.ts';

/** Job that puts a number into force after its day of waiting. */
const SET_NUMBER = 'set-number';
const WAIT = '24 hours';

interface User {
  readonly sysid: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly mobileNumber: string;
}

/**
 * Lets a new number wait a day: until then the old number signs in, and it is notified. Runs in a transaction of the user's school that
 * holds the user's row. Throws user.duplicate-phone.
 */
export async function askForNumber(tx: Tx, context: AppContext, call: Call, user: User, phone: string): Promise<void> {
  const { actor } = call;
  if (await isTaken(tx, phone)) throw phoneTaken();
  const id = newId();
  const change = await tx.row<{ due: Date }>(
    `INSERT INTO number_changes (school_id, user_id, id, phone, by_user, due_at)
     VALUES ($1, $2, $3, $4, $5, date_trunc('milliseconds', clock_timestamp()) + $6::interval)
     ON CONFLICT (school_id, user_id) DO UPDATE
     SET id = excluded.id, phone = excluded.phone, by_user = excluded.by_user, due_at = excluded.due_at
     RETURNING due_at AS due`,
    [tx.schoolId, user.sysid, id, phone, actor.userId, WAIT],
  );
  await enqueue(tx, SET_NUMBER, { schoolId: tx.schoolId, userId: user.sysid, id }, { runAt: change?.due });
  const changes = { phoneNumber: { from: maskedPhone(user.mobileNumber), to: maskedPhone(phone) } };
  await audit(tx, call, { ...about(user.sysid), action: 'user.number-asked', detail: { changes } });
  await sayNumberAsked(tx, context, user.mobileNumber, phone);
  await enqueueStaffNotice(tx, {
    kind: 'account.number-asked',
    subject: { kind: 'user', id: user.sysid },
    params: { names: `${user.firstName} ${user.lastName}`, by: actor.names },
    knownTo: actor.userId,
  });
}

/** Drops a waiting number; returns false where none waits. Runs in a transaction of the user's school. */
export async function dropNumber(tx: Tx, call: Call, userId: string): Promise<boolean> {
  const dropped = await tx.row('DELETE FROM number_changes WHERE school_id = $1 AND user_id = $2 RETURNING id', [
    tx.schoolId,
    userId,
  ]);
  if (dropped) await audit(tx, call, { ...about(userId), action: 'user.number-dropped' });
  return dropped !== undefined;
}

/** Returns the waiting number of a user of the transaction's school; null where none waits. */
export async function findNextNumber(tx: ReadTx, userId: string): Promise<NextNumber | null> {
  const found = await tx.row<{ phone: string; by_user: string; due_at: Date }>(
    'SELECT phone, by_user, due_at FROM number_changes WHERE school_id = $1 AND user_id = $2',
    [tx.schoolId, userId],
  );
  if (!found) return null;
  // Read in the platform, since an Admin's row is in no school.
  const by = await inSchoolOf(tx, PLATFORM_SCHOOL, (platform) =>
    platform.row<{ names: string }>(`SELECT first_name || ' ' || last_names AS names FROM users WHERE id = $1`, [
      found.by_user,
    ]),
  );
  return { endsIn: found.phone.slice(-3), by: by?.names ?? '', from: found.due_at.toISOString() };
}

/** Returns the caller's own waiting number. */
export async function ownNextNumber(context: AppContext, { actor }: ReadCall): Promise<{ next: NextNumber | null }> {
  return {
    next: await context.db.readSchool(actor.schoolId ?? PLATFORM_SCHOOL, (tx) => findNextNumber(tx, actor.userId)),
  };
}

/** Drops the waiting number on behalf of its owner, who refuses it. */
export function refuseOwnNumber(call: Call): Promise<{ next: null }> {
  const { actor } = call;
  return call.recordIn(actor.schoolId ?? PLATFORM_SCHOOL, async (tx) => {
    await dropNumber(tx, call, actor.userId);
    return { next: null };
  });
}

export function numberJobs(context: AppContext): Jobs {
  return {
    [SET_NUMBER]: async (payload, run) => {
      const { schoolId, userId, id } = payload as { schoolId: string; userId: string; id: string };
      await context.db.inSchool(schoolId, async (tx) => {
        const due = await tx.row<{ phone: string; by_user: string; old: string }>(
          `SELECT n.phone, n.by_user, u.phone AS old FROM users u
           JOIN number_changes n ON n.school_id = u.school_id AND n.user_id = u.id
           WHERE n.school_id = $1 AND n.user_id = $2 AND n.id = $3 AND n.due_at <= clock_timestamp() FOR UPDATE`,
          [schoolId, userId, id],
        );
        if (!due) return;
        const origin = originOf(SET_NUMBER, run);
        await tx.row('DELETE FROM number_changes WHERE school_id = $1 AND user_id = $2', [schoolId, userId]);
        if (await isTaken(tx, due.phone)) {
          await audit(tx, origin, { ...about(userId), action: 'user.number-dropped', detail: { why: 'taken' } });
          return;
        }
        await tx.row('UPDATE users SET phone = $3 WHERE school_id = $1 AND id = $2', [schoolId, userId, due.phone]);
        await tieNumber(tx, userId, due.by_user);
        await endSessionsOf(tx, userId, 'account');
        await revokeBackupCodes(tx, userId);
        const changes = { phoneNumber: { from: maskedPhone(due.old), to: maskedPhone(due.phone) } };
        await audit(tx, origin, { ...about(userId), action: 'user.update', detail: { changes, by: due.by_user } });
        await sayPhoneChanged(tx, context, due.old, due.phone);
      });
    },
  };
}

function about(userId: string) {
  return { subjectKind: 'user', subjectId: userId } as const;
}

/** Returns true if a user of any school has the number, since a number identifies one user. */
async function isTaken(tx: Tx, phone: string): Promise<boolean> {
  const holder = await inSchoolOf(tx, PLATFORM_SCHOOL, (platform) =>
    platform.row('SELECT id FROM users WHERE phone = $1 AND deleted_at IS NULL', [phone]),
  );
  return holder !== undefined;
}
