import type { ReadTx, Tx } from '../../platform/database/database.ts';

/** Passage of a student, in whose transaction an exeat is used or ended at the event's time. */
interface Passage {
  readonly eventId: string;
  readonly studentId: string;
}

interface Passed extends Passage {
  readonly at: Date;
}

/** Exeat as the gate's answer shows it. */
export interface UsedExeat {
  readonly sysid: string;
  readonly returnBy: Date;
  /** As of the grant; a collector who was blocked since must not be shown (`mayStillCollect`). */
  readonly goesWith: string | null;
  readonly collectorId: string | null;
}

/** Uses the exeat that is valid at the time of a check-out; null if there is none. */
export async function useExeat(tx: Tx, { eventId, studentId }: Passage): Promise<UsedExeat | null> {
  const [used] = await tx.prepared<UsedExeat>(
    'use-exeat',
    `UPDATE exeats SET out_event = g.id, out_at = g.at
     FROM gate_events g
     WHERE g.school_id = $1 AND g.id = $3 AND exeats.school_id = $1 AND exeats.id = (
       SELECT x.id FROM exeats x JOIN gate_events e ON e.school_id = $1 AND e.id = $3
       WHERE x.school_id = $1 AND x.student_id = $2 AND x.cancelled_at IS NULL AND x.out_at IS NULL
         AND x.leaves_from <= e.at AND x.return_by > e.at ORDER BY x.return_by LIMIT 1 FOR UPDATE OF x)
     RETURNING exeats.id AS sysid, exeats.return_by AS "returnBy", exeats.goes_with AS "goesWith",
       exeats.collector_id AS "collectorId"`,
    [tx.schoolId, studentId, eventId],
  );
  return used ?? null;
}

/** Ends, by a check-in, the exeat on which a student is out; null if there is none. */
export async function endExeat(tx: Tx, { eventId, studentId }: Passage): Promise<UsedExeat | null> {
  const [ended] = await tx.prepared<UsedExeat>(
    'end-exeat',
    `UPDATE exeats SET in_event = g.id, returned_at = g.at
     FROM gate_events g
     WHERE g.school_id = $1 AND g.id = $3 AND exeats.school_id = $1 AND exeats.student_id = $2
       AND exeats.returned_at IS NULL AND exeats.out_at <= g.at
     RETURNING exeats.id AS sysid, exeats.return_by AS "returnBy", exeats.goes_with AS "goesWith",
       exeats.collector_id AS "collectorId"`,
    [tx.schoolId, studentId, eventId],
  );
  return ended ?? null;
}

/** Reopens the exeat that a check-in had ended, because the check-in was taken back. */
export async function reopenExeat(tx: Tx, eventId: string): Promise<void> {
  await tx.row('UPDATE exeats SET in_event = NULL, returned_at = NULL WHERE school_id = $1 AND in_event = $2', [
    tx.schoolId,
    eventId,
  ]);
}

/** Makes the exeat that a check-out had used valid again, whatever followed, because the check-out was taken back. */
export async function withdrawExeat(tx: Tx, eventId: string): Promise<void> {
  await tx.row(
    `UPDATE exeats SET out_event = NULL, out_at = NULL, in_event = NULL, returned_at = NULL
     WHERE school_id = $1 AND out_event = $2`,
    [tx.schoolId, eventId],
  );
}

/** Uses or ends an exeat by an offline passage; a check-in after an offline check-out ends the exeat at once. Null if there was no exeat. */
export async function settleLateExeat(tx: Tx, kind: 'in' | 'out', passed: Passed): Promise<UsedExeat | null> {
  if (kind === 'in') return endExeat(tx, passed);
  const used = await useExeat(tx, passed);
  if (!used) return null;
  await tx.row(
    `UPDATE exeats SET in_event = e.id, returned_at = e.at
     FROM (SELECT g.id, g.at FROM gate_events g
           WHERE g.school_id = $1 AND g.student_id = $2 AND g.kind = 'in' AND g.at > $3
             AND NOT EXISTS (SELECT 1 FROM gate_events u WHERE u.school_id = $1 AND u.undoes = g.id)
           ORDER BY g.at, g.id LIMIT 1) AS e
     WHERE exeats.school_id = $1 AND exeats.id = $4`,
    [tx.schoolId, passed.studentId, passed.at, used.sysid],
  );
  return used;
}

/** Tells whether the school requires an exeat for every check-out. */
export async function isExeatRequired(tx: ReadTx): Promise<boolean> {
  const [school] = await tx.prepared<{ required: boolean }>(
    'is-exeat-required',
    'SELECT require_exeat AS required FROM schools WHERE id = $1',
    [tx.schoolId],
  );
  return school?.required ?? false;
}
