import type { InputOf } from '@mfuko/contract/endpoint';
import type { onCampus } from '@mfuko/contract/gate';
import { UNDO_SECONDS } from '@mfuko/contract/touch';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import { selectOrInsert } from '../../platform/database/select-or-insert.ts';
import type { Page, Place } from '../../platform/http/call.ts';
import { clockTimeSql } from '../../platform/records/clock-time.ts';
import { newId } from '../../platform/records/id.ts';
import type { GateKind, GateState } from './rules.ts';
import { STANDS } from './undone.ts';

export type GateMethod = 'fingerprint' | 'pin' | 'attested';

export interface LockedState extends GateState {
  readonly since: Date | null;
  /** Time of the last passage as hh:mm in the school's time zone, with the date in front unless it is today. */
  readonly clockTime: string | null;
  /** Today's date in the school's time zone. */
  readonly today: string;
}

const LOCK_STATE = `
  SELECT g.kind, g.since, to_char(g.since AT TIME ZONE s.time_zone, 'YYYY-MM-DD') AS "sinceDay",
         ${clockTimeSql('g.since', 's.time_zone')} AS "clockTime",
         to_char(clock_timestamp() AT TIME ZONE s.time_zone, 'YYYY-MM-DD') AS today
  FROM gate_states g JOIN schools s ON s.id = g.school_id
  WHERE g.school_id = $1 AND g.student_id = $2
  FOR UPDATE OF g`;

/** Locks a student's gate state until the transaction ends and returns the state; inserts the row for a student who has never passed. */
export function lockState(tx: Tx, studentId: string): Promise<LockedState> {
  const of = [tx.schoolId, studentId];
  return selectOrInsert(
    () => tx.prepared<LockedState>('lock-gate-state', LOCK_STATE, of),
    () => tx.row('INSERT INTO gate_states (school_id, student_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', of),
  );
}

export interface NewGateEvent {
  readonly studentId: string;
  readonly kind: GateKind;
  readonly method: GateMethod;
  readonly recordedBy: string;
  readonly overrideReason: string | null;
  readonly place: Place | null;
  readonly scannerSerial: string | null;
  /** True if the student was identified by the finger alone, without a number. */
  readonly found?: boolean;
  /** Passage that this one takes back. */
  readonly undoes?: string;
  /** Idempotency key of the client, for online and offline events alike. */
  readonly clientKey?: string | null;
  /** Set for an offline event: its time, whether its proof was verified, and whether a later passage exists. */
  readonly later?: { readonly at: Date; readonly verified: boolean; readonly overtaken: boolean };
}

/** Inserts the event, enqueues the guardians' SMS, and moves the locked state to the event unless a later event exists. */
export async function insertEvent(tx: Tx, event: NewGateEvent, id = newId()): Promise<{ id: string; at: Date }> {
  const { later } = event;
  const [added] = await tx.prepared<{ at: Date }>(
    'add-gate-event',
    `SELECT add_gate_event($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) AS at`,
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
      event.clientKey ?? null,
      later?.verified ?? true,
      later?.at ?? null,
      event.found ?? false,
      event.undoes ?? null,
      later?.overtaken ?? false,
      // The SMS of a touch waits for as long as the touch can be taken back.
      UNDO_SECONDS,
    ],
  );
  if (!added) throw new Error('The INSERT of the gate event returned no row.');
  return { id, at: added.at };
}

/** Finds the event by the client's idempotency key; null if there is none. */
export async function findByClientKey(tx: ReadTx, clientKey: string): Promise<string | null> {
  const found = await tx.row<{ id: string }>('SELECT id FROM gate_events WHERE school_id = $1 AND client_key = $2', [
    tx.schoolId,
    clientKey,
  ]);
  return found?.id ?? null;
}

export interface Neighbour {
  readonly kind: GateKind;
  /** Date in the school's time zone. */
  readonly day: string;
}

/** Reads a student's last event at or before a moment, the first one after it, and the moment's date in the school's time zone. */
export async function readNeighbours(
  tx: ReadTx,
  studentId: string,
  at: Date,
): Promise<{ before: Neighbour | null; after: Neighbour | null; day: string }> {
  const found = await tx.row<{ before: Neighbour | null; after: Neighbour | null; day: string }>(
    `SELECT to_char($3::timestamptz AT TIME ZONE s.time_zone, 'YYYY-MM-DD') AS day,
            (SELECT json_build_object('kind', e.kind, 'day', to_char(e.at AT TIME ZONE s.time_zone, 'YYYY-MM-DD'))
             FROM gate_events e WHERE e.school_id = $1 AND e.student_id = $2 AND e.at <= $3 AND ${STANDS}
             ORDER BY e.at DESC, e.id DESC LIMIT 1) AS before,
            (SELECT json_build_object('kind', e.kind, 'day', to_char(e.at AT TIME ZONE s.time_zone, 'YYYY-MM-DD'))
             FROM gate_events e WHERE e.school_id = $1 AND e.student_id = $2 AND e.at > $3 AND ${STANDS}
             ORDER BY e.at, e.id LIMIT 1) AS after
     FROM schools s WHERE s.id = $1`,
    [tx.schoolId, studentId, at],
  );
  if (!found) throw new Error('The school of this transaction has no row in schools.');
  return found;
}

interface OnCampusRow {
  admissionNumber: string;
  names: string;
  className: string;
  since: Date;
  method: GateMethod;
  verified: boolean;
}

/** Lists the students whose last event is an `in`, of whatever day; students who have left the school are not listed. */
export async function listOnCampus(
  tx: ReadTx,
  query: InputOf<typeof onCampus>,
): Promise<Page<Omit<OnCampusRow, 'since'> & { since: string }>> {
  const page = await readPage<OnCampusRow>(tx, query, {
    sql: `SELECT s.admission_number AS "admissionNumber", s.names, c.name AS "className", g.since, e.method, e.verified,
                 s.id AS "studentId"
          FROM gate_states g
          JOIN gate_events e ON e.school_id = g.school_id AND e.id = g.event_id
          JOIN students s ON s.school_id = g.school_id AND s.id = g.student_id
          JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
          WHERE g.school_id = $1 AND g.kind = 'in' AND s.status = 'active' AND s.deleted_at IS NULL`,
    values: [tx.schoolId],
    searched: ['admissionNumber', 'names', 'className'],
    sort: '-since',
    digits: ['admissionNumber'],
    natural: ['className'],
    tie: 'studentId',
  });
  return { total: page.total, rows: page.rows.map((row) => ({ ...row, since: row.since.toISOString() })) };
}
