import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { comparedTooLate, pinLocked, tooManyFingerMisses, tooManyMisses } from './errors.ts';
import {
  COMPARE_FINGER_SECONDS,
  COMPARE_PIN_SECONDS,
  FINGER_HOLD_SECONDS,
  FINGER_HOLDS,
  FINGER_MISSES_AN_HOUR,
  FINGER_TRIES,
  LONGEST_FINGER_HOLD_SECONDS,
  LONGEST_PIN_LOCK_MINUTES,
  MISSES_AN_HOUR,
  PIN_LOCK_MINUTES,
  PIN_LOCKS,
  PIN_TRIES,
} from './rules.ts';

/** A try that was charged and waits for its judgement. */
export interface Try {
  readonly id: string;
  readonly studentId: string;
}

export interface PinTry extends Try {
  readonly userId: string;
}

/** Finger try; of nobody where it is not known who asks. */
export interface FingerTry extends Try {
  readonly userId: string | null;
}

interface Rule {
  readonly kind: 'pin' | 'finger';
  readonly failures: string;
  readonly until: string;
  readonly most: number;
  /** Length of the next lock, by the student's row, and the longest that one may. */
  readonly lockedFor: string;
  readonly longest: string;
  /** Beside the lock itself: what a lock changes in the student's row. */
  readonly locking: string;
  readonly missesAnHour: number;
  readonly compareSeconds: number;
}

const PIN: Rule = {
  kind: 'pin',
  failures: 'pin_failures',
  until: 'pin_locked_until',
  most: PIN_TRIES,
  lockedFor: `(ARRAY[${PIN_LOCK_MINUTES}])[pin_holds + 1] * interval '1 minute'`,
  longest: `${LONGEST_PIN_LOCK_MINUTES} minutes`,
  locking: holdLonger('pin', PIN_TRIES, PIN_LOCKS),
  missesAnHour: MISSES_AN_HOUR,
  compareSeconds: COMPARE_PIN_SECONDS,
};
const FINGER: Rule = {
  kind: 'finger',
  failures: 'finger_failures',
  until: 'finger_held_until',
  most: FINGER_TRIES,
  lockedFor: `(ARRAY[${FINGER_HOLD_SECONDS}])[finger_holds + 1] * interval '1 second'`,
  longest: `${LONGEST_FINGER_HOLD_SECONDS} seconds`,
  locking: holdLonger('finger', FINGER_TRIES, FINGER_HOLDS),
  missesAnHour: FINGER_MISSES_AN_HOUR,
  compareSeconds: COMPARE_FINGER_SECONDS,
};

/** The next lock in a row is longer than this one, up to the longest. */
function holdLonger(kind: 'pin' | 'finger', tries: number, most: number): string {
  return `, ${kind}_holds = CASE WHEN ${kind}_failures + 1 >= ${tries} THEN least(${kind}_holds + 1, ${most} - 1) ELSE ${kind}_holds END`;
}

/** A lock that ends later than one of this moment would was made by a clock that has been set back since: it is over. */
function stands(until: string, interval: string): string {
  return `(${until} > clock_timestamp() AND ${until} <= clock_timestamp() + interval '${interval}' + clock_tolerance())`;
}

/**
 * A try `t` that its server may still compare. A session that is gone means a server that died, or one that will be told
 * by `judge` that its comparison no longer counts: both look at it alike, so nobody gains a try by it.
 */
const underWay = ({ compareSeconds }: Pick<Rule, 'compareSeconds'>) =>
  `t.at > clock_timestamp() - interval '${compareSeconds} seconds' AND t.at <= clock_timestamp() + clock_tolerance()
   AND EXISTS (SELECT 1 FROM pg_stat_get_activity(t.session) s WHERE s.backend_start = t.session_since)`;

/** Holds the student's row, so that charging and judging of one student take turns. A lock that has ended is lifted. */
function holdSql({ failures, until, longest }: Rule): string {
  return `
    INSERT INTO student_locks AS l (school_id, student_id) VALUES ($1, $2)
    ON CONFLICT (school_id, student_id) DO UPDATE SET
      ${failures} = CASE WHEN NOT ${stands(`l.${until}`, longest)} THEN 0 ELSE l.${failures} END,
      ${until} = CASE WHEN ${stands(`l.${until}`, longest)} THEN l.${until} END
    RETURNING ${failures}::int AS failures, ${until} AS until,
      extract(epoch FROM ${until} - clock_timestamp())::float8 AS seconds`;
}

const UNDER_WAY = (rule: Rule) => `
  SELECT count(*)::int AS count, min(t.at) + interval '${rule.compareSeconds} seconds' AS until,
    extract(epoch FROM min(t.at) + interval '${rule.compareSeconds} seconds' - clock_timestamp())::float8 AS seconds
  FROM student_tries t WHERE t.school_id = $1 AND t.student_id = $2 AND t.kind = '${rule.kind}' AND ${underWay(rule)}`;

