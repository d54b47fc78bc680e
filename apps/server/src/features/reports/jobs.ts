import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { notifyUnusual } from './unusual-findings.ts';

/** Job that looks for unusual cash-outs, every hour. */
export const UNUSUAL_CHECK = 'look-at-unusual';
export const UNUSUAL_CHECK_AT = '23 * * * *';

export function reportJobs({ db }: AppContext): Jobs {
  return {
    async [UNUSUAL_CHECK]() {
      const schools = await db.readPlatform((tx) =>
        tx.rows<{ id: string }>(`SELECT id FROM schools WHERE status = 'active' AND deleted_at IS NULL ORDER BY id`),
      );
      for (const { id } of schools)
        await db.inSchool(id, async (tx) => {
          // Skip schools without a cash-out in the last three hours, which cover the time since the last run even if one failed.
          const paid = await tx.row(
            `SELECT 1 AS one FROM journal_entries
             WHERE school_id = $1 AND kind = 'cash-out' AND at > clock_timestamp() - interval '3 hours' LIMIT 1`,
            [id],
          );
          if (paid) await notifyUnusual(tx);
        });
    },
  };
}
