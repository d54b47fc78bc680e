import { readFault } from './features/clock/index.ts';
import type { Tx } from './platform/database.ts';
import type { House } from './platform/house.ts';
import type { Jobs } from './platform/jobs.ts';

/** The job that clears away what has served its time; it runs each night, or in the morning where the machine was off. */
export const SWEEP = 'sweep';
export const SWEEP_AT = '17 3 * * *';

export function sweepJobs(house: House): Jobs {
  return { [SWEEP]: () => sweep(house) };
}

/** What messages said, and to whom, is kept for a month. */
const FORGET_MESSAGES = `UPDATE sms_messages SET to_sealed = NULL, text_sealed = NULL, next_sealed = NULL
  WHERE school_id = $1 AND created_at < now() - interval '30 days' AND to_sealed IS NOT NULL`;

/**
 * Removes sign-in codes and tries of backup codes of more than two days, sessions of more than a week, answers whose keys' 30
 * days are over, what uploads told of their progress, and tries whose server died; closes each school's days that are over,
 * so that nobody counts their movements again. Nothing of it while the clock cannot be right.
 */
async function sweep({ db }: House): Promise<void> {
  // By a clock that is a year ahead everything has served its time, keys whose answers protect money among it.
  if (await db.inPlatform(readFault)) return;
  const schools = await db.inPlatform(async (tx) => {
    await tx.row(`DELETE FROM sign_in_codes WHERE created_at < now() - interval '2 days'`);
    await tx.row(`DELETE FROM backup_code_tries WHERE at < now() - interval '2 days'`);
    await tx.row(`DELETE FROM sessions WHERE created_at < now() - interval '7 days'`);
    await dropOldKeys(tx);
    return tx.rows<{ id: string }>('SELECT id FROM schools');
  });
  for (const { id } of schools) {
    await db.inSchool(id, async (tx) => {
      await dropOldKeys(tx);
      await tx.row(FORGET_MESSAGES, [id]);
      await tx.row(`DELETE FROM import_progress WHERE school_id = $1 AND at < now() - interval '1 day'`, [id]);
      await tx.row(`DELETE FROM student_tries WHERE school_id = $1 AND at < now() - interval '1 day'`, [id]);
      await tx.row('SELECT close_school_days($1)', [id]);
    });
  }
}

async function dropOldKeys(tx: Tx): Promise<void> {
  await tx.row(`DELETE FROM idempotency_keys WHERE school_id = $1 AND created_at < now() - interval '30 days'`, [
    tx.schoolId,
  ]);
}
