import { changesOf } from '../../platform/audit/changes.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { menuItemUnknown } from './errors.ts';

/** Diet of a student: allergens, and the menu items that the family has blocked. */
export interface Diet {
  readonly allergens: readonly string[];
  /** Ids of menu items. */
  readonly blockedItems: readonly string[];
}

interface GivenDiet {
  readonly allergens?: readonly string[] | undefined;
  readonly blockedMenuSYSIDs?: readonly string[] | undefined;
}

/** Returns the diet of a student; an empty one where the student does not exist. */
export async function dietOf(tx: ReadTx, studentId: string): Promise<Diet> {
  const [found] = await tx.prepared<Diet>(
    'diet-of-student',
    'SELECT allergens, blocked_menu_items AS "blockedItems" FROM students WHERE school_id = $1 AND id = $2',
    [tx.schoolId, studentId],
  );
  return found ?? { allergens: [], blockedItems: [] };
}

/**
 * Sets the given fields of a student's diet, and returns the changes as the audit trail records them. Call it under `lockStudent`. Throws
 * menu.not-found for an item that the school never had.
 */
export async function changeDiet(tx: Tx, studentId: string, given: GivenDiet): Promise<ReturnType<typeof changesOf>> {
  const before = await dietOf(tx, studentId);
  const after = {
    allergens: given.allergens ?? before.allergens,
    blockedItems: given.blockedMenuSYSIDs ?? before.blockedItems,
  };
  const changes = changesOf(told(before), told(after));
  if (Object.keys(changes).length === 0) return changes;
  await requireItems(
    tx,
    after.blockedItems.filter((id) => !before.blockedItems.includes(id)),
  );
  await tx.row('UPDATE students SET allergens = $3, blocked_menu_items = $4 WHERE school_id = $1 AND id = $2', [
    tx.schoolId,
    studentId,
    after.allergens,
    after.blockedItems,
  ]);
  return changes;
}

/** Requires that the items exist. An item that was taken off the menu may be blocked, since it may return. */
async function requireItems(tx: ReadTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await tx.rows('SELECT id FROM menu_items WHERE school_id = $1 AND id = ANY ($2::uuid[])', [
    tx.schoolId,
    ids,
  ]);
  if (known.length < ids.length) throw menuItemUnknown();
}

function told({ allergens, blockedItems }: Diet) {
  return { allergens: allergens.join(', '), blockedMenuItems: blockedItems.join(', ') };
}
