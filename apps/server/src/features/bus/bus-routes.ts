import type { createRoute, RouteRow, RouteStop, updateRoute } from '@mfuko/contract/bus-routes';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import { type ReadTx, type Tx, violatedUnique } from '../../platform/database/database.ts';
import { type ListQuery, readPage } from '../../platform/database/lists.ts';
import type { Call, Page } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { requireUnchanged, stamped } from '../../platform/records/stamp.ts';
import { readBus } from './buses.ts';
import { routeNameTaken, routeNotFound, stopInUse } from './errors.ts';

type ListedRoute = Omit<RouteRow, 'dateCreated' | 'updated'> & { dateCreated: Date };

/** SQL join to the assigned students who are active. */
const RIDERS = `JOIN students p ON p.school_id = a.school_id AND p.id = a.student_id
  AND p.status = 'active' AND p.deleted_at IS NULL`;

const ROUTES = `
  SELECT r.id AS sysid, r.name, r.bus_id AS "busSYSID", b.plate AS "busNumberPlate", b.label, r.created_at AS "dateCreated",
         COALESCE((SELECT json_agg(json_build_object('name', s.name, 'lat', s.latitude, 'long', s.longitude,
                            'toSchool', to_char(s.to_school, 'HH24:MI'), 'home', to_char(s.home, 'HH24:MI')) ORDER BY s.position)
                   FROM bus_stops s WHERE s.school_id = r.school_id AND s.route_id = r.id), '[]') AS stops,
         (SELECT count(DISTINCT a.student_id)::int FROM bus_assignments a ${RIDERS}
          WHERE a.school_id = r.school_id AND a.route_id = r.id) AS students
  FROM bus_routes r JOIN buses b ON b.school_id = r.school_id AND b.id = r.bus_id
  WHERE r.school_id = $1 AND r.deleted_at IS NULL`;

