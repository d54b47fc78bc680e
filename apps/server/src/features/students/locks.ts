import type { Tx } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { pinLocked, tooManyMisses } from './errors.ts';
import { FINGER_HOLD_SECONDS, FINGER_TRIES, MISSES_AN_HOUR, PIN_LOCK_MINUTES, PIN_TRIES } from './rules.ts';

/**
 * Counts a try before it is compared, in one statement, so that parallel tries queue up on the row. The last try that
 * is allowed sets the lock at once; a success takes it away again. Once a lock has ended, counting starts anew.
 * No row comes back where the lock stands.
 */
function chargeSql(failures: string, until: string, most: number, interval: string): string {
  const counted = `CASE WHEN l.${until} IS NULL THEN l.${failures} + 1 ELSE 1 END`;
  return `
    INSERT INTO student_locks AS l (school_id, student_id, ${failures}) VALUES ($1, $2, 1)
    ON CONFLICT (school_id, student_id) DO UPDATE SET
      ${failures} = ${counted},
      ${until} = CASE WHEN ${counted} >= ${most} THEN clock_timestamp() + interval '${interval}' END
    WHERE l.${until} IS NULL OR l.${until} <= clock_timestamp()
    RETURNING ${failures}::int AS tries`;
}

const CHARGE_PIN = chargeSql('pin_failures', 'pin_locked_until', PIN_TRIES, `${PIN_LOCK_MINUTES} minutes`);
const CHARGE_FINGER = chargeSql('finger_failures', 'finger_held_until', FINGER_TRIES, `${FINGER_HOLD_SECONDS} seconds`);

interface StandingLock {
  until: Date;
  seconds: number;
}

async function readLock(
  tx: Tx,
  studentId: string,
  until: 'pin_locked_until' | 'finger_held_until',
): Promise<StandingLock> {
  const lock = await tx.row<StandingLock>(
    `SELECT ${until} AS until, extract(epoch FROM ${until} - clock_timestamp())::float8 AS seconds
     FROM student_locks WHERE school_id = $1 AND student_id = $2 AND ${until} IS NOT NULL`,
    [tx.schoolId, studentId],
  );
  // Lifted in this very moment: the caller is told to come back at once.
  return lock ?? { until: new Date(), seconds: 1 };
}

/** What a charged PIN try is known by until it is settled. */
export interface PinTry {
  readonly missId: string;
  readonly triesLeft: number;
}

/**
 * Charges a PIN try to the student and to the user who enters it. Throws pin.locked where five in a row were wrong, and
 * pin.too-many-misses where that user has missed too often; neither is charged then. Commit before comparing.
 */
export async function chargePinTry(tx: Tx, studentId: string, userId: string): Promise<PinTry> {
  // One user's tries queue up here, or parallel ones would all find room under the limit.
  await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`pin-misses:${userId}`]);
  const [charged] = await tx.prepared<{ tries: number }>('charge-pin-try', CHARGE_PIN, [tx.schoolId, studentId]);
  if (!charged) {
    const lock = await readLock(tx, studentId, 'pin_locked_until');
    throw pinLocked(lock.until, lock.seconds);
  }
  const misses = await tx.row<{ count: number; seconds: number | null }>(
    `SELECT count(*)::int AS count, extract(epoch FROM min(at) + interval '1 hour' - clock_timestamp())::float8 AS seconds
     FROM pin_misses WHERE school_id = $1 AND user_id = $2 AND at > clock_timestamp() - interval '1 hour'`,
    [tx.schoolId, userId],
  );
  if ((misses?.count ?? 0) >= MISSES_AN_HOUR) throw tooManyMisses(misses?.seconds ?? 60);
  const missId = newId();
  await tx.row(
    `WITH old AS (DELETE FROM pin_misses WHERE school_id = $1 AND user_id = $3 AND at < clock_timestamp() - interval '1 day')
     INSERT INTO pin_misses (school_id, id, user_id) VALUES ($1, $2, $3)`,
    [tx.schoolId, missId, userId],
  );
  return { missId, triesLeft: Math.max(0, PIN_TRIES - charged.tries) };
}

/** Takes a charged try back from the user's account: it was right. */
export async function refundPinTry(tx: Tx, missId: string): Promise<void> {
  await tx.row('DELETE FROM pin_misses WHERE school_id = $1 AND id = $2', [tx.schoolId, missId]);
}

/**
 * Charges a fingerprint that is about to be compared. Answers the end of the hold where five in a row did not match;
 * nothing is charged then. Commit before comparing.
 */
export async function chargeFingerTry(tx: Tx, studentId: string): Promise<{ heldUntil: Date; seconds: number } | null> {
  const [charged] = await tx.prepared('charge-finger-try', CHARGE_FINGER, [tx.schoolId, studentId]);
  if (charged) return null;
  const lock = await readLock(tx, studentId, 'finger_held_until');
  return { heldUntil: lock.until, seconds: lock.seconds };
}

/** Whether finger use is held just now, as after the last of the tries in a row. */
export async function isFingerHeld(tx: Tx, studentId: string): Promise<boolean> {
  const held = await tx.row(
    `SELECT 1 AS one FROM student_locks
     WHERE school_id = $1 AND student_id = $2 AND finger_held_until > clock_timestamp()`,
    [tx.schoolId, studentId],
  );
  return held !== undefined;
}

/** Takes a charged try back whose fingerprint could not be compared: what was not compared is not counted. */
export async function refundFingerTry(tx: Tx, studentId: string): Promise<void> {
  await tx.row(
    `UPDATE student_locks SET finger_failures = greatest(finger_failures - 1, 0),
       finger_held_until = CASE WHEN finger_failures < ${FINGER_TRIES} THEN finger_held_until END
     WHERE school_id = $1 AND student_id = $2`,
    [tx.schoolId, studentId],
  );
}

/** After a proof by PIN or finger: the student is here, so neither wrong PINs nor wrong fingers count any more. */
export async function forgetFailures(tx: Tx, studentId: string): Promise<void> {
  await tx.prepared(
    'forget-failures',
    `UPDATE student_locks SET pin_failures = 0, pin_locked_until = NULL, finger_failures = 0, finger_held_until = NULL
     WHERE school_id = $1 AND student_id = $2`,
    [tx.schoolId, studentId],
  );
}

/** A new PIN was set: what was tried before does not count against it. Fingers stay as they are. */
export async function forgetWrongPins(tx: Tx, studentId: string): Promise<void> {
  await tx.row(
    'UPDATE student_locks SET pin_failures = 0, pin_locked_until = NULL WHERE school_id = $1 AND student_id = $2',
    [tx.schoolId, studentId],
  );
}
