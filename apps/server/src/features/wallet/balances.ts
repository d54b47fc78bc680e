import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import { type BalanceRow, type getBalances, MAX_TREND_ROWS, TREND_DAYS } from '@mfuko/contract/wallet';
import type { ReadTx } from '../../platform/database/database.ts';
import { type ListSource, readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';

type Listed = Pick<BalanceRow, 'sysid' | 'admissionNumber' | 'names' | 'className' | 'status'> & { balance: bigint };

/** SQL of deposits and collections that were not reversed; `student` is the student's id. */
const CAME_IN = (student: string) => `FROM journal_entries e
  WHERE e.school_id = $1 AND e.student_id = ${student} AND e.kind IN ('deposit', 'collection')
    AND NOT EXISTS (SELECT 1 FROM journal_entries r WHERE r.school_id = $1 AND r.reverses = e.id)`;

/**
 * Returns the list of a school's balances. Students who have left are included only while their wallets hold money, or a reversal waits.
 */
export function balancesOf(schoolId: string | null, query: InputOf<typeof getBalances>): ListSource {
  return {
    sql: `SELECT id AS sysid, admission_number AS "admissionNumber", names, class_name AS "className", status, balance
          FROM student_list s
          WHERE school_id = $1 AND ($2::uuid IS NULL OR class_id = $2) AND (status = 'active' OR balance > 0 OR $5::text IS NOT NULL)
            AND ($3::bigint IS NULL OR balance < $3)
            AND ($4::int IS NULL
                 OR NOT EXISTS (SELECT 1 ${CAME_IN('s.id')} AND e.at > clock_timestamp() - make_interval(days => $4)))
            AND ($5::text IS NULL OR id IN (
              SELECT e.student_id FROM reversal_proposals p JOIN journal_entries e ON e.school_id = $1 AND e.id = p.entry_id
              WHERE p.school_id = $1 AND p.decision IS NULL))`,
    values: [schoolId, query.classSYSID ?? null, query.below ?? null, query.quietDays ?? null, query.waiting ?? null],
    searched: ['admissionNumber', 'names', 'className'],
    sort: 'admissionNumber',
    digits: ['admissionNumber'],
    natural: ['className'],
    tie: 'sysid',
    sum: 'balance',
  };
}

/** Lists each student's balance, its trend, and the time when money last came in. */
export async function listBalances(tx: ReadTx, query: InputOf<typeof getBalances>): Promise<Page<BalanceRow>> {
  const { rows, total, sum } = await readPage<Listed>(tx, query, balancesOf(tx.schoolId, query));
  const ids = rows.map(({ sysid }) => sysid);
  const arrivals = await arrivalsOf(tx, ids);
  const trends = rows.length > MAX_TREND_ROWS ? new Map<string, number[]>() : await trendsOf(tx, ids);
  return {
    total,
    sum,
    rows: rows.map((row) => ({
      ...row,
      balance: toKes(row.balance),
      lastIn: arrivals.get(row.sysid)?.toISOString() ?? null,
      trend: trends.get(row.sysid) ?? [],
    })),
  };
}

/** Returns the time when money last came in for each of these students. */
async function arrivalsOf(tx: ReadTx, ids: readonly string[]): Promise<Map<string, Date>> {
  const rows = await tx.rows<{ id: string; at: Date }>(
    `SELECT s.id, came.at FROM unnest($2::uuid[]) AS s (id)
     CROSS JOIN LATERAL (SELECT e.at ${CAME_IN('s.id')} ORDER BY e.at DESC LIMIT 1) AS came`,
    [tx.schoolId, ids],
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

interface Held {
  readonly id: string;
  /** Whole days since the posting; TREND_DAYS for any older one. */
  readonly ago: number;
  readonly balance: bigint;
}

/**
 * Returns, by student, the balances of the wallet for each of the last days, ending with the present one; one statement reads all of a
 * page. Postings are read from the last one before these days, whatever its age.
 */
async function trendsOf(tx: ReadTx, ids: readonly string[]): Promise<Map<string, number[]>> {
  const rows = await tx.rows<Held>(
    `SELECT s.id, held.ago, held.balance
     FROM (SELECT clock_timestamp() AS now) AS moment CROSS JOIN unnest($2::uuid[]) AS s (id)
     JOIN accounts a ON a.school_id = $1 AND a.student_id = s.id
     CROSS JOIN LATERAL (
       SELECT DISTINCT ON (ago) ago, coalesce(balance_after, 0) AS balance FROM (
         SELECT least($3::int, greatest(0, floor(extract(epoch FROM moment.now - p.at) / 86400)))::int AS ago,
                p.position, p.balance_after
         FROM postings p
         WHERE p.school_id = $1 AND p.account_id = a.id AND p.position >= coalesce(
           (SELECT q.position FROM postings q
            WHERE q.school_id = $1 AND q.account_id = a.id AND q.position IS NOT NULL
              AND q.at <= moment.now - make_interval(days => $3)
            ORDER BY q.position DESC LIMIT 1), 0)) AS recent
       ORDER BY ago, position DESC) AS held`,
    [tx.schoolId, ids, TREND_DAYS],
  );
  const byStudent = Map.groupBy(rows, ({ id }) => id);
  return new Map(ids.map((id) => [id, trendOf(byStudent.get(id) ?? [])]));
}

/** Fills the days without a posting with the balance of the day before. */
function trendOf(held: readonly Held[]): number[] {
  const at = new Map(held.map(({ ago, balance }) => [ago, balance]));
  let balance = at.get(TREND_DAYS) ?? 0n;
  return Array.from({ length: TREND_DAYS }, (_, day) => {
    balance = at.get(TREND_DAYS - 1 - day) ?? balance;
    return toKes(balance);
  });
}
