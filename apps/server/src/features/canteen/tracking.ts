import type { MealRow, menuTracking } from '@mfuko/contract/canteen';
import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { ReadTx } from '../../platform/database/database.ts';
import { type ListSource, readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';

type Listed = Omit<MealRow, 'date' | 'amount'> & { date: Date; amount: bigint };

/** Selects the portions that a school has handed out; `from` is inclusive, `to` exclusive. */
export function mealsOf(schoolId: string | null, query: InputOf<typeof menuTracking>): ListSource {
  return {
    sql: `SELECT m.id AS sysid, m.at AS date, s.admission_number AS "admissionNumber", s.names AS "studentName",
                 c.name AS class, m.item_name AS "menuItem", m.portions AS quantity, m.amount, m.method, m.window_name AS "window",
                 COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS "servedBy",
                 m.override_reason AS override,
                 EXISTS (SELECT 1 FROM journal_entries r WHERE r.school_id = m.school_id AND r.reverses = COALESCE(m.sale_id, m.entry_id))
                   OR EXISTS (SELECT 1 FROM meal_reversals b WHERE b.school_id = m.school_id AND b.meal_id = m.id) AS reversed
          FROM meals m
          JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
          JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
          LEFT JOIN users u ON u.school_id = m.school_id AND u.id = m.by_user
          WHERE m.school_id = $1 AND s.erased_at IS NULL AND ($2::timestamptz IS NULL OR m.at >= $2) AND ($3::timestamptz IS NULL OR m.at < $3)
            AND ($4::uuid IS NULL OR m.item_id = $4) AND ($5::text IS NULL OR m.method = $5)
            AND ($6::text IS NULL OR s.admission_number = $6)`,
    values: [
      schoolId,
      query.from ?? null,
      query.to ?? null,
      query.menuItemSYSID ?? null,
      query.method ?? null,
      query.admissionNumber ?? null,
    ],
    searched: ['admissionNumber', 'studentName', 'class', 'menuItem', 'servedBy'],
    sort: '-date',
    digits: ['admissionNumber'],
    natural: ['class'],
    tie: 'sysid',
    sum: 'CASE WHEN NOT reversed THEN amount END',
  };
}

/** Lists the portions that were handed out, the newest first. */
export async function listMeals(tx: ReadTx, query: InputOf<typeof menuTracking>): Promise<Page<MealRow>> {
  const page = await readPage<Listed>(tx, query, mealsOf(tx.schoolId, query));
  return {
    ...page,
    rows: page.rows.map((row) => ({ ...row, date: row.date.toISOString(), amount: toKes(row.amount) })),
  };
}
