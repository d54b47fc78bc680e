import type { Tx } from '../../platform/database.ts';
import type { Call } from '../../platform/http/call.ts';

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

export interface LockedCount {
  /** The school's day now, as `yyyy-mm-dd`. */
  readonly today: string;
  readonly taken: number;
}

/** Locks what a student has had of an item until the transaction ends, and reads it; makes it first for a new pair. */
export async function lockCount(tx: Tx, studentId: string, itemId: string): Promise<LockedCount> {
  await tx.prepared(
    'make-meal-count',
    'INSERT INTO meal_counts (school_id, student_id, item_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [tx.schoolId, studentId, itemId],
  );
  const [locked] = await tx.prepared<LockedCount>(
    'lock-meal-count',
    `SELECT to_char(clock_timestamp() AT TIME ZONE s.time_zone, 'YYYY-MM-DD') AS today,
            CASE WHEN c.day = (clock_timestamp() AT TIME ZONE s.time_zone)::date THEN c.taken ELSE 0 END AS taken
     FROM meal_counts c JOIN schools s ON s.id = c.school_id
     WHERE c.school_id = $1 AND c.student_id = $2 AND c.item_id = $3
     FOR UPDATE OF c`,
    [tx.schoolId, studentId, itemId],
  );
  if (!locked) throw new Error('A meal count that was just made is not there.');
  return locked;
}

/** Portions of that day whose payment was taken back since. */
export async function countGivenBack(tx: Tx, studentId: string, itemId: string, day: string): Promise<number> {
  const [counted] = await tx.prepared<{ count: number }>(
    'count-meals-given-back',
    `SELECT count(*)::int AS count FROM meals m
     JOIN movements r ON r.school_id = m.school_id AND r.reverses = m.movement_id
     WHERE m.school_id = $1 AND m.student_id = $2 AND m.item_id = $3 AND m.day = $4::date
       AND m.at > clock_timestamp() - interval '2 days'`,
    [tx.schoolId, studentId, itemId, day],
  );
  return counted?.count ?? 0;
}

/** The portion that the same user handed out by the same call to the same student within the last ten seconds. */
export async function findDoublePress(
  tx: Tx,
  userId: string,
  method: MealMethod,
  studentId: string,
  itemId: string,
): Promise<StoredMeal | undefined> {
  const [found] = await tx.prepared<StoredMeal>(
    'find-meal-double-press',
    `SELECT id, item_name AS "itemName", remaining, amount, balance FROM meals
     WHERE school_id = $1 AND student_id = $2 AND item_id = $3 AND by_user = $4 AND method = $5
       AND at > clock_timestamp() - interval '10 seconds'
     ORDER BY at DESC LIMIT 1`,
    [tx.schoolId, studentId, itemId, userId, method],
  );
  return found;
}

export interface NewMeal extends StoredMeal {
  readonly itemId: string;
  readonly studentId: string;
  readonly day: string;
  /** How many portions of the day this makes, for the locked count. */
  readonly taken: number;
  readonly movementId: string | null;
  readonly method: MealMethod;
  readonly scannerSerial: string | null;
}

/** Adds the portion and moves the locked count on to it. */
export async function insertMeal(tx: Tx, { actor, place }: Call, meal: NewMeal): Promise<void> {
  await tx.prepared(
    'insert-meal',
    `INSERT INTO meals (school_id, id, item_id, item_name, student_id, day, remaining, amount, balance, movement_id,
                        method, by_user, longitude, latitude, scanner_serial)
     VALUES ($1, $2, $3, $4, $5, $6::date, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
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
      meal.movementId,
      meal.method,
      actor.userId,
      place?.longitude ?? null,
      place?.latitude ?? null,
      meal.scannerSerial,
    ],
  );
  await tx.prepared(
    'move-meal-count',
    `UPDATE meal_counts SET day = $4::date, taken = $5 WHERE school_id = $1 AND student_id = $2 AND item_id = $3`,
    [tx.schoolId, meal.studentId, meal.itemId, meal.day, meal.taken],
  );
}
