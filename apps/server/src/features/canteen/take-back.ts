import type { takeBackMeal as endpoint } from '@mfuko/contract/canteen';
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

/** A cook's slip is noticed while the student still stands there; later it is a reversal, by somebody else. */
const TAKE_BACK_SECONDS = 60;

interface OwnMeal {
  readonly studentId: string;
  readonly itemId: string;
  readonly menuItem: string;
  readonly amount: bigint;
  readonly entryId: string | null;
  readonly stale: boolean;
}

/**
 * Takes a portion of one's own back. Asked again it answers what is so. Throws meal.not-found, wallet.too-late and what the ledger's
 * `takeBack` throws.
 */
export function takeBackMeal(call: Call, { sysid }: InputOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  return call.record(async (tx) => {
    const meal = await tx.row<OwnMeal>(
      `SELECT student_id AS "studentId", item_id AS "itemId", item_name AS "menuItem", amount, entry_id AS "entryId",
              at < clock_timestamp() - make_interval(secs => $4) AS stale
       FROM meals WHERE school_id = $1 AND id = $2 AND by_user = $3`,
      [tx.schoolId, sysid, call.actor.userId, TAKE_BACK_SECONDS],
    );
    if (!meal) throw mealNotFound();
    await lockMeals(tx, meal.studentId, meal.itemId);
    if (!(await isTakenBack(tx, sysid))) await undo(tx, call, sysid, meal);
    const { admissionNumber, names } = await getStudentById(tx, meal.studentId);
    const balance = toKes(await balanceOf(tx, meal.studentId));
    return { sysid, admissionNumber, studentName: names, menuItem: meal.menuItem, amount: toKes(meal.amount), balance };
  });
}

async function undo(tx: Tx, call: Call, mealId: string, { entryId, studentId, stale }: OwnMeal): Promise<void> {
  if (stale) throw mealTooLate();
  if (entryId !== null) await takeBack(tx, call, entryId, 'canteen');
  await tx.row('INSERT INTO taken_back_meals (school_id, meal_id, by_user) VALUES ($1, $2, $3)', [
    tx.schoolId,
    mealId,
    call.actor.userId,
  ]);
  await audit(tx, call, {
    action: 'canteen.take-back',
    subjectKind: 'student',
    subjectId: studentId,
    detail: { mealSYSID: mealId },
  });
}

async function isTakenBack(tx: Tx, mealId: string): Promise<boolean> {
  const found = await tx.row('SELECT 1 AS back FROM taken_back_meals WHERE school_id = $1 AND meal_id = $2', [
    tx.schoolId,
    mealId,
  ]);
  return found !== undefined;
}
