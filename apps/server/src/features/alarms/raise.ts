import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { AlarmKind } from './rules.ts';

/** Job that stores an alarm among the platform's rows. */
export const RAISE_ALARM = 'raise-alarm';

const MAX_DETAIL_LENGTH = 60;

/**
 * Raises an alarm about the transaction's school, or about the server in a platform transaction; sent only if the transaction commits.
 * `detail` is one more word, which must not name a person.
 */
export async function raiseAlarm(tx: Tx, kind: AlarmKind, detail: string | null = null): Promise<void> {
  await enqueue(tx, RAISE_ALARM, { schoolId: tx.schoolId, kind, detail: detail?.slice(0, MAX_DETAIL_LENGTH) ?? null });
}
