import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { EarlierCode } from '../session/index.ts';

/** Purpose of a code: consent to the enrolment of fingers, or collection of the student by a named person. */
export type Purpose = 'consent' | 'collector';

/** Serialises requests for codes per number: the limits are counted and the row is inserted under this lock. */
export async function lockPhone(tx: Tx, phoneHash: Buffer): Promise<void> {
  await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [phoneHash.readInt32BE(0), phoneHash.readInt32BE(4)]);
}

/** Reads the codes of a purpose that were sent to a number in the last day. */
export function earlierCodes(tx: ReadTx, purpose: Purpose, phoneHash: Buffer): Promise<EarlierCode[]> {
  return tx.rows(
    `SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 AS age, true AS same FROM guardian_codes
     WHERE school_id = $1 AND purpose = $2 AND phone_hash = $3 AND created_at > clock_timestamp() - interval '1 day'
       AND created_at <= clock_timestamp() + clock_tolerance()`,
    [tx.schoolId, purpose, phoneHash],
  );
}

/** Most codes of all purposes that one user may send in an hour: two a minute, more than any gate or enrolment needs. */
const MAX_PER_SENDER = 120;

/** Returns the seconds until a user may send another code; null if at once. Serialises the requests of one user. */
export async function secondsUntilRoom(tx: Tx, sentBy: string): Promise<number | null> {
  await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`guardian-codes:${sentBy}`]);
  const blocking = await tx.row<{ seconds: number }>(
    `SELECT ceil(3600 - extract(epoch FROM clock_timestamp() - created_at))::int AS seconds FROM guardian_codes
     WHERE school_id = $1 AND sent_by = $2 AND created_at > clock_timestamp() - interval '1 hour'
       AND created_at <= clock_timestamp() + clock_tolerance()
     ORDER BY created_at DESC OFFSET $3 LIMIT 1`,
    [tx.schoolId, sentBy, MAX_PER_SENDER - 1],
  );
  return blocking?.seconds ?? null;
}

export interface NewCode {
  readonly id: string;
  readonly purpose: Purpose;
  readonly studentId: string;
  readonly contactId: string;
  /** Person whom the code is for; null if the purpose has none. */
  readonly name: string | null;
  readonly phoneHash: Buffer;
  readonly codeHash: Buffer;
}

/** Inserts a code, ends the student's older one of the purpose, and deletes the school's codes that no limit counts any more. */
export async function replaceCode(tx: Tx, code: NewCode, sentBy: string): Promise<void> {
  await tx.row(
    `DELETE FROM guardian_codes WHERE school_id = $1 AND created_at < clock_timestamp() - interval '2 days'`,
    [tx.schoolId],
  );
  // Serialises codes for one student: a concurrent second code waits for the first and ends it.
  await tx.row('SELECT 1 FROM students WHERE school_id = $1 AND id = $2 FOR NO KEY UPDATE', [
    tx.schoolId,
    code.studentId,
  ]);
  await tx.row(
    `UPDATE guardian_codes SET ended_at = clock_timestamp()
     WHERE school_id = $1 AND student_id = $2 AND purpose = $3 AND ended_at IS NULL`,
    [tx.schoolId, code.studentId, code.purpose],
  );
  await tx.row(
    `INSERT INTO guardian_codes (school_id, id, purpose, student_id, contact_id, name, phone_hash, code_hash, sent_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.schoolId,
      code.id,
      code.purpose,
      code.studentId,
      code.contactId,
      code.name,
      code.phoneHash,
      code.codeHash,
      sentBy,
    ],
  );
}

/** A right code that is not used up yet: `useGuardianCode` does that, in the transaction of the code's purpose. */
export interface RightCode {
  readonly id: string;
  readonly contactId: string;
  /** Name of the guardian who received the code. */
  readonly guardian: string;
  /** The guardian's current number. */
  readonly mobileNumber: string;
  /** Person whom the code is for; null if the purpose has none. */
  readonly name: string | null;
}

export interface LiveCode extends RightCode {
  /** Digest of the number that the code was sent to. */
  readonly phoneHash: Buffer;
  readonly codeHash: Buffer;
}

/** Counts a try of the student's valid code. Undefined if there is none, or the guardian no longer belongs to the student. */
export function takeTry(
  tx: Tx,
  purpose: Purpose,
  studentId: string,
  { most, seconds }: { readonly most: number; readonly seconds: number },
): Promise<LiveCode | undefined> {
  return tx.row<LiveCode>(
    `UPDATE guardian_codes c SET tries = c.tries + 1 FROM guardians g
     WHERE c.school_id = $1 AND c.student_id = $2 AND c.purpose = $3 AND c.ended_at IS NULL AND c.tries < $4
       AND c.created_at > clock_timestamp() - make_interval(secs => $5)
       AND g.school_id = c.school_id AND g.id = c.contact_id AND g.student_id = c.student_id AND g.deleted_at IS NULL
     RETURNING c.id, c.contact_id AS "contactId", g.name AS guardian, c.name, g.mobile_number AS "mobileNumber",
               c.phone_hash AS "phoneHash", c.code_hash AS "codeHash"`,
    [tx.schoolId, studentId, purpose, most, seconds],
  );
}

/** Returns the try of a right code, so that a finger which has to be scanned again costs none. */
export async function giveBackTry(tx: Tx, id: string): Promise<void> {
  await tx.row('UPDATE guardian_codes SET tries = tries - 1 WHERE school_id = $1 AND id = $2', [tx.schoolId, id]);
}

/**
 * Uses up a code, in the transaction of its purpose. Returns false if the code was used concurrently, or the guardian no longer belongs
 * to the student or has changed the number since the try. The guardian's row is read without a lock: a change of a guardian locks that
 * row while it waits for the student's, so that locking it here could deadlock.
 */
export async function useGuardianCode(tx: Tx, { id, mobileNumber }: RightCode): Promise<boolean> {
  const used = await tx.row(
    `UPDATE guardian_codes c SET ended_at = clock_timestamp() FROM guardians g
     WHERE c.school_id = $1 AND c.id = $2 AND c.ended_at IS NULL
       AND g.school_id = c.school_id AND g.id = c.contact_id AND g.student_id = c.student_id AND g.deleted_at IS NULL
       AND g.mobile_number = $3
     RETURNING c.id`,
    [tx.schoolId, id, mobileNumber],
  );
  return used !== undefined;
}
