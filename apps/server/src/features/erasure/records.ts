import type { ReadTx } from '../../platform/database/database.ts';

interface WithGuardians {
  readonly id: string;
  readonly guardians: readonly { readonly id: string }[];
}

/** Returns the ids of a student's records that audit rows may be about: all texts in such rows concern this child. */
export async function readRecords(tx: ReadTx, { id, guardians }: WithGuardians): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT id FROM journal_entries WHERE school_id = $1 AND student_id = $2
     UNION ALL SELECT id FROM refunds WHERE school_id = $1 AND student_id = $2
     UNION ALL SELECT id FROM cash_approvals WHERE school_id = $1 AND student_id = $2
     UNION ALL SELECT id FROM student_items WHERE school_id = $1 AND student_id = $2
     UNION ALL SELECT id FROM stk_pushes WHERE school_id = $1 AND student_id = $2
     UNION ALL SELECT id FROM gate_events WHERE school_id = $1 AND student_id = $2
     UNION ALL SELECT id FROM bus_events WHERE school_id = $1 AND student_id = $2
     UNION ALL SELECT id FROM gate_exceptions WHERE school_id = $1 AND student_id = $2
     UNION ALL SELECT id FROM suspense_proposals WHERE school_id = $1 AND student_id = $2
     UNION ALL SELECT id FROM consents WHERE school_id = $1 AND student_id = $2`,
    [tx.schoolId, id],
  );
  return [id, ...guardians.map((guardian) => guardian.id), ...rows.map((row) => row.id)];
}
