import type { ReadTx } from '../database/database.ts';

/** Archiving of the log, as PostgreSQL tells it. */
export interface LogArchive {
  readonly on: boolean;
  /** Unix milliseconds at which the last piece was archived; before the first one, when archiving began at the earliest. */
  readonly lastAt: number;
  /** True where the last try failed. */
  readonly failing: boolean;
  /** Seconds after which a piece is archived that is not full; 0: never. */
  readonly everySeconds: number;
}

export type LogArchiveTrouble = 'off' | 'old' | 'unbounded';

/** A piece is archived each minute; a quarter of an hour is an archive that is away, or a queue that grows. */
const OLD_MS = 15 * 60_000;

/** Reads how the database of a transaction archives its log. */
export async function readLogArchive(tx: ReadTx): Promise<LogArchive> {
  const row = await tx.row<{ on: boolean; lastAt: Date; failing: boolean; everySeconds: number }>(
    `SELECT current_setting('archive_mode') <> 'off' AS on,
            coalesce(last_archived_time, stats_reset, pg_postmaster_start_time()) AS "lastAt",
            coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS failing,
            (SELECT setting::int FROM pg_settings WHERE name = 'archive_timeout') AS "everySeconds"
     FROM pg_stat_archiver`,
  );
  if (row === undefined) throw new Error('PostgreSQL tells nothing of its archiver.');
  return { ...row, lastAt: row.lastAt.getTime() };
}

/** Says by which trouble a recovery to a point in time would lose more than it promises; null where there is none. */
export function troubleOf(archive: LogArchive, expected: boolean, now: number): LogArchiveTrouble | null {
  if (!archive.on) return expected ? 'off' : null;
  if (now - archive.lastAt > OLD_MS) return 'old';
  return archive.everySeconds === 0 || archive.everySeconds * 1_000 > OLD_MS ? 'unbounded' : null;
}
