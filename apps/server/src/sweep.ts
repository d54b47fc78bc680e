import { readFault } from './features/clock/index.ts';
import { dropOldPresences, dropOldSignatures } from './features/devices/index.ts';
import { dropOldReplaced } from './features/fingerprints/index.ts';
import { dropOldLeftOut, dropOldProgress } from './features/imports/index.ts';
import { forgetOldMessages } from './features/messages/index.ts';
import { dropOldTokens } from './features/payments/index.ts';
import { closeDays } from './features/reports/index.ts';
import { dropOldSignIns } from './features/session/index.ts';
import { dropFormerNumbers, dropOldListReads, dropOldRecordAccesses, dropOldTries } from './features/students/index.ts';
import { dropOldAnswers } from './platform/http/idempotency.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { AppContext } from './platform/process/app-context.ts';

/** Job that deletes expired data; runs each night, or in the morning if the machine was off. */
export const SWEEP = 'sweep';
export const SWEEP_AT = '17 3 * * *';

export function sweepJobs(context: AppContext): Jobs {
  return { [SWEEP]: () => sweep(context) };
}

/**
 * Deletes expired data: M-Pesa tokens a day after their end; sign-in codes and tries after two days, sessions after a week; idempotency
 * answers, and texts and numbers of messages, after 30 days; progress of uploads and unjudged tries after a day; rows that uploads left
 * out, and replaced impressions, after 90 days; access logs of students and lists after 400 days; used signatures of devices; former
 * phone numbers. Also closes each school's past days, so that their journal entries are not counted again. Does nothing while the clock
 * is wrong.
 */
async function sweep({ db }: AppContext): Promise<void> {
  // With a clock that is a year ahead everything would have expired, including idempotency keys that protect money.
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
      await dropOldPresences(tx);
      await dropOldRecordAccesses(tx);
      await dropOldListReads(tx);
      await dropOldReplaced(tx);
      await dropFormerNumbers(tx);
      await closeDays(tx);
    });
  }
}
