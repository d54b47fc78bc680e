import { z } from 'zod';
import { list, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';

/**
 * Exeat states: to come, out on it, out although it is over, back again, never used within its time, cancelled.
 */
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
  /** With whom the student goes, as `Mary Otieno (Aunt)`; null where that was left open. */
  goesWith: z.string().nullable(),
  state: z.enum(EXEAT_STATES),
  grantedBy: z.string(),
  dateGranted: moment,
  /** When the student went out on it, and came back. */
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

/** Grants a student leave to go out. Throws exeat.over and exeat.overlap. */
export const grantExeat = record('student/grantExeat', {
  access: SCHOOL_STAFF,
  input: z
    .object({
      studentSYSID: sysid,
      leavesFrom: schoolTime,
      returnBy: schoolTime,
      reason: words(200),
      /** One of the student's collectors; left out or empty: whoever the gate lets them go with. */
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

/** Takes leave back that was not used yet, for good. */
export const cancelExeat = record('student/cancelExeat', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, reason: words(200) }),
  output: exeat,
});

/** Leave that was granted: of the school, or of one student; the latest first. */
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
