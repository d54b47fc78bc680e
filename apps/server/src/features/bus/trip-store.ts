import type { TripDirection } from '@mfuko/contract/bus-routes';
import type { Rider, Trip, TripEntry } from '@mfuko/contract/bus-trips';
import type { ReadTx } from '../../platform/database/database.ts';
import { type ClosedTrip, tripNotFound } from './errors.ts';

interface TripRow {
  sysid: string;
  busId: string;
  busNumberPlate: string;
  label: string;
  direction: TripDirection;
  routeSYSID: string | null;
  routeName: string | null;
  opened: Date;
  closed: Date | null;
  closedBy: string | null;
  papers: Trip['papers'];
}

/** SQL for the name of the user who closed trip `t`. */
const CLOSED_BY = `
  COALESCE((SELECT u.first_name || ' ' || u.last_names FROM users u WHERE u.id = t.closed_by), 'Platform')`;

/** SQL for the papers that had expired when trip `t` opened; null if none had. */
export const TRIP_PAPERS = `
  CASE WHEN t.papers_over <> '{}' THEN json_build_object('over', t.papers_over, 'reason', t.papers_reason, 'permittedBy',
    CASE WHEN t.papers_by IS NOT NULL THEN COALESCE((SELECT u.first_name || ' ' || u.last_names FROM users u
                                                     WHERE u.id = t.papers_by), 'Platform') END) END`;

const TRIP = `
  SELECT t.id AS sysid, t.bus_id AS "busId", b.plate AS "busNumberPlate", b.label, t.direction, t.route_id AS "routeSYSID",
         r.name AS "routeName", t.opened_at AS opened, t.closed_at AS closed,
         CASE WHEN t.closed_at IS NOT NULL THEN ${CLOSED_BY} END AS "closedBy", ${TRIP_PAPERS} AS papers
  FROM bus_trips t JOIN buses b ON b.school_id = t.school_id AND b.id = t.bus_id
  LEFT JOIN bus_routes r ON r.school_id = t.school_id AND r.id = t.route_id
  WHERE t.school_id = $1`;

interface OnTrip extends TripEntry {
  isExpected: boolean;
  isAboard: boolean;
  /** Kind of the student's newest event on the trip; null if there is none. */
  last: 'on' | 'off' | null;
}

/** Riders expected on an open trip $2, as `(student_id, stop)`: assigned to its bus and direction, and to its route if it has one. */
export const EXPECTED_NOW = `
  SELECT a.student_id, s.name AS stop, s.latitude, s.longitude
  FROM bus_trips t
  JOIN bus_routes r ON r.school_id = t.school_id AND r.bus_id = t.bus_id AND r.deleted_at IS NULL
    AND (t.route_id IS NULL OR r.id = t.route_id)
  JOIN bus_assignments a ON a.school_id = r.school_id AND a.route_id = r.id AND a.direction = t.direction
  JOIN bus_stops s ON s.school_id = a.school_id AND s.id = a.stop_id
  JOIN students p ON p.school_id = a.school_id AND p.id = a.student_id AND p.status = 'active' AND p.deleted_at IS NULL
  WHERE t.school_id = $1 AND t.id = $2`;

/** SQL for the riders expected on a closed trip, as stored when it was closed. */
const EXPECTED_THEN = `SELECT student_id, stop FROM bus_trip_expected WHERE school_id = $1 AND trip_id = $2`;

/**
 * SQL for the students aboard. For an open trip and a bus's newest one: everybody aboard the bus, even since an earlier trip, because no
 * other trip would name a child whose boarding was reported later. For an earlier closed trip: those who boarded on it and have not got off.
 */
const ABOARD_NOW = `
  SELECT st.student_id FROM bus_states st
  JOIN bus_trips t ON t.school_id = st.school_id AND t.bus_id = st.bus_id AND t.id = $2
  JOIN students p ON p.school_id = st.school_id AND p.id = st.student_id AND p.status = 'active' AND p.deleted_at IS NULL
  WHERE st.school_id = $1 AND st.kind = 'on'`;
const ABOARD_SINCE = `
  SELECT st.student_id FROM bus_states st
  JOIN bus_events e ON e.school_id = st.school_id AND e.id = st.event_id AND e.trip_id = $2
  WHERE st.school_id = $1 AND st.kind = 'on'`;

/** Reads a trip with its lists. Throws bus.trip-not-found. */
export async function readTrip(tx: ReadTx, id: string): Promise<Trip> {
  const found = await tx.row<TripRow>(`${TRIP} AND t.id = $2`, [tx.schoolId, id]);
  if (!found) throw tripNotFound();
  return withLists(tx, found, found.closed ? ABOARD_SINCE : ABOARD_NOW);
}

