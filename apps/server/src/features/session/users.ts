import type { Duty, Role } from '@mfuko/contract/endpoint';
import { type Tx, violatedUnique } from '../../platform/database/database.ts';
import { phoneTaken } from './errors.ts';

export interface UserFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly mobileNumber: string;
  readonly email: string;
  readonly role: Role;
  readonly duties: readonly Duty[];
}

/** Adds a user to the transaction's school; returns the time of creation. Throws user.duplicate-phone. */
export async function insertUser(
  tx: Tx,
  user: UserFields & { readonly id: string; readonly passwordHash: string; readonly createdBy: string | null },
): Promise<Date> {
  const added = await onePhone(
    tx.row<{ created_at: Date }>(
      `INSERT INTO users (school_id, id, role, duties, phone, email, first_name, last_names, password_hash, created_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING created_at`,
      [
        tx.schoolId,
        user.id,
        user.role,
        user.duties,
        user.mobileNumber,
        user.email,
        user.firstName,
        user.lastName,
        user.passwordHash,
        user.createdBy,
      ],
    ),
  );
  return added?.created_at ?? new Date(0);
}

/** Saves the fields of a user that the office may change. Throws user.duplicate-phone. */
export async function saveUser(tx: Tx, id: string, user: UserFields, status: 'active' | 'disabled'): Promise<void> {
  await onePhone(
    tx.row(
      `UPDATE users SET first_name = $3, last_names = $4, phone = $5, email = $6, role = $7, duties = $8, status = $9
       WHERE school_id = $1 AND id = $2`,
      [tx.schoolId, id, user.firstName, user.lastName, user.mobileNumber, user.email, user.role, user.duties, status],
    ),
  );
}

/** Deletes a user, or restores one. Throws user.duplicate-phone where another user has taken the number. */
export async function setUserDeleted(tx: Tx, id: string, deleted: boolean): Promise<void> {
  await onePhone(
    tx.row(`UPDATE users SET deleted_at = CASE WHEN $3 THEN clock_timestamp() END WHERE school_id = $1 AND id = $2`, [
      tx.schoolId,
      id,
      deleted,
    ]),
  );
}

/** Awaits a statement that writes a user. Throws user.duplicate-phone where another user has the number. */
export async function onePhone<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if (violatedUnique(error) === 'users_phone') throw phoneTaken();
    throw error;
  }
}
