import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { STANDS } from '../gate/index.ts';
import { notifyStaff } from '../notices/index.ts';
import { type Day, readDay } from './day.ts';
import { countStates } from './list.ts';
import { notifyArrival, notifyAttendance } from './notify.ts';
import { STATES, type StateRow, valuesOf } from './states.ts';

/** Job that notifies the guardians of absent and late children, every minute. */
export const ATTENDANCE_CHECK = 'look-at-attendance';
export const ATTENDANCE_CHECK_AT = '* * * * *';

/** Oldest absence or late arrival that is notified: after a longer outage, guardians are not told in the evening about the morning. */
const TOLD_WITHIN_MS = 4 * 3_600_000;
/** Time in which a touch at the gate may be taken back. */
const SETTLED_MS = 60_000;

export function attendanceJobs(context: AppContext): Jobs {
  const { db, clock } = context;
  return {
    async [ATTENDANCE_CHECK]() {
      const now = new Date(clock.now());
      const schools = await db.readPlatform((tx) =>
        tx.rows<{ id: string }>(
          `SELECT id FROM schools WHERE status = 'active' AND deleted_at IS NULL
             AND (absent_from IS NOT NULL OR (tell_late AND late_from IS NOT NULL)) ORDER BY id`,
        ),
      );
      for (const { id } of schools) await notifyOfSchool(context, id, now);
    },
  };
}

async function notifyOfSchool(context: AppContext, school: string, now: Date): Promise<void> {
  const { db } = context;
  const day = await db.inSchool(school, async (tx) => decideOnce(tx, now, await readDay(tx, now, null)));
  if (!day.school) return;
  if (day.decision === 'send' && !day.done) {
    const absent = await db.inSchool(school, (tx) => findUntold(tx, now));
    for (const { sysid } of absent)
      await db.inSchool(school, (tx) => notifyAttendance(tx, context, sysid, 'absent', now));
    await db.inSchool(school, (tx) => finish(tx, day.day));
  }
  if (day.tellLate) {
    const late = await db.inSchool(school, (tx) => findLate(tx, now));
    for (const { sysid } of late) await db.inSchool(school, (tx) => notifyAttendance(tx, context, sysid, 'late', now));
  }
  const arrived = await db.inSchool(school, (tx) => findArrived(tx, day.day, now));
  for (const { studentId } of arrived)
    await db.inSchool(school, (tx) =>
      notifyArrival(tx, context, studentId, day.day, new Date(now.getTime() - SETTLED_MS)),
    );
}

/**
 * Decides once a day whether the guardians of absent students are notified. If more than half of the expected students are absent, a
 * holiday was forgotten or a gate is offline, so that the office must decide. Nothing is decided before the gate has checked in a first
 * student.
 */
async function decideOnce(tx: Tx, now: Date, day: Day): Promise<Day> {
  const due =
    day.mayTell && day.tellAbsent && day.decision === null && day.gateWorked && day.absentAt !== null
      ? now.getTime() - day.absentAt.getTime() < TOLD_WITHIN_MS
      : false;
  if (!due) return day;
  const counts = await countStates(tx, now, null, null);
  const expected = counts.present + counts.late + counts.absent + counts.awaited;
  const decision = counts.absent * 2 > expected ? 'held' : 'send';
  const decided = await tx.row(
    'INSERT INTO absence_days (school_id, day, decision) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING day',
    [tx.schoolId, day.day, decision],
  );
  // Another server has decided concurrently: the next run sees the decision.
  if (!decided) return day;
  if (decision === 'held')
    await notifyStaff(
      tx,
      {
        kind: 'attendance.held',
        subject: { kind: 'attendance', id: day.day },
        params: { absent: counts.absent, expected },
      },
      `attendance.held:${day.day}`,
    );
  return { ...day, decision };
}

type Found = Pick<StateRow, 'sysid'>;

/** Finds today's absent students whose guardians were not notified. */
function findUntold(tx: ReadTx, now: Date): Promise<Found[]> {
  return tx.rows<Found>(
    `SELECT sysid FROM (${STATES}) AS a WHERE state = 'absent' AND "notifiedAt" IS NULL ORDER BY sysid`,
    valuesOf(tx, { now, from: null, until: null, classId: null, students: null }),
  );
}

/** Finds students who came late within the last hours and whose guardians were not notified; computes the states of these students only. */
async function findLate(tx: ReadTx, now: Date): Promise<Found[]> {
  const came = await tx.rows<{ id: string }>(
    `SELECT DISTINCT e.student_id AS id FROM gate_events e JOIN schools s ON s.id = e.school_id
     WHERE e.school_id = $1 AND e.kind = 'in' AND e.at > $2::timestamptz AND e.at <= $3::timestamptz AND ${STANDS}
       AND (e.at AT TIME ZONE s.time_zone)::time >= s.late_from
       AND NOT EXISTS (SELECT 1 FROM attendance_notices n WHERE n.school_id = $1 AND n.student_id = e.student_id
         AND n.day = (e.at AT TIME ZONE s.time_zone)::date)`,
    [tx.schoolId, new Date(now.getTime() - TOLD_WITHIN_MS), new Date(now.getTime() - SETTLED_MS)],
  );
  if (came.length === 0) return [];
  const students = came.map(({ id }) => id);
  return tx.rows<Found>(
    `SELECT sysid FROM (${STATES}) AS a WHERE state = 'late' AND "notifiedAt" IS NULL ORDER BY sysid`,
    valuesOf(tx, { now, from: null, until: null, classId: null, students }),
  );
}

/** Finds students whose guardians were notified of an absence today and who have come since. */
function findArrived(tx: ReadTx, day: string, now: Date): Promise<{ studentId: string }[]> {
  return tx.rows(
    `SELECT n.student_id AS "studentId" FROM attendance_notices n
     WHERE n.school_id = $1 AND n.day = $2 AND n.kind = 'absent' AND n.arrival_notified_at IS NULL
       AND EXISTS (SELECT 1 FROM gate_events e JOIN schools s ON s.id = e.school_id
         WHERE e.school_id = $1 AND e.student_id = n.student_id AND e.kind = 'in' AND e.at <= $3::timestamptz
           AND e.at >= $2::date::timestamp AT TIME ZONE s.time_zone AND ${STANDS})
     ORDER BY n.student_id`,
    [tx.schoolId, day, new Date(now.getTime() - SETTLED_MS)],
  );
}

async function finish(tx: Tx, day: string): Promise<void> {
  await tx.row(
    'UPDATE absence_days SET done_at = clock_timestamp() WHERE school_id = $1 AND day = $2 AND done_at IS NULL',
    [tx.schoolId, day],
  );
}
