import { toKes } from '@mfuko/contract/money';
import { CANTEEN_DAYS, MAX_ITEMS, MONEY_DAYS, type Today } from '@mfuko/contract/today';
import type { ReadTx } from '../../platform/database/database.ts';
import { type PassedHour, presenceOf } from './presence.ts';

/**
 * Start times of the days and hours by the school's clock, computed once instead of for each row. $2 is the number of days. The hours are
 * those of eight days, so that they include today and the same weekday a week before.
 */
const NOW = `
  WITH zone AS (SELECT time_zone, now() AT TIME ZONE time_zone AS local FROM schools WHERE id = $1)
  SELECT now() AS at, to_char(local, 'YYYY-MM-DD') AS day, to_char(local::date - 7, 'YYYY-MM-DD') AS before,
         extract(hour FROM local)::int AS hour,
         ARRAY(SELECT to_char(local::date - n, 'YYYY-MM-DD') FROM generate_series($2::int - 1, 0, -1) n) AS days,
         ARRAY(SELECT (local::date - n)::timestamp AT TIME ZONE time_zone FROM generate_series($2::int - 1, 0, -1) n) AS "dayBegins",
         ARRAY(SELECT (local::date - 7 + make_interval(hours => n)) AT TIME ZONE time_zone FROM generate_series(0, 191) n) AS "hourBegins",
         (SELECT count(*)::int FROM gate_states g JOIN students s ON s.school_id = $1 AND s.id = g.student_id
          WHERE g.school_id = $1 AND g.kind = 'in' AND s.status = 'active' AND s.deleted_at IS NULL) AS present
  FROM zone`;

interface Now {
  readonly at: Date;
  readonly day: string;
  readonly before: string;
  readonly hour: number;
  readonly days: readonly string[];
  readonly dayBegins: readonly Date[];
  readonly hourBegins: readonly Date[];
  readonly present: number;
}

/**
 * Sums of money by day. $2: start times of the days, $3: the first of them. A fee is charged on top of money that goes out, and deducted
 * from money that comes in (move_pocket_money). The school's subsidy of a meal is not pocket money; its posting is negative.
 */
const MONEY = `
  SELECT width_bucket(e.at, $2::timestamptz[]) AS place,
         COALESCE(sum(e.amount - e.fee) FILTER (WHERE e.kind IN ('deposit', 'collection')), 0)::bigint AS "in",
         COALESCE(sum(CASE e.kind WHEN 'refund-failed' THEN -e.amount ELSE e.amount + e.fee END)
                  FILTER (WHERE e.kind IN ('cash-out', 'refund', 'refund-failed')), 0)::bigint AS cash,
         COALESCE(sum(CASE e.kind WHEN 'item-return' THEN -e.amount ELSE e.amount + e.fee END + COALESCE(given.amount, 0))
                  FILTER (WHERE e.kind IN ('canteen', 'item', 'item-return')), 0)::bigint AS spent
  FROM journal_entries e
  LEFT JOIN postings given ON given.school_id = $1 AND given.entry_id = e.id AND given.position IS NULL AND given.at >= $3
    AND given.account_id = (SELECT id FROM accounts WHERE school_id = $1 AND kind = 'meal-subsidy')
  WHERE e.school_id = $1 AND e.at >= $3 AND e.student_id IS NOT NULL AND e.kind <> 'reversal'
    AND NOT EXISTS (SELECT 1 FROM journal_entries r WHERE r.school_id = $1 AND r.reverses = e.id)
  GROUP BY 1`;

interface MoneyDay {
  readonly place: number;
  readonly in: bigint;
  readonly cash: bigint;
  readonly spent: bigint;
}

/** Canteen sales of the same window as the dashboard's: 7 times 24 hours. */
const CANTEEN = `
  SELECT COALESCE(i.name, sold.name) AS name, sold.portions, sold.income
  FROM (SELECT item_id, max(item_name) AS name, sum(portions)::int AS portions, sum(amount)::bigint AS income FROM meals m
        WHERE m.school_id = $1 AND m.at > now() - make_interval(days => $2::int)
          AND NOT EXISTS (SELECT 1 FROM journal_entries r WHERE r.school_id = $1 AND r.reverses = COALESCE(m.sale_id, m.entry_id))
          AND NOT EXISTS (SELECT 1 FROM meal_reversals b WHERE b.school_id = $1 AND b.meal_id = m.id)
        GROUP BY item_id) AS sold
  LEFT JOIN menu_items i ON i.school_id = $1 AND i.id = sold.item_id
  ORDER BY sold.income DESC, sold.portions DESC, sold.item_id`;

/**
 * Change of the number of students in school in each hour of the last week; $2: start times of the hours, $3: the first of them. A
 * student who comes in twice counts once; the first passage of the week has no predecessor and always counts.
 */
const PASSED = `
  SELECT width_bucket(p.at, $2::timestamptz[]) AS place, sum(CASE p.kind WHEN 'in' THEN 1 ELSE -1 END)::int AS grew
  FROM (
    SELECT e.at, e.kind, lag(e.kind) OVER (PARTITION BY e.student_id ORDER BY e.at, e.id) AS earlier
    FROM gate_events e JOIN students s ON s.school_id = $1 AND s.id = e.student_id AND s.status = 'active' AND s.deleted_at IS NULL
    WHERE e.school_id = $1 AND e.at >= $3 AND e.undoes IS NULL
      AND NOT EXISTS (SELECT 1 FROM gate_events u WHERE u.school_id = $1 AND u.undoes = e.id)
  ) AS p
  WHERE p.kind IS DISTINCT FROM p.earlier GROUP BY 1`;

/** Reads the charts of the dashboard: first the start times, then three sums in parallel, each limited to its days. */
export async function readToday(tx: ReadTx): Promise<Today> {
  const [now] = await tx.prepared<Now>('today-now', NOW, [tx.schoolId, MONEY_DAYS]);
  if (!now) throw new TypeError('The school of this transaction has no row in schools.');
  const { dayBegins, hourBegins } = now;
  const [money, sold, passed] = await Promise.all([
    tx.prepared<MoneyDay>('today-money', MONEY, [tx.schoolId, dayBegins, dayBegins[0]]),
    tx.prepared<{ name: string; portions: number; income: bigint }>('today-canteen', CANTEEN, [
      tx.schoolId,
      CANTEEN_DAYS,
    ]),
    tx.prepared<PassedHour>('today-passed', PASSED, [tx.schoolId, hourBegins, hourBegins[0]]),
  ]);
  const moved = new Map(money.map((each) => [each.place, each]));
  const rest = sold.slice(MAX_ITEMS);
  return {
    at: now.at.toISOString(),
    // Places start at 1.
    money: now.days.map((day, place) => {
      const found = moved.get(place + 1);
      return { day, in: toKes(found?.in ?? 0n), cash: toKes(found?.cash ?? 0n), spent: toKes(found?.spent ?? 0n) };
    }),
    canteen: {
      items: sold.slice(0, MAX_ITEMS).map((item) => ({ ...item, income: toKes(item.income) })),
      other: rest.length === 0 ? null : sumUp(rest),
    },
    presence: { day: now.day, before: now.before, now: now.present, hours: presenceOf(passed, now.present, now.hour) },
  };
}

function sumUp(rest: readonly { portions: number; income: bigint }[]): NonNullable<Today['canteen']['other']> {
  return {
    items: rest.length,
    portions: rest.reduce((sum, { portions }) => sum + portions, 0),
    income: toKes(rest.reduce((sum, { income }) => sum + income, 0n)),
  };
}
