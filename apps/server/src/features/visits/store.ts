import type { PlatformVisit } from '@mfuko/contract/visits';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { type ListQuery, readPage } from '../../platform/database/lists.ts';
import type { Actor, Page } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';

/** Returns the id of an Admin's open visit in the transaction's school; with `reasoned`, only of one with a reason. */
export async function findOpen(tx: ReadTx, userId: string, reasoned: boolean): Promise<string | undefined> {
  const found = await tx.row<{ id: string }>(
    `SELECT id FROM platform_visits
     WHERE school_id = $1 AND user_id = $2 AND ends_at > clock_timestamp() AND (NOT $3::boolean OR reason IS NOT NULL)
     ORDER BY (reason IS NULL), began_at DESC LIMIT 1`,
    [tx.schoolId, userId, reasoned],
  );
  return found?.id;
}

/** Opens a visit for an hour; returns undefined where the school does not exist. */
export async function addVisit(
  tx: Tx,
  { userId, names }: Actor,
  reason: string | null,
): Promise<{ id: string; until: Date } | undefined> {
  return tx.row(
    `INSERT INTO platform_visits (school_id, id, user_id, names, reason, ends_at)
     SELECT id, $2, $3, $4, $5, clock_timestamp() + interval '1 hour' FROM schools WHERE id = $1
     RETURNING id, ends_at AS until`,
    [tx.schoolId, newId(), userId, names, reason],
  );
}

/** Counts a call during a visit. */
export async function countCall(tx: Tx, visit: string, path: string, changes: boolean): Promise<void> {
  await tx.row(
    `INSERT INTO platform_visit_calls AS c (school_id, visit_id, path, changes) VALUES ($1, $2, $3, $4)
     ON CONFLICT (school_id, visit_id, path) DO UPDATE SET times = c.times + 1`,
    [tx.schoolId, visit, path, changes],
  );
}

type Found = Omit<PlatformVisit, 'date' | 'until'> & { date: Date; until: Date };

/** Lists the visits to the transaction's school. */
export async function listVisits(tx: ReadTx, query: ListQuery): Promise<Page<PlatformVisit>> {
  const page = await readPage<Found>(tx, query, {
    sql: `SELECT v.id AS sysid, v.names, v.reason, v.began_at AS date, v.ends_at AS until, coalesce(c.calls, '[]') AS calls,
            coalesce(c.reads, 0)::int AS reads, coalesce(c.changes, 0)::int AS changes
          FROM platform_visits v LEFT JOIN LATERAL (
            SELECT json_agg(json_build_object('path', path, 'changes', changes, 'times', times) ORDER BY times DESC, path) AS calls,
              sum(times) FILTER (WHERE NOT changes) AS reads, sum(times) FILTER (WHERE changes) AS changes
            FROM platform_visit_calls p WHERE p.school_id = v.school_id AND p.visit_id = v.id) c ON true
          WHERE v.school_id = $1`,
    values: [tx.schoolId],
    searched: ['names', 'reason'],
    sort: '-date',
    tie: 'sysid',
  });
  const rows = page.rows.map((row) => ({ ...row, date: row.date.toISOString(), until: row.until.toISOString() }));
  return { total: page.total, rows };
}
