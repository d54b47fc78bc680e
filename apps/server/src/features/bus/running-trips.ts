import type { runningTrips } from '@mfuko/contract/bus-trips';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { NEWEST_POSITION } from './positions.ts';
import { TRIP_PAPERS } from './trip-store.ts';

type RunningTrip = AnswerOf<typeof runningTrips>;
type RunningRow = Omit<RunningTrip, 'opened' | 'closed'> & { opened: Date; closed: Date | null };

/** SQL for the children aboard the bus of trip `t`. */
const ABOARD = `
  FROM bus_states st JOIN students p ON p.school_id = st.school_id AND p.id = st.student_id
  WHERE st.school_id = t.school_id AND st.bus_id = t.bus_id AND st.kind = 'on' AND p.status = 'active' AND p.deleted_at IS NULL`;

/**
 * SQL condition: trip `t` is open; or it is the newest trip of a bus without an open one, and a child is aboard by a ride that was
 * reported after the closing.
 */
const RUNNING = `t.closed_at IS NULL OR EXISTS (SELECT 1 ${ABOARD}) AND NOT EXISTS (
  SELECT 1 FROM bus_trips n WHERE n.school_id = t.school_id AND n.bus_id = t.bus_id
    AND (n.closed_at IS NULL OR (n.closed_at, n.opened_at, n.id) > (t.closed_at, t.opened_at, t.id)))`;

/**
 * Lists the open trips, the longest first, and before them closed trips with a child aboard; each with the attendant, the number
 * aboard, and whether it is open for too long.
 */
export async function listRunning(tx: ReadTx, query: InputOf<typeof runningTrips>): Promise<Page<RunningTrip>> {
  const page = await readPage<RunningRow>(tx, query, {
    sql: `SELECT t.id AS sysid, b.plate AS "busNumberPlate", b.label, r.name AS "routeName", t.direction, t.opened_at AS opened,
                 t.closed_at AS closed, COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS attendant,
                 (SELECT count(*)::int ${ABOARD}) AS aboard,
                 t.opened_at <= clock_timestamp() - make_interval(mins => s.trip_alarm_minutes) AS late, ${TRIP_PAPERS} AS papers,
                 CASE WHEN t.closed_at IS NULL THEN ${NEWEST_POSITION} END AS position
          FROM bus_trips t JOIN schools s ON s.id = t.school_id
          JOIN buses b ON b.school_id = t.school_id AND b.id = t.bus_id
          LEFT JOIN bus_routes r ON r.school_id = t.school_id AND r.id = t.route_id
          LEFT JOIN users u ON u.id = t.opened_by
          WHERE t.school_id = $1 AND (${RUNNING})`,
    values: [tx.schoolId],
    searched: ['busNumberPlate', 'label', 'routeName', 'attendant'],
    first: '"closed" IS NOT NULL',
    sort: 'opened',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(asRunning) };
}

function asRunning({ position, opened, closed, ...row }: RunningRow): RunningTrip {
  return {
    ...row,
    opened: opened.toISOString(),
    closed: closed?.toISOString() ?? null,
    position: position && { ...position, at: new Date(position.at).toISOString() },
  };
}
