import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/** Deletes the notices that name a student. */
export async function eraseNotices(tx: Tx, { admissionNumber, names }: DataSubject): Promise<void> {
  await tx.row(
    `DELETE FROM notices WHERE school_id = $1
       AND (subject_kind = 'student' AND subject_id = $2 OR params ->> 'admissionNumber' = $2 OR strpos(params::text, to_json($3::text)::text) > 0)`,
    [tx.schoolId, admissionNumber, names],
  );
}
