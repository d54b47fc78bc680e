import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { AlarmKind } from './rules.ts';

/** The job that takes an alarm up among the platform's own. */
export const RAISE_ALARM = 'raise-alarm';

const LONGEST_DETAIL = 60;

/** Raises an alarm of the transaction's school, or of the server in one of the platform, if and only if it commits. `detail`: one more word, and nothing of a person. */
export async function raiseAlarm(tx: Tx, kind: AlarmKind, detail: string | null = null): Promise<void> {
  await enqueue(tx, RAISE_ALARM, { schoolId: tx.schoolId, kind, detail: detail?.slice(0, LONGEST_DETAIL) ?? null });
}
