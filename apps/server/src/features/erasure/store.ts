import type { Erasure } from '@mfuko/contract/erasure';
import type { ReadTx } from '../../platform/database/database.ts';
import { BLOCKERS } from './blockers.ts';
import { erasureNotFound } from './errors.ts';

/** SQL for the open requests of a school ($1), as seen by the user $2. */
export const ERASURES = `
  SELECT e.id AS sysid, s.id AS "studentSYSID", s.admission_number AS "admissionNumber", s.names, c.name AS "className", e.reason,
         COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS "by", e.at AS date, e.by_user = $2::uuid AS own,
         ${BLOCKERS} AS blockers
  FROM erasures e
  JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
  JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
  LEFT JOIN users u ON u.school_id = e.school_id AND u.id = e.by_user
  WHERE e.school_id = $1 AND e.decision IS NULL`;

export type StoredErasure = Omit<Erasure, 'date'> & { readonly date: Date };

export function asErasure(row: StoredErasure): Erasure {
  return { ...row, date: row.date.toISOString() };
}

/** Reads an open request, by its id or its student's. Throws erase.not-found. */
export async function readErasure(tx: ReadTx, id: string, askedBy: string): Promise<Erasure> {
  const row = await tx.row<StoredErasure>(`${ERASURES} AND (e.id = $3 OR e.student_id = $3)`, [
    tx.schoolId,
    askedBy,
    id,
  ]);
  if (!row) throw erasureNotFound();
  return asErasure(row);
}
