import type { takeBackMeal as endpoint } from '@mfuko/contract/canteen';
import type { takeBackSale as saleEndpoint } from '@mfuko/contract/canteen-sales';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { takeBack } from '../ledger/index.ts';
import { getStudentById } from '../students/index.ts';
import { balanceOf } from '../wallet/index.ts';
import { mealNotFound, mealTooLate } from './errors.ts';
import { lockMeals } from './store.ts';

/**
 * Seconds in which a cook can take back a portion, since a mistake is noticed while the student is present; later, somebody else has to
 * reverse it.
 */
const TAKE_BACK_SECONDS = 60;

interface OwnMeal {
  readonly id: string;
  readonly studentId: string;
  readonly itemId: string;
  readonly menuItem: string;
  readonly amount: bigint;
  readonly stale: boolean;
}

/** Result of taking back a portion, or all lines of a sale. */
interface TakenBack {
  readonly admissionNumber: string;
  readonly studentName: string;
  readonly menuItems: readonly string[];
  /** In KES. */
  readonly amount: number;
  readonly balance: number;
}

/**
 * Takes back a portion that the user handed out. Idempotent. Throws meal.not-found, wallet.too-late and what the ledger's `takeBack`
 * throws.
 */
export async function takeBackMeal(
  call: Call,
  { sysid }: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  return call.record(async (tx) => {
    const { menuItems, ...back } = await takeBackOwn(tx, call, sysid, 'id = $2 AND sale_id IS NULL');
    return { sysid, ...back, menuItem: menuItems[0] ?? '' };
  });
}

/** Takes back a whole sale of the user, as `takeBackMeal` does a portion. */
export async function takeBackSale(
  call: Call,
  { sysid }: InputOf<typeof saleEndpoint>,
): Promise<AnswerOf<typeof saleEndpoint>> {
  return call.record(async (tx) => {
    const { menuItems, ...back } = await takeBackOwn(tx, call, sysid, 'sale_id = $2');
    return { sysid, ...back, menuItems: [...menuItems] };
  });
}

async function takeBackOwn(tx: Tx, call: Call, sysid: string, which: string): Promise<TakenBack> {
  const meals = await tx.rows<OwnMeal>(
    `SELECT id, student_id AS "studentId", item_id AS "itemId", item_name AS "menuItem", amount,
            at < clock_timestamp() - make_interval(secs => $4) AS stale
     FROM meals WHERE school_id = $1 AND ${which} AND by_user = $3 ORDER BY item_name`,
    [tx.schoolId, sysid, call.actor.userId, TAKE_BACK_SECONDS],
  );
  const [meal] = meals;
  if (!meal) throw mealNotFound();
  const { studentId } = meal;
  await lockMeals(
    tx,
    studentId,
    meals.map(({ itemId }) => itemId),
  );
  const amount = meals.reduce((sum, each) => sum + each.amount, 0n);
  if (!(await isTakenBack(tx, meal.id))) {
    if (meals.some(({ stale }) => stale)) throw mealTooLate();
    // The journal entry has the id of the portion or of the sale.
    const reversal = amount > 0n ? await takeBack(tx, call, sysid, 'canteen') : null;
    await undo(tx, call, sysid, meals, reversal?.id);
  }
  const { admissionNumber, names } = await getStudentById(tx, studentId);
  const balance = toKes(await balanceOf(tx, studentId));
  const menuItems = meals.map(({ menuItem }) => menuItem);
  return { admissionNumber, studentName: names, menuItems, amount: toKes(amount), balance };
}

async function undo(
  tx: Tx,
  call: Call,
  sysid: string,
  meals: readonly OwnMeal[],
  movement: string | undefined,
): Promise<void> {
  for (const { id } of meals)
    await tx.row('INSERT INTO meal_reversals (school_id, meal_id, by_user) VALUES ($1, $2, $3)', [
      tx.schoolId,
      id,
      call.actor.userId,
    ]);
  await audit(tx, call, {
    action: 'canteen.take-back',
    subjectKind: 'student',
    subjectId: meals[0]?.studentId ?? null,
    // The checks of the books require an audit row for each reversal.
    detail: { mealSYSID: sysid, ...(movement === undefined ? {} : { movement }) },
  });
}

async function isTakenBack(tx: Tx, mealId: string): Promise<boolean> {
  const found = await tx.row('SELECT 1 AS back FROM meal_reversals WHERE school_id = $1 AND meal_id = $2', [
    tx.schoolId,
    mealId,
  ]);
  return found !== undefined;
}
