import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { EarlierCode } from '../session/index.ts';

/** Purpose of a code: consent to the enrolment of fingers, or that somebody who is named collects the student. */
export type Purpose = 'consent' | 'collector';

/** One request for a code at a time for each number: the limits are counted and the row added under this lock. */
export async function lockPhone(tx: Tx, phoneHash: Buffer): Promise<void> {
  await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [phoneHash.readInt32BE(0), phoneHash.readInt32BE(4)]);
}

/** The codes of a purpose that a number got in the last day. */
export function earlierCodes(tx: ReadTx, purpose: Purpose, phoneHash: Buffer): Promise<EarlierCode[]> {
  return tx.rows(
    `SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 AS age, true AS same FROM guardian_codes
     WHERE school_id = $1 AND purpose = $2 AND phone_hash = $3 AND created_at > clock_timestamp() - interval '1 day'
       AND created_at <= clock_timestamp() + clock_tolerance()`,
    [tx.schoolId, purpose, phoneHash],
  );
}

/** Codes of all purposes that one person may send in an hour: two a minute, which no gate and no enrolment comes to. */
const MOST_OF_SENDER = 120;

/** Seconds until a person may send another code; null where they may now. One request of theirs at a time. */
export async function secondsUntilRoom(tx: Tx, sentBy: string): Promise<number | null> {
  await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`guardian-codes:${sentBy}`]);
  const blocking = await tx.row<{ seconds: number }>(
    `SELECT ceil(3600 - extract(epoch FROM clock_timestamp() - created_at))::int AS seconds FROM guardian_codes
     WHERE school_id = $1 AND sent_by = $2 AND created_at > clock_timestamp() - interval '1 hour'
       AND created_at <= clock_timestamp() + clock_tolerance()
     ORDER BY created_at DESC OFFSET $3 LIMIT 1`,
    [tx.schoolId, sentBy, MOST_OF_SENDER - 1],
  );
  return blocking?.seconds ?? null;
}

export interface NewCode {
  readonly id: string;
  readonly purpose: Purpose;
  readonly studentId: string;
  readonly contactId: string;
  /** For whom it is given; null where the purpose names nobody. */
  readonly name: string | null;
  readonly phoneHash: Buffer;
  readonly codeHash: Buffer;
}

/** Adds a code, ends the student's older one of the purpose, and drops the school's codes that count for no limit any more. */
export async function replaceCode(tx: Tx, code: NewCode, sentBy: string): Promise<void> {
  await tx.row(
    `DELETE FROM guardian_codes WHERE school_id = $1 AND created_at < clock_timestamp() - interval '2 days'`,
    [tx.schoolId],
  );
  // Two that are sent for one student at once meet here: the second waits for the first, and ends it.
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

/** A code that was right; it is still to be used up (`useGuardianCode`), in the transaction of what it is for. */
export interface RightCode {
  readonly id: string;
  readonly contactId: string;
  /** Name of the guardian who gave it. */
  readonly guardian: string;
  /** The guardian's number as it is now. */
  readonly mobileNumber: string;
  /** For whom it was given; null where the purpose names nobody. */
  readonly name: string | null;
}

export interface LiveCode extends RightCode {
  /** The number that got the code. */
  readonly phoneHash: Buffer;
  readonly codeHash: Buffer;
}

/** Counts a try of the student's live code. Undefined where there is none, or its guardian is the student's no longer. */
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

/** Gives a try back that was right: a finger that has to be scanned again costs none. */
export async function giveBackTry(tx: Tx, id: string): Promise<void> {
  await tx.row('UPDATE guardian_codes SET tries = tries - 1 WHERE school_id = $1 AND id = $2', [tx.schoolId, id]);
}

/**
 * Uses a code up, in the transaction of what it is for; false where somebody was quicker, or the guardian is the student's no longer or has
 * another number since the try. The guardian is read and not locked: whoever changes one holds it while they wait for the student.
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
