import type { getMealWindows, MealPlan, MealWindow, updateMealWindows } from '@mfuko/contract/canteen';
import type { InputOf } from '@mfuko/contract/endpoint';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Call, Page } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { requireUnchanged, stamped } from '../../platform/records/stamp.ts';

const WINDOWS = `SELECT id AS sysid, name, to_char(starts, 'HH24:MI') AS "from", to_char(ends, 'HH24:MI') AS "to"
                 FROM meal_windows WHERE school_id = $1`;

/** Reads the meal windows, the earliest first; empty if the canteen serves all day. */
export function readWindows(tx: ReadTx): Promise<MealWindow[]> {
  return tx.prepared<MealWindow>('read-meal-windows', `${WINDOWS} ORDER BY starts`, [tx.schoolId]);
}

/** Reads the meal windows with their edit stamp. */
export async function readPlan(tx: ReadTx): Promise<MealPlan> {
  return stamped({ windows: await readWindows(tx) });
}

export function listWindows(tx: ReadTx, query: InputOf<typeof getMealWindows>): Promise<Page<MealWindow>> {
  return readPage<MealWindow>(tx, query, {
    sql: WINDOWS,
    values: [tx.schoolId],
    searched: ['name'],
    sort: 'from',
    tie: 'sysid',
  });
}

/** Replaces the meal windows; the contract has checked that they do not overlap. Throws record.changed. */
export async function setWindows(
  call: Call,
  { windows, updated }: InputOf<typeof updateMealWindows>,
): Promise<MealPlan> {
  return call.record(async (tx) => {
    // Serialises changes; otherwise the windows of two users could be merged and overlap.
    await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`meal-windows:${tx.schoolId}`]);
    const present = await readPlan(tx);
    await requireUnchanged(updated, async () => present);
    const before = present.windows;
    await tx.row('DELETE FROM meal_windows WHERE school_id = $1', [tx.schoolId]);
    for (const { name, from, to } of windows) {
      await tx.row('INSERT INTO meal_windows (school_id, id, name, starts, ends) VALUES ($1, $2, $3, $4, $5)', [
        tx.schoolId,
        newId(),
        name,
        from,
        to,
      ]);
    }
    const plan = await readPlan(tx);
    const after = plan.windows;
    const detail = { changes: changesOf({ mealWindows: before.map(inWords) }, { mealWindows: after.map(inWords) }) };
    await audit(tx, call, { action: 'school.meal-windows', subjectKind: 'school', subjectId: tx.schoolId, detail });
    return plan;
  });
}

function inWords({ name, from, to }: MealWindow): string {
  return `${name} ${from}–${to}`;
}
