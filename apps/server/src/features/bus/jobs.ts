import { gsmSafe } from '@mfuko/contract/sms';
import type { Tx } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { enqueueMessage } from '../messages/index.ts';
import { notifyStaff } from '../notices/index.ts';
import { readTrip } from './trip-store.ts';

export { ARRIVAL_CHECK, ARRIVAL_CHECK_AT, arrivalJobs } from './arrivals.ts';
export { PAPERS_CHECK, PAPERS_CHECK_AT, papersJobs } from './papers.ts';

/** Job that looks, every minute, for trips that nobody has closed. */
export const TRIP_CHECK = 'look-for-open-trips';
export const TRIP_CHECK_AT = '* * * * *';

/** Lifetime of an alarm's SMS: one that arrives long after the bus was emptied would only frighten. */
const LIFE_SECONDS = 3 * 3600;

/**
 * SQL condition: a trip that is open for longer than the school allows, or that was closed before a boarding came in. Each is reported
 * once.
 */
const DUE = `t.closed_at IS NULL AND t.alarmed_at IS NULL AND t.opened_at <= $1::timestamptz - make_interval(mins => s.trip_alarm_minutes)
  OR t.aboard_after IS NOT NULL AND (t.alarmed_at IS NULL OR t.alarmed_at < t.aboard_after)`;

export function busJobs(context: AppContext): Jobs {
  const { db, clock } = context;
  return {
    async [TRIP_CHECK]() {
      const now = new Date(clock.now());
      const due = await db.readPlatform((tx) =>
        tx.rows<{ schoolId: string; id: string }>(
          `SELECT t.school_id AS "schoolId", t.id FROM bus_trips t JOIN schools s ON s.id = t.school_id
           WHERE s.status = 'active' AND s.deleted_at IS NULL AND (${DUE}) ORDER BY t.opened_at`,
          [now],
        ),
      );
      for (const { schoolId, id } of due) await db.inSchool(schoolId, (tx) => alarm(tx, context, id, now));
    },
  };
}

interface Due {
  readonly busId: string;
  readonly school: string;
  /** In the school's time zone, `10:32`. */
  readonly since: string;
}

/** Raises the alarm of one trip, if it is still due: notices to staff, and SMS to the school's administrators. */
async function alarm(tx: Tx, context: AppContext, tripId: string, now: Date): Promise<void> {
  // Skips a trip that a user is closing right now; the next run finds it if it stays open.
  const due = await tx.row<Due>(
    `SELECT t.bus_id AS "busId", s.short_name AS school, to_char(t.opened_at AT TIME ZONE s.time_zone, 'HH24:MI') AS since
     FROM bus_trips t JOIN schools s ON s.id = t.school_id
     WHERE t.school_id = $2 AND t.id = $3 AND (${DUE}) FOR NO KEY UPDATE OF t SKIP LOCKED`,
    [now, tx.schoolId, tripId],
  );
  if (!due) return;
  const { busNumberPlate: plate, aboard, closed } = await readTrip(tx, tripId);
  await tx.row('UPDATE bus_trips SET alarmed_at = clock_timestamp() WHERE school_id = $1 AND id = $2', [
    tx.schoolId,
    tripId,
  ]);
  // The child got off again before this run.
  if (closed !== null && aboard.length === 0) return;
  const { since } = due;
  const count = aboard.length;
  await notifyStaff(tx, {
    kind: closed === null ? 'bus.trip-open-long' : 'bus.aboard-after-closing',
    subject: { kind: 'bus', id: due.busId },
    params: { plate, since, count },
  });
  const what =
    closed === null
      ? `the trip of bus ${plate} is open since ${since} and not closed, ${count} aboard.`
      : `bus ${plate} was closed, and a boarding came in afterwards: ${count} may be aboard.`;
  const text = gsmSafe(`${due.school.slice(0, 20)}: ${what} Have someone check the bus now.`);
  for (const { phone } of await readOffice(tx)) {
    await enqueueMessage(tx, context, { to: phone, text, kind: 'bus-alarm' }, LIFE_SECONDS);
  }
}

/** Reads the phones of the school's administrators. */
function readOffice(tx: Tx): Promise<{ phone: string }[]> {
  return tx.rows(
    `SELECT phone FROM users
     WHERE school_id = $1 AND role = 'SchoolAdmin' AND status = 'active' AND deleted_at IS NULL ORDER BY phone`,
    [tx.schoolId],
  );
}
