import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { selectOrInsert } from '../../platform/database/select-or-insert.ts';
import type { Place } from '../../platform/http/call.ts';
import { clockTimeSql } from '../../platform/records/clock-time.ts';
import { newId } from '../../platform/records/id.ts';
import type { GateMethod } from '../gate/index.ts';
import { busNotFound } from './errors.ts';
import { type BusKind, type BusState, isPlate, plateKeyOf } from './rules.ts';

export interface Bus {
  readonly id: string;
  readonly plate: string;
  readonly plateKey: string;
  /** True if the office has entered the bus; false if its plate was typed at a ride. */
  readonly listed: boolean;
}

/** Plate as given with a ride. */
export interface PlateGiven {
  readonly busNumberPlate: string;
  readonly kind: BusKind;
  /** True if a plate that is not on the school's list counts as a typing error. */
  readonly listedOnly: boolean;
}

/** Finds a bus by plate; a removed bus only for alighting, since children may still be aboard. */
export async function findBus(tx: ReadTx, plate: string, kind: BusKind): Promise<Bus | null> {
  const [found] = await tx.prepared<Bus>(
    'find-bus',
    `SELECT id, plate, plate_key AS "plateKey", listed FROM buses
     WHERE school_id = $1 AND plate_key = $2 AND (deleted_at IS NULL OR $3 = 'off')
     ORDER BY deleted_at DESC NULLS FIRST LIMIT 1`,
    [tx.schoolId, plateKeyOf(plate), kind],
  );
  return found ?? null;
}

/** Throws bus.not-found if no ride can be recorded for the plate. */
export async function requireBus(tx: ReadTx, given: PlateGiven): Promise<void> {
  if (!(await findBus(tx, given.busNumberPlate, given.kind)) && !(await takesPlate(tx, given))) throw busNotFound();
}

/** Finds the bus of a plate, or inserts an unlisted one. Throws bus.not-found. */
export async function getBusOf(tx: Tx, given: PlateGiven): Promise<Bus> {
  const { busNumberPlate: plate, kind } = given;
  const known = await findBus(tx, plate, kind);
  if (known) return known;
  if (!(await takesPlate(tx, given))) throw busNotFound();
  await tx.row(
    'INSERT INTO buses (school_id, id, plate, label, listed) VALUES ($1, $2, $3, $3, false) ON CONFLICT DO NOTHING',
    [tx.schoolId, newId(), plate.toUpperCase()],
  );
  const added = await findBus(tx, plate, kind);
  if (!added) throw new Error('The bus has no row after its INSERT.');
  return added;
}

/**
 * Tells whether an unknown plate is accepted: it must look like one, not belong to a removed bus, and with `listedOnly` the school must
 * have no list.
 */
async function takesPlate(tx: ReadTx, { busNumberPlate, listedOnly }: PlateGiven): Promise<boolean> {
  if (!isPlate(busNumberPlate)) return false;
  const gone = await tx.row('SELECT 1 FROM buses WHERE school_id = $1 AND plate_key = $2 LIMIT 1', [
    tx.schoolId,
    plateKeyOf(busNumberPlate),
  ]);
  return !gone && !(listedOnly && (await keepsList(tx)));
}

/** Tells whether the office has ever entered a bus. */
export async function keepsList(tx: ReadTx): Promise<boolean> {
  return (await tx.row('SELECT 1 FROM buses WHERE school_id = $1 AND listed LIMIT 1', [tx.schoolId])) !== undefined;
}

export interface LockedBusState extends BusState {
  readonly since: Date | null;
  readonly eventId: string | null;
  readonly plate: string | null;
  /** Time of the last ride as hh:mm in the school's time zone, with the date in front unless it is today. */
  readonly clockTime: string | null;
}

const LOCK_STATE = `
  SELECT g.kind, g.since, g.event_id AS "eventId", b.plate, b.plate_key AS "plateKey",
         ${clockTimeSql('g.since', 's.time_zone')} AS "clockTime"
  FROM bus_states g JOIN schools s ON s.id = g.school_id
  LEFT JOIN buses b ON b.school_id = g.school_id AND b.id = g.bus_id
  WHERE g.school_id = $1 AND g.student_id = $2
  FOR UPDATE OF g`;

