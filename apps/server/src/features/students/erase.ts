import { randomBytes } from 'node:crypto';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { studentNotFound } from './errors.ts';

/** The student to be erased, as the features need it that erase their parts. */
export interface DataSubject {
  readonly id: string;
  readonly admissionNumber: string;
  readonly names: string;
  /** Replaces admission number and name: `E-4F09C1A27B3D`. */
  readonly pseudonym: string;
  readonly guardians: readonly { readonly id: string; readonly name: string; readonly phone: string }[];
}

/** Locks the row of a student who is to be erased until the transaction ends; finds deleted students too. Throws student.not-found. */
export async function lockDataSubject(tx: Tx, id: string): Promise<DataSubject> {
  const held = await tx.row<Pick<DataSubject, 'admissionNumber' | 'names'>>(
    `SELECT admission_number AS "admissionNumber", names FROM students
     WHERE school_id = $1 AND id = $2 AND erased_at IS NULL FOR UPDATE`,
    [tx.schoolId, id],
  );
  if (!held) throw studentNotFound();
  const guardians = await tx.rows<DataSubject['guardians'][number]>(
    'SELECT id, name, mobile_number AS phone FROM guardians WHERE school_id = $1 AND student_id = $2',
    [tx.schoolId, id],
  );
  return { id, ...held, guardians, pseudonym: `E-${randomBytes(6).toString('hex').toUpperCase()}` };
}

/**
 * Erases this feature's data of a student: number, name, month of birth and PIN, guardians, tries, holds and the access log. The row
 * stays under the pseudonym, for the books. Call it last: the other features find their rows by this one.
 */
export async function eraseStudent(tx: Tx, { id, pseudonym }: DataSubject): Promise<void> {
  const of = [tx.schoolId, id];
  await tx.row('DELETE FROM guardians WHERE school_id = $1 AND student_id = $2', of);
  await tx.row('DELETE FROM student_locks WHERE school_id = $1 AND student_id = $2', of);
  await tx.row('DELETE FROM student_tries WHERE school_id = $1 AND student_id = $2', of);
  await tx.row('DELETE FROM student_access_log WHERE school_id = $1 AND student_id = $2', of);
  await tx.row('DELETE FROM student_classes WHERE school_id = $1 AND student_id = $2', of);
  await tx.row('DELETE FROM money_holds WHERE school_id = $1 AND student_id = $2', of);
  await tx.row(
    `UPDATE students SET admission_number = $3, names = 'Erased student ' || $3, pin_hash = NULL,
       pin_hash_elsewhere = NULL, pin_pepper_elsewhere = NULL, status = 'left',
       allergens = '{}', blocked_menu_items = '{}', birth_month = NULL,
       left_at = coalesce(left_at, clock_timestamp()), deleted_at = clock_timestamp(), erased_at = clock_timestamp()
     WHERE school_id = $1 AND id = $2`,
    [...of, pseudonym],
  );
}

/** Returns true if a student was erased, so that the row has a pseudonym. */
export async function isErased(tx: ReadTx, id: string): Promise<boolean> {
  const found = await tx.row(
    'SELECT 1 AS one FROM students WHERE school_id = $1 AND id = $2 AND erased_at IS NOT NULL',
    [tx.schoolId, id],
  );
  return found !== undefined;
}
