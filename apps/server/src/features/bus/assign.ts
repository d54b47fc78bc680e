import {
  type assignStop,
  type getRouteStudents,
  type removeStop,
  type StopsOfStudent,
  TRIP_DIRECTIONS,
  type TripDirection,
} from '@mfuko/contract/bus-routes';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Call, Page } from '../../platform/http/call.ts';
import { getStudentById, studentNotFound } from '../students/index.ts';
import { routeNotFound, stopNotFound } from './errors.ts';

/** Assigns a student to a stop. Throws student.not-found, bus.route-not-found and bus.stop-not-found. */
export function assign(
  call: Call,
  { sysid, routeSYSID, stop, direction }: InputOf<typeof assignStop>,
): Promise<StopsOfStudent> {
  return call.record(async (tx) => {
    await requireActive(tx, sysid);
    // Locks the route, so that no concurrent update removes the stop.
    const route = await tx.row<{ name: string }>(
      'SELECT name FROM bus_routes WHERE school_id = $1 AND id = $2 AND deleted_at IS NULL FOR SHARE',
      [tx.schoolId, routeSYSID],
    );
    if (!route) throw routeNotFound();
    const put = await tx.rows(
      `INSERT INTO bus_assignments (school_id, student_id, direction, route_id, stop_id)
       SELECT s.school_id, $2, d.direction, s.route_id, s.id
       FROM bus_stops s CROSS JOIN unnest($5::text[]) AS d(direction)
       WHERE s.school_id = $1 AND s.route_id = $3 AND lower(s.name) = lower($4)
       ON CONFLICT (school_id, student_id, direction) DO UPDATE SET route_id = excluded.route_id, stop_id = excluded.stop_id
       RETURNING direction`,
      [tx.schoolId, sysid, routeSYSID, stop, waysOf(direction)],
    );
    if (put.length === 0) throw stopNotFound();
    await audit(tx, call, {
      action: 'student.assign-stop',
      subjectKind: 'student',
      subjectId: sysid,
      detail: { route: route.name, stop, direction },
    });
    return readStops(tx, sysid);
  });
}

/** Removes a student's assignment in a direction, whatever the bus. Idempotent. Throws student.not-found. */
export function unassign(call: Call, { sysid, direction }: InputOf<typeof removeStop>): Promise<StopsOfStudent> {
  return call.record(async (tx) => {
    await requireActive(tx, sysid);
    await tx.row('DELETE FROM bus_assignments WHERE school_id = $1 AND student_id = $2 AND direction = ANY ($3)', [
      tx.schoolId,
      sysid,
      waysOf(direction),
    ]);
    await audit(tx, call, {
      action: 'student.remove-stop',
      subjectKind: 'student',
      subjectId: sysid,
      detail: { direction },
    });
    return readStops(tx, sysid);
  });
}

/** Reads the stops of a student. Throws student.not-found. */
export async function readStops(tx: ReadTx, sysid: string): Promise<StopsOfStudent> {
  await getStudentById(tx, sysid);
  const rows = await tx.rows<NonNullable<StopsOfStudent['home']> & { direction: TripDirection }>(
    `SELECT a.direction, r.id AS "routeSYSID", r.name AS "routeName", b.plate AS "busNumberPlate", s.name AS stop,
            to_char(CASE a.direction WHEN 'home' THEN s.home ELSE s.to_school END, 'HH24:MI') AS time
     FROM bus_assignments a
     JOIN bus_routes r ON r.school_id = a.school_id AND r.id = a.route_id AND r.deleted_at IS NULL
     JOIN buses b ON b.school_id = r.school_id AND b.id = r.bus_id
     JOIN bus_stops s ON s.school_id = a.school_id AND s.id = a.stop_id
     WHERE a.school_id = $1 AND a.student_id = $2`,
    [tx.schoolId, sysid],
  );
  const of = (way: TripDirection) => {
    const found = rows.find(({ direction }) => direction === way);
    if (!found) return null;
    const { direction: _, ...rest } = found;
    return rest;
  };
  return { sysid, toSchool: of('toSchool'), home: of('home') };
}

type RouteStudent = AnswerOf<typeof getRouteStudents>;

export function listRouteStudents(tx: ReadTx, query: InputOf<typeof getRouteStudents>): Promise<Page<RouteStudent>> {
  return readPage<RouteStudent>(tx, query, {
    sql: `SELECT p.id AS sysid, p.admission_number AS "admissionNumber", p.names, c.name AS "className",
                 max(s.name) FILTER (WHERE a.direction = 'toSchool') AS "toSchool",
                 max(s.name) FILTER (WHERE a.direction = 'home') AS home
          FROM bus_assignments a
          JOIN bus_routes r ON r.school_id = a.school_id AND r.id = a.route_id AND r.deleted_at IS NULL
          JOIN bus_stops s ON s.school_id = a.school_id AND s.id = a.stop_id
          JOIN students p ON p.school_id = a.school_id AND p.id = a.student_id
            AND p.status = 'active' AND p.deleted_at IS NULL
          JOIN classes c ON c.school_id = p.school_id AND c.id = p.class_id
          WHERE a.school_id = $1 AND a.route_id = $2
          GROUP BY p.school_id, p.id, c.name`,
    values: [tx.schoolId, query.routeSYSID],
    searched: ['admissionNumber', 'names', 'className'],
    sort: 'names',
    digits: ['admissionNumber'],
    natural: ['className'],
    tie: 'sysid',
  });
}

/** Refuses students who have left the school, since no bus expects them. */
async function requireActive(tx: Tx, sysid: string): Promise<void> {
  const { status } = await getStudentById(tx, sysid);
  if (status !== 'active') throw studentNotFound();
}

function waysOf(direction: TripDirection | 'both'): readonly TripDirection[] {
  return direction === 'both' ? TRIP_DIRECTIONS : [direction];
}
