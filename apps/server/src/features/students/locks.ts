import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { StillUnderWay } from '../../platform/http/idempotency.ts';
import { newId } from '../../platform/records/id.ts';
import { comparedTooLate, pinLocked, studentNotFound, tooManyFingerMisses, tooManyMisses } from './errors.ts';
import {
  COMPARE_FINGER_SECONDS,
  COMPARE_PIN_SECONDS,
  FINGER_HOLD_SECONDS,
  FINGER_HOLDS,
  FINGER_MISSES_AN_HOUR,
  FINGER_TRIES,
  GUARDED_PIN_TRIES,
  MAX_FINGER_HOLD_SECONDS,
  MAX_PIN_LOCK_MINUTES,
  MISSES_AN_HOUR,
  PIN_LOCK_MINUTES,
  PIN_LOCKS,
  PIN_TRIES,
} from './rules.ts';

/** A charged try that has not been judged. */
export interface Try {
  readonly id: string;
  readonly studentId: string;
}

export interface PinTry extends Try {
  readonly userId: string;
}

/** Finger try; `userId` is null where the caller is unknown. */
export interface FingerTry extends Try {
  readonly userId: string | null;
}

interface Rule {
  readonly kind: 'pin' | 'finger';
  readonly failures: string;
  readonly until: string;
  readonly most: number;
  /**
   * Fewer wrong tries in a row lock while the school's PINs are guarded, after too many wrong PINs in an hour; the lock ends with that
   * hour.
   */
  readonly guard: { readonly most: number; readonly until: string };
  /** SQL for the length of the next lock, from the student's row, and the longest length. */
  readonly lockedFor: string;
  readonly longest: string;
  /** SQL for further columns of the student's row that a lock changes. */
  readonly locking: string;
  readonly missesAnHour: number;
  readonly compareSeconds: number;
}

const PIN: Rule = {
  kind: 'pin',
  failures: 'pin_failures',
  until: 'pin_locked_until',
  most: PIN_TRIES,
  guard: { most: GUARDED_PIN_TRIES, until: 'pins_guarded_until($1)' },
  lockedFor: `(ARRAY[${PIN_LOCK_MINUTES}])[pin_holds + 1] * interval '1 minute'`,
  longest: `${MAX_PIN_LOCK_MINUTES} minutes`,
  locking: lockEscalation('pin', PIN_TRIES, PIN_LOCKS),
  missesAnHour: MISSES_AN_HOUR,
  compareSeconds: COMPARE_PIN_SECONDS,
};
const FINGER: Rule = {
  kind: 'finger',
  failures: 'finger_failures',
  until: 'finger_held_until',
  most: FINGER_TRIES,
  guard: { most: FINGER_TRIES, until: 'NULL::timestamptz' },
  lockedFor: `(ARRAY[${FINGER_HOLD_SECONDS}])[finger_holds + 1] * interval '1 second'`,
  longest: `${MAX_FINGER_HOLD_SECONDS} seconds`,
  locking: lockEscalation('finger', FINGER_TRIES, FINGER_HOLDS),
  missesAnHour: FINGER_MISSES_AN_HOUR,
  compareSeconds: COMPARE_FINGER_SECONDS,
};

/** Makes the next lock in a row longer than this one, up to the longest. */
function lockEscalation(kind: 'pin' | 'finger', tries: number, most: number): string {
  return `, ${kind}_holds = CASE WHEN ${kind}_failures + 1 >= ${tries} THEN least(${kind}_holds + 1, ${most} - 1) ELSE ${kind}_holds END`;
}

/**
 * SQL that is true while a lock holds. A lock that ends later than one made now could was made before the clock was set back, and is
 * over.
 */
function stands(until: string, interval: string): string {
  return `(${until} > clock_timestamp() AND ${until} <= clock_timestamp() + interval '${interval}' + clock_tolerance())`;
}

/**
 * SQL that is true for a try `t` whose server may still compare it. A missing session means that the server died, or that `judge` will
 * refuse its comparison; `charge` and `judge` use this same test, so that no extra try can be gained.
 */
