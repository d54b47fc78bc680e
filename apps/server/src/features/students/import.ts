import { classKey } from '@mfuko/contract/class-names';
import { audit, auditAll } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { addClass } from '../schools/index.ts';
import { changedMeanwhile } from './errors.ts';
import type { StudentPlan } from './import-plan.ts';
import type { StudentLine } from './import-rows.ts';
import { insertStudents, type RecordedStudent, type Sealed, writeChange } from './import-write.ts';
import { hashPinsPatiently } from './prove-pin.ts';

/** Creates the ids and PIN hashes for the students whom a list adds or gives their first PIN. */
export async function sealNewStudents(
  context: AppContext,
  schoolId: string,
  plan: StudentPlan,
  onProgress: (done: number, total: number) => Promise<void>,
): Promise<Sealed> {
  const fresh = plan.create.map(({ admissionNumber, pin }) => ({ admissionNumber, pin, id: newId() }));
  const there = plan.update.map(({ line, student, pin }) => ({
    admissionNumber: line.admissionNumber,
    pin,
    id: student.id,
  }));
  const all = [...fresh, ...there];
  const withPin = all.flatMap(({ id, pin }) => (pin === null ? [] : [{ id, pin }]));
  const hashes = await hashPinsPatiently(context, schoolId, withPin, onProgress);
  return new Map(all.map(({ admissionNumber, id }) => [admissionNumber, { id, pinHash: hashes.get(id) ?? null }]));
}

/**
 * Adds and changes the students of a plan that was made in the same transaction. Throws import.changed-meanwhile where a new student has
 * no hash entry.
 */
export async function recordStudents(
  tx: Tx,
  call: Call,
  context: AppContext,
  plan: StudentPlan,
  sealed: Sealed,
): Promise<{ recorded: RecordedStudent[]; classes: string[] }> {
  const made = new Map<string, string>();
  const classes: string[] = [];
  for (const name of plan.newClasses) {
    const { id } = await addClass(tx, name);
    made.set(classKey(name), id);
    classes.push(id);
    await audit(tx, call, {
      action: 'class.create',
      subjectKind: 'class',
      subjectId: id,
      detail: { className: name, imported: true },
    });
  }
  const classOf = ({ className }: StudentLine): string => {
    const id = plan.classes.idOf(className) ?? made.get(classKey(className));
    if (id === undefined) throw changedMeanwhile();
    return id;
  };
  await lockClassesShared(tx, [...new Set([...plan.create, ...plan.update.map(({ line }) => line)].map(classOf))]);
  const created = await insertStudents(tx, call, context, plan.create, sealed, classOf);
  const updated: RecordedStudent[] = [];
  for (const changed of plan.update)
    updated.push(await writeChange(tx, call, context, changed, sealed, classOf(changed.line)));
  const recorded = [...created, ...updated].toSorted((a, b) => a.row - b.row);
  const events = created.map(({ studentId }, place) => {
    const line = plan.create[place];
    const detail = { admissionNumber: line?.admissionNumber, withPin: line?.pin !== null, imported: true };
    return { action: 'student.create', subjectKind: 'student', subjectId: studentId, detail };
  });
  await auditAll(tx, call, events);
  return { recorded, classes };
}

/** Locks classes against deletion until the transaction ends; a deletion waits, and then finds the new students. */
async function lockClassesShared(tx: Tx, ids: readonly string[]): Promise<void> {
  const held = await tx.rows(
    'SELECT id FROM classes WHERE school_id = $1 AND id = ANY($2) AND deleted_at IS NULL ORDER BY id FOR KEY SHARE',
    [tx.schoolId, ids],
  );
  if (held.length !== ids.length) throw changedMeanwhile();
}
