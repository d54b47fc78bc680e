import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';

/** Exports a student's excused absences, and the attendance notices to the guardians. */
export const ATTENDANCE_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'excuses',
    ['absence_excuses'],
    `SELECT excused_at AS date, to_char(day, 'YYYY-MM-DD') AS day, reason AS excuse, note, excused_by AS by
     FROM absence_excuses WHERE school_id = $1 AND student_id = $2 ORDER BY day`,
  ),
  bundlePart(
    'attendanceNotices',
    ['attendance_notices'],
    `SELECT notified_at AS date, to_char(day, 'YYYY-MM-DD') AS day, kind AS attendance, phones, arrival_notified_at AS "arrivalTold"
     FROM attendance_notices WHERE school_id = $1 AND student_id = $2 ORDER BY day`,
  ),
];
