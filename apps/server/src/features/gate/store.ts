import type { InputOf } from '@mfuko/contract/endpoint';
import type { onCampus } from '@mfuko/contract/gate';
import type { Tx } from '../../platform/database.ts';
import type { Page, Place } from '../../platform/http/call.ts';
import { newId } from '../../platform/id.ts';
import { readPage } from '../../platform/lists.ts';
import type { GateKind, GateState } from './rules.ts';

export type GateMethod = 'fingerprint' | 'pin' | 'attested';

export interface LockedState extends GateState {
  readonly since: Date | null;
  /** hh:mm of the school's time zone, with the day in front where it is not today. */
  readonly clockTime: string | null;
  /** The school's day now. */
  readonly today: string;
}

/** Locks a student's state until the transaction ends and reads it; makes it first for one who has never passed. */
export async function lockState(tx: Tx, studentId: string): Promise<LockedState> {
  await tx.prepared(
    'make-gate-state',
    'INSERT INTO gate_states (school_id, student_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [tx.schoolId, studentId],
  );
  const [locked] = await tx.prepared<LockedState>(
    'lock-gate-state',
    `SELECT g.kind, g.since, to_char(g.since AT TIME ZONE s.time_zone, 'YYYY-MM-DD') AS "sinceDay",
            to_char(g.since AT TIME ZONE s.time_zone,
              CASE WHEN (g.since AT TIME ZONE s.time_zone)::date = (clock_timestamp() AT TIME ZONE s.time_zone)::date
                THEN 'HH24:MI' ELSE 'DD/MM/YYYY HH24:MI' END) AS "clockTime",
            to_char(clock_timestamp() AT TIME ZONE s.time_zone, 'YYYY-MM-DD') AS today
     FROM gate_states g JOIN schools s ON s.id = g.school_id
     WHERE g.school_id = $1 AND g.student_id = $2
     FOR UPDATE OF g`,
    [tx.schoolId, studentId],
  );
  if (!locked) throw new Error('A gate state that was just made is not there.');
  return locked;
}

export interface NewGateEvent {
  readonly studentId: string;
  readonly kind: GateKind;
  readonly method: GateMethod;
  readonly recordedBy: string;
  readonly overrideReason: string | null;
  readonly place: Place | null;
  readonly scannerSerial: string | null;
}

/** Adds the event and moves the locked state on to it. */
export async function insertEvent(tx: Tx, event: NewGateEvent): Promise<{ id: string; at: Date }> {
  const id = newId();
  const [added] = await tx.prepared<{ at: Date }>(
    'insert-gate-event',
    `INSERT INTO gate_events (school_id, id, student_id, kind, method, recorded_by, override_reason, longitude, latitude, scanner_serial)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING at`,
    [
      tx.schoolId,
      id,
      event.studentId,
      event.kind,
      event.method,
      event.recordedBy,
      event.overrideReason,
      event.place?.longitude ?? null,
      event.place?.latitude ?? null,
      event.scannerSerial,
    ],
  );
  if (!added) throw new Error('A gate event was not added.');
  await tx.prepared(
    'move-gate-state',
    'UPDATE gate_states SET kind = $3, since = $4, event_id = $5 WHERE school_id = $1 AND student_id = $2',
    [tx.schoolId, event.studentId, event.kind, added.at, id],
  );
  return { id, at: added.at };
}

interface OnCampusRow {
  admissionNumber: string;
  names: string;
  className: string;
  since: Date;
  method: GateMethod;
}

/** Everybody whose last event is an `in`, of whatever day; those who have left the school are not waited for. */
export async function listOnCampus(
  tx: Tx,
  query: InputOf<typeof onCampus>,
): Promise<Page<Omit<OnCampusRow, 'since'> & { since: string }>> {
  // "9" comes before "10": by length, then by digits.
  const sort = query.sort?.replace('admissionNumber', 'admissionOrder');
  const page = await readPage<OnCampusRow>(
    tx,
    { ...query, sort },
    {
      sql: `SELECT s.admission_number AS "admissionNumber", s.names, c.name AS "className", g.since, e.method,
                   s.id AS "studentId",
                   lpad(length(s.admission_number)::text, 2, '0') || s.admission_number AS "admissionOrder"
            FROM gate_states g
            JOIN gate_events e ON e.school_id = g.school_id AND e.id = g.event_id
            JOIN students s ON s.school_id = g.school_id AND s.id = g.student_id
            JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
            WHERE g.school_id = $1 AND g.kind = 'in' AND s.status = 'active' AND s.deleted_at IS NULL`,
      values: [tx.schoolId],
      searched: ['admissionNumber', 'names', 'className'],
      sort: '-since',
      tie: 'studentId',
    },
  );
  return { total: page.total, rows: page.rows.map((row) => ({ ...row, since: row.since.toISOString() })) };
}
