import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/**
 * Erases the places and reasons of a student's rides, and the assignments to stops. The rides stay, because the numbers of a day count
 * them.
 */
export async function eraseRides(tx: Tx, { id }: DataSubject): Promise<void> {
  const of = [tx.schoolId, id];
  await tx.row(
    `UPDATE bus_trips SET papers_reason = NULL WHERE school_id = $1 AND papers_by IS NULL
     AND id IN (SELECT trip_id FROM bus_events WHERE school_id = $1 AND student_id = $2 AND override_reason IS NOT NULL)`,
    of,
  );
  await tx.row(
    'UPDATE bus_events SET longitude = NULL, latitude = NULL, override_reason = NULL WHERE school_id = $1 AND student_id = $2',
    of,
  );
  await tx.row(
    'UPDATE bus_states SET kind = NULL, bus_id = NULL, since = NULL, event_id = NULL WHERE school_id = $1 AND student_id = $2',
    of,
  );
  await tx.row('DELETE FROM bus_assignments WHERE school_id = $1 AND student_id = $2', of);
  await tx.row('DELETE FROM bus_trip_expected WHERE school_id = $1 AND student_id = $2', of);
}
