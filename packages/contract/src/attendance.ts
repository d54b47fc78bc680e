import { z } from 'zod';
import { list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { isoDay, moment, sysid, words, wordsOrNone } from './ids.ts';
import { flag, listQuery } from './lists.ts';

/**
 * Attendance states of a student on one day: came, came late, did not come, did not come with the office's or an exeat's leave, may
 * still come; a day without school; a day of which nothing is known (to come, or before the student or the gate was there).
 */
export const ATTENDANCE_STATES = ['present', 'late', 'absent', 'excused', 'awaited', 'no-school', 'unknown'] as const;
export type AttendanceState = (typeof ATTENDANCE_STATES)[number];

export const EXCUSE_REASONS = ['sick', 'leave', 'other'] as const;
export type ExcuseReason = (typeof EXCUSE_REASONS)[number];

const count = z.number().int();

const excuse = z.object({
  reason: z.enum(EXCUSE_REASONS),
  note: z.string().nullable(),
  excusedBy: z.string(),
  date: moment,
});

const attendanceRow = z.object({
  /** The student. */
  sysid,
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  state: z.enum(ATTENDANCE_STATES),
  /** First check-in of the day; null: none, or the student was in school since an earlier day. */
  arrived: moment.nullable(),
  lastOut: moment.nullable(),
  /** Leave by an exeat at that time. */
  onLeave: z.boolean(),
  /** Word of a bus of today about a student who is awaited: aboard, or set down at school. */
  bus: z.enum(['aboard', 'dropped']).nullable(),
  excuse: excuse.nullable(),
  /** When the guardians were told by SMS, and how many. */
  told: z.object({ date: moment, phones: count }).nullable(),
});
export type AttendanceRow = z.output<typeof attendanceRow>;

/** Students with their attendance of one day of the school, today where none is named. */
export const getAttendance = list('check/getAttendance', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['admissionNumber', 'names', 'className', 'state', 'arrived']).extend({
    day: isoDay.optional(),
    classSYSID: sysid.optional(),
    state: z.enum(ATTENDANCE_STATES).optional(),
  }),
  output: attendanceRow,
});

/** SMS of a day to the guardians of the absent: not due, held until the office says so, quiet for nobody was checked in, sent. */
export const NOTICE_STATES = ['none', 'held', 'quiet', 'sending', 'sent'] as const;

const attendanceDay = z.object({
  day: isoDay,
  /** The school's day now. */
  today: isoDay,
  /** False on a day without school, whose reason is told where the office has named one. */
  school: z.boolean(),
  dayOff: z.string().nullable(),
  /** Rules by the school's clock (`07:45`); null: switched off. */
  lateFrom: z.string().nullable(),
  absentFrom: z.string().nullable(),
  dailyCheckIn: z.boolean(),
  tellAbsent: z.boolean(),
  tellLate: z.boolean(),
  counts: z.object({ present: count, late: count, absent: count, excused: count, awaited: count }),
  /** Those among the present whom the gate has in since an earlier day. */
  overnight: count,
  /** True once the gate has checked in somebody on that day. */
  gateWorked: z.boolean(),
  notice: z.enum(NOTICE_STATES),
  /** Students whose guardians were told that they are absent. */
  told: count,
  /** True where the office may have the guardians of the absent told now. */
  mayTell: z.boolean(),
});
export type AttendanceDay = z.output<typeof attendanceDay>;

/** One day of the school in figures, today where none is named: of a class, or of all. */
export const attendanceFigures = read('check/attendanceFigures', {
  access: SCHOOL_STAFF,
  input: z.object({ day: isoDay.optional(), classSYSID: sysid.optional() }),
  output: attendanceDay,
});

const LONGEST_EXCUSE = 31;
const within = (most: number) => ({
  check: ({ from, until }: { from: string; until: string }) => {
    const days = (Date.parse(until) - Date.parse(from)) / 86_400_000;
    return days >= 0 && days < most;
  },
  message: fieldMessage('day-range', { most }),
});
const EXCUSED = within(LONGEST_EXCUSE);

