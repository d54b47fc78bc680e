import type { Tx } from '../../platform/database/database.ts';
import { notifyStaff } from '../notices/index.ts';

/** A statement's first and last minute may be cut. */
const EDGE_MS = 60_000;

/**
 * Notes that nothing was pulled for longer than the provider lists payments, and tells the staff: of that time only its statement
 * tells. `until` is from where on payments are listed again.
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

/** A statement of the whole time has come. One of a part of it leaves what it does not tell of, its last minute included. */
export async function closeGap(tx: Tx, from: Date, until: Date): Promise<void> {
  await tx.row(
    `UPDATE provider_registrations SET
       gap_from = CASE WHEN $3::timestamptz >= gap_until THEN NULL ELSE greatest(gap_from, $4) END,
       gap_until = CASE WHEN $3::timestamptz >= gap_until THEN NULL ELSE gap_until END
     WHERE school_id = $1 AND gap_from >= $2 AND gap_from <= $3`,
    [tx.schoolId, new Date(from.getTime() - EDGE_MS), new Date(until.getTime() + EDGE_MS), until],
  );
}
