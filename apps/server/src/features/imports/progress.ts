import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { getImportProgress, IMPORT_STEPS } from '@mfuko/contract/imports';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call, ReadCall } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';

type Step = (typeof IMPORT_STEPS)[number];

/**
 * Stores the progress of an upload for the user who waits, at most twice a second for each step. Nothing else depends on the progress.
 */
export type Tell = (step: Step, done?: number, total?: number) => Promise<void>;

const EVERY_MS = 500;

export function tellProgress(context: AppContext, call: Call, id: string | undefined): Tell {
  let last = { step: '', at: 0 };
  return async (step, done = 0, total = 0) => {
    const now = performance.now();
    if (id === undefined || (last.step === step && now - last.at < EVERY_MS)) return;
    last = { step, at: now };
    await context.db.inSchool(call.schoolId, (tx) =>
      tx.row(
        `INSERT INTO import_progress (school_id, id, by_user, step, done, total) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (school_id, id) DO UPDATE SET step = $4, done = $5, total = $6, at = clock_timestamp()
           WHERE import_progress.by_user = $3`,
        [tx.schoolId, id, call.actor.userId, step, done, total],
      ),
    );
  };
}

export async function readProgress(
  tx: ReadTx,
  call: ReadCall,
  id: string,
): Promise<AnswerOf<typeof getImportProgress>> {
  const found = await tx.row<AnswerOf<typeof getImportProgress>>(
    'SELECT step, done, total FROM import_progress WHERE school_id = $1 AND id = $2 AND by_user = $3',
    [tx.schoolId, id, call.actor.userId],
  );
  return found ?? { step: 'reading', done: 0, total: 0 };
}

/** Deletes the progress of the school's uploads after a day. */
export async function dropOldProgress(tx: Tx): Promise<void> {
  await tx.row(`DELETE FROM import_progress WHERE school_id = $1 AND at < now() - interval '1 day'`, [tx.schoolId]);
}
