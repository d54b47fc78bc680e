import type { RollCallChild, SeenChild, Tick } from '@mfuko/contract/roll-calls';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { naturalOrder } from '../../platform/database/natural-order.ts';
import { STANDS, tickStands } from './undone.ts';

export interface RollCall {
  readonly id: string;
  readonly reason: string;
  readonly opened: Date;
  readonly closed: Date | null;
}

/** Locks the opening of roll calls in the school until the transaction ends. */
export async function lockOpenings(tx: Tx): Promise<void> {
  await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('roll-call:' || $1, 0))`, [tx.schoolId]);
}

interface NewRollCall extends Pick<RollCall, 'id' | 'reason'> {
  readonly openedBy: string;
  /** Null means now. */
  readonly at: Date | null;
}

export async function insertRollCall(tx: Tx, { id, reason, openedBy, at }: NewRollCall): Promise<void> {
  await tx.row(
    `INSERT INTO roll_calls (school_id, id, reason, opened_by, opened_at)
     VALUES ($1, $2, $3, $4, coalesce($5::timestamptz, clock_timestamp()))`,
    [tx.schoolId, id, reason, openedBy, at],
  );
}

/** Stores the students on campus, now or at the given time, as expected, and returns their number. */
export async function expectThoseOnCampus(tx: Tx, id: string, at: Date | null): Promise<number> {
  const expected = await tx.rows<{ studentId: string }>(
    `SELECT g.student_id AS "studentId" FROM gate_states g
     JOIN students s ON s.school_id = g.school_id AND s.id = g.student_id
     WHERE g.school_id = $1 AND s.status = 'active' AND s.deleted_at IS NULL
       AND CASE WHEN $2::timestamptz IS NULL THEN g.kind ELSE (
         SELECT e.kind FROM gate_events e
         WHERE e.school_id = g.school_id AND e.student_id = g.student_id AND e.at <= $2 AND ${STANDS}
         ORDER BY e.at DESC, e.id DESC LIMIT 1) END = 'in'`,
    [tx.schoolId, at],
  );
  await tx.row(
    `INSERT INTO roll_call_expected (school_id, roll_call_id, student_id)
     SELECT $1, $2, student_id FROM unnest($3::uuid[]) AS student_id`,
    [tx.schoolId, id, expected.map(({ studentId }) => studentId)],
  );
  return expected.length;
}

/** Finds a roll call by id; null finds the newest one. */
export async function findRollCall(tx: ReadTx, id: string | null): Promise<RollCall | undefined> {
  return tx.row<RollCall>(
    `SELECT id, reason, opened_at AS opened, closed_at AS closed FROM roll_calls
     WHERE school_id = $1 AND ($2::uuid IS NULL OR id = $2) ORDER BY opened_at DESC, id DESC LIMIT 1`,
    [tx.schoolId, id],
  );
}

/** Ends an open roll call; returns false if the roll call is closed already or does not exist. */
export async function endRollCall(tx: Tx, id: string, by: string): Promise<boolean> {
  const ended = await tx.row(
    `UPDATE roll_calls SET closed_at = clock_timestamp(), closed_by = $3
     WHERE school_id = $1 AND id = $2 AND closed_at IS NULL RETURNING 1 AS one`,
    [tx.schoolId, id, by],
  );
  return ended !== undefined;
}

/** Finds students by admission number, including students who have left the school: everybody at the assembly point is counted. */
export async function studentsOf(tx: ReadTx, numbers: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows<{ number: string; id: string }>(
    `SELECT admission_number AS number, id FROM students
     WHERE school_id = $1 AND admission_number = ANY ($2::text[]) AND deleted_at IS NULL`,
    [tx.schoolId, numbers],
  );
  return new Map(rows.map(({ number, id }) => [number, id]));
}

export async function insertTicks(
  tx: Tx,
  id: string,
  recordedBy: string,
  ticks: readonly (Pick<Tick, 'key' | 'at' | 'by'> & { readonly studentId: string })[],
): Promise<void> {
  await tx.row(
    `INSERT INTO roll_call_ticks (school_id, roll_call_id, key, student_id, ticked_at, marshal, recorded_by)
     SELECT $1, $2, t.key, t.student_id, t.at, t.marshal, $3
     FROM unnest($4::text[], $5::uuid[], $6::timestamptz[], $7::text[]) AS t (key, student_id, at, marshal)
     ON CONFLICT DO NOTHING`,
    [
      tx.schoolId,
      id,
      recordedBy,
      ticks.map(({ key }) => key),
      ticks.map(({ studentId }) => studentId),
      ticks.map(({ at }) => at),
      ticks.map(({ by }) => by),
    ],
  );
}

const TICKED = `EXISTS (SELECT 1 FROM roll_call_ticks t
  WHERE t.school_id = e.school_id AND t.roll_call_id = e.roll_call_id AND t.student_id = e.student_id
    AND ${tickStands('t')})`;

/** Counts the expected students, and those of them who were ticked. */
export async function countRollCall(tx: ReadTx, id: string): Promise<{ expected: number; accounted: number }> {
  const counted = await tx.row<{ expected: number; accounted: number }>(
    `SELECT count(*)::int AS expected, count(*) FILTER (WHERE ${TICKED})::int AS accounted
     FROM roll_call_expected e WHERE e.school_id = $1 AND e.roll_call_id = $2`,
    [tx.schoolId, id],
  );
  return counted ?? { expected: 0, accounted: 0 };
}

const CHILD = `s.admission_number AS "admissionNumber", s.names, c.name AS "className"`;
const OF_CHILD = `JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
     JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id`;

const BY_CLASS = `ORDER BY ${naturalOrder('c.name')}, s.names, s.id`;

export function listMissing(tx: ReadTx, id: string): Promise<RollCallChild[]> {
  return tx.rows<RollCallChild>(
    `SELECT ${CHILD} FROM roll_call_expected e ${OF_CHILD}
     WHERE e.school_id = $1 AND e.roll_call_id = $2 AND s.erased_at IS NULL AND NOT ${TICKED} ${BY_CLASS}`,
    [tx.schoolId, id],
  );
}

/** Lists the students who were ticked but not expected. */
export function listOthers(tx: ReadTx, id: string): Promise<RollCallChild[]> {
  return tx.rows<RollCallChild>(
    `SELECT ${CHILD} FROM roll_call_ticks e ${OF_CHILD}
     WHERE e.school_id = $1 AND e.roll_call_id = $2 AND s.erased_at IS NULL AND ${tickStands('e')} AND NOT EXISTS (
       SELECT 1 FROM roll_call_expected x
       WHERE x.school_id = e.school_id AND x.roll_call_id = e.roll_call_id AND x.student_id = e.student_id)
     GROUP BY s.school_id, s.id, c.name ${BY_CLASS}`,
    [tx.schoolId, id],
  );
}

export async function listTicks(
  tx: ReadTx,
  id: string,
): Promise<(Pick<SeenChild, 'admissionNumber' | 'at' | 'by' | 'byFinger'> & { key: string })[]> {
  const rows = await tx.rows<{ key: string; admissionNumber: string; at: Date; by: string; byFinger: boolean }>(
    `SELECT t.key, s.admission_number AS "admissionNumber", t.ticked_at AS at, t.marshal AS by, t.by_finger AS "byFinger"
     FROM roll_call_ticks t JOIN students s ON s.school_id = t.school_id AND s.id = t.student_id
     WHERE t.school_id = $1 AND t.roll_call_id = $2 AND s.erased_at IS NULL AND ${tickStands('t')} ORDER BY t.received_at, t.key`,
    [tx.schoolId, id],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Lists the ticked students, each with the first marshal who ticked, and whether that tick was by finger. */
export async function listSeen(tx: ReadTx, id: string): Promise<SeenChild[]> {
  const rows = await tx.rows<RollCallChild & { at: Date; by: string; byFinger: boolean }>(
    `SELECT ${CHILD}, e.at, e.by, e."byFinger" FROM (
       SELECT DISTINCT ON (t.student_id) t.school_id, t.student_id, t.ticked_at AS at, t.marshal AS by, t.by_finger AS "byFinger"
       FROM roll_call_ticks t WHERE t.school_id = $1 AND t.roll_call_id = $2 AND ${tickStands('t')} ORDER BY t.student_id, t.ticked_at, t.key) e
     ${OF_CHILD} WHERE e.school_id = $1 AND s.erased_at IS NULL ${BY_CLASS}`,
    [tx.schoolId, id],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
