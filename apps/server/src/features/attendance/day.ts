import type { AttendanceDay } from '@mfuko/contract/attendance';
import type { ReadTx } from '../../platform/database/database.ts';
import { STANDS } from '../gate/index.ts';

/** One day of the school: its rules, and the decision about its SMS. */
export interface Day
  extends Pick<
    AttendanceDay,
    | 'day'
    | 'today'
    | 'school'
    | 'dayOff'
    | 'lateFrom'
    | 'absentFrom'
    | 'dailyCheckIn'
    | 'tellAbsent'
    | 'tellLate'
    | 'gateWorked'
    | 'mayTell'
  > {
  /** Time from which a student is absent; null if the school has not set one. */
  readonly absentAt: Date | null;
  readonly decision: 'send' | 'held' | null;
  readonly done: boolean;
}

const DAY = `
  SELECT to_char(d.day, 'YYYY-MM-DD') AS day, to_char(d.today, 'YYYY-MM-DD') AS today,
         extract(isodow FROM d.day)::int = ANY (s.school_days) AND o.day IS NULL AS school, o.reason AS "dayOff",
         to_char(s.late_from, 'HH24:MI') AS "lateFrom", to_char(s.absent_from, 'HH24:MI') AS "absentFrom",
         s.daily_check_in AS "dailyCheckIn", s.tell_absent AS "tellAbsent", s.tell_late AS "tellLate",
         (d.day + s.absent_from) AT TIME ZONE s.time_zone AS "absentAt", n.decision, n.done_at IS NOT NULL AS done,
         COALESCE(d.day = d.today AND extract(isodow FROM d.day)::int = ANY (s.school_days) AND o.day IS NULL
           AND $2::timestamptz >= (d.day + s.absent_from) AT TIME ZONE s.time_zone, false) AS "mayTell",
         EXISTS (SELECT 1 FROM gate_events e WHERE e.school_id = $1 AND e.kind = 'in'
           AND e.at >= d.day::timestamp AT TIME ZONE s.time_zone AND e.at < (d.day + 1)::timestamp AT TIME ZONE s.time_zone
           AND ${STANDS}) AS "gateWorked"
  FROM schools s
  CROSS JOIN LATERAL (SELECT COALESCE($3::date, ($2::timestamptz AT TIME ZONE s.time_zone)::date) AS day,
                             ($2::timestamptz AT TIME ZONE s.time_zone)::date AS today) AS d
  LEFT JOIN days_off o ON o.school_id = $1 AND o.day = d.day
  LEFT JOIN absence_days n ON n.school_id = $1 AND n.day = d.day
  WHERE s.id = $1`;

/** Reads one day of the school; today if `day` is null. */
export async function readDay(tx: ReadTx, now: Date, day: string | null): Promise<Day> {
  const [found] = await tx.prepared<Day>('attendance-day', DAY, [tx.schoolId, now, day]);
  if (!found) throw new TypeError('The school of this transaction has no row in schools.');
  return found;
}
