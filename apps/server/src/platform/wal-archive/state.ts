import type { ReadTx } from '../database/database.ts';

/** State of WAL archiving, as PostgreSQL reports it. */
export interface LogArchive {
  readonly on: boolean;
  /**
   * Time (Unix milliseconds) at which the last segment was archived; before the first one, the earliest time at which archiving may
   * have begun.
   */
  readonly lastAt: number;
  /** True when the last attempt failed. */
  readonly failing: boolean;
  /** Seconds after which an incomplete segment is archived; 0 for never. */
  readonly everySeconds: number;
}

export type LogArchiveTrouble = 'off' | 'old' | 'unbounded';

/**
 * Age limit of the last archived segment. One is archived each minute, so a quarter of an hour means an unreachable archive or a
 * growing queue.
 */
const OLD_MS = 15 * 60_000;

/** Reads the archiving state of the transaction's database. */
export async function readLogArchive(tx: ReadTx): Promise<LogArchive> {
  const row = await tx.row<{ on: boolean; lastAt: Date; failing: boolean; everySeconds: number }>(
    `SELECT current_setting('archive_mode') <> 'off' AS on,
            coalesce(last_archived_time, stats_reset, pg_postmaster_start_time()) AS "lastAt",
            coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS failing,
            (SELECT setting::int FROM pg_settings WHERE name = 'archive_timeout') AS "everySeconds"
     FROM pg_stat_archiver`,
  );
  if (row === undefined) throw new Error('pg_stat_archiver returned no row.');
  return { ...row, lastAt: row.lastAt.getTime() };
}

/** Returns the problem that would make a point-in-time recovery lose more than promised; null where there is none. */
export function troubleOf(archive: LogArchive, expected: boolean, now: number): LogArchiveTrouble | null {
  if (!archive.on) return expected ? 'off' : null;
  if (now - archive.lastAt > OLD_MS) return 'old';
  return archive.everySeconds === 0 || archive.everySeconds * 1_000 > OLD_MS ? 'unbounded' : null;
}
