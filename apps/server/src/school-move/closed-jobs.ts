import { z } from 'zod';
import type { Db } from '../platform/database/database.ts';
import { enqueue, type Jobs } from '../platform/jobs/jobs.ts';

const AGAIN_AFTER_MS = 60 * 60_000;
const ofSchool = z.object({ schoolId: z.uuid() });

/**
 * Wraps jobs so that those of a closed school are put off until it is reopened, or removed with its jobs: payouts and messages are sent
 * by its new installation, and must not be sent here as well.
 */
export function waitingForOpening(db: Pick<Db, 'inSchool' | 'readSchool'>, jobs: Jobs): Jobs {
  return Object.fromEntries(
    Object.entries(jobs).map(([kind, job]) => [
      kind,
      async (payload, run) => {
        const { data } = ofSchool.safeParse(payload);
        if (!data || !(await isClosed(db, data.schoolId))) return job(payload, run);
        const again = { afterMs: AGAIN_AFTER_MS, mostAttempts: run?.job.max_attempts ?? 25 };
        await db.inSchool(data.schoolId, (tx) => enqueue(tx, kind, payload as object, again));
      },
    ]),
  );
}

async function isClosed(db: Pick<Db, 'readSchool'>, schoolId: string): Promise<boolean> {
  const closed = await db.readSchool(schoolId, (tx) =>
    tx.prepared('is-school-closed', 'SELECT 1 AS one FROM schools WHERE id = $1 AND closed_at IS NOT NULL', [schoolId]),
  );
  return closed.length > 0;
}