/** In one statement, and so at one moment: a try that is being judged is either under way or a miss. */
const OF_USER = (rule: Rule) => `
  SELECT m.count + (
      SELECT count(*)::int FROM student_tries t WHERE t.school_id = $1 AND t.user_id = $2 AND t.kind = '${rule.kind}' AND ${underWay(rule)}
    ) AS count, m.seconds
  FROM (SELECT count(*)::int AS count, extract(epoch FROM min(at) + interval '1 hour' - clock_timestamp())::float8 AS seconds
        FROM pin_misses WHERE school_id = $1 AND user_id = $2 AND kind = '${rule.kind}' AND at > clock_timestamp() - interval '1 hour'
          AND at <= clock_timestamp() + clock_tolerance()) m`;

/** Tries that died unjudged an hour ago are cleared away with the student's next one. */
const ADD_TRY = `
  WITH old AS (DELETE FROM student_tries
    WHERE school_id = $1 AND student_id = $3 AND at < clock_timestamp() - interval '1 hour')
  INSERT INTO student_tries (school_id, id, student_id, kind, user_id, at, session, session_since)
  SELECT $1, $2, $3, $4, $5, clock_timestamp(), pg_backend_pid(), s.backend_start FROM pg_stat_get_activity(pg_backend_pid()) s`;

interface Standing {
  readonly until: Date;
  readonly seconds: number;
}

/** The lock that stands, or the end of what is under way where that may yet be the last of the misses; null where there is room. */
async function standing(tx: Tx, rule: Rule, studentId: string): Promise<Standing | null> {
  const values = [tx.schoolId, studentId];
  const [held] = await tx.prepared<{ failures: number; until: Date | null; seconds: number }>(
    `hold-${rule.kind}-tries`,
    holdSql(rule),
    values,
  );
  if (held?.until) return { until: held.until, seconds: held.seconds };
  const [tries] = await tx.prepared<Standing & { count: number }>(
    `${rule.kind}-tries-under-way`,
    UNDER_WAY(rule),
    values,
  );
  return tries && (held?.failures ?? 0) + tries.count >= rule.most ? tries : null;
}

async function addTry(tx: Tx, rule: Rule, studentId: string, userId: string | null): Promise<Try> {
  const id = newId();
  await tx.prepared('add-student-try', ADD_TRY, [tx.schoolId, id, studentId, rule.kind, userId]);
  return { id, studentId };
}

/** Seconds until that user may go on, who has missed too often; null where they may. Throws nothing; their tries queue up here. */
async function stopOf(tx: Tx, rule: Rule, userId: string): Promise<number | null> {
  const [missed] = await tx.prepared<{ count: number; seconds: number | null }>(
    `${rule.kind}-misses-of-user`,
    OF_USER(rule),
    [tx.schoolId, userId],
  );
  return (missed?.count ?? 0) >= rule.missesAnHour ? (missed?.seconds ?? rule.compareSeconds) : null;
}

const lockMisses = (tx: Tx, userId: string) =>
  tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`pin-misses:${userId}`]);

/**
 * Charges a PIN try to the student and to the user who enters it. Throws pin.locked where five in a row were wrong, and
 * pin.too-many-misses where that user has missed too often; neither is charged then. Commit before comparing.
 */
export async function chargePinTry(tx: Tx, studentId: string, userId: string): Promise<PinTry> {
  // One user's tries queue up here, or parallel ones would all find room under the limit.
  await lockMisses(tx, userId);
  const locked = await standing(tx, PIN, studentId);
  if (locked) throw pinLocked(locked.until, locked.seconds);
  const stopped = await stopOf(tx, PIN, userId);
  if (stopped !== null) throw tooManyMisses(stopped);
  return { ...(await addTry(tx, PIN, studentId, userId)), userId };
}

/**
 * Charges a fingerprint that is about to be compared, to the student and to the user who asks. Answers the end of the hold where
 * five in a row did not match; nothing is charged then. Throws fingerprint.too-many-misses where that user has missed too often.
 * Commit before comparing.
 */
export async function chargeFingerTry(
  tx: Tx,
  studentId: string,
  userId: string | null = null,
): Promise<{ hold: Standing } | { tried: FingerTry }> {
  if (userId !== null) await lockMisses(tx, userId);
  const hold = await standing(tx, FINGER, studentId);
  if (hold) return { hold };
  const stopped = userId === null ? null : await stopOf(tx, FINGER, userId);
  if (stopped !== null) throw tooManyFingerMisses(stopped);
  return { tried: { ...(await addTry(tx, FINGER, studentId, userId)), userId } };
}

/**
 * Judges a charged PIN try: a right one forgets the student's failures, also among the user's misses, for the child had mistyped;
 * a wrong one counts against student and user.
 * Answers how many tries are left. Throws server.busy where the try no longer counts, and with it the comparison: commit
 * before telling anybody how it went.
 */
export async function judgePinTry(tx: Tx, tried: PinTry, right: boolean): Promise<number> {
  // The same order as charging: user, then student.
  if (!right) await lockMisses(tx, tried.userId);
  const failures = await judge(tx, PIN, tried, right);
  if (right) {
    await forgetMisses(tx, tried.userId, tried.studentId);
    return PIN_TRIES;
  }
  await addMiss(tx, PIN, tried, tried.userId);
  return Math.max(0, PIN_TRIES - failures);
}

