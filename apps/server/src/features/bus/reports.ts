import type { BusRide, busLatest, busTrips } from '@mfuko/contract/bus';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';

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

/** Lists each student's newest ride: place and time of its start and, if it has ended, of its end. */
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
    natural: ['className'],
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
 * Lists each bus's trips as derived from rides, the newest first; `from` is inclusive, `to` exclusive. A trip starts with a boarding
 * while nobody else is aboard that day, so that a forgotten alighting does not join the trips of two days.
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
