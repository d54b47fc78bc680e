import type { BusRide, busLatest, busTrips } from '@mfuko/contract/bus';
import type { runningTrips } from '@mfuko/contract/bus-trips';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { NEWEST_POSITION } from './positions.ts';
import { TRIP_PAPERS } from './trip-store.ts';

interface RideRow {
  admissionNumber: string;
  names: string;
  className: string;
  label: string;
  busNumberPlate: string;
  startLatitude: number | null;
  startLongitude: number | null;
  endLatitude: number | null;
  endLongitude: number | null;
  aboard: boolean;
  startDate: Date | null;
  endDate: Date | null;
}

/** Each student's newest ride: where and when it began, and where it ended, if it has. */
export async function listLatest(tx: ReadTx, query: InputOf<typeof busLatest>): Promise<Page<BusRide>> {
  const page = await readPage<RideRow>(tx, query, {
    sql: `SELECT p.id AS "studentId", p.admission_number AS "admissionNumber", p.names, c.name AS "className",
                 b.label, b.plate AS "busNumberPlate", s.kind = 'on' AS aboard,
                 boarded.latitude AS "startLatitude", boarded.longitude AS "startLongitude", boarded.at AS "startDate",
                 alighted.latitude AS "endLatitude", alighted.longitude AS "endLongitude", alighted.at AS "endDate",
                 s.since
          FROM bus_states s
          JOIN bus_events e ON e.school_id = s.school_id AND e.id = s.event_id
          LEFT JOIN bus_events alighted ON alighted.school_id = e.school_id AND alighted.id = e.id AND e.kind = 'off'
          LEFT JOIN bus_events boarded ON boarded.school_id = e.school_id
            AND boarded.id = CASE e.kind WHEN 'on' THEN e.id ELSE e.ends_boarding END
          JOIN buses b ON b.school_id = s.school_id AND b.id = s.bus_id
          JOIN students p ON p.school_id = s.school_id AND p.id = s.student_id
          JOIN classes c ON c.school_id = p.school_id AND c.id = p.class_id
          WHERE s.school_id = $1 AND p.status = 'active' AND p.deleted_at IS NULL`,
    values: [tx.schoolId],
    searched: ['admissionNumber', 'names', 'className', 'label', 'busNumberPlate'],
    sort: '-since',
    digits: ['admissionNumber'],
    tie: 'studentId',
  });
  return { total: page.total, rows: page.rows.map(asRide) };
}

function asRide(row: RideRow): BusRide {
  return {
    student: { admissionNumber: row.admissionNumber, names: row.names },
    class: { className: row.className },
    label: row.label,
    busNumberPlate: row.busNumberPlate,
    start: placeOf(row.startLatitude, row.startLongitude),
    end: placeOf(row.endLatitude, row.endLongitude),
    aboard: row.aboard,
    startDate: row.startDate?.toISOString() ?? null,
    endDate: row.endDate?.toISOString() ?? null,
  };
}

function placeOf(latitude: number | null, longitude: number | null): { latitude: number; longitude: number } | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

interface TripRow {
  sysid: string;
  label: string;
  busNumberPlate: string;
  startDate: Date;
  endDate: Date | null;
  students: number;
  aboard: number;
}

/**
 * Each bus's trips, the newest first; `from` is in, `to` is not. A trip begins with a boarding at which nobody else was
 * aboard that day: whom somebody forgot to check off does not join one day's trips into the next day's.
 */
export async function listTrips(tx: ReadTx, query: InputOf<typeof busTrips>): Promise<Page<AnswerOf<typeof busTrips>>> {
  const page = await readPage<TripRow>(tx, query, {
    sql: `WITH rides AS (
            SELECT e.id, e.bus_id, e.student_id, e.at, ended.at AS ended_at, (e.at AT TIME ZONE s.time_zone)::date AS day
            FROM bus_events e JOIN schools s ON s.id = e.school_id
            LEFT JOIN bus_events ended ON ended.school_id = e.school_id AND ended.ends_boarding = e.id
            WHERE e.school_id = $1 AND e.kind = 'on' AND ($2::uuid IS NULL OR e.bus_id = $2)
          ), begun AS (
            SELECT *, at > max(COALESCE(ended_at, 'infinity')) OVER (
                        PARTITION BY bus_id, day ORDER BY at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS later
            FROM rides
          ), numbered AS (
            SELECT *, count(*) FILTER (WHERE later) OVER (PARTITION BY bus_id, day ORDER BY at, id) AS trip FROM begun
          ), trips AS (
            SELECT (array_agg(id ORDER BY at, id))[1] AS sysid, bus_id, min(at) AS "startDate",
                   CASE WHEN count(*) = count(ended_at) THEN max(ended_at) END AS "endDate",
                   count(DISTINCT student_id)::int AS students, (count(*) - count(ended_at))::int AS aboard
            FROM numbered GROUP BY bus_id, day, trip
          )
          SELECT t.sysid, b.label, b.plate AS "busNumberPlate", t."startDate", t."endDate", t.students, t.aboard
          FROM trips t JOIN buses b ON b.school_id = $1 AND b.id = t.bus_id
          WHERE ($3::timestamptz IS NULL OR t."startDate" >= $3) AND ($4::timestamptz IS NULL OR t."startDate" < $4)`,
    values: [tx.schoolId, query.busSYSID ?? null, query.from ?? null, query.to ?? null],
    searched: ['label', 'busNumberPlate'],
    sort: '-startDate',
    tie: 'sysid',
  });
  const rows = page.rows.map((row) => ({
    ...row,
    startDate: row.startDate.toISOString(),
    endDate: row.endDate?.toISOString() ?? null,
  }));
  return { total: page.total, rows };
}

type RunningTrip = AnswerOf<typeof runningTrips>;

/** Trips that are open now, the longest first: who opened each, how many are aboard, and whether it is open for too long. */
export async function listRunning(tx: ReadTx, query: InputOf<typeof runningTrips>): Promise<Page<RunningTrip>> {
  const page = await readPage<Omit<RunningTrip, 'opened'> & { opened: Date }>(tx, query, {
    sql: `SELECT t.id AS sysid, b.plate AS "busNumberPlate", b.label, r.name AS "routeName", t.direction, t.opened_at AS opened,
                 COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS attendant,
                 (SELECT count(*)::int FROM bus_states st JOIN students p ON p.school_id = st.school_id AND p.id = st.student_id
                  WHERE st.school_id = t.school_id AND st.bus_id = t.bus_id AND st.kind = 'on'
                    AND p.status = 'active' AND p.deleted_at IS NULL) AS aboard,
                 t.opened_at <= clock_timestamp() - make_interval(mins => s.trip_alarm_minutes) AS late, ${TRIP_PAPERS} AS papers,
                 ${NEWEST_POSITION} AS position
          FROM bus_trips t JOIN schools s ON s.id = t.school_id
          JOIN buses b ON b.school_id = t.school_id AND b.id = t.bus_id
          LEFT JOIN bus_routes r ON r.school_id = t.school_id AND r.id = t.route_id
          LEFT JOIN users u ON u.id = t.opened_by
          WHERE t.school_id = $1 AND t.closed_at IS NULL`,
    values: [tx.schoolId],
    searched: ['busNumberPlate', 'label', 'routeName', 'attendant'],
    sort: 'opened',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(asRunning) };
}

function asRunning({ position, opened, ...row }: Omit<RunningTrip, 'opened'> & { opened: Date }): RunningTrip {
  return {
    ...row,
    opened: opened.toISOString(),
    position: position && { ...position, at: new Date(position.at).toISOString() },
  };
}
