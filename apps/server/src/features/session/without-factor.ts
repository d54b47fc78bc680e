import type { ReadTx } from '../../platform/database/database.ts';

/** Returns the names of those in the transaction's school who may take money at the desk and have no second factor. */
export async function findWithoutFactor(tx: ReadTx): Promise<string[]> {
  const people = await tx.rows<{ names: string }>(
    `SELECT concat_ws(' ', u.first_name, NULLIF(u.last_names, '')) AS names FROM users u
     WHERE u.school_id = $1 AND u.status = 'active' AND u.deleted_at IS NULL
       AND (u.role = 'SchoolAdmin' OR 'cashier' = ANY (u.duties))
       AND NOT EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id)
     ORDER BY u.created_at`,
    [tx.schoolId],
  );
  return people.map(({ names }) => names);
}
