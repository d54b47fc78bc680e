import type { Language } from '@mfuko/contract/sms';
import type { PassageWish } from '@mfuko/contract/students';
import type { ReadTx } from '../../platform/database/database.ts';

/** Number and language of a guardian, for text messages. */
export interface GuardianNumber {
  readonly mobileNumber: string;
  readonly language: Language;
}

/** Returns the guardians of a student in the order in which they were entered, which is the order of notification. */
export function guardianNumbers(tx: ReadTx, studentId: string): Promise<GuardianNumber[]> {
  return tx.prepared<GuardianNumber>(
    'guardian-numbers',
    `SELECT mobile_number AS "mobileNumber", language FROM guardians
     WHERE school_id = $1 AND student_id = $2 AND deleted_at IS NULL ORDER BY created_at, id`,
    [tx.schoolId, studentId],
  );
}

/** Returns the guardians of a student who want to be notified of such a passage, each number once. */
export function guardiansToTell(tx: ReadTx, studentId: string, passage: PassageWish): Promise<GuardianNumber[]> {
  return tx.rows<GuardianNumber>(
    `SELECT mobile_number AS "mobileNumber", language FROM guardians
     WHERE school_id = $1 AND student_id = $2 AND deleted_at IS NULL AND $3 = ANY (notify) ORDER BY created_at, id`,
    [tx.schoolId, studentId, passage],
  );
}

/**
 * Returns the guardians of the active students of a class, or of all classes, each number once, sorted by number: at most `most` numbers
 * after `after`. A number entered with both languages is written to in the one entered last.
 */
export function guardiansOf(
  tx: ReadTx,
  { classId, after, most }: { readonly classId: string | null; readonly after: string; readonly most: number },
): Promise<GuardianNumber[]> {
  return tx.rows<GuardianNumber>(
    `SELECT DISTINCT ON (g.mobile_number) g.mobile_number AS "mobileNumber", g.language
     FROM guardians g JOIN students s ON s.school_id = g.school_id AND s.id = g.student_id
     WHERE g.school_id = $1 AND g.deleted_at IS NULL AND s.deleted_at IS NULL AND s.status = 'active'
       AND ($2::uuid IS NULL OR s.class_id = $2) AND g.mobile_number > $3
     ORDER BY g.mobile_number, g.created_at DESC, g.id DESC LIMIT $4`,
    [tx.schoolId, classId, after, most],
  );
}
