import { createHash } from 'node:crypto';
import { readMarks } from '@mfuko/contract/device-continuity';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import type { SignedCall } from '../../platform/http/signed-call.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { endAllSessionsAt, isSessionLive } from '../session/index.ts';
import { signInAgain } from './errors.ts';
import { type KnownMarks, readContinuity } from './rules.ts';

/** Shortest time between two notices about one device, in seconds. */
const TOLD_EVERY = 3_600;

/** Returns the digests of the marks in a `device-continuity` header, newest first; none without a well-formed one. */
export function digestsOf(header: string | null): readonly Buffer[] {
  return readMarks(header ?? '').map((mark) => createHash('sha256').update(mark).digest());
}

/**
 * Judges the marks of a signed call that differ from the known one, and notes them. Where two browsers have one device's key, signs out
 * everybody who works at the device, notifies the office, and returns a refusal: after that only a new sign-in, or a desk PIN, can go on,
 * which a copy of the key does not have.
 */
export async function judgeContinuity(
  tx: Tx,
  context: AppContext,
  call: SignedCall,
  { deviceId, marks }: { readonly deviceId: string; readonly marks: readonly Buffer[] },
): Promise<Refusal | null> {
  const known = await lockMarks(tx, deviceId);
  const found = readContinuity(known, marks);
  if (found === 'same') return null;
  if (found === 'fork') {
    await signOutAll(tx, call, deviceId, known);
    return signInAgain();
  }
  // A request that was admitted before its session was ended must not go on as if it had signed in again.
  if (known.forked && !(await isSessionLive(tx, context.keys.digest('session', call.token)))) return signInAgain();
  await noteMark(tx, deviceId, marks[0] ?? null);
  return null;
}

interface StoredMarks extends KnownMarks {
  readonly label: string;
  /** True if a fork was found and nobody has signed in at the device since. */
  readonly forked: boolean;
}

/**
 * The database itself, as long as it was neither restored nor replaced by its standby: then it may know older marks than it has once
 * confirmed.
 */
const THIS_DATABASE = `(SELECT concat_ws('.', s.system_identifier, c.timeline_id, b.oid)
  FROM pg_control_system() s, pg_control_checkpoint() c, pg_database b WHERE b.datname = current_database())`;

async function lockMarks(tx: Tx, deviceId: string): Promise<StoredMarks> {
  const known = await tx.row<StoredMarks>(
    `SELECT h.mark, h.mark_before AS "before", h.mark IS NULL AND h.forked_at IS NOT NULL AS forked,
            COALESCE(h.marked_at > clock_timestamp() - interval '10 minutes', false) AS "isRecent",
            COALESCE(h.marks_since < clock_timestamp() - interval '7 days', false) AS "isDue",
            h.marked_in IS NOT DISTINCT FROM ${THIS_DATABASE} AS "isOfThisDatabase", d.label
     FROM device_heartbeats h JOIN devices d ON d.school_id = h.school_id AND d.id = h.device_id
     WHERE h.school_id = $1 AND h.device_id = $2 FOR UPDATE OF h`,
    [tx.schoolId, deviceId],
  );
  if (!known) throw new TypeError('A device that has signed a call has no heartbeat.');
  return known;
}

async function noteMark(tx: Tx, deviceId: string, mark: Buffer | null): Promise<void> {
  await tx.row(
    `UPDATE device_heartbeats SET mark_before = mark, mark = $3, marked_at = clock_timestamp(), marked_in = ${THIS_DATABASE},
            marks_since = COALESCE(marks_since, clock_timestamp())
     WHERE school_id = $1 AND device_id = $2`,
    [tx.schoolId, deviceId, mark],
  );
}

async function signOutAll(tx: Tx, call: SignedCall, deviceId: string, { label }: StoredMarks): Promise<void> {
  await tx.row(
    `UPDATE device_heartbeats SET mark = NULL, mark_before = NULL, forked_at = clock_timestamp()
     WHERE school_id = $1 AND device_id = $2`,
    [tx.schoolId, deviceId],
  );
  const ended = await endAllSessionsAt(tx, deviceId, [call.actor.userId, ...(await listUsersOf(tx, deviceId))]);
  await audit(tx, call, { action: 'device.fork', subjectKind: 'device', subjectId: deviceId, detail: { ended } });
  await enqueueStaffNotice(tx, {
    kind: 'device.forked',
    subject: { kind: 'device', id: deviceId },
    params: { label },
    quietSeconds: TOLD_EVERY,
  });
}

/** Lists the users who may have a session that began at the device: a session lives for twelve hours. */
async function listUsersOf(tx: ReadTx, deviceId: string): Promise<readonly string[]> {
  const rows = await tx.rows<{ userId: string }>(
    `SELECT DISTINCT user_id AS "userId" FROM device_presences
     WHERE school_id = $1 AND device_id = $2 AND last_at > clock_timestamp() - interval '12 hours'`,
    [tx.schoolId, deviceId],
  );
  return rows.map(({ userId }) => userId);
}
