import { z } from 'zod';
import { list, read, SCHOOL_STAFF } from './endpoint.ts';
import { instant, moment } from './ids.ts';
import { listQuery } from './lists.ts';

const checkRow = z.object({
  date: moment,
  admissionNumber: z.string(),
  studentName: z.string(),
  checkTypeSYSID: z.union([z.literal(1), z.literal(2)]),
  class: z.string(),
  checkedBy: z.string(),
});
export type CheckRow = z.output<typeof checkRow>;

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
  }),
  output: checkRow,
});
