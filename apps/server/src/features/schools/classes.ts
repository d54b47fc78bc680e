import type { InputOf } from '@mfuko/contract/endpoint';
import type { ClassRow, getClasses, updateClass } from '@mfuko/contract/schools';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import { type ReadTx, type Tx, violatedUnique } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Call, Page } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { requireUnchanged, stamped } from '../../platform/records/stamp.ts';
import { classInUse, classNameTaken, classNotFound } from './errors.ts';

export interface SchoolClass {
  readonly id: string;
  readonly name: string;
}

const CLASS = 'SELECT id, name FROM classes WHERE school_id = $1 AND id = $2 AND deleted_at IS NULL';

/** Returns the class with that id in the transaction's school. Throws class.not-found. */
export async function getClass(tx: ReadTx, id: string): Promise<SchoolClass> {
  const found = await tx.row<SchoolClass>(CLASS, [tx.schoolId, id]);
  if (!found) throw classNotFound();
  return found;
}

/**
 * Returns the class, locked against deletion until the transaction ends; a deletion waits, and then finds the new students. Throws
 * class.not-found.
 */
export async function lockClassShared(tx: Tx, id: string): Promise<SchoolClass> {
  const held = await tx.row<SchoolClass>(`${CLASS} FOR KEY SHARE`, [tx.schoolId, id]);
  if (!held) throw classNotFound();
  return held;
}

/** Adds a class. Its name is unique in the school, regardless of case. */
export async function addClass(tx: Tx, name: string): Promise<{ id: string; createdAt: Date }> {
  const id = newId();
  const added = await uniquelyNamed(name, () =>
    tx.row<{ created_at: Date }>('INSERT INTO classes (school_id, id, name) VALUES ($1, $2, $3) RETURNING created_at', [
      tx.schoolId,
      id,
      name,
    ]),
  );
  return { id, createdAt: added?.created_at ?? new Date(0) };
}

export async function createClass(call: Call, className: string) {
  return call.record(async (tx) => {
    const added = await addClass(tx, className);
    await note(tx, call, 'class.create', added.id, { className });
    return { sysid: added.id, className, dateCreated: added.createdAt.toISOString() };
  });
}

/** Changes the given fields of a class. Throws class.duplicate where another class has the name. */
export async function changeClass(
  call: Call,
  { sysid: id, className, updated }: InputOf<typeof updateClass>,
): Promise<ClassRow> {
  return call.record(async (tx) => {
    const before = await lockClass(tx, id);
    if (before.deleted) throw classNotFound();
    await requireUnchanged(updated, () => showClass(tx, id));
    const name = className ?? before.name;
    await uniquelyNamed(name, () =>
      tx.row('UPDATE classes SET name = $3 WHERE school_id = $1 AND id = $2', [tx.schoolId, id, name]),
    );
    const changes = changesOf({ className: before.name }, { className: name });
    await note(tx, call, 'class.update', id, { changes });
    return showClass(tx, id);
  });
}

/** Deletes a class, which is hidden. Throws class.in-use while the class has students who have not left. */
export async function deleteClass(call: Call, id: string): Promise<ClassRow> {
  return call.record(async (tx) => {
    const { name, deleted } = await lockClass(tx, id);
    if (deleted) throw classNotFound();
    // Count under the lock: no student can join the class now, and recent ones are counted.
    const { noOfStudents } = await showClass(tx, id);
    if (noOfStudents > 0) throw classInUse(name, noOfStudents);
    await tx.row('UPDATE classes SET deleted_at = clock_timestamp() WHERE school_id = $1 AND id = $2', [
      tx.schoolId,
      id,
    ]);
    await note(tx, call, 'class.delete', id, { className: name });
    return showClass(tx, id);
  });
}

/** Restores a deleted class. Throws class.duplicate where another class has taken its name. */
export async function restoreClass(call: Call, id: string): Promise<ClassRow> {
  return call.record(async (tx) => {
    const { name, deleted } = await lockClass(tx, id);
    if (!deleted) return showClass(tx, id);
    await uniquelyNamed(name, () =>
      tx.row('UPDATE classes SET deleted_at = NULL WHERE school_id = $1 AND id = $2', [tx.schoolId, id]),
    );
    await note(tx, call, 'class.restore', id, { className: name });
    return showClass(tx, id);
  });
}

interface LockedClass {
  readonly name: string;
  readonly deleted: boolean;
}

/** Locks a class, deleted or not, so that no student can join it. Throws class.not-found. */
async function lockClass(tx: Tx, id: string): Promise<LockedClass> {
  const found = await tx.row<LockedClass>(
    'SELECT name, deleted_at IS NOT NULL AS deleted FROM classes WHERE school_id = $1 AND id = $2 FOR UPDATE',
    [tx.schoolId, id],
  );
  if (!found) throw classNotFound();
  return found;
}

async function uniquelyNamed<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedUnique(error) === 'classes_name') throw classNameTaken(name);
    throw error;
  }
}

function note(tx: Tx, call: Call, action: string, id: string, detail: Record<string, unknown>): Promise<void> {
  return audit(tx, call, { action, subjectKind: 'class', subjectId: id, detail });
}

type Listed = Omit<ClassRow, 'dateCreated' | 'updated'> & { dateCreated: Date };

const CLASSES = `
  SELECT c.id AS sysid, c.name AS "className", c.created_at AS "dateCreated",
         (SELECT count(*)::int FROM students s WHERE s.school_id = c.school_id AND s.class_id = c.id
            AND s.deleted_at IS NULL AND s.status = 'active') AS "noOfStudents"
  FROM classes c WHERE c.school_id = $1`;

export async function listClasses(tx: ReadTx, query: InputOf<typeof getClasses>): Promise<Page<ClassRow>> {
  const page = await readPage<Listed>(tx, query, {
    sql: `${CLASSES} AND (c.deleted_at IS NOT NULL) = $2`,
    values: [tx.schoolId, query.deleted],
    searched: ['className'],
    sort: 'className',
    natural: ['className'],
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(asRow) };
}

/** Returns a class by its id, including deleted ones unless `alsoDeleted` is false. Throws class.not-found. */
export async function showClass(tx: ReadTx, id: string, { alsoDeleted = true } = {}): Promise<ClassRow> {
  const found = await tx.row<Listed>(`${CLASSES} AND c.id = $2 AND ($3 OR c.deleted_at IS NULL)`, [
    tx.schoolId,
    id,
    alsoDeleted,
  ]);
  if (!found) throw classNotFound();
  return asRow(found);
}

function asRow(row: Listed): ClassRow {
  return stamped({ ...row, dateCreated: row.dateCreated.toISOString() }, ['noOfStudents']);
}
