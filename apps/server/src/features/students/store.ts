import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { clockTimeSql } from '../../platform/records/clock-time.ts';
import { studentNotFound } from './errors.ts';
import type { Whereabouts } from './rules.ts';

export interface Student {
  readonly id: string;
  readonly admissionNumber: string;
  readonly names: string;
  readonly classId: string;
  readonly className: string;
  readonly status: 'active' | 'left';
}

const STUDENT = `
  SELECT s.id, s.admission_number AS "admissionNumber", s.names, s.class_id AS "classId", c.name AS "className", s.status
  FROM students s JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
  WHERE s.school_id = $1 AND s.deleted_at IS NULL`;

/** Returns the student with that admission number, active or left; undefined where there is none. */
async function findStudent(tx: ReadTx, admissionNumber: string): Promise<Student | undefined> {
  const [found] = await tx.prepared<Student>('find-student', `${STUDENT} AND s.admission_number = $2`, [
    tx.schoolId,
    admissionNumber,
  ]);
  return found;
}

/**
 * Returns the active student with that admission number. Throws student.not-found, also for a student who has left: nothing may be
 * recorded at the gate, in the canteen, on the bus or with the wallet for a child who has left.
 */
export async function getStudent(tx: ReadTx, admissionNumber: string): Promise<Student> {
  const found = await findStudent(tx, admissionNumber);
  if (found?.status !== 'active') throw studentNotFound();
  return found;
}

/** Returns the active student with that admission number, and the PIN's hash; null where no PIN is set. Throws student.not-found. */
export async function getStudentWithPin(
  tx: ReadTx,
  admissionNumber: string,
): Promise<Student & { readonly pinHash: string | null }> {
  const [found] = await tx.prepared<Student & { pinHash: string | null }>(
    'find-student-with-pin',
    `SELECT s.id, s.admission_number AS "admissionNumber", s.names, s.class_id AS "classId", c.name AS "className", s.status,
            s.pin_hash AS "pinHash"
     FROM students s JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
     WHERE s.school_id = $1 AND s.deleted_at IS NULL AND s.admission_number = $2`,
    [tx.schoolId, admissionNumber],
  );
  if (found?.status !== 'active') throw studentNotFound();
  return found;
}

/** Returns the student with that admission number, active or left, for reading by the office. Throws student.not-found. */
export async function getStudentOfNumber(tx: ReadTx, admissionNumber: string): Promise<Student> {
  const found = await findStudent(tx, admissionNumber);
  if (!found) throw studentNotFound();
  return found;
}

/** Returns the student with that id, active or left, for the office. Throws student.not-found. */
export async function getStudentById(tx: ReadTx, id: string): Promise<Student> {
  const [found] = await tx.prepared<Student>('get-student-by-id', `${STUDENT} AND s.id = $2`, [tx.schoolId, id]);
  if (!found) throw studentNotFound();
  return found;
}

/**
 * Returns the student with the row locked until the transaction ends: no new row can refer to the student meanwhile, and transactions
 * that hold the student by `lockActiveStudent` finish first.
 */
export async function lockStudent(tx: Tx, id: string): Promise<Student> {
  const locked = await tx.row<Student>(`${STUDENT} AND s.id = $2 FOR UPDATE OF s`, [tx.schoolId, id]);
  if (!locked) throw studentNotFound();
  return locked;
}

/**
 * Locks an active student against leaving and deletion until the transaction ends. Call it before recording an action of the student,
 * since the office may have changed the student after the proof. Throws student.not-found.
 */
export async function lockActiveStudent(tx: Tx, studentId: string): Promise<void> {
  const [held] = await tx.prepared(
    'lock-active-student',
    `SELECT 1 AS held FROM students WHERE school_id = $1 AND id = $2 AND status = 'active' AND deleted_at IS NULL
     FOR KEY SHARE`,
    [tx.schoolId, studentId],
  );
  if (!held) throw studentNotFound();
}

/** Returns the student's whereabouts by the last events of the gate and of the bus. Call it under `lockStudent`. */
export async function readWhereabouts(tx: ReadTx, studentId: string): Promise<Whereabouts> {
  const rows = await tx.rows<{ place: 'gate' | 'bus'; since: Date; clockTime: string; today: boolean; plate: string }>(
    `SELECT p.place, p.since, p.plate,
            (p.since AT TIME ZONE s.time_zone)::date = (clock_timestamp() AT TIME ZONE s.time_zone)::date AS today,
            ${clockTimeSql('p.since', 's.time_zone')} AS "clockTime"
     FROM student_details d
     JOIN schools s ON s.id = d.school_id
     CROSS JOIN LATERAL (VALUES ('gate', d.gate_kind = 'in', d.gate_since, NULL),
                                ('bus', d.bus_kind = 'on', d.bus_since, d.bus_plate)) AS p (place, there, since, plate)
     WHERE d.school_id = $1 AND d.id = $2 AND p.there`,
    [tx.schoolId, studentId],
  );
  return {
    gate: rows.find(({ place }) => place === 'gate') ?? null,
    bus: rows.find(({ place }) => place === 'bus') ?? null,
  };
}

/** Returns the PIN's hash of a student; null where no PIN is set. */
export async function findPinHash(tx: ReadTx, studentId: string): Promise<string | null> {
  const [found] = await tx.prepared<{ pin_hash: string | null }>(
    'find-pin-hash',
    'SELECT pin_hash FROM students WHERE school_id = $1 AND id = $2',
    [tx.schoolId, studentId],
  );
  return found?.pin_hash ?? null;
}