async function addMiss(tx: Tx, { kind }: Rule, { id, studentId }: Try, userId: string): Promise<void> {
  await tx.row(
    `WITH old AS (DELETE FROM pin_misses WHERE school_id = $1 AND user_id = $3 AND at < clock_timestamp() - interval '1 day')
     INSERT INTO pin_misses (school_id, id, user_id, at, kind, student_id) VALUES ($1, $2, $3, clock_timestamp(), $4, $5)`,
    [tx.schoolId, id, userId, kind, studentId],
  );
}

/** Guessers at children never get there: misses before a child who is proven were slips of that child. */
async function forgetMisses(tx: Tx, userId: string, studentId: string): Promise<void> {
  await tx.prepared(
    'forget-misses',
    'DELETE FROM pin_misses WHERE school_id = $1 AND user_id = $2 AND student_id = $3',
    [tx.schoolId, userId, studentId],
  );
}

/** The same for a charged fingerprint. */
export async function judgeFingerTry(tx: Tx, tried: FingerTry, matches: boolean): Promise<void> {
  const { userId } = tried;
  if (userId !== null && !matches) await lockMisses(tx, userId);
  await judge(tx, FINGER, tried, matches);
  if (userId === null) return;
  if (matches) await forgetMisses(tx, userId, tried.studentId);
  else await addMiss(tx, FINGER, tried, userId);
}

async function judge(tx: Tx, rule: Rule, tried: Try, right: boolean): Promise<number> {
  const { failures, until, most, lockedFor, locking } = rule;
  const counted = `CASE WHEN ${until} <= clock_timestamp() THEN 1 ELSE ${failures} + 1 END`;
  const [row] = right
    ? [await forgetFailures(tx, tried.studentId)]
    : await tx.prepared<{ failures: number }>(
        `${rule.kind}-failure`,
        `UPDATE student_locks SET ${failures} = ${counted},
           ${until} = CASE WHEN ${counted} >= ${most} THEN clock_timestamp() + ${lockedFor} END${locking}
         WHERE school_id = $1 AND student_id = $2 RETURNING ${failures}::int AS failures`,
        [tx.schoolId, tried.studentId],
      );
  // Behind the row's lock: whoever charges meanwhile has seen this try as under way, or sees what became of it.
  const [taken] = await tx.prepared<{ id: string }>(
    `judge-${rule.kind}-try`,
    `DELETE FROM student_tries t WHERE t.school_id = $1 AND t.id = $2 AND ${underWay(rule)} RETURNING t.id`,
    [tx.schoolId, tried.id],
  );
  if (!taken) throw comparedTooLate();
  return row?.failures ?? 0;
}

/** Takes a charged try back that was not compared, or whose match proves nobody's presence. */
export async function dropTry(tx: Tx, tried: Try): Promise<void> {
  await tx.row('DELETE FROM student_tries WHERE school_id = $1 AND id = $2', [tx.schoolId, tried.id]);
}

/** Tells whether finger use is held just now, as after the last of the tries in a row. */
export async function isFingerHeld(tx: ReadTx, studentId: string): Promise<boolean> {
  const held = await tx.row(
    `SELECT 1 AS one FROM student_locks
     WHERE school_id = $1 AND student_id = $2 AND ${stands('finger_held_until', FINGER.longest)}`,
    [tx.schoolId, studentId],
  );
  return held !== undefined;
}

/** After a proof by PIN or finger: the student is here, so neither wrong PINs nor wrong fingers count any more. */
async function forgetFailures(tx: Tx, studentId: string): Promise<{ failures: number }> {
  await tx.prepared(
    'forget-failures',
    `UPDATE student_locks SET pin_failures = 0, pin_locked_until = NULL, pin_holds = 0, finger_failures = 0,
       finger_held_until = NULL, finger_holds = 0
     WHERE school_id = $1 AND student_id = $2`,
    [tx.schoolId, studentId],
  );
  return { failures: 0 };
}

/** Lifts what locks a student's PIN and fingers, on the word of the office. */
export async function unlock(tx: Tx, studentId: string): Promise<void> {
  await forgetFailures(tx, studentId);
}

/** Forgets the misses of a user, on the word of somebody else. */
export async function unlockUser(tx: Tx, userId: string): Promise<void> {
  await tx.row('DELETE FROM pin_misses WHERE school_id = $1 AND user_id = $2', [tx.schoolId, userId]);
}

/** A new PIN was set: what was tried before does not count against it. Fingers stay as they are. */
export async function forgetWrongPins(tx: Tx, studentId: string): Promise<void> {
  await tx.row(
    'UPDATE student_locks SET pin_failures = 0, pin_locked_until = NULL, pin_holds = 0 WHERE school_id = $1 AND student_id = $2',
    [tx.schoolId, studentId],
  );
}

/** Removes tries of the school of more than a day, whose server died before it judged them. */
export async function dropOldTries(tx: Tx): Promise<void> {
  await tx.row(`DELETE FROM student_tries WHERE school_id = $1 AND at < now() - interval '1 day'`, [tx.schoolId]);
}
