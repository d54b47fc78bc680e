import type { ReadTx } from '../../platform/database/database.ts';

/** Tells whether a passage was taken back. */
export async function isUndone(tx: ReadTx, eventId: string): Promise<boolean> {
  const found = await tx.row('SELECT 1 AS undone FROM gate_events WHERE school_id = $1 AND undoes = $2', [
    tx.schoolId,
    eventId,
  ]);
  return found !== undefined;
}
