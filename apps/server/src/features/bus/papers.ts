import { type BusPaper, PAPERS_DUE_DAYS } from '@mfuko/contract/bus';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { notifyStaff } from '../notices/index.ts';

/** Job that checks the papers of buses, every morning. */
export const PAPERS_CHECK = 'look-at-bus-papers';
export const PAPERS_CHECK_AT = '23 3 * * *';

interface Due {
  readonly busId: string;
  readonly plate: string;
  readonly paper: BusPaper;
  /** Last valid day, as `2026-11-20`. */
  readonly until: string;
  readonly over: boolean;
}

export function papersJobs({ db, clock }: AppContext): Jobs {
  return {
    async [PAPERS_CHECK]() {
      const schools = await db.readPlatform((tx) =>
        tx.rows<{ id: string }>(`SELECT id FROM schools WHERE status = 'active' AND deleted_at IS NULL ORDER BY id`),
      );
      const now = new Date(clock.now());
      for (const { id } of schools) await db.inSchool(id, (tx) => notifyOfPapers(tx, now));
    },
  };
}

/** Notifies the office of each paper at most twice: before it expires, and afterwards. A new date counts as a new paper. */
async function notifyOfPapers(tx: Tx, now: Date): Promise<void> {
  for (const { busId, plate, paper, until, over } of await findDue(tx, now)) {
    const kind = `bus.${paper}-${over ? 'over' : 'due'}` as const;
    await notifyStaff(
      tx,
      { kind, subject: { kind: 'bus-papers', id: busId }, params: { plate, until } },
      `${kind}:${busId}:${until}`,
    );
  }
}

function findDue(tx: ReadTx, now: Date): Promise<Due[]> {
  return tx.rows<Due>(
    `SELECT b.id AS "busId", b.plate, p.paper, to_char(p.until, 'YYYY-MM-DD') AS until, p.until < d.today AS over
     FROM buses b JOIN schools s ON s.id = b.school_id
     CROSS JOIN LATERAL (SELECT ($2::timestamptz AT TIME ZONE s.time_zone)::date AS today) AS d
     CROSS JOIN LATERAL (VALUES ('inspection', b.inspected_until), ('insurance', b.insured_until)) AS p (paper, until)
     WHERE b.school_id = $1 AND b.deleted_at IS NULL AND p.until <= d.today + ${PAPERS_DUE_DAYS}
     ORDER BY b.plate, p.paper`,
    [tx.schoolId, now],
  );
}
