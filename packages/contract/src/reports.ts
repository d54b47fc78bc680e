import { z } from 'zod';
import { list, read, SCHOOL_STAFF } from './endpoint.ts';
import { admissionNumber, instant, moment, sysid } from './ids.ts';
import { listQuery } from './lists.ts';

const checkRow = z.object({
  date: moment,
  admissionNumber: z.string(),
  studentName: z.string(),
  checkTypeSYSID: z.union([z.literal(1), z.literal(2)]),
  class: z.string(),
  checkedBy: z.string(),
});
/** Row of the list. `sysid` distinguishes two passages of one student at the same moment. */
const listedCheck = checkRow.extend({ sysid });
export type CheckRow = z.output<typeof listedCheck>;

/** Returns the dashboard; money in KES: pocket money of all time, canteen income of 7 days, fees and check counts of 30 days. */
export const dashboard = read('school/dashboard', {
  access: SCHOOL_STAFF,
  methods: ['GET', 'POST'],
  input: z.object({}),
  output: z.object({
    schoolName: z.string(),
    noOfStudents: z.number().int(),
    studentBalance: z.number(),
    canteenIncome: z.number(),
    platformFees: z.number(),
    noOfCheckIns: z.number().int(),
    noOfCheckOuts: z.number().int(),
    recentCheckInCheckOut: z.array(checkRow),
    recentSMS: z.array(z.unknown()),
  }),
});

/** Lists all passages behind the dashboard's table, for paging and for the download. */
export const getChecks = list('reports/checks', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'admissionNumber', 'studentName', 'class', 'checkedBy']).extend({
    from: instant.optional(),
    to: instant.optional(),
    checkTypeSYSID: z.enum(['1', '2']).optional(),
    /** Limits the list to one student. */
    admissionNumber: admissionNumber.optional(),
  }),
  output: listedCheck,
});

/** Kinds of records whose history can be read. */
export const RECORD_KINDS = [
  'school',
  'class',
  'student',
  'guardian',
  'user',
  'device',
  'api-key',
  'menu-item',
  'bus',
  'item',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

const historyValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
export type HistoryValue = z.output<typeof historyValue>;

const historyRow = z.object({
  sysid,
  date: moment,
  /** Action, as a noun and a verb: `menu.update`. */
  action: z.string(),
  /** Name of the author; the platform's own name if there was none. */
  by: z.string(),
  /** A private field only shows that it changed: `secret` is true, and both values are null. */
  changes: z.array(z.object({ field: z.string(), from: historyValue, to: historyValue, secret: z.boolean() })),
});
export type HistoryRow = z.output<typeof historyRow>;

/**
 * Lists the history of a record: author, time and change, newest first. Events that only use the record (journal entries, passages, wrong
 * PINs) have their own lists. An Admin may read the history of schools and users without naming a school.
 */
export const getHistory = list('reports/getHistory', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  school: 'optional',
  input: listQuery(['date']).extend({ kind: z.enum(RECORD_KINDS), sysid }),
  output: historyRow,
});
