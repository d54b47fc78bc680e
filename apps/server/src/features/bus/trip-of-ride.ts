import type { BusPaper, BusWarning } from '@mfuko/contract/bus';
import type { TripDirection } from '@mfuko/contract/bus-routes';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Place } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { papersOver } from './errors.ts';
import { lockOpening } from './lock-opening.ts';
import { readPapers } from './permits.ts';
import { type BusKind, warningsOf } from './rules.ts';
import { refuseSeenClosed } from './seen-trip.ts';
import { EXPECTED_NOW } from './trip-store.ts';

interface RideOfTrip {
  readonly busId: string;
  readonly plate: string;
  readonly kind: BusKind;
  readonly recordedBy: string;
  /** The boarding that an alighting ends. */
  readonly endsBoarding: string | null;
  /** The attendant's reason for recording the ride against a rule. */
  readonly overrideReason: string | null;
  /** Trip that the attendant's device shows as open. */
  readonly seenTripId?: string | undefined;
  /** Time of an offline ride; null means now. */
  readonly at: Date | null;
}

/** Trip of a ride; `unpermitted` lists the expired papers if the boarding has opened the trip without a permit. */
export interface HeldTrip {
  readonly id: string | null;
  readonly unpermitted: readonly BusPaper[];
}

/**
 * Finds and locks the trip of a ride at this moment, so that the trip stays open until the ride is recorded. A boarding opens a trip if
 * none is open; an alighting without one belongs to its boarding's trip. Null for rides from before trips existed. Throws bus.trip-closed
 * if the device shows an earlier trip as open, and bus.papers-over if a boarding without a reason would open one without a permit.
 */
export async function lockTrip(tx: Tx, ride: RideOfTrip): Promise<HeldTrip> {
  const held = await lockOpenTrip(tx, ride);
  if (held) return held;
  if (ride.kind === 'off') return { id: await tripOfEvent(tx, ride.endsBoarding), unpermitted: [] };
  await lockOpening(tx, ride.busId);
  return (await lockOpenTrip(tx, ride)) ?? openByBoarding(tx, ride);
}

async function lockOpenTrip(tx: Tx, ride: RideOfTrip): Promise<HeldTrip | null> {
  const [held] = await tx.prepared<{ id: string }>(
    'hold-open-trip',
    'SELECT id FROM bus_trips WHERE school_id = $1 AND bus_id = $2 AND closed_at IS NULL FOR SHARE',
    [tx.schoolId, ride.busId],
  );
  if (ride.kind === 'on' && held?.id !== ride.seenTripId) await refuseSeenClosed(tx, ride);
  return held ? { id: held.id, unpermitted: [] } : null;
}

/** Opens a trip, with the expired papers for which there is no permit. Throws bus.papers-over where they stop a boarding of now. */
async function openByBoarding(tx: Tx, ride: RideOfTrip): Promise<HeldTrip> {
  const { busId, plate, recordedBy, overrideReason, at } = ride;
  const { over, permit } = await readPapers(tx, busId, at);
  const unpermitted = permit === null ? over : [];
  // A ride that has happened already is recorded whatever the papers.
  if (unpermitted.length > 0 && overrideReason === null && at === null) throw papersOver(plate, unpermitted);
  const reason = over.length === 0 ? null : (permit?.reason ?? overrideReason);
  const id = newId();
  await tx.row(
    `INSERT INTO bus_trips (school_id, id, bus_id, direction, opened_by, opened_at, papers_over, papers_reason, papers_by)
     SELECT $1, $2, $3, CASE WHEN (m.at AT TIME ZONE s.time_zone)::time < '12:00' THEN 'toSchool' ELSE 'home' END, $4, m.at,
            $6, $7, $8
     FROM schools s CROSS JOIN (SELECT COALESCE($5::timestamptz, clock_timestamp()) AS at) AS m WHERE s.id = $1`,
    [
      ...[tx.schoolId, id, busId, recordedBy, at, over.map(({ paper }) => paper)],
      ...[reason, over.length === 0 ? null : (permit?.by ?? null)],
    ],
  );
  return { id, unpermitted: unpermitted.map(({ paper }) => paper) };
}

async function tripOfEvent(tx: ReadTx, eventId: string | null): Promise<string | null> {
  if (eventId === null) return null;
  const found = await tx.row<{ trip: string | null }>(
    'SELECT trip_id AS trip FROM bus_events WHERE school_id = $1 AND id = $2',
    [tx.schoolId, eventId],
  );
  return found?.trip ?? null;
}

/** Trip of an offline ride. */
export interface LateTrip extends HeldTrip {
  /** True if the trip was closed before the ride was known. */
  readonly closed: boolean;
}

/** Time within which the boardings of one round are recorded. */
const ROUND = '1 hour';

/**
 * Finds the trip of an offline ride: the one that was open then or opened soon after; otherwise the one open now; otherwise a boarding
 * without a later ride opens one, so that somebody has to close it.
 */
export async function lockLateTrip(
  tx: Tx,
  ride: RideOfTrip & { readonly at: Date; readonly stands: boolean },
): Promise<LateTrip> {
  const { busId, at, kind, stands } = ride;
  const past = await tx.row<{ id: string }>(
    `SELECT id FROM bus_trips WHERE school_id = $1 AND bus_id = $2 AND closed_at >= $3
       AND opened_at <= $3::timestamptz + interval '${ROUND}' ORDER BY opened_at LIMIT 1 FOR SHARE`,
    [tx.schoolId, busId, at],
  );
  if (past) return { id: past.id, unpermitted: [], closed: true };
  return { ...(await lockTrip(tx, { ...ride, kind: stands ? kind : 'off' })), closed: false };
}

/** Records that a child is aboard a bus whose trip is closed; the next run of the job raises the alarm. */
export async function noteAboardAfter(tx: Tx, tripId: string): Promise<void> {
  await tx.row('UPDATE bus_trips SET aboard_after = clock_timestamp() WHERE school_id = $1 AND id = $2', [
    tx.schoolId,
    tripId,
  ]);
}

/** Warns if the student is not expected on the trip, or is far from the assigned stop. */
export async function readWarnings(
  tx: ReadTx,
  tripId: string | null,
  studentId: string,
  kind: BusKind,
  place: Place | null,
): Promise<BusWarning[]> {
  if (tripId === null) return [];
  const found = await tx.row<{
    direction: TripDirection;
    routes: boolean;
    expected: boolean;
    latitude: number | null;
    longitude: number | null;
  }>(
    `SELECT t.direction, e.student_id IS NOT NULL AS expected, e.latitude, e.longitude,
            EXISTS (SELECT 1 FROM bus_routes r WHERE r.school_id = $1 AND r.deleted_at IS NULL) AS routes
     FROM bus_trips t LEFT JOIN (${EXPECTED_NOW} AND a.student_id = $3) AS e ON true
     WHERE t.school_id = $1 AND t.id = $2`,
    [tx.schoolId, tripId, studentId],
  );
  if (!found?.routes) return [];
  const { direction, expected, latitude, longitude } = found;
  const stop = latitude === null || longitude === null ? null : { latitude, longitude };
  return warningsOf({ kind, direction, expected, stop, place });
}