const underWay = ({ compareSeconds }: Pick<Rule, 'compareSeconds'>) =>
  `t.at > clock_timestamp() - interval '${compareSeconds} seconds' AND t.at <= clock_timestamp() + clock_tolerance()
   AND EXISTS (SELECT 1 FROM pg_stat_get_activity(t.session) s WHERE s.backend_start = t.session_since)`;

interface Standing {
  readonly until: Date;
  readonly seconds: number;
}

type Charged =
  | { readonly outcome: 'charged'; readonly tried: Try }
  | { readonly outcome: 'locked'; readonly hold: Standing }
  | { readonly outcome: 'repeated' }
  | { readonly outcome: 'stopped'; readonly seconds: number };

/**
 * Charges a try, unless the student is locked, the user has missed too often or the same attempt is under way. Lifts a lock that has
 * ended.
 */
async function charge(
  tx: Tx,
  rule: Rule,
  studentId: string,
  userId: string | null,
  attempt: string | null,
): Promise<Charged> {
  const id = attempt ?? newId();
  const { kind, most, longest, missesAnHour, compareSeconds } = rule;
  const [charged] = await tx.prepared<ChargeRow>(
    'charge-student-try',
    `SELECT outcome, until, seconds
     FROM charge_student_try($1, $2, $3, $4, $5, $6, $7::interval, $8, make_interval(secs => $9))`,
    [tx.schoolId, id, studentId, kind, userId, most, longest, missesAnHour, compareSeconds],
  );
  return chargedOf(rule, { id, studentId }, charged);
}

/** Row of `charge_student_try`. */
interface ChargeRow {
  readonly outcome: 'charged' | 'repeated' | 'locked' | 'stopped';
  readonly until: Date | null;
  readonly seconds: number | null;
}

function chargedOf({ compareSeconds }: Rule, tried: Try, charged: ChargeRow | undefined): Charged {
  if (charged?.outcome === 'charged') return { outcome: 'charged', tried };
  if (charged?.outcome === 'repeated') return { outcome: 'repeated' };
  if (charged?.outcome === 'stopped') return { outcome: 'stopped', seconds: charged.seconds ?? compareSeconds };
  if (!charged?.until) throw new TypeError('The attempt was neither charged nor refused.');
  return { outcome: 'locked', hold: { until: charged.until, seconds: charged.seconds ?? compareSeconds } };
}

const lockMisses = (tx: Tx, userId: string) =>
  tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`pin-misses:${userId}`]);

/**
 * Charges a PIN try to the student and to the user who enters it. Throws StillUnderWay where the same attempt is being compared,
 * pin.locked where five in a row were wrong, and pin.too-many-misses where that user has missed too often; nothing is charged then.
 * Commit before comparing.
 */
export async function chargePinTry(
  tx: Tx,
  studentId: string,
  userId: string,
  attempt: string | null = null,
): Promise<PinTry> {
  const charged = await charge(tx, PIN, studentId, userId, attempt);
  if (charged.outcome === 'repeated') throw new StillUnderWay();
  if (charged.outcome === 'locked') throw pinLocked(charged.hold.until, charged.hold.seconds);
  if (charged.outcome === 'stopped') throw tooManyMisses(charged.seconds);
  return { ...charged.tried, userId };
}

/**
 * Charges a fingerprint try, before the comparison, to the student and to the user. Returns the hold where five in a row did not match;
 * nothing is charged then. Throws fingerprint.too-many-misses where that user has missed too often. Commit before comparing.
 */
export async function chargeFingerTry(tx: Tx, studentId: string, userId: string | null = null): Promise<ChargedFinger> {
  return chargedFinger(await charge(tx, FINGER, studentId, userId, null), userId);
}

type ChargedFinger = { readonly hold: Standing } | { readonly tried: FingerTry };

function chargedFinger(charged: Charged, userId: string | null): ChargedFinger {
  if (charged.outcome === 'repeated') throw new StillUnderWay();
  if (charged.outcome === 'locked') return { hold: charged.hold };
  if (charged.outcome === 'stopped') throw tooManyFingerMisses(charged.seconds);
  return { tried: { ...charged.tried, userId } };
}

