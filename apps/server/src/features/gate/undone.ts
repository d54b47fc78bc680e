import type { ReadTx } from '../../platform/database/database.ts';

/** Stands: a passage `e` that nobody has taken back, as SQL; what takes one back is no passage either. `$1` is the school. */
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

/** The same of a tick of a roll call, by the name that the table has in the query. */
export function tickStands(tick: string): string {
  return `${tick}.undoes IS NULL AND NOT EXISTS (SELECT 1 FROM roll_call_ticks u
    WHERE u.school_id = ${tick}.school_id AND u.roll_call_id = ${tick}.roll_call_id AND u.undoes = ${tick}.key)`;
}
