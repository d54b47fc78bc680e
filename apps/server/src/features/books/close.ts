import { audit, type Origin } from '../../platform/audit/audit.ts';
import { exactly } from '../../platform/audit/chain.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { BEGINNING, type DayContent, type DayPlace, hashOfDay, sealEntries } from './seal.ts';

/** Longest time of a statement that reads a whole day's entries; a large school takes a few hundred milliseconds. */
export const PATIENTLY = `SET LOCAL statement_timeout = '5min'`;

interface NextDay extends DayPlace {
  readonly before: Buffer | null;
  readonly closing: string | null;
}

/**
 * Selects the next day of the school that is over and not closed; none while the clock is implausible. An entry is stamped before it
 * commits, so that a day stays open ten minutes longer, and until all our transactions that began before its end have finished.
 */
const NEXT = `
  WITH newest AS (SELECT * FROM book_days WHERE school_id = $1 ORDER BY number DESC LIMIT 1), next AS (
    SELECT s.time_zone, n.number, n.ends, n.hash, book_closing($1, n.number) AS closing,
           coalesce(n.day + 1, ((SELECT min(at) FROM journal_entries WHERE school_id = $1) AT TIME ZONE s.time_zone)::date) AS day
    FROM schools s LEFT JOIN newest n ON true WHERE s.id = $1
  ), bounds AS (
    SELECT *, coalesce(ends, day::timestamp AT TIME ZONE time_zone) AS begun,
           (day + 1)::timestamp AT TIME ZONE time_zone AS over FROM next WHERE day IS NOT NULL
  )
  SELECT coalesce(number, 0) + 1 AS number, day::text, ${exactly('begun')} AS begins, ${exactly('over')} AS ends,
         hash AS before, closing::text
  FROM bounds WHERE over <= clock_timestamp() - interval '10 minutes' AND clock_fault($1) IS NULL AND NOT EXISTS (
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND xact_start < over AND pid <> pg_backend_pid())`;

/** Closes every day of the school that is over, in order, each in a transaction of its own. Returns their number. */
export async function closeDays(
  { db, keys }: Pick<AppContext, 'db' | 'keys'>,
  schoolId: string,
  by: Origin,
): Promise<number> {
  for (let closed = 0; ; closed += 1) {
    if (!(await db.inSchool(schoolId, (tx) => closeNext(tx, keys, by)))) return closed;
  }
}

/** Closes the next day; a concurrent second call does nothing. */
async function closeNext(tx: Tx, keys: AppContext['keys'], by: Origin): Promise<boolean> {
  await tx.row(PATIENTLY);
  const lock = await tx.row<{ taken: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended('mfuko: book days ' || $1, 0)) AS taken`,
    [tx.schoolId],
  );
  const next = lock?.taken ? await tx.row<NextDay>(NEXT, [tx.schoolId]) : undefined;
  if (!next) return false;
  const content = await readDay(tx, keys, next, next.closing);
  const hash = hashOfDay(keys, tx.schoolId, next.before ?? BEGINNING, { ...next, ...content });
  await tx.row(
    `INSERT INTO book_days (school_id, day, number, begins, ends, movements, closing, moved, seals, hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, $9, $10)`,
    [
      tx.schoolId,
      next.day,
      next.number,
      next.begins,
      next.ends,
      content.movements,
      content.closing,
      content.moved,
      content.seals,
      hash,
    ],
  );
  // The audit trail is sealed in a separate chain whose checkpoints are kept elsewhere, so that removed days are detected.
  await audit(tx, by, {
    action: 'books.close-day',
    subjectKind: 'books',
    detail: { day: next.day, hash: hash.toString('hex') },
  });
  return true;
}

/** SQL for the sums of the journal entries from $2 (inclusive) to $3 (exclusive), added to the sums in $4. */
export const SUMS = `
  WITH day AS MATERIALIZED (
    SELECT id, kind, amount, fee FROM journal_entries WHERE school_id = $1 AND at >= $2::timestamptz AND at < $3::timestamptz
  ), changes AS (
    SELECT a.kind, sum(p.amount)::bigint AS cents FROM day
    JOIN postings p ON p.school_id = $1 AND p.entry_id = day.id
    JOIN accounts a ON a.school_id = $1 AND a.id = p.account_id GROUP BY a.kind
    UNION ALL SELECT key, value::bigint FROM jsonb_each_text(coalesce($4::jsonb, '{}'))
  ), closing AS (SELECT kind, sum(cents)::bigint AS cents FROM changes GROUP BY kind
  ), moved AS (SELECT kind, count(*) AS count, sum(amount)::bigint AS amount, sum(fee)::bigint AS fee FROM day GROUP BY kind)
  SELECT (SELECT count(*)::int FROM day) AS movements,
         coalesce((SELECT jsonb_object_agg(kind, cents) FROM closing), '{}')::text AS closing,
         coalesce((SELECT jsonb_object_agg(kind, jsonb_build_object('count', count, 'amount', amount, 'fee', fee))
                   FROM moved), '{}')::text AS moved`;

/** Reads a day's content: its seals, and its sums added to the closing sums of the previous day. */
async function readDay(
  tx: ReadTx,
  keys: Pick<AppContext['keys'], 'digest'>,
  day: Pick<DayPlace, 'begins' | 'ends'>,
  closingBefore: string | null,
): Promise<DayContent> {
  const seals = await sealEntries(tx, keys, day);
  const sums = await tx.row<Omit<DayContent, 'seals'>>(SUMS, [tx.schoolId, day.begins, day.ends, closingBefore]);
  if (!sums) throw new TypeError('The query of sums returned no row.');
  return { ...sums, seals };
}