/** Reads the open trip of a bus, or else the newest closed one, with everybody aboard the bus. Throws bus.trip-not-found. */
export async function readTripOfBus(tx: ReadTx, busId: string): Promise<Trip> {
  const found = await tx.row<TripRow>(
    `${TRIP} AND t.bus_id = $2 ORDER BY t.closed_at DESC NULLS FIRST, t.opened_at DESC LIMIT 1`,
    [tx.schoolId, busId],
  );
  if (!found) throw tripNotFound();
  return withLists(tx, found, ABOARD_NOW);
}

/** Finds a trip if it is closed. */
export function findClosedTrip(tx: ReadTx, id: string): Promise<(ClosedTrip & { readonly busId: string }) | undefined> {
  return tx.row(
    `SELECT t.id AS sysid, t.bus_id AS "busId", t.closed_at AS closed, ${CLOSED_BY} AS "closedBy"
     FROM bus_trips t WHERE t.school_id = $1 AND t.id = $2 AND t.closed_at IS NOT NULL`,
    [tx.schoolId, id],
  );
}

/** Lists the students assigned to any bus of the school, by direction; stops and places are included for this bus's riders only. */
export function readRiders(tx: ReadTx, busId: string): Promise<Rider[]> {
  return tx.rows<Rider>(
    `SELECT p.admission_number AS "admissionNumber", p.names, c.name AS "className", a.direction, b.plate AS "busNumberPlate",
            CASE WHEN b.id = $2 THEN s.name END AS stop, CASE WHEN b.id = $2 THEN s.latitude END AS lat,
            CASE WHEN b.id = $2 THEN s.longitude END AS long
     FROM bus_assignments a
     JOIN bus_routes r ON r.school_id = a.school_id AND r.id = a.route_id AND r.deleted_at IS NULL
     JOIN buses b ON b.school_id = r.school_id AND b.id = r.bus_id AND b.deleted_at IS NULL
     JOIN bus_stops s ON s.school_id = a.school_id AND s.id = a.stop_id
     JOIN students p ON p.school_id = a.school_id AND p.id = a.student_id AND p.status = 'active' AND p.deleted_at IS NULL
       AND p.erased_at IS NULL
     JOIN classes c ON c.school_id = p.school_id AND c.id = p.class_id
     WHERE a.school_id = $1 ORDER BY p.names, p.admission_number, a.direction`,
    [tx.schoolId, busId],
  );
}

async function withLists(tx: ReadTx, { busId: _, ...trip }: TripRow, aboard: string): Promise<Trip> {
  const riders = await tx.rows<OnTrip>(
    `WITH expected AS (${trip.closed ? EXPECTED_THEN : EXPECTED_NOW}),
          aboard AS (${aboard}),
          rode AS (SELECT student_id, (array_agg(kind ORDER BY at DESC, id DESC))[1] AS last FROM bus_events
                   WHERE school_id = $1 AND trip_id = $2 GROUP BY student_id)
     SELECT p.admission_number AS "admissionNumber", p.names, c.name AS "className", e.stop,
            e.student_id IS NOT NULL AS "isExpected", b.student_id IS NOT NULL AS "isAboard", r.last
     FROM (SELECT student_id FROM expected UNION SELECT student_id FROM aboard UNION SELECT student_id FROM rode) AS who
     JOIN students p ON p.school_id = $1 AND p.id = who.student_id AND p.erased_at IS NULL
     JOIN classes c ON c.school_id = p.school_id AND c.id = p.class_id
     LEFT JOIN expected e ON e.student_id = p.id
     LEFT JOIN aboard b ON b.student_id = p.id
     LEFT JOIN rode r ON r.student_id = p.id
     ORDER BY p.names, p.admission_number`,
    [tx.schoolId, trip.sysid],
  );
  const whoever = (fits: (rider: OnTrip) => boolean): TripEntry[] =>
    riders
      .filter(fits)
      .map(({ admissionNumber, names, className, stop }) => ({ admissionNumber, names, className, stop }));
  return {
    ...trip,
    opened: trip.opened.toISOString(),
    closed: trip.closed?.toISOString() ?? null,
    expected: whoever(({ isExpected }) => isExpected),
    aboard: whoever(({ isAboard }) => isAboard),
    dropped: whoever(({ isAboard, last }) => !isAboard && last === 'off'),
    missing: whoever(({ isExpected, isAboard, last }) => isExpected && !isAboard && last === null),
    others: whoever(({ isExpected, isAboard, last }) => !isExpected && (isAboard || last !== null)),
  };
}
