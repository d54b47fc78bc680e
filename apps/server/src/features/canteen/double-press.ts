import type { ReadTx } from '../../platform/database/database.ts';
import type { MealMethod, StoredMeal } from './store.ts';

/** A press at the counter: the user, the method, and the student. */
export interface Press {
  readonly userId: string;
  readonly method: MealMethod;
  readonly studentId: string;
}

const STORED = 'id, item_id AS "itemId", item_name AS "itemName", portions, remaining, amount, balance';

/**
 * Finds a portion of the item that the same user handed out by the same call to the same student within ten seconds, and that was not
 * taken back.
 */
export async function findDoublePress(
  tx: ReadTx,
  { userId, method, studentId }: Press,
  itemId: string,
): Promise<StoredMeal | undefined> {
  const [found] = await tx.prepared<StoredMeal>(
    'find-meal-double-press',
    `SELECT ${STORED} FROM meals m
     WHERE school_id = $1 AND student_id = $2 AND item_id = $3 AND by_user = $4 AND method = $5 AND sale_id IS NULL
       AND at > clock_timestamp() - interval '10 seconds' AND at <= clock_timestamp() + clock_tolerance()
       AND NOT EXISTS (SELECT 1 FROM meal_reversals b WHERE b.school_id = m.school_id AND b.meal_id = m.id)
     ORDER BY at DESC LIMIT 1`,
    [tx.schoolId, studentId, itemId, userId, method],
  );
  return found;
}

/** Finds the newest such sale, if its lines are the same. */
export async function findSaleDoublePress(
  tx: ReadTx,
  { userId, method, studentId }: Press,
  wished: readonly { readonly itemId: string; readonly portions: number }[],
): Promise<{ id: string; lines: StoredMeal[]; amount: bigint; balance: bigint } | undefined> {
  const rows = await tx.prepared<StoredMeal & { saleId: string }>(
    'find-sale-double-press',
    `SELECT ${STORED}, sale_id AS "saleId" FROM meals m
     WHERE school_id = $1 AND sale_id = (
       SELECT sale_id FROM meals m
       WHERE school_id = $1 AND student_id = $2 AND by_user = $3 AND method = $4 AND sale_id IS NOT NULL
         AND at > clock_timestamp() - interval '10 seconds' AND at <= clock_timestamp() + clock_tolerance()
         AND NOT EXISTS (SELECT 1 FROM meal_reversals b WHERE b.school_id = m.school_id AND b.meal_id = m.id)
       ORDER BY at DESC LIMIT 1)`,
    [tx.schoolId, studentId, userId, method],
  );
  const lines = wished.flatMap(({ itemId, portions }) =>
    rows.filter((row) => row.itemId === itemId && row.portions === portions),
  );
  const [first] = rows;
  if (!first || lines.length !== rows.length || lines.length !== wished.length) return undefined;
  return {
    id: first.saleId,
    lines,
    amount: lines.reduce((sum, line) => sum + line.amount, 0n),
    balance: first.balance,
  };
}
