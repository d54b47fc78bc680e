import type { AttendanceRow, AttendanceState, ExcuseReason } from '@mfuko/contract/attendance';
import type { ReadTx } from '../../platform/database/database.ts';
import { STANDS } from '../gate/index.ts';

/** Parameters of `STATES`: students and days, as known at `now`. */
export interface AskedStates {
  readonly now: Date;
  /** Null means the school's day at `now`. */
  readonly from: string | null;
  readonly until: string | null;
  readonly classId: string | null;
  /** Null means every active student, and those who left within the days. */
  readonly students: readonly string[] | null;
}

/** Returns the values of `STATES` in order. */
export function valuesOf(tx: ReadTx, { now, from, until, classId, students }: AskedStates): unknown[] {
  return [tx.schoolId, now, from, until ?? from, classId, students];
}

/**
 * SQL for the states of attendance, a row per student and day. $1: school, $2: now, $3 and $4: first and last day, $5: class, $6:
 * students. A student has come if there is a check-in; without one, if the student is in since an earlier day (unless the school checks
 * in every day), or, once the day is over, if a bus has set the student down at school. Leave counts at the time at which the student
 * should have arrived. On a past day the student belongs to the class of that day.
 */
export const STATES = `
  WITH clock AS (
    SELECT s.*, ($2::timestamptz AT TIME ZONE s.time_zone)::date AS today,
           (SELECT min(e.at) FROM gate_events e WHERE e.school_id = $1) AS used_since
    FROM schools s WHERE s.id = $1
  ), days AS (
    SELECT d.day, d.begins, d.ends, d.late, COALESCE(d.absent, d.ends) AS absent, COALESCE(d.absent, d.late, d.noon) AS expected,
           COALESCE(d.late, d.absent, d.begins) AS cut, d.day = d.today AS is_today, d.daily_check_in,
           d.begins > $2::timestamptz OR COALESCE(d.used_since, d.ends) >= d.ends AS is_unknown,
           NOT extract(isodow FROM d.day)::int = ANY (d.school_days)
             OR EXISTS (SELECT 1 FROM days_off o WHERE o.school_id = $1 AND o.day = d.day) AS is_free
    FROM (
      SELECT g.day::date AS day, c.today, c.school_days, c.daily_check_in, c.used_since,
             g.day::date::timestamp AT TIME ZONE c.time_zone AS begins, (g.day::date + 1)::timestamp AT TIME ZONE c.time_zone AS ends,
             (g.day::date + c.late_from) AT TIME ZONE c.time_zone AS late,
             (g.day::date + c.absent_from) AT TIME ZONE c.time_zone AS absent,
             (g.day::date + time '12:00') AT TIME ZONE c.time_zone AS noon
      FROM clock c, generate_series(COALESCE($3::date, c.today), COALESCE($4::date, c.today), interval '1 day') AS g(day)
    ) AS d
  ), passed AS (
    SELECT e.student_id, d.day, min(e.at) FILTER (WHERE e.kind = 'in') AS first_in, min(e.at) FILTER (WHERE e.kind = 'out') AS first_out,
           max(e.at) FILTER (WHERE e.kind = 'out') AS last_out
    FROM days d JOIN gate_events e ON e.school_id = $1 AND e.at >= d.begins AND e.at < d.ends
    WHERE ${STANDS} GROUP BY 1, 2
  ), dropped AS (
    SELECT r.student_id, d.day, min(r.at) AS at
    FROM days d JOIN bus_events r ON r.school_id = $1 AND r.kind = 'off' AND r.at >= d.begins AND r.at < d.ends
    JOIN bus_trips t ON t.school_id = $1 AND t.id = r.trip_id AND t.direction = 'toSchool' GROUP BY 1, 2
  )
  SELECT st.id AS sysid, st.admission_number AS "admissionNumber", st.names, c.name AS "className", d.day,
         p.first_in AS "firstIn", p.last_out AS "lastOut", notified.notified_at AS "notifiedAt", notified.phones,
         x.reason AS "excuseReason", x.note AS "excuseNote", x.excused_by AS "excusedBy", x.excused_at AS "excusedAt",
         COALESCE(away.at_time, false) AS "onLeave",
         CASE WHEN NOT d.is_today OR p.first_in IS NOT NULL THEN NULL
              WHEN b.kind = 'on' AND b.since >= d.begins THEN 'aboard'
              WHEN o.at IS NOT NULL THEN 'dropped' END AS bus,
         COALESCE(p.first_in, CASE WHEN NOT d.is_today THEN o.at END) AS arrived,
         CASE
           WHEN d.is_free THEN 'no-school'
           WHEN d.is_unknown OR st.created_at >= d.ends OR (st.status = 'left' AND st.left_at < d.ends) THEN 'unknown'
           WHEN p.first_in < COALESCE(d.late, d.ends) THEN 'present'
           WHEN NOT d.daily_check_in AND NOT COALESCE(p.first_out < d.cut, false) AND (
             SELECT e.kind = 'in' AND NOT EXISTS (
               SELECT 1 FROM bus_events r JOIN bus_trips t ON t.school_id = $1 AND t.id = r.trip_id AND t.direction = 'home'
               WHERE r.school_id = $1 AND r.student_id = st.id AND r.at > e.at AND r.at < d.begins)
             FROM gate_events e WHERE e.school_id = $1 AND e.student_id = st.id AND e.at < d.begins AND ${STANDS}
             ORDER BY e.at DESC, e.id DESC LIMIT 1) THEN 'present'
           WHEN p.first_in IS NOT NULL OR (o.at IS NOT NULL AND NOT d.is_today) THEN
             CASE WHEN x.reason IS NOT NULL OR away.until_arrival THEN 'present'
                  WHEN COALESCE(p.first_in, o.at) >= d.late THEN 'late' ELSE 'present' END
           WHEN x.reason IS NOT NULL OR away.at_time THEN 'excused'
           WHEN d.is_today AND (o.at IS NOT NULL OR (b.kind = 'on' AND b.since >= d.begins)) THEN 'awaited'
           WHEN $2::timestamptz < d.absent THEN 'awaited'
           ELSE 'absent' END AS state
  FROM students st
  CROSS JOIN days d
  CROSS JOIN LATERAL (
    SELECT CASE WHEN d.is_today THEN st.class_id ELSE COALESCE((
      SELECT k.class_id FROM student_classes k WHERE k.school_id = $1 AND k.student_id = st.id AND k.since < d.ends
      ORDER BY k.since DESC LIMIT 1), st.class_id) END AS class_id
  ) AS of_day
  JOIN classes c ON c.school_id = st.school_id AND c.id = of_day.class_id
  LEFT JOIN passed p ON p.student_id = st.id AND p.day = d.day
  LEFT JOIN dropped o ON o.student_id = st.id AND o.day = d.day
  LEFT JOIN bus_states b ON b.school_id = $1 AND b.student_id = st.id
  LEFT JOIN absence_excuses x ON x.school_id = $1 AND x.student_id = st.id AND x.day = d.day
  LEFT JOIN attendance_notices notified ON notified.school_id = $1 AND notified.student_id = st.id AND notified.day = d.day
  LEFT JOIN LATERAL (
    SELECT bool_or(l.return_by > d.expected) AS at_time,
           bool_or(l.leaves_from <= d.late AND l.return_by >= p.first_in) AS until_arrival
    FROM exeats l WHERE l.school_id = $1 AND l.student_id = st.id AND l.cancelled_at IS NULL AND l.leaves_from <= d.expected
      AND (l.returned_at IS NULL OR l.returned_at >= d.begins)
  ) AS away ON true
  WHERE st.school_id = $1 AND st.deleted_at IS NULL AND ($5::uuid IS NULL OR of_day.class_id = $5
      AND st.id IN (SELECT k.student_id FROM student_classes k WHERE k.school_id = $1 AND k.class_id = $5))
    AND ($6::uuid[] IS NULL OR st.id = ANY ($6))
    AND (st.status = 'active' OR st.left_at >= (SELECT min(begins) FROM days))`;

/** A row of `STATES`. */
export interface StateRow
  extends Pick<AttendanceRow, 'sysid' | 'admissionNumber' | 'names' | 'className' | 'onLeave' | 'bus'> {
  readonly state: AttendanceState;
  readonly arrived: Date | null;
  readonly lastOut: Date | null;
  readonly notifiedAt: Date | null;
  readonly phones: number | null;
  readonly excuseReason: ExcuseReason | null;
  readonly excuseNote: string | null;
  readonly excusedBy: string | null;
  readonly excusedAt: Date | null;
}