/**
 * Charges a fingerprint try to the active student with that admission number. Throws student.not-found, and StillUnderWay where the same
 * attempt is being compared.
 */
export async function chargeNumberedFingerTry(
  tx: Tx,
  admissionNumber: string,
  userId: string,
  attempt: string | null,
): Promise<ChargedFinger & { readonly studentId: string }> {
  const id = attempt ?? newId();
  const { kind, most, longest, missesAnHour, compareSeconds } = FINGER;
  const [charged] = await tx.prepared<ChargeRow & { student: string | null }>(
    'charge-numbered-try',
    `SELECT student, outcome, until, seconds
     FROM charge_numbered_try($1, $2, $3, $4, $5, $6, $7::interval, $8, make_interval(secs => $9))`,
    [tx.schoolId, id, admissionNumber, kind, userId, most, longest, missesAnHour, compareSeconds],
  );
  const studentId = charged?.student ?? null;
  if (studentId === null) throw studentNotFound();
  return { ...chargedFinger(chargedOf(FINGER, { id, studentId }, charged), userId), studentId };
}

/**
 * Judges a charged PIN try. A right PIN clears the student's failures, and removes them from the user's misses, since the child had
 * mistyped; a wrong PIN counts against student and user. Returns how many tries are left. Throws server.busy where the try has expired
 * and its comparison must be discarded. Commit before revealing the outcome.
 */
export async function judgePinTry(tx: Tx, tried: PinTry, right: boolean): Promise<number> {
  if (!right) return judgeWrong(tx, PIN, tried);
  await judgeRight(tx, PIN, tried);
  return PIN_TRIES;
}

/** Judges a charged fingerprint try, likewise. */
export async function judgeFingerTry(tx: Tx, tried: FingerTry, matches: boolean): Promise<void> {
  if (matches) await judgeRight(tx, FINGER, tried);
  else await judgeWrong(tx, FINGER, tried);
}

async function judgeRight(tx: Tx, { compareSeconds }: Rule, { id, studentId, userId }: FingerTry): Promise<void> {
  const [judged] = await tx.prepared<{ counts: boolean }>(
    'judge-right-try',
    'SELECT judge_right_try($1, $2, $3, $4, make_interval(secs => $5)) AS counts',
    [tx.schoolId, id, studentId, userId, compareSeconds],
  );
  if (!judged?.counts) throw comparedTooLate();
}

/** Judges a wrong try. Returns how many tries the student has left. */
async function judgeWrong(tx: Tx, rule: Rule, { id, studentId, userId }: FingerTry): Promise<number> {
  const { kind, failures, until, most, guard, lockedFor, locking } = rule;
  // Lock in the same order as `charge`: user, then student.
  if (userId !== null) await lockMisses(tx, userId);
  const counted = `CASE WHEN ${until} <= clock_timestamp() THEN 1 ELSE ${failures} + 1 END`;
  const [row] = await tx.prepared<{ failures: number; guarded: boolean }>(
    `${kind}-failure`,
    `UPDATE student_locks SET ${failures} = ${counted},
       ${until} = CASE WHEN ${counted} >= ${most} THEN clock_timestamp() + ${lockedFor} WHEN ${counted} >= ${guard.most} THEN ${guard.until} END${locking}
     WHERE school_id = $1 AND student_id = $2 RETURNING ${failures}::int AS failures, ${guard.until} IS NOT NULL AS guarded`,
    [tx.schoolId, studentId],
  );
  // Delete the try under the row's lock: a concurrent `charge` has seen the try as under way, or sees its outcome.
  const [taken] = await tx.prepared<{ id: string }>(
    `judge-${kind}-try`,
    `DELETE FROM student_tries t WHERE t.school_id = $1 AND t.id = $2 AND ${underWay(rule)} RETURNING t.id`,
    [tx.schoolId, id],
  );
  if (!taken) throw comparedTooLate();
  if (userId !== null) await addMiss(tx, rule, { id, studentId }, userId);
  return Math.max(0, (row?.guarded ? guard.most : most) - (row?.failures ?? 0));
}

