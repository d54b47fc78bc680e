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

/** Job that deletes expired data; runs each night, or in the morning if the machine was off. */
export const SWEEP = 'sweep';
export const SWEEP_AT = '17 3 * * *';

export function sweepJobs(context: AppContext): Jobs {
  return { [SWEEP]: () => sweep(context) };
}

/**
 * Deletes expired data of all features: sign-in data such as codes, tries and sessions; M-Pesa tokens; idempotency answers after 30
 * days; texts and numbers of messages; progress and left-out rows of uploads; unjudged tries; used signatures of devices; access logs
 * of students and lists; replaced impressions; former phone numbers. Also closes each school's past days, so that their journal entries
 * are not counted again. Does nothing while the clock is wrong.
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
      await dropOldLooks(tx);
      await dropOldListReads(tx);
      await dropOldReplaced(tx);
      await dropFormerNumbers(tx);
      await closeDays(tx);
    });
  }
}
