import { readFault } from './features/clock/index.ts';
import { dropOldSignatures } from './features/devices/index.ts';
import { dropOldReplaced } from './features/fingerprints/index.ts';
import { dropOldLeftOut, dropOldProgress } from './features/imports/index.ts';
import { forgetOldMessages } from './features/messages/index.ts';
import { dropOldTokens } from './features/payments/index.ts';
import { closeDays } from './features/reports/index.ts';
import { dropOldSignIns } from './features/session/index.ts';
import { dropFormerNumbers, dropOldListReads, dropOldLooks, dropOldTries } from './features/students/index.ts';
import { dropOldAnswers } from './platform/http/idempotency.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { AppContext } from './platform/process/app-context.ts';

/** The job that clears away what has served its time; it runs each night, or in the morning where the machine was off. */
export const SWEEP = 'sweep';
export const SWEEP_AT = '17 3 * * *';

export function sweepJobs(context: AppContext): Jobs {
  return { [SWEEP]: () => sweep(context) };
}

/**
 * Removes M-Pesa's tokens that were over a day ago, sign-in codes and tries of backup codes of more than two days, sessions of more than a week, answers whose keys' 30
 * days are over, what uploads told of their progress, rows that they left out 90 days ago, who looked at a student 400 days ago, impressions of fingers that were replaced 90 days ago, and tries whose server died; closes each school's days that are over,
 * so that nobody counts their journal entries again. Nothing of it while the clock cannot be right.
 */
async function sweep({ db }: AppContext): Promise<void> {
  // By a clock that is a year ahead everything has served its time, keys whose answers protect money among it.
  if (await db.readPlatform(readFault)) return;
  const schools = await db.inPlatform(async (tx) => {
    await dropOldSignIns(tx);
    await dropOldAnswers(tx);
    await dropOldTokens(tx);
    return tx.rows<{ id: string }>('SELECT id FROM schools');
  });
  for (const { id } of schools) {
    await db.inSchool(id, async (tx) => {
      await dropOldAnswers(tx);
      await forgetOldMessages(tx);
      await dropOldProgress(tx);
      await dropOldLeftOut(tx);
      await dropOldTries(tx);
      await dropOldSignatures(tx);
      await dropOldLooks(tx);
      await dropOldListReads(tx);
      await dropOldReplaced(tx);
      await dropFormerNumbers(tx);
      await closeDays(tx);
    });
  }
}