export async function listRoutes(tx: ReadTx, query: ListQuery): Promise<Page<RouteRow>> {
  const page = await readPage<ListedRoute>(tx, query, {
    sql: ROUTES,
    values: [tx.schoolId],
    searched: ['name', 'busNumberPlate', 'label'],
    sort: 'name',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(asRouteRow) };
}

/** Reads a route. Throws bus.route-not-found. */
export async function readRoute(tx: ReadTx, id: string): Promise<RouteRow> {
  const found = await tx.row<ListedRoute>(`${ROUTES} AND r.id = $2`, [tx.schoolId, id]);
  if (!found) throw routeNotFound();
  return asRouteRow(found);
}

export function makeRoute(
  call: Call,
  { name, busSYSID, stops }: InputOf<typeof createRoute>,
): Promise<AnswerOf<typeof createRoute>> {
  return call.record(async (tx) => {
    await readBus(tx, busSYSID);
    const sysid = newId();
    await unlessTaken(name, () =>
      tx.row('INSERT INTO bus_routes (school_id, id, name, bus_id) VALUES ($1, $2, $3, $4)', [
        tx.schoolId,
        sysid,
        name,
        busSYSID,
      ]),
    );
    await writeStops(tx, sysid, stops);
    await tell(tx, call, 'bus.create-route', sysid, { name, stops: stops.map((stop) => stop.name) });
    return { sysid, stops: (await readRoute(tx, sysid)).stops };
  });
}

export function changeRoute(call: Call, input: InputOf<typeof updateRoute>): Promise<RouteRow> {
  const { sysid, updated, stops } = input;
  return call.record(async (tx) => {
    await tx.row('SELECT 1 AS one FROM bus_routes WHERE school_id = $1 AND id = $2 FOR UPDATE', [tx.schoolId, sysid]);
    const before = await readRoute(tx, sysid);
    await requireUnchanged(updated, async () => before);
    const { name, busSYSID } = { ...before, ...input };
    if (busSYSID !== before.busSYSID) await readBus(tx, busSYSID);
    await unlessTaken(name, () =>
      tx.row('UPDATE bus_routes SET name = $3, bus_id = $4 WHERE school_id = $1 AND id = $2', [
        tx.schoolId,
        sysid,
        name,
        busSYSID,
      ]),
    );
    if (stops) await writeStops(tx, sysid, stops);
    const after = await readRoute(tx, sysid);
    await tell(tx, call, 'bus.update-route', sysid, { changes: changesOf(inWords(before), inWords(after)) });
    return after;
  });
}

/** Removes or restores a route. Idempotent: a repeated removal keeps the first time. */
export function setRouteRemoved(call: Call, sysid: string, removed: boolean): Promise<{ sysid: string }> {
  return call.record(async (tx) => {
    const found = await unlessTaken('of that route', () =>
      tx.row(
        `UPDATE bus_routes SET deleted_at = CASE WHEN $3 THEN COALESCE(deleted_at, clock_timestamp()) END
         WHERE school_id = $1 AND id = $2 RETURNING id`,
        [tx.schoolId, sysid, removed],
      ),
    );
    if (!found) throw routeNotFound();
    await tell(tx, call, removed ? 'bus.delete-route' : 'bus.restore-route', sysid);
    return removed ? { sysid } : readRoute(tx, sysid);
  });
}

/** Restores a route. Throws bus.route-duplicate if another route has its name by now. */
export async function bringRouteBack(call: Call, sysid: string): Promise<RouteRow> {
  return (await setRouteRemoved(call, sysid, false)) as RouteRow;
}

type StopToWrite = RouteStop & { readonly was?: string | undefined };

/** Replaces the route's stops, in order. A stop that stays keeps its assignments. Throws bus.stop-in-use. */
async function writeStops(tx: Tx, routeId: string, stops: readonly StopToWrite[]): Promise<void> {
  const present = await tx.rows<{ id: string; name: string; students: number }>(
    `SELECT s.id, s.name, (SELECT count(DISTINCT a.student_id)::int FROM bus_assignments a ${RIDERS}
                           WHERE a.school_id = s.school_id AND a.stop_id = s.id) AS students
     FROM bus_stops s WHERE s.school_id = $1 AND s.route_id = $2`,
    [tx.schoolId, routeId],
  );
  const ids = new Map(present.map(({ id, name }) => [name.toLowerCase(), id]));
  const rows = stops.map(({ was, ...stop }) => {
    const known = (was ?? stop.name).toLowerCase();
    const id = ids.get(known) ?? newId();
    ids.delete(known);
    return { ...stop, id };
  });
  const gone = new Set(ids.values());
  const needed = present.find(({ id, students }) => gone.has(id) && students > 0);
  if (needed) throw stopInUse(needed.name, needed.students);
  // Assignments of students who have left the school.
  await tx.row('DELETE FROM bus_assignments WHERE school_id = $1 AND stop_id = ANY ($2)', [tx.schoolId, [...gone]]);
  await tx.row('DELETE FROM bus_stops WHERE school_id = $1 AND id = ANY ($2)', [tx.schoolId, [...gone]]);
  await tx.row(
    `INSERT INTO bus_stops (school_id, id, route_id, position, name, latitude, longitude, to_school, home)
     SELECT $1, s.id, $2, s.position, s.name, s.latitude, s.longitude, s.to_school, s.home
     FROM unnest($3::uuid[], $4::text[], $5::float8[], $6::float8[], $7::time[], $8::time[])
       WITH ORDINALITY AS s(id, name, latitude, longitude, to_school, home, position)
     ON CONFLICT (school_id, id) DO UPDATE SET position = excluded.position, name = excluded.name,
       latitude = excluded.latitude, longitude = excluded.longitude, to_school = excluded.to_school, home = excluded.home`,
    [
      tx.schoolId,
      routeId,
      rows.map(({ id }) => id),
      rows.map(({ name }) => name),
      rows.map(({ lat }) => lat),
      rows.map(({ long }) => long),
      rows.map(({ toSchool }) => toSchool),
      rows.map(({ home }) => home),
    ],
  );
}

async function unlessTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedUnique(error) === 'bus_routes_name') throw routeNameTaken(name);
    throw error;
  }
}

function tell(tx: Tx, call: Call, action: string, subjectId: string, detail: Record<string, unknown> = {}) {
  return audit(tx, call, { action, subjectKind: 'bus-route', subjectId, detail });
}

function inWords({ name, busNumberPlate, stops }: RouteRow) {
  return { name, busNumberPlate, stops: stops.map((stop) => stop.name) };
}

function asRouteRow(row: ListedRoute): RouteRow {
  return stamped({ ...row, dateCreated: row.dateCreated.toISOString() }, ['students']);
}
