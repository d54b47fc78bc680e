import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import { dietOf, type Student } from '../students/index.ts';
import { allergensIn } from './allergens.ts';
import { blockedForStudent, containsAllergen } from './errors.ts';

/**
 * Returns, for each item, the allergens that the student may not have; any require an override reason. An item that the family has
 * blocked is refused even with a reason. Throws menu.blocked, and menu.allergen, which names all conflicting allergens.
 */
export async function requireSafe(
  tx: ReadTx,
  studentId: string,
  items: readonly { readonly id: string; readonly name: string; readonly allergens: readonly string[] }[],
  override: string | null,
): Promise<readonly (readonly string[])[]> {
  const diet = await dietOf(tx, studentId);
  const blocked = items.find(({ id }) => diet.blockedItems.includes(id));
  if (blocked) throw blockedForStudent(blocked.name);
  const found = items.map(({ allergens }) => allergensIn(allergens, diet.allergens));
  const unsafe = items.filter((_, place) => found[place]?.length);
  if (unsafe.length > 0 && override === null)
    throw containsAllergen(unsafe.map(({ name }) => name).join(', '), [...new Set(found.flat())]);
  return found;
}

/** Audits a portion that was handed out despite an allergen, and notifies the office at once. */
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
