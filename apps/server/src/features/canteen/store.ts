import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Window } from './rules.ts';

export type MealMethod = 'fingerprint' | 'pin';

/** A portion, or a line of a sale, with the answer that was given when it was handed out. */
export interface StoredMeal {
  readonly id: string;
  readonly itemId: string;
  readonly itemName: string;
  readonly portions: number;
  readonly remaining: number;
  /** In cents. */
  readonly amount: bigint;
  readonly balance: bigint;
}

/** Date and time in the school's time zone. */
export interface Moment {
  /** `yyyy-mm-dd`. */
  readonly today: string;
  /** `HH:MM`. */
  readonly time: string;
}

/**
 * Locks a student's portions of the items until the transaction ends, and returns the time. Inserts missing lock rows. Locks in the
 * order of the item ids, so that two counters with the same items do not deadlock.
 */
export async function lockMeals(tx: Tx, studentId: string, itemIds: readonly string[]): Promise<Moment> {
  await tx.prepared(
    'make-meal-locks',
    `INSERT INTO meal_locks (school_id, student_id, item_id)
     SELECT $1::uuid, $2::uuid, item FROM unnest($3::uuid[]) AS item ORDER BY item ON CONFLICT DO NOTHING`,
    [tx.schoolId, studentId, itemIds],
  );
  await tx.prepared(
    'lock-meals',
    'SELECT 1 FROM meal_locks WHERE school_id = $1 AND student_id = $2 AND item_id = ANY ($3::uuid[]) ORDER BY item_id FOR UPDATE',
    [tx.schoolId, studentId, itemIds],
  );
  // Read under the lock, because the wait for it may have passed into the next day or window.
  return schoolNow(tx);
}

/** Reads date and time in the school's time zone. */
export async function schoolNow(tx: ReadTx): Promise<Moment> {
  const [now] = await tx.prepared<Moment>(
    'canteen-now',
    `SELECT to_char(local, 'YYYY-MM-DD') AS today, to_char(local, 'HH24:MI') AS time
     FROM (SELECT clock_timestamp() AT TIME ZONE time_zone AS local FROM schools WHERE id = $1) AS here`,
    [tx.schoolId],
  );
  if (!now) throw new Error('The school of this transaction has no row in schools.');
  return now;
}

/** Counts the portions of a day, or of a window of it, without those reversed or taken back; a sale is reversed whole, free lines included. */
export async function countMeals(
  tx: ReadTx,
  studentId: string,
  itemId: string,
  day: string,
  window: Window | undefined,
): Promise<number> {
  const [counted] = await tx.prepared<{ count: number }>(
    'count-meals',
    `SELECT COALESCE(sum(m.portions), 0)::int AS count FROM meals m JOIN schools s ON s.id = m.school_id
     WHERE m.school_id = $1 AND m.student_id = $2 AND m.item_id = $3 AND m.day = $4::date
       AND m.at > clock_timestamp() - interval '2 days'
       AND ($5::time IS NULL OR (m.at AT TIME ZONE s.time_zone)::time >= $5)
       AND ($6::time IS NULL OR (m.at AT TIME ZONE s.time_zone)::time < $6)
       AND NOT EXISTS (SELECT 1 FROM journal_entries r WHERE r.school_id = m.school_id AND r.reverses = COALESCE(m.sale_id, m.entry_id))
       AND NOT EXISTS (SELECT 1 FROM meal_reversals b WHERE b.school_id = m.school_id AND b.meal_id = m.id)`,
    [tx.schoolId, studentId, itemId, day, window?.from ?? null, window?.to ?? null],
  );
  return counted?.count ?? 0;
}

export interface NewMeal extends StoredMeal {
  /** Sale that the portion is a line of; null for a single portion. */
  readonly saleId: string | null;
  readonly studentId: string;
  readonly day: string;
  /** Name of the meal window; null if the school has none. */
  readonly window: string | null;
  readonly entryId: string | null;
  /** Part of the amount that the school pays, in cents. */
  readonly subsidy: bigint;
  readonly method: MealMethod;
  readonly scannerSerial: string | null;
  /** Reason for handing out an item that contains an allergen of the student. */
  readonly override: string | null;
}

export async function insertMeal(tx: Tx, { actor, place }: Call, meal: NewMeal): Promise<void> {
  await tx.prepared(
    'insert-meal',
    `INSERT INTO meals (school_id, id, item_id, item_name, student_id, day, remaining, amount, balance, entry_id,
                        method, by_user, longitude, latitude, scanner_serial, window_name, override_reason, portions, sale_id, subsidy, at)
     VALUES ($1, $2, $3, $4, $5, $6::date, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, clock_timestamp())`,
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
      meal.portions,
      meal.saleId,
      meal.subsidy,
    ],
  );
}
