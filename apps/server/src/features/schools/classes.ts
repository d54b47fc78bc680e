import { audit } from '../../platform/audit.ts';
import { type Tx, violatedUnique } from '../../platform/database.ts';
import type { Call, Page } from '../../platform/http/call.ts';
import { newId } from '../../platform/id.ts';
import { type ListQuery, readPage } from '../../platform/lists.ts';
import { classNameTaken, classNotFound } from './errors.ts';

export interface SchoolClass {
  readonly id: string;
  readonly name: string;
}

/** The class of that id in the transaction's school. Throws class.not-found. */
export async function getClass(tx: Tx, id: string): Promise<SchoolClass> {
  const found = await tx.row<SchoolClass>(
    'SELECT id, name FROM classes WHERE school_id = $1 AND id = $2 AND deleted_at IS NULL',
    [tx.schoolId, id],
  );
  if (!found) throw classNotFound();
  return found;
}

/** Adds a class; its name is the school's own and unique there, whatever the case. */
export async function addClass(tx: Tx, name: string): Promise<{ id: string; createdAt: Date }> {
  const id = newId();
  try {
    const added = await tx.row<{ created_at: Date }>(
      'INSERT INTO classes (school_id, id, name) VALUES ($1, $2, $3) RETURNING created_at',
      [tx.schoolId, id, name],
    );
    return { id, createdAt: added?.created_at ?? new Date(0) };
  } catch (error) {
    if (violatedUnique(error) === 'classes_name') throw classNameTaken(name);
    throw error;
  }
}

export async function createClass(call: Call, className: string) {
  return call.record(async (tx) => {
    const added = await addClass(tx, className);
    await audit(tx, call.actor, {
      action: 'class.create',
      subjectKind: 'class',
      subjectId: added.id,
      detail: { className },
    });
    return { sysid: added.id, className, dateCreated: added.createdAt.toISOString() };
  });
}

interface ClassRow {
  sysid: string;
  className: string;
  dateCreated: Date;
  noOfStudents: number;
}

export async function listClasses(
  tx: Tx,
  query: ListQuery,
): Promise<Page<Omit<ClassRow, 'dateCreated'> & { dateCreated: string }>> {
  const page = await readPage<ClassRow>(tx, query, {
    sql: `SELECT c.id AS sysid, c.name AS "className", c.created_at AS "dateCreated",
                 (SELECT count(*)::int FROM students s WHERE s.school_id = c.school_id AND s.class_id = c.id
                    AND s.deleted_at IS NULL AND s.status = 'active') AS "noOfStudents"
          FROM classes c WHERE c.school_id = $1 AND c.deleted_at IS NULL`,
    values: [tx.schoolId],
    searched: ['className'],
    sort: 'className',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map((row) => ({ ...row, dateCreated: row.dateCreated.toISOString() })) };
}
