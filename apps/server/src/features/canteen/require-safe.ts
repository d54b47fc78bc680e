import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import { dietOf, type Student } from '../students/index.ts';
import { blockedForStudent, containsAllergen } from './errors.ts';
import { allergensIn } from './rules.ts';

/**
 * Allergens of the item that the student may not have, where the cook has said why it may be; none otherwise. A block of the
 * family comes first: no reason passes it. Throws menu.blocked and menu.allergen.
 */
export async function requireSafe(
  tx: ReadTx,
  studentId: string,
  item: { readonly id: string; readonly name: string; readonly allergens: readonly string[] },
  override: string | null,
): Promise<readonly string[]> {
  const diet = await dietOf(tx, studentId);
  if (diet.blockedItems.includes(item.id)) throw blockedForStudent(item.name);
  const found = allergensIn(item.allergens, diet.allergens);
  if (found.length > 0 && override === null) throw containsAllergen(item.name, found);
  return found;
}

/** The office is told at once of a portion that an allergen stood against. */
export async function traceOverride(
  tx: Tx,
  call: Call,
  told: {
    readonly student: Student;
    readonly meal: { readonly id: string; readonly itemName: string };
    readonly allergens: readonly string[];
    readonly override: string | null;
  },
): Promise<void> {
  const { student, meal, allergens, override } = told;
  await audit(tx, call, {
    action: 'canteen.override',
    subjectKind: 'student',
    subjectId: student.id,
    detail: { meal: meal.id, menuItem: meal.itemName, allergens: allergens.join(', '), reason: override },
  });
  await enqueueStaffNotice(tx, {
    kind: 'meal.override',
    subject: { kind: 'student', id: student.id },
    params: { by: call.actor.names, names: student.names, item: meal.itemName, allergens: allergens.join(', ') },
  });
}