/** Excuses a student's absence, or lateness, of a day or of several; what was said of a day before is replaced. */
export const excuseAbsence = record('check/excuseAbsence', {
  access: SCHOOL_STAFF,
  input: z
    .object({
      studentSYSID: sysid,
      from: isoDay,
      until: isoDay,
      reason: z.enum(EXCUSE_REASONS),
      note: wordsOrNone(200),
    })
    .refine(EXCUSED.check, { message: EXCUSED.message, path: ['until'] }),
  output: z.object({ days: count }),
});

/**
 * Excuses a whole class of a day or of several in one step: a trip, a funeral. Who has an excuse of their own on a day keeps it; who came
 * all the same is present. `students` is how many got one.
 */
export const excuseClass = record('check/excuseClass', {
  access: SCHOOL_STAFF,
  input: z
    .object({ classSYSID: sysid, from: isoDay, until: isoDay, reason: z.enum(EXCUSE_REASONS), note: words(200) })
    .refine(EXCUSED.check, { message: EXCUSED.message, path: ['until'] }),
  output: z.object({ students: count, days: count }),
});

/** Takes an excuse of one day back. 404 `attendance.no-excuse` where there is none. */
export const withdrawExcuse = record('check/withdrawExcuse', {
  access: SCHOOL_STAFF,
  input: z.object({ studentSYSID: sysid, day: isoDay }),
  output: z.object({}),
});

/**
 * Has the guardians of those who are absent today told by SMS, each child once a day. Throws attendance.not-yet before `absentFrom`,
 * without that rule and on a day without school, and attendance.told where it was said already.
 */
export const tellAbsent = record('check/tellAbsent', {
  access: SCHOOL_STAFF,
  input: z.object({}),
  output: z.object({}),
});

const dayOff = z.object({ day: isoDay, reason: z.string(), setBy: z.string(), date: moment });
export type DayOff = z.output<typeof dayOff>;

/** Days without school that the office has named, the latest first; `coming`: today and after. */
export const getDaysOff = list('check/getDaysOff', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['day', 'reason']).extend({ coming: flag.optional() }),
  output: dayOff,
});

const MOST_DAYS_OFF = 100;
const HOLIDAY = within(MOST_DAYS_OFF);

/** Names days without school: a holiday, a mid-term break. A day that is named already gets the new reason. */
export const setDaysOff = record('check/setDaysOff', {
  access: SCHOOL_STAFF,
  input: z
    .object({ from: isoDay, until: isoDay, reason: words(100) })
    .refine(HOLIDAY.check, { message: HOLIDAY.message, path: ['until'] }),
  output: z.object({ days: count }),
});

/** Makes a day a school day again. 404 `attendance.no-day-off` where it was not named. */
export const removeDayOff = record('check/removeDayOff', {
  access: SCHOOL_STAFF,
  input: z.object({ day: isoDay }),
  output: z.object({}),
});

const registerRow = z.object({
  sysid,
  admissionNumber: z.string(),
  names: z.string(),
  /** One state for each day of the month. */
  states: z.array(z.enum(ATTENDANCE_STATES)),
});
export type RegisterRow = z.output<typeof registerRow>;

const MONTH = fieldMessage('month');

/** Register of a class for one month: every active student and every day. */
export const attendanceRegister = read('check/attendanceRegister', {
  access: SCHOOL_STAFF,
  input: z.object({ classSYSID: sysid, month: z.string(MONTH).regex(/^2\d{3}-(0[1-9]|1[0-2])$/, MONTH) }),
  output: z.object({
    className: z.string(),
    month: z.string(),
    days: z.array(isoDay),
    rows: z.array(registerRow),
  }),
});
export type Register = z.output<typeof attendanceRegister.output>;
