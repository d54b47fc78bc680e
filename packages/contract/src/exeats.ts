import { z } from 'zod';
import { list, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';

/** Exeat states: in the future, student out, out past the end, returned, expired unused, cancelled. */
export const EXEAT_STATES = ['coming', 'out', 'overdue', 'returned', 'unused', 'cancelled'] as const;
export type ExeatState = (typeof EXEAT_STATES)[number];

const exeat = z.object({
  sysid,
  studentSYSID: sysid,
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  leavesFrom: moment,
  returnBy: moment,
  reason: z.string(),
  /** Person whom the student leaves with, as `Mary Otieno (Aunt)`; null if left open. */
  goesWith: z.string().nullable(),
  state: z.enum(EXEAT_STATES),
  grantedBy: z.string(),
  dateGranted: moment,
  /** Times at which the student left on the exeat, and came back. */
  wentOut: moment.nullable(),
  returned: moment.nullable(),
  cancelledBy: z.string().nullable(),
  cancelReason: z.string().nullable(),
});
export type Exeat = z.output<typeof exeat>;

const NO_TIME = fieldMessage('school-time');
/** A minute by the school's clock: `2026-11-27T15:30`. */
export const schoolTime = z
  .string(NO_TIME)
  .regex(/^2\d{3}-\d{2}-\d{2}T\d{2}:\d{2}$/, NO_TIME)
  .refine(isMinute, NO_TIME);

function isMinute(text: string): boolean {
  const at = new Date(`${text}:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Grants a student an exeat. Throws exeat.over and exeat.overlap. */
export const grantExeat = record('student/grantExeat', {
  access: SCHOOL_STAFF,
  input: z
    .object({
      studentSYSID: sysid,
      leavesFrom: schoolTime,
      returnBy: schoolTime,
      reason: words(200),
      /** One of the student's collectors; if left out or empty, the gate decides as for any release. */
      collectorSYSID: z
        .union([z.literal(''), z.null(), sysid])
        .optional()
        .transform((id) => id || null),
    })
    .refine(({ leavesFrom, returnBy }) => returnBy > leavesFrom, {
      message: fieldMessage('later-than-from'),
      path: ['returnBy'],
    }),
  output: exeat,
});

/** Cancels an exeat that has not been used, for good. */
export const cancelExeat = record('student/cancelExeat', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, reason: words(200) }),
  output: exeat,
});

/** Lists exeats, of the school or of one student, latest first. */
export const getExeats = list('student/getExeats', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['leavesFrom', 'returnBy', 'admissionNumber', 'names', 'className']).extend({
    studentSYSID: sysid.optional(),
    state: z.enum(EXEAT_STATES).optional(),
    sysid: sysid.optional(),
  }),
  output: exeat,
});