/** Adds a miss. One attempt is one miss, even if its answer was lost and the attempt was repeated. */
async function addMiss(tx: Tx, { kind }: Rule, { id, studentId }: Try, userId: string): Promise<void> {
  await tx.row(
    `WITH old AS (DELETE FROM failed_attempts WHERE school_id = $1 AND user_id = $3 AND at < clock_timestamp() - interval '1 day')
     INSERT INTO failed_attempts (school_id, id, user_id, at, kind, student_id) VALUES ($1, $2, $3, clock_timestamp(), $4, $5)
     ON CONFLICT (school_id, id) DO NOTHING`,
    [tx.schoolId, id, userId, kind, studentId],
  );
}

/**
 * Returns the number of wrong PINs in the last hour and the names of the users who entered most of them, where they are so many that the
 * school's PINs are guarded; else null.
 */
export async function findGuessing(tx: ReadTx): Promise<{ count: number; by: string } | null> {
  const found = await tx.row<{ count: number; by: string | null }>(
    `SELECT sum(m.count)::int AS count, string_agg(u.first_name || ' ' || u.last_names, ', ' ORDER BY m.count DESC) FILTER (WHERE m.place <= 3) AS by
     FROM (SELECT user_id, count(*) AS count, row_number() OVER (ORDER BY count(*) DESC) AS place FROM failed_attempts
           WHERE school_id = $1 AND kind = 'pin' AND at > clock_timestamp() - interval '1 hour' GROUP BY user_id) m
     LEFT JOIN users u ON u.school_id = $1 AND u.id = m.user_id
     WHERE pins_guarded_until($1) IS NOT NULL`,
    [tx.schoolId],
  );
  return found?.count ? { count: found.count, by: found.by ?? '' } : null;
}

/** Removes a charged try that was not compared, or whose match proves nobody's presence. */
export async function dropTry(tx: Tx, tried: Try): Promise<void> {
  await tx.row('DELETE FROM student_tries WHERE school_id = $1 AND id = $2', [tx.schoolId, tried.id]);
}

/** Returns true while finger use is held, as after the last try in a row. */
export async function isFingerHeld(tx: ReadTx, studentId: string): Promise<boolean> {
  const held = await tx.row(
    `SELECT 1 AS one FROM student_locks
     WHERE school_id = $1 AND student_id = $2 AND ${stands('finger_held_until', FINGER.longest)}`,
    [tx.schoolId, studentId],
  );
  return held !== undefined;
}

/** Lifts the locks of a student's PIN and fingers, on behalf of the office. */
export async function unlock(tx: Tx, studentId: string): Promise<void> {
  await tx.row(
    `UPDATE student_locks SET pin_failures = 0, pin_locked_until = NULL, pin_holds = 0, finger_failures = 0,
       finger_held_until = NULL, finger_holds = 0
     WHERE school_id = $1 AND student_id = $2`,
    [tx.schoolId, studentId],
  );
}

/** Deletes the misses of a user, on behalf of another user. */
export async function unlockUser(tx: Tx, userId: string): Promise<void> {
  await tx.row('DELETE FROM failed_attempts WHERE school_id = $1 AND user_id = $2', [tx.schoolId, userId]);
}

/** Clears the wrong PINs of a student whose PIN was set anew. Finger tries are kept. */
export async function forgetWrongPins(tx: Tx, studentId: string): Promise<void> {
  await tx.row(
    'UPDATE student_locks SET pin_failures = 0, pin_locked_until = NULL, pin_holds = 0 WHERE school_id = $1 AND student_id = $2',
    [tx.schoolId, studentId],
  );
}

/** Deletes tries older than a day, whose server died before judging them. */
export async function dropOldTries(tx: Tx): Promise<void> {
  await tx.row(`DELETE FROM student_tries WHERE school_id = $1 AND at < now() - interval '1 day'`, [tx.schoolId]);
}
