import type { ReadTx, Tx } from '../../platform/database/database.ts';
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

/** The student of that number, whether active or left; undefined where there is none. */
async function findStudent(tx: ReadTx, admissionNumber: string): Promise<Student | undefined> {
  const [found] = await tx.prepared<Student>('find-student', `${STUDENT} AND s.admission_number = $2`, [
    tx.schoolId,
    admissionNumber,
  ]);
  return found;
}

/**
 * The active student of that number. Throws student.not-found, also for one who has left: nothing happens at the gate,
 * in the canteen, on the bus or with the wallet in the name of a child who is no longer there.
 */
export async function getStudent(tx: ReadTx, admissionNumber: string): Promise<Student> {
  const found = await findStudent(tx, admissionNumber);
  if (found?.status !== 'active') throw studentNotFound();
  return found;
}

/** The same with the sealed PIN; null where none is set. */
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

/** The student of that number, whether active or left: for the office's reading. Throws student.not-found. */
export async function getStudentOfNumber(tx: ReadTx, admissionNumber: string): Promise<Student> {
  const found = await findStudent(tx, admissionNumber);
  if (!found) throw studentNotFound();
  return found;
}

/** The student of that id, whether active or left: for the office. Throws student.not-found. */
export async function getStudentById(tx: ReadTx, id: string): Promise<Student> {
  const [found] = await tx.prepared<Student>('get-student-by-id', `${STUDENT} AND s.id = $2`, [tx.schoolId, id]);
  if (!found) throw studentNotFound();
  return found;
}

/**
 * The same, locked until the transaction ends: nothing new can refer to the student meanwhile, and whoever holds it by
 * `holdActive` is waited for.
 */
export async function lockStudent(tx: Tx, id: string): Promise<Student> {
  const locked = await tx.row<Student>(`${STUDENT} AND s.id = $2 FOR UPDATE OF s`, [tx.schoolId, id]);
  if (!locked) throw studentNotFound();
  return locked;
}

/**
 * Keeps an active student from leaving or being deleted until the transaction ends. To be called before what the
 * student does is recorded: between a proof and its recording the office may have been at work. Throws student.not-found.
 */
export async function holdActive(tx: Tx, studentId: string): Promise<void> {
  const [held] = await tx.prepared(
    'hold-active-student',
    `SELECT 1 AS held FROM students WHERE school_id = $1 AND id = $2 AND status = 'active' AND deleted_at IS NULL
     FOR KEY SHARE`,
    [tx.schoolId, studentId],
  );
  if (!held) throw studentNotFound();
}

/** Reads where the last event of the gate and of the bus say that a student is. Read it under `lockStudent`. */
export async function readWhereabouts(tx: ReadTx, studentId: string): Promise<Whereabouts> {
  const rows = await tx.rows<{ place: 'gate' | 'bus'; since: Date; clockTime: string; today: boolean; plate: string }>(
    `SELECT p.place, p.since, p.plate,
            (p.since AT TIME ZONE s.time_zone)::date = (clock_timestamp() AT TIME ZONE s.time_zone)::date AS today,
            to_char(p.since AT TIME ZONE s.time_zone,
              CASE WHEN (p.since AT TIME ZONE s.time_zone)::date = (clock_timestamp() AT TIME ZONE s.time_zone)::date
                THEN 'HH24:MI' ELSE 'DD/MM/YYYY HH24:MI' END) AS "clockTime"
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

/** The sealed PIN of a student; null where none is set. */
export async function findPinHash(tx: ReadTx, studentId: string): Promise<string | null> {
  const [found] = await tx.prepared<{ pin_hash: string | null }>(
    'find-pin-hash',
    'SELECT pin_hash FROM students WHERE school_id = $1 AND id = $2',
    [tx.schoolId, studentId],
  );
  return found?.pin_hash ?? null;
}
