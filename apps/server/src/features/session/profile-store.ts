import type { Profile } from '@mfuko/contract/profile';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { stamped } from '../../platform/records/stamp.ts';
import { onePhone } from './users.ts';

type Found = Omit<Profile, 'dateCreated' | 'lastSignIn' | 'updated'> & { dateCreated: Date; lastSignIn: Date | null };

/** Reads the user's own record, in a transaction of the user's school (the platform's own for Admins). */
export async function readProfile(tx: ReadTx, userId: string): Promise<Profile> {
  const found = await tx.row<Found>(
    `SELECT u.id AS sysid, u.phone AS "phoneNumber", u.email, u.first_name AS "firstName", u.last_names AS "lastNames",
            u.role, u.duties, s.short_name AS "schoolName", u.last_sign_in_at AS "lastSignIn", u.created_at AS "dateCreated"
     FROM users u LEFT JOIN schools s ON s.id = u.school_id
     WHERE u.school_id = $1 AND u.id = $2`,
    [tx.schoolId, userId],
  );
  if (!found) throw new Error('The signed-in user has no row in users.');
  const profile = {
    ...found,
    dateCreated: found.dateCreated.toISOString(),
    lastSignIn: found.lastSignIn?.toISOString() ?? null,
  };
  return stamped(profile, ['lastSignIn', 'schoolName', 'role', 'duties']);
}

/** Locks the user's row until the transaction ends. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.row('SELECT 1 AS one FROM users WHERE school_id = $1 AND id = $2 FOR NO KEY UPDATE', [tx.schoolId, userId]);
}

export interface PersonChange {
  readonly firstName?: string | undefined;
  readonly lastNames?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly email?: string | undefined;
  readonly passwordHash?: string | undefined;
}

/** Changes the given fields of a user. Throws user.duplicate-phone. */
export async function changePerson(tx: Tx, userId: string, change: PersonChange): Promise<void> {
  await onePhone(
    tx.row(
      `UPDATE users SET first_name = COALESCE($3, first_name), last_names = COALESCE($4, last_names),
              phone = COALESCE($5, phone), email = COALESCE($6, email), password_hash = COALESCE($7, password_hash)
       WHERE school_id = $1 AND id = $2`,
      [
        tx.schoolId,
        userId,
        change.firstName ?? null,
        change.lastNames ?? null,
        change.phoneNumber ?? null,
        change.email ?? null,
        change.passwordHash ?? null,
      ],
    ),
  );
}
