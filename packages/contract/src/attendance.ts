import { z } from 'zod';
import { list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { isoDay, moment, sysid, words, wordsOrNone } from './ids.ts';
import { flag, listQuery } from './lists.ts';

/**
 * Attendance states of a student on one day, in this order: arrived; arrived late; did not come; absent with leave of the office or by an
 * exeat; may still arrive; day without school; unknown (a day in the future, or before the student or the gate existed).
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
  /** First check-in of the day; null if there was none, or if the student has been in school since an earlier day. */
  arrived: moment.nullable(),
  lastOut: moment.nullable(),
  /** True if the student was on leave by an exeat at that time. */
  onLeave: z.boolean(),
  /** Bus record of today for a student who is still awaited: aboard, or dropped at school. */
  bus: z.enum(['aboard', 'dropped']).nullable(),
  excuse: excuse.nullable(),
  /** Time of the SMS to the guardians, and the number of phones that it went to. */
  told: z.object({ date: moment, phones: count }).nullable(),
});
export type AttendanceRow = z.output<typeof attendanceRow>;

/** Lists students with their attendance on one school day; without `day`, today. */
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

/**
 * States of the day's SMS to the guardians of absent students: not due, held until the office releases it, suppressed because nobody was
 * checked in (`quiet`), being sent, sent.
 */
export const NOTICE_STATES = ['none', 'held', 'quiet', 'sending', 'sent'] as const;

const attendanceDay = z.object({
  day: isoDay,
  /** Today, by the school's calendar. */
  today: isoDay,
  /** False on a day without school; the reason is given if the office has named that day. */
  school: z.boolean(),
  dayOff: z.string().nullable(),
  /** Attendance rules by the school's clock (`07:45`); null if switched off. */
  lateFrom: z.string().nullable(),
  absentFrom: z.string().nullable(),
  dailyCheckIn: z.boolean(),
  tellAbsent: z.boolean(),
  tellLate: z.boolean(),
  counts: z.object({ present: count, late: count, absent: count, excused: count, awaited: count }),
  /** Present students who have been in school, by the gate's record, since an earlier day. */
  overnight: count,
  /** True once the gate has checked in somebody on that day. */
  gateWorked: z.boolean(),
  notice: z.enum(NOTICE_STATES),
  /** Absent students whose guardians were notified. */
  told: count,
  /** True if the office may notify the guardians of absent students now. */
  mayTell: z.boolean(),
});
export type AttendanceDay = z.output<typeof attendanceDay>;

/** Returns the attendance figures of one school day, for one class or for all; without `day`, of today. */
export const attendanceFigures = read('check/attendanceFigures', {
  access: SCHOOL_STAFF,
  input: z.object({ day: isoDay.optional(), classSYSID: sysid.optional() }),
  output: attendanceDay,
});

const MAX_EXCUSE_DAYS = 31;
const within = (most: number) => ({
  check: ({ from, until }: { from: string; until: string }) => {
    const days = (Date.parse(until) - Date.parse(from)) / 86_400_000;
    return days >= 0 && days < most;
  },
  message: fieldMessage('day-range', { most }),
});
const EXCUSED = within(MAX_EXCUSE_DAYS);

/** Excuses a student's absence or lateness on one day or several. A new excuse replaces an earlier one of the same day. */
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
 * Excuses a whole class for one day or several in one step, for example for a trip or a funeral. A student's own excuse of a day is kept,
 * and a student who came all the same counts as present. `students` is the number of students who got an excuse.
 */
export const excuseClass = record('check/excuseClass', {
  access: SCHOOL_STAFF,
  input: z
    .object({ classSYSID: sysid, from: isoDay, until: isoDay, reason: z.enum(EXCUSE_REASONS), note: words(200) })
    .refine(EXCUSED.check, { message: EXCUSED.message, path: ['until'] }),
  output: z.object({ students: count, days: count }),
});

/** Withdraws the excuse of one day. 404 `attendance.no-excuse` if there is none. */
export const withdrawExcuse = record('check/withdrawExcuse', {
  access: SCHOOL_STAFF,
  input: z.object({ studentSYSID: sysid, day: isoDay }),
  output: z.object({}),
});

/**
 * Sends the guardians of students who are absent today an SMS, at most one per student and day. Throws attendance.not-yet before
 * `absentFrom`, without that rule, and on a day without school; throws attendance.told if the SMS has already been sent.
 */
export const tellAbsent = record('check/tellAbsent', {
  access: SCHOOL_STAFF,
  input: z.object({}),
  output: z.object({}),
});

const dayOff = z.object({ day: isoDay, reason: z.string(), setBy: z.string(), date: moment });
export type DayOff = z.output<typeof dayOff>;

/** Lists the days without school that the office has named, latest first; `coming` keeps only today and later. */
export const getDaysOff = list('check/getDaysOff', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['day', 'reason']).extend({ coming: flag.optional() }),
  output: dayOff,
});

const MAX_DAYS_OFF = 100;
const HOLIDAY = within(MAX_DAYS_OFF);

/** Names days without school: a holiday, a mid-term break. A day that is already named gets the new reason. */
export const setDaysOff = record('check/setDaysOff', {
  access: SCHOOL_STAFF,
  input: z
    .object({ from: isoDay, until: isoDay, reason: words(100) })
    .refine(HOLIDAY.check, { message: HOLIDAY.message, path: ['until'] }),
  output: z.object({ days: count }),
});

/** Turns a named day without school back into a school day. 404 `attendance.no-day-off` if the day was not named. */
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

/** Returns the register of a class for one month: every active student and every day. */
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
