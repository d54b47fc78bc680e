import type { ReadTx, Tx } from '../../platform/database/database.ts';

/** One request for a code at a time for each number: the limits are counted and the row added under this lock. */
export async function lockPhone(tx: Tx, phoneHash: Buffer): Promise<void> {
  await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [phoneHash.readInt32BE(0), phoneHash.readInt32BE(4)]);
}

/** The codes that a number got in the last day. */
export function earlierCodes(
  tx: ReadTx,
  phoneHash: Buffer,
): Promise<{ readonly age: number; readonly same: boolean }[]> {
  return tx.rows(
    `SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 AS age, true AS same FROM collector_codes
     WHERE school_id = $1 AND phone_hash = $2 AND created_at > clock_timestamp() - interval '1 day'
       AND created_at <= clock_timestamp() + clock_tolerance()`,
    [tx.schoolId, phoneHash],
  );
}

export interface NewCollectorCode {
  readonly id: string;
  readonly studentId: string;
  readonly contactId: string;
  readonly name: string;
  readonly phoneHash: Buffer;
  readonly codeHash: Buffer;
}

/** Adds a code, ends the student's older one, and drops the school's codes that count for no limit any more. */
export async function replaceCode(tx: Tx, code: NewCollectorCode, sentBy: string): Promise<void> {
  await tx.row(
    `DELETE FROM collector_codes WHERE school_id = $1 AND created_at < clock_timestamp() - interval '2 days'`,
    [tx.schoolId],
  );
  // Two that are sent for one student at once meet here: the second waits for the first, and ends it.
  await tx.row('SELECT 1 FROM students WHERE school_id = $1 AND id = $2 FOR NO KEY UPDATE', [
    tx.schoolId,
    code.studentId,
  ]);
  await tx.row(
    `UPDATE collector_codes SET ended_at = clock_timestamp() WHERE school_id = $1 AND student_id = $2 AND ended_at IS NULL`,
    [tx.schoolId, code.studentId],
  );
  await tx.row(
    `INSERT INTO collector_codes (school_id, id, student_id, contact_id, name, phone_hash, code_hash, sent_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.schoolId, code.id, code.studentId, code.contactId, code.name, code.phoneHash, code.codeHash, sentBy],
  );
}

export interface LiveCode {
  readonly id: string;
  readonly name: string;
  readonly mobileNumber: string;
  readonly phoneHash: Buffer;
  readonly codeHash: Buffer;
}

/** Counts a try of the student's live code. Undefined where there is none, or its guardian is the student's no longer. */
export function takeTry(tx: Tx, studentId: string, most: number, lifeSeconds: number): Promise<LiveCode | undefined> {
  return tx.row<LiveCode>(
    `UPDATE collector_codes c SET tries = c.tries + 1 FROM guardians g
     WHERE c.school_id = $1 AND c.student_id = $2 AND c.ended_at IS NULL AND c.tries < $3
       AND c.created_at > clock_timestamp() - make_interval(secs => $4)
       AND g.school_id = c.school_id AND g.id = c.contact_id AND g.student_id = c.student_id AND g.deleted_at IS NULL
     RETURNING c.id, c.name, g.mobile_number AS "mobileNumber", c.phone_hash AS "phoneHash", c.code_hash AS "codeHash"`,
    [tx.schoolId, studentId, most, lifeSeconds],
  );
}

/** Gives a try back that was right: a finger that has to be scanned again costs none. */
export async function giveBackTry(tx: Tx, id: string): Promise<void> {
  await tx.row('UPDATE collector_codes SET tries = tries - 1 WHERE school_id = $1 AND id = $2', [tx.schoolId, id]);
}

/** Uses the code up; false where somebody was quicker. */
export async function useCode(tx: Tx, id: string): Promise<boolean> {
  const used = await tx.row(
    `UPDATE collector_codes SET ended_at = clock_timestamp() WHERE school_id = $1 AND id = $2 AND ended_at IS NULL RETURNING id`,
    [tx.schoolId, id],
  );
  return used !== undefined;
}
