import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Window } from './rules.ts';

export type MealMethod = 'fingerprint' | 'pin';

/** A portion as it was handed out, with what was answered then. */
export interface StoredMeal {
  readonly id: string;
  readonly itemName: string;
  readonly remaining: number;
  /** Cents. */
  readonly amount: bigint;
  readonly balance: bigint;
}

/** Now, where the school is. */
export interface Moment {
  /** `yyyy-mm-dd`. */
  readonly today: string;
  /** `HH:MM`. */
  readonly time: string;
}

/** Locks what a student has had of an item until the transaction ends, and tells the time; makes the row for a new pair. */
export async function lockMeals(tx: Tx, studentId: string, itemId: string): Promise<Moment> {
  await tx.prepared(
    'make-meal-lock',
    'INSERT INTO meal_locks (school_id, student_id, item_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [tx.schoolId, studentId, itemId],
  );
  await tx.prepared(
    'lock-meals',
    'SELECT 1 FROM meal_locks WHERE school_id = $1 AND student_id = $2 AND item_id = $3 FOR UPDATE',
    [tx.schoolId, studentId, itemId],
  );
  // Asked for once the lock is there: whoever waited for it may have come into the next day or window.
  const [now] = await tx.prepared<Moment>(
    'canteen-now',
    `SELECT to_char(local, 'YYYY-MM-DD') AS today, to_char(local, 'HH24:MI') AS time
     FROM (SELECT clock_timestamp() AT TIME ZONE time_zone AS local FROM schools WHERE id = $1) AS here`,
    [tx.schoolId],
  );
  if (!now) throw new Error('A school that let its own people in is not there.');
  return now;
}

/** Portions of that day, or of that window of it, without those whose payment was taken back since. */
export async function countMeals(
  tx: ReadTx,
  studentId: string,
  itemId: string,
  day: string,
  window: Window | undefined,
): Promise<number> {
  const [counted] = await tx.prepared<{ count: number }>(
    'count-meals',
    `SELECT count(*)::int AS count FROM meals m JOIN schools s ON s.id = m.school_id
     WHERE m.school_id = $1 AND m.student_id = $2 AND m.item_id = $3 AND m.day = $4::date
       AND m.at > clock_timestamp() - interval '2 days'
       AND ($5::time IS NULL OR (m.at AT TIME ZONE s.time_zone)::time >= $5)
       AND ($6::time IS NULL OR (m.at AT TIME ZONE s.time_zone)::time < $6)
       AND NOT EXISTS (SELECT 1 FROM journal_entries r WHERE r.school_id = m.school_id AND r.reverses = m.entry_id)
       AND NOT EXISTS (SELECT 1 FROM taken_back_meals b WHERE b.school_id = m.school_id AND b.meal_id = m.id)`,
    [tx.schoolId, studentId, itemId, day, window?.from ?? null, window?.to ?? null],
  );
  return counted?.count ?? 0;
}

/** The portion that the same user handed out by the same call to the same student within the last ten seconds, and did not take back. */
export async function findDoublePress(
  tx: ReadTx,
  userId: string,
  method: MealMethod,
  studentId: string,
  itemId: string,
): Promise<StoredMeal | undefined> {
  const [found] = await tx.prepared<StoredMeal>(
    'find-meal-double-press',
    `SELECT id, item_name AS "itemName", remaining, amount, balance FROM meals m
     WHERE school_id = $1 AND student_id = $2 AND item_id = $3 AND by_user = $4 AND method = $5
       AND at > clock_timestamp() - interval '10 seconds' AND at <= clock_timestamp() + clock_tolerance()
       AND NOT EXISTS (SELECT 1 FROM taken_back_meals b WHERE b.school_id = m.school_id AND b.meal_id = m.id)
     ORDER BY at DESC LIMIT 1`,
    [tx.schoolId, studentId, itemId, userId, method],
  );
  return found;
}

export interface NewMeal extends StoredMeal {
  readonly itemId: string;
  readonly studentId: string;
  readonly day: string;
  /** Window: what the meal window is called; null where none is set. */
  readonly window: string | null;
  readonly entryId: string | null;
  readonly method: MealMethod;
  readonly scannerSerial: string | null;
  /** The reason for handing out what contains an allergen of the student. */
  readonly override: string | null;
}

export async function insertMeal(tx: Tx, { actor, place }: Call, meal: NewMeal): Promise<void> {
  await tx.prepared(
    'insert-meal',
    `INSERT INTO meals (school_id, id, item_id, item_name, student_id, day, remaining, amount, balance, entry_id,
                        method, by_user, longitude, latitude, scanner_serial, window_name, override_reason)
     VALUES ($1, $2, $3, $4, $5, $6::date, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      tx.schoolId,
      meal.id,
      meal.itemId,
      meal.itemName,
      meal.studentId,
      meal.day,
      meal.remaining,
      meal.amount,
      meal.balance,
      meal.entryId,
      meal.method,
      actor.userId,
      place?.longitude ?? null,
      place?.latitude ?? null,
      meal.scannerSerial,
      meal.window,
      meal.override,
    ],
  );
}
