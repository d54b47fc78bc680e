import type { BusCard, closeTrip, getRiders, openTrip, Trip } from '@mfuko/contract/bus-trips';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { notifyStaff } from '../notices/index.ts';
import { readRoute } from './bus-routes.ts';
import { busNotFound, childAboard, papersOver, tripClosed, tripNotFound, tripOpen, wrongRearCode } from './errors.ts';
import { lockOpening } from './lock-opening.ts';
import { readPapers } from './permits.ts';
import { findBus } from './store.ts';
import { EXPECTED_NOW, findClosedTrip, readRiders, readTrip, readTripOfBus } from './trip-store.ts';

/** Wrong codes on one trip after which the office is notified: somebody tries to close it without the card. */
const TOO_MANY_CODES = 5;

/** Opens a trip. Throws bus.not-found, bus.route-not-found, bus.trip-open and bus.papers-over. */
export function open(call: Call, { busNumberPlate, direction, routeSYSID }: InputOf<typeof openTrip>): Promise<Trip> {
  return call.record(async (tx) => {
    const bus = await findBus(tx, busNumberPlate, 'on');
    if (!bus) throw busNotFound();
    if (routeSYSID) await readRoute(tx, routeSYSID);
    await lockOpening(tx, bus.id);
    const { over, permit } = await readPapers(tx, bus.id, null);
    const papers = over.map(({ paper }) => paper);
    const word = over.length > 0 ? permit : null;
    const id = newId();
    const opened = await tx.row(
      `INSERT INTO bus_trips (school_id, id, bus_id, direction, route_id, opened_by, papers_over, papers_reason, papers_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (school_id, bus_id) WHERE closed_at IS NULL DO NOTHING RETURNING id`,
      [
        ...[tx.schoolId, id, bus.id, direction, routeSYSID ?? null, call.actor.userId],
        ...[papers, word?.reason ?? null, word?.by ?? null],
      ],
    );
    if (!opened) throw tripOpen((await readTripOfBus(tx, bus.id)).sysid, bus.plate);
    if (over.length > 0 && permit === null) throw papersOver(bus.plate, over);
    await audit(tx, call, {
      action: 'bus.open-trip',
      subjectKind: 'bus',
      subjectId: bus.id,
      detail: { tripSYSID: id, direction, ...(word && { papers, reason: word.reason }) },
    });
    return readTrip(tx, id);
  });
}

/** Finds a trip by id, or by the plate of its bus. Throws bus.trip-not-found and bus.not-found. */
export async function find(
  tx: ReadTx,
  { sysid, busNumberPlate }: { readonly sysid?: string | undefined; readonly busNumberPlate?: string | undefined },
): Promise<Trip> {
  if (sysid !== undefined) return readTrip(tx, sysid);
  // Finds a removed bus too.
  const bus = await findBus(tx, busNumberPlate ?? '', 'off');
  if (!bus) throw busNotFound();
  return readTripOfBus(tx, bus.id);
}

/** Lists the riders of a bus, and those of other buses. Throws bus.not-found. */
export async function listRiders(
  tx: ReadTx,
  { busNumberPlate }: InputOf<typeof getRiders>,
): Promise<AnswerOf<typeof getRiders>> {
  const bus = await findBus(tx, busNumberPlate, 'off');
  if (!bus) throw busNotFound();
  return { busNumberPlate: bus.plate, riders: await readRiders(tx, bus.id) };
}

/**
 * Closes a trip. Locks its row first: a boarding that committed before is seen here, and a later one opens another trip. Throws
 * bus.trip-not-found, bus.trip-closed, bus.child-aboard and bus.rear-code, in this order.
 */
export function close(call: Call, { sysid, rearCode }: InputOf<typeof closeTrip>): Promise<Trip> {
  return call.record(async (tx) => {
    const locked = await tx.row<{ busId: string }>(
      'SELECT bus_id AS "busId" FROM bus_trips WHERE school_id = $1 AND id = $2 FOR UPDATE',
      [tx.schoolId, sysid],
    );
    if (!locked) throw tripNotFound();
    const closed = await findClosedTrip(tx, sysid);
    if (closed) throw tripClosed(closed);
    const { aboard } = await readTrip(tx, sysid);
    if (aboard.length > 0) throw childAboard(aboard);
    const card = await readCard(tx, locked.busId);
    if (card.rearCode !== rearCode) throw wrongRearCode((after) => countWrongCode(after, call, sysid, card));
    await tx.row(
      `INSERT INTO bus_trip_expected (school_id, trip_id, student_id, stop)
       SELECT $1, $2, e.student_id, e.stop FROM (${EXPECTED_NOW}) AS e`,
      [tx.schoolId, sysid],
    );
    await tx.row(
      'UPDATE bus_trips SET closed_at = clock_timestamp(), closed_by = $3 WHERE school_id = $1 AND id = $2',
      [tx.schoolId, sysid, call.actor.userId],
    );
    await audit(tx, call, {
      action: 'bus.close-trip',
      subjectKind: 'bus',
      subjectId: locked.busId,
      detail: { tripSYSID: sysid },
    });
    return readTrip(tx, sysid);
  });
}

async function countWrongCode(tx: Tx, call: Call, tripId: string, bus: BusCard): Promise<void> {
  const counted = await tx.row<{ wrong: number }>(
    `UPDATE bus_trips SET wrong_codes = wrong_codes + 1 WHERE school_id = $1 AND id = $2 RETURNING wrong_codes AS wrong`,
    [tx.schoolId, tripId],
  );
  await audit(tx, call, {
    action: 'bus.wrong-rear-code',
    subjectKind: 'bus',
    subjectId: bus.sysid,
    detail: { tripSYSID: tripId },
  });
  if (counted?.wrong !== TOO_MANY_CODES) return;
  await notifyStaff(tx, {
    kind: 'bus.wrong-codes',
    subject: { kind: 'bus', id: bus.sysid },
    params: { plate: bus.busNumberPlate, by: call.actor.names, count: TOO_MANY_CODES },
  });
}

/** Reads the card of a bus, also of a removed bus with an open trip. Throws bus.not-found. */
export async function readCard(tx: ReadTx, busId: string): Promise<BusCard> {
  const card = await tx.row<BusCard>(
    `SELECT id AS sysid, plate AS "busNumberPlate", label, rear_code AS "rearCode" FROM buses
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, busId],
  );
  if (!card) throw busNotFound();
  return card;
}

/** Replaces the rear code of a bus. Throws bus.not-found. */
export function renewCode(call: Call, sysid: string): Promise<BusCard> {
  return call.record(async (tx) => {
    await tx.row('UPDATE buses SET rear_code = DEFAULT WHERE school_id = $1 AND id = $2', [tx.schoolId, sysid]);
    const card = await readCard(tx, sysid);
    await audit(tx, call, { action: 'bus.renew-code', subjectKind: 'bus', subjectId: sysid });
    return card;
  });
}
