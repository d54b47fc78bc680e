import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { getReminders, Reminder } from '@mfuko/contract/reminders';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { STUDENTS } from './students.ts';

type Listed = Pick<Reminder, 'sysid' | 'by' | 'way'> & { date: Date; below: bigint; amount: bigint | null };

export async function listReminders(
  tx: ReadTx,
  query: Omit<InputOf<typeof getReminders>, 'sort'> & { sort?: string | undefined },
): Promise<Page<Reminder>> {
  const { rows, total } = await readPage<Listed>(tx, query, {
    sql: `SELECT r.id AS sysid, r.at AS date, COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS by, r.way,
                 r.below, r.amount
          FROM reminders r LEFT JOIN users u ON u.school_id = r.school_id AND u.id = r.by_user
          WHERE r.school_id = $1 AND ($2::uuid IS NULL OR r.id = $2) AND ($3::text IS NULL OR r.way = $3)`,
    values: [tx.schoolId, query.sysid ?? null, query.way ?? null],
    searched: ['by'],
    sort: '-date',
    tie: 'sysid',
  });
  const counts = await countStudents(
    tx,
    rows.map(({ sysid }) => sysid),
  );
  return { total, rows: rows.map((row) => withCounts(row, counts.get(row.sysid) ?? NOBODY)) };
}

/** Returns one reminder, which must exist. */
export async function readReminder(tx: ReadTx, sysid: string): Promise<Reminder> {
  const [row] = (await listReminders(tx, { pageSize: 1, sysid })).rows;
  if (!row) throw new TypeError('The INSERT of the reminder returned no row.');
  return row;
}

interface Counts {
  readonly asked: number;
  readonly skipped: number;
  readonly waiting: number;
  readonly sent: number;
  readonly reached: number;
  readonly failed: number;
  readonly paid: number;
  readonly paidAmount: bigint;
  readonly stillLow: number;
  /** Ten-thousandths of a shilling. */
  readonly cost: bigint;
}

const NOBODY: Counts = {
  ...{ asked: 0, skipped: 0, waiting: 0, sent: 0, reached: 0, failed: 0, paid: 0, stillLow: 0 },
  ...{ paidAmount: 0n, cost: 0n },
};

/** Returns the counts of these reminders, in one statement. */
async function countStudents(tx: ReadTx, ids: readonly string[]): Promise<ReadonlyMap<string, Counts>> {
  const rows = await tx.rows<Counts & { id: string }>(
    `SELECT reminder_id AS id,
            count(*) FILTER (WHERE skipped IS NULL)::int AS asked,
            count(skipped)::int AS skipped,
            count(*) FILTER (WHERE outcome = 'waiting')::int AS waiting,
            count(*) FILTER (WHERE outcome = 'sent')::int AS sent,
            count(*) FILTER (WHERE reached)::int AS reached,
            count(*) FILTER (WHERE outcome = 'failed')::int AS failed,
            count(*) FILTER (WHERE paid > 0)::int AS paid,
            coalesce(sum(paid), 0)::bigint AS "paidAmount",
            count(*) FILTER (WHERE skipped IS NULL AND low)::int AS "stillLow",
            coalesce(sum(cost) FILTER (WHERE first_of_text), 0)::bigint AS cost
     FROM (${STUDENTS} AND t.reminder_id = ANY($2::uuid[])) AS students GROUP BY reminder_id`,
    [tx.schoolId, ids],
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

function withCounts({ date, below, amount, ...row }: Listed, { paidAmount, cost, ...counts }: Counts): Reminder {
  return {
    ...row,
    ...counts,
    date: date.toISOString(),
    below: toKes(below),
    amount: amount === null ? null : toKes(amount),
    paidAmount: toKes(paidAmount),
    cost: row.way === 'sms' ? Number(cost) / 10_000 : null,
  };
}
