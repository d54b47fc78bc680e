import type { ReadTx } from '../../platform/database/database.ts';

/** SQL condition for a passage `e` that was neither taken back nor takes back another. `$1` is the school. */
export const STANDS = `e.undoes IS NULL
  AND NOT EXISTS (SELECT 1 FROM gate_events u WHERE u.school_id = $1 AND u.undoes = e.id)`;

/** Tells whether a passage was taken back. */
export async function isUndone(tx: ReadTx, eventId: string): Promise<boolean> {
  const found = await tx.row('SELECT 1 AS undone FROM gate_events WHERE school_id = $1 AND undoes = $2', [
    tx.schoolId,
    eventId,
  ]);
  return found !== undefined;
}

/** SQL condition for a tick that was neither taken back nor takes back another; `tick` is the table's alias in the query. */
export function tickStands(tick: string): string {
  return `${tick}.undoes IS NULL AND NOT EXISTS (SELECT 1 FROM roll_call_ticks u
    WHERE u.school_id = ${tick}.school_id AND u.roll_call_id = ${tick}.roll_call_id AND u.undoes = ${tick}.key)`;
}
