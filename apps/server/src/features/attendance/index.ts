/**
 * Attendance: who came on a school day, who came late and who did not, by the words of gate, bus, exeats and office. Nothing of it is kept
 * but what the office says (days without school, excuses) and what guardians were told: a state is worked out when it is asked for. The
 * guardians of an absent child hear of it once a day, by a job that decides once for each school and day.
 */
export { ATTENDANCE_BUNDLE } from './bundle.ts';
export { eraseAttendance } from './erase.ts';
export { ATTENDANCE_LOOK, ATTENDANCE_LOOK_AT, attendanceJobs } from './jobs.ts';
export { countAbsentToday, listAway } from './list.ts';
