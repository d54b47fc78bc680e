import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { addException, lockCustody, STANDS } from '../gate/index.ts';

/** Job that looks, every minute, for children who got off a bus at school and were not checked in. */
export const ARRIVAL_CHECK = 'look-for-arrivals';
export const ARRIVAL_CHECK_AT = '* * * * *';

/** Oldest alighting that is still followed; older ones are covered by the list of absent students. */
const LOOKED_BACK = '12 hours';

export function arrivalJobs(context: AppContext): Jobs {
  const { db, clock } = context;
  return {
    async [ARRIVAL_CHECK]() {
      const now = new Date(clock.now());
      const schools = await db.readPlatform((tx) =>
        tx.rows<{ id: string }>(
          `SELECT s.id FROM schools s WHERE s.status = 'active' AND s.deleted_at IS NULL AND s.arrival_alarm_minutes > 0
             AND EXISTS (SELECT 1 FROM bus_trips t WHERE t.school_id = s.id AND t.direction = 'toSchool'
               AND t.opened_at > $1::timestamptz - interval '24 hours') ORDER BY s.id`,
          [now],
        ),
      );
      for (const { id } of schools) {
        const due = await db.inSchool(id, (tx) => findDue(tx, now, null));
        for (const { studentId, eventId } of due) await db.inSchool(id, (tx) => tell(tx, studentId, eventId, now));
      }
    },
  };
}

interface Due {
  readonly eventId: string;
  readonly studentId: string;
  readonly recordedBy: string;
  readonly at: Date;
  readonly plate: string;
  /** In the school's time zone, `07:02`. */
  readonly since: string;
}

/**
 * Finds alightings of trips to school after which the child was not checked in within the school's number of minutes. A school whose
 * gate has checked in nobody that day does not use the gate, or its gate is offline: then nothing can be concluded about a single
 * child.
 */
function findDue(tx: ReadTx, now: Date, eventId: string | null): Promise<Due[]> {
  return tx.rows<Due>(
    `SELECT r.id AS "eventId", r.student_id AS "studentId", r.recorded_by AS "recordedBy", r.at, b.plate_key AS plate,
            to_char(r.at AT TIME ZONE s.time_zone, 'HH24:MI') AS since
     FROM schools s
     JOIN bus_events r ON r.school_id = s.id AND r.kind = 'off'
       AND r.at > $2::timestamptz - interval '${LOOKED_BACK}' AND r.at <= $2::timestamptz - make_interval(mins => s.arrival_alarm_minutes)
     JOIN bus_trips t ON t.school_id = r.school_id AND t.id = r.trip_id AND t.direction = 'toSchool'
     JOIN buses b ON b.school_id = r.school_id AND b.id = r.bus_id
     JOIN students p ON p.school_id = r.school_id AND p.id = r.student_id AND p.status = 'active' AND p.deleted_at IS NULL
     LEFT JOIN bus_events o ON o.school_id = r.school_id AND o.id = r.ends_boarding
     LEFT JOIN gate_states g ON g.school_id = r.school_id AND g.student_id = r.student_id
     CROSS JOIN LATERAL (SELECT date_trunc('day', r.at AT TIME ZONE s.time_zone) AT TIME ZONE s.time_zone AS begins) AS d
     WHERE s.id = $1 AND s.arrival_alarm_minutes > 0 AND ($3::uuid IS NULL OR r.id = $3)
       -- On campus by the gate's word: another exception asks about that.
       AND NOT COALESCE(g.kind = 'in' AND g.since >= d.begins, false)
       AND NOT EXISTS (SELECT 1 FROM gate_events e WHERE e.school_id = $1 AND e.student_id = r.student_id AND e.kind = 'in'
         AND e.at >= COALESCE(o.at, r.at) AND ${STANDS})
       AND EXISTS (SELECT 1 FROM gate_events e WHERE e.school_id = $1 AND e.kind = 'in' AND e.at >= d.begins
         AND e.at < d.begins + interval '1 day' AND ${STANDS})
       AND NOT EXISTS (SELECT 1 FROM gate_exceptions x
         WHERE x.school_id = $1 AND x.student_id = r.student_id AND x.event_id = r.id AND x.kind = 'bus-never-arrived')
     ORDER BY r.at, r.id`,
    [tx.schoolId, now, eventId],
  );
}

/** Adds an exception, if the alighting is still unfollowed: the lock makes a concurrent check-in count. */
async function tell(tx: Tx, studentId: string, eventId: string, now: Date): Promise<void> {
  await lockCustody(tx, studentId);
  const [due] = await findDue(tx, now, eventId);
  if (!due) return;
  await addException(tx, {
    kind: 'bus-never-arrived',
    studentId,
    eventId,
    recordedBy: due.recordedBy,
    detail: { event: 'off', busNumberPlate: due.plate, since: due.since, occurredAt: due.at.toISOString() },
  });
}
