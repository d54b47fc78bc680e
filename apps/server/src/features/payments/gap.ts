import type { Tx } from '../../platform/database/database.ts';
import { notifyStaff } from '../notices/index.ts';

/** Tolerance at both ends of a statement, whose first and last minute may be incomplete. */
const EDGE_MS = 60_000;

/**
 * Stores that nothing was pulled for longer than the provider lists payments, and notifies the staff: payments of that time appear in the
 * provider's statement alone. `until` is the time from which payments are listed again.
 */
export async function openGap(tx: Tx, from: Date, until: Date): Promise<void> {
  await tx.row(
    `UPDATE provider_registrations SET gap_from = least(gap_from, $2), gap_until = greatest(gap_until, $3) WHERE school_id = $1`,
    [tx.schoolId, from, until],
  );
  await notifyStaff(
    tx,
    {
      kind: 'payment.away',
      subject: { kind: 'statement', id: 'gap' },
      params: { from: from.toISOString(), until: until.toISOString() },
    },
    `payment.away:${from.toISOString()}`,
  );
}

/** Closes the gap that a statement covers. A statement of only a part leaves the rest open, including the statement's own last minute. */
export async function closeGap(tx: Tx, from: Date, until: Date): Promise<void> {
  await tx.row(
    `UPDATE provider_registrations SET
       gap_from = CASE WHEN $3::timestamptz >= gap_until THEN NULL ELSE greatest(gap_from, $4) END,
       gap_until = CASE WHEN $3::timestamptz >= gap_until THEN NULL ELSE gap_until END
     WHERE school_id = $1 AND gap_from >= $2 AND gap_from <= $3`,
    [tx.schoolId, new Date(from.getTime() - EDGE_MS), new Date(until.getTime() + EDGE_MS), until],
  );
}
