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
/** A row of the list: two passages of one student in one moment are two. */
const listedCheck = checkRow.extend({ sysid });
export type CheckRow = z.output<typeof listedCheck>;

/** Money in KES; pocket money of all time, canteen income of 7 days, fees and check counts of 30 days. */
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

/** The whole list behind the dashboard's table, for reading on and for the download. */
export const getChecks = list('reports/checks', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'admissionNumber', 'studentName', 'class', 'checkedBy']).extend({
    from: instant.optional(),
    to: instant.optional(),
    checkTypeSYSID: z.enum(['1', '2']).optional(),
    /** Of one student only. */
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
  /** Action: what was done: a noun and a verb, `menu.update`. */
  action: z.string(),
  /** Name of who did it; the platform's own name where nobody did. */
  by: z.string(),
  /** Of what is private it tells only that it changed: `secret` is true, and both sides are null. */
  changes: z.array(z.object({ field: z.string(), from: historyValue, to: historyValue, secret: z.boolean() })),
});
export type HistoryRow = z.output<typeof historyRow>;

/**
 * History of a record: author, moment and change, the newest first. Mere uses of it (journal entries, passages, wrong
 * PINs) have lists of their own. An Admin may ask for schools and users without naming a school.
 */
export const getHistory = list('reports/getHistory', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  school: 'optional',
  input: listQuery(['date']).extend({ kind: z.enum(RECORD_KINDS), sysid }),
  output: historyRow,
});
