/**
 * Attendance: who came on a school day, who came late and who did not, derived from gate, bus, exeats and office. Only the office's
 * entries (days without school, excuses) and the notices to guardians are stored; states are computed on request. A job notifies the
 * guardians of absent children once a day, after one decision per school and day.
 */
export { ATTENDANCE_BUNDLE } from './bundle.ts';
export { eraseAttendance } from './erase.ts';
export { ATTENDANCE_CHECK, ATTENDANCE_CHECK_AT, attendanceJobs } from './jobs.ts';
export { countAbsentToday, listAway } from './list.ts';
