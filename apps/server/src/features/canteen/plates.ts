import type { MealsToday, notYetEaten, PlatesForecast } from '@mfuko/contract/canteen-plates';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import { naturalOrder } from '../../platform/database/natural-order.ts';
import type { Page } from '../../platform/http/call.ts';
import { forecastOf } from './plates-rules.ts';
import { type Window, windowAt } from './rules.ts';
import { schoolNow } from './store.ts';
import { readWindows } from './windows.ts';

const WEEKS = 4;

/** SQL condition for a portion `m` that was neither reversed nor taken back. */
const STANDING = `NOT EXISTS (SELECT 1 FROM journal_entries r WHERE r.school_id = m.school_id AND r.reverses = COALESCE(m.sale_id, m.entry_id))
  AND NOT EXISTS (SELECT 1 FROM meal_reversals b WHERE b.school_id = m.school_id AND b.meal_id = m.id)`;

/** SQL for the students who had a portion on the day $2, between the times $3 and $4 where given. */
const EATEN = `SELECT DISTINCT m.student_id FROM meals m JOIN schools z ON z.id = m.school_id
  WHERE m.school_id = $1 AND m.day = $2::date AND m.at > clock_timestamp() - interval '2 days'
    AND ($3::time IS NULL OR (m.at AT TIME ZONE z.time_zone)::time >= $3)
    AND ($4::time IS NULL OR (m.at AT TIME ZONE z.time_zone)::time < $4) AND ${STANDING}`;

interface Span {
  readonly day: string;
  readonly window: Window | undefined;
}

/** Reads the school's day and the meal window that is open. */
async function spanOf(tx: ReadTx): Promise<Span> {
  const { today, time } = await schoolNow(tx);
  return { day: today, window: windowAt(await readWindows(tx), time) };
}

function valuesOf(tx: ReadTx, { day, window }: Span) {
  return [tx.schoolId, day, window?.from ?? null, window?.to ?? null];
}

/** Lists students who are absent by gate or attendance. Injected, because those features come after this one in the import order. */
export type ListAway = (tx: ReadTx) => Promise<readonly string[]>;

/** Counts the students of each class who have eaten, in the open window or on this day. */
export async function readMealsToday(tx: ReadTx, listAway: ListAway): Promise<MealsToday> {
  const span = await spanOf(tx);
  const classes = await tx.rows<MealsToday['classes'][number]>(
    `SELECT c.id AS "classSYSID", c.name AS class, count(*)::int AS students, count(e.student_id)::int AS eaten,
            count(*) FILTER (WHERE e.student_id IS NULL AND s.id = ANY ($5::uuid[]))::int AS away
     FROM students s JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
     LEFT JOIN (${EATEN}) AS e ON e.student_id = s.id
     WHERE s.school_id = $1 AND s.status = 'active' AND s.deleted_at IS NULL GROUP BY c.id, c.name
     ORDER BY ${naturalOrder('c.name')}, c.id`,
    [...valuesOf(tx, span), await listAway(tx)],
  );
  return { day: span.day, window: span.window?.name ?? null, classes };
}

/** Lists the students who have not eaten, by the same rules as `readMealsToday`. */
export async function listNotYetEaten(
  tx: ReadTx,
  query: InputOf<typeof notYetEaten>,
  listAway: ListAway,
): Promise<Page<AnswerOf<typeof notYetEaten>>> {
  return readPage<AnswerOf<typeof notYetEaten>>(tx, query, {
    sql: `SELECT s.id AS sysid, s.admission_number AS "admissionNumber", s.names, c.name AS class
          FROM students s JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
          WHERE s.school_id = $1 AND s.status = 'active' AND s.deleted_at IS NULL AND ($5::uuid IS NULL OR c.id = $5)
            AND s.id NOT IN (${EATEN}) AND (s.id = ANY ($6::uuid[])) = $7`,
    values: [...valuesOf(tx, await spanOf(tx)), query.classSYSID ?? null, await listAway(tx), query.away],
    searched: ['admissionNumber', 'names', 'class'],
    sort: 'names',
    digits: ['admissionNumber'],
    natural: ['class'],
    tie: 'sysid',
  });
}

interface Taken {
  readonly menuItemSYSID: string;
  readonly menuItem: string;
  readonly window: string | null;
  readonly day: string;
  readonly portions: number;
}

/** Forecasts tomorrow from the same weekday of the last four weeks. */
export async function readForecast(tx: ReadTx): Promise<PlatesForecast> {
  const { today } = await schoolNow(tx);
  const taken = await tx.rows<Taken>(
    `SELECT i.id AS "menuItemSYSID", i.name AS "menuItem", m.window_name AS "window", m.day::text AS day, sum(m.portions)::int AS portions
     FROM meals m JOIN menu_items i ON i.school_id = m.school_id AND i.id = m.item_id
     WHERE m.school_id = $1 AND m.at > clock_timestamp() - make_interval(days => 7 * $3 + 2)
       AND m.day = ANY (ARRAY(SELECT $2::date + 1 - 7 * week FROM generate_series(1, $3::int) AS week))
       AND i.deleted_at IS NULL AND ${STANDING}
     GROUP BY i.id, i.name, m.window_name, m.day
     ORDER BY min((m.at AT TIME ZONE (SELECT time_zone FROM schools WHERE id = $1))::time), i.name`,
    [tx.schoolId, today, WEEKS],
  );
  const days = [...new Set(taken.map(({ day }) => day))];
  const lines = Map.groupBy(taken, ({ menuItemSYSID, window }) => `${window ?? ''} ${menuItemSYSID}`);
  const windows = [...new Set(taken.map(({ window }) => window))];
  const plates = [...lines.values()].flatMap((rows) => {
    const [row] = rows;
    if (!row) return [];
    const { menuItemSYSID, menuItem, window } = row;
    const byDay = days.map((day) => rows.find((each) => each.day === day)?.portions ?? 0);
    return [{ menuItemSYSID, menuItem, window, ...forecastOf(byDay) }];
  });
  return {
    day: dayAfter(today),
    weeks: days.length,
    // Windows in the order of the day; in each, the largest numbers first.
    plates: plates.toSorted((a, b) => windows.indexOf(a.window) - windows.indexOf(b.window) || b.plates - a.plates),
  };
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