/** Locks a student's bus state until the transaction ends and returns the state; inserts the row for a student who has never been aboard. */
export function lockState(tx: Tx, studentId: string): Promise<LockedBusState> {
  const of = [tx.schoolId, studentId];
  return selectOrInsert(
    () => tx.prepared<LockedBusState>('lock-bus-state', LOCK_STATE, of),
    () => tx.row('INSERT INTO bus_states (school_id, student_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', of),
  );
}

export interface NewBusEvent {
  readonly studentId: string;
  readonly busId: string;
  readonly kind: BusKind;
  readonly method: GateMethod;
  readonly endsBoarding: string | null;
  readonly tripId: string | null;
  readonly recordedBy: string;
  readonly overrideReason: string | null;
  readonly place: Place | null;
  readonly scannerSerial: string | null;
  /** Idempotency key of the client, for online and offline events alike. */
  readonly clientKey?: string | null;
  /** Set for an offline ride: its time, whether its proof was verified, and whether a later ride exists. */
  readonly later?: { readonly at: Date; readonly verified: boolean; readonly overtaken: boolean };
}

/** Inserts the event and moves the locked state to it, unless a later event exists. */
export async function insertEvent(tx: Tx, event: NewBusEvent): Promise<{ id: string; at: Date }> {
  const id = newId();
  const { later } = event;
  const [added] = await tx.prepared<{ at: Date }>(
    'insert-bus-event',
    `INSERT INTO bus_events (school_id, id, student_id, bus_id, kind, method, ends_boarding, recorded_by, override_reason,
                             longitude, latitude, scanner_serial, client_key, verified, at, received_at, trip_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
             CASE WHEN NOT EXISTS (SELECT 1 FROM bus_events WHERE school_id = $1 AND client_key = $13) THEN $13 END,
             $14, COALESCE($15, clock_timestamp()), CASE WHEN $15::timestamptz IS NOT NULL THEN clock_timestamp() END, $16)
     RETURNING at`,
    [
      tx.schoolId,
      id,
      event.studentId,
      event.busId,
      event.kind,
      event.method,
      event.endsBoarding,
      event.recordedBy,
      event.overrideReason,
      event.place?.longitude ?? null,
      event.place?.latitude ?? null,
      event.scannerSerial,
      event.clientKey ?? null,
      later?.verified ?? true,
      later?.at ?? null,
      event.tripId,
    ],
  );
  if (!added) throw new Error('The INSERT of the bus event returned no row.');
  if (later?.overtaken) return { id, at: added.at };
  await tx.prepared(
    'move-bus-state',
    'UPDATE bus_states SET kind = $3, bus_id = $4, since = $5, event_id = $6 WHERE school_id = $1 AND student_id = $2',
    [tx.schoolId, event.studentId, event.kind, event.busId, added.at, id],
  );
  return { id, at: added.at };
}

/** Finds the event by the client's idempotency key; null if there is none. */
export async function findByClientKey(tx: ReadTx, clientKey: string): Promise<string | null> {
  const found = await tx.row<{ id: string }>('SELECT id FROM bus_events WHERE school_id = $1 AND client_key = $2', [
    tx.schoolId,
    clientKey,
  ]);
  return found?.id ?? null;
}

export interface BusNeighbours {
  /** Last ride before the moment; `openBoarding` is its id if it is a boarding without an alighting. */
  readonly before: BusState & { readonly openBoarding: string | null };
  readonly after: BusState | null;
}

/** Reads a student's rides next to a moment. */
export async function readNeighbours(tx: ReadTx, studentId: string, at: Date): Promise<BusNeighbours> {
  const side = (sign: string, order: string) => `
    SELECT json_build_object('kind', e.kind, 'plateKey', b.plate_key, 'openBoarding', CASE WHEN e.kind = 'on' AND NOT EXISTS
             (SELECT 1 FROM bus_events n WHERE n.school_id = e.school_id AND n.ends_boarding = e.id) THEN e.id END)
    FROM bus_events e JOIN buses b ON b.school_id = e.school_id AND b.id = e.bus_id
    WHERE e.school_id = $1 AND e.student_id = $2 AND e.at ${sign} $3 ORDER BY e.at ${order}, e.id ${order} LIMIT 1`;
  const found = await tx.row<{ before: BusNeighbours['before'] | null; after: BusState | null }>(
    `SELECT (${side('<=', 'DESC')}) AS before, (${side('>', 'ASC')}) AS after`,
    [tx.schoolId, studentId, at],
  );
  return { before: found?.before ?? { kind: null, plateKey: null, openBoarding: null }, after: found?.after ?? null };
}
