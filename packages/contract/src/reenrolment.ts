import { z } from 'zod';
import { list, SCHOOL_STAFF } from './endpoint.ts';
import { moment, sysid } from './ids.ts';
import { listQuery } from './lists.ts';

/** Age in years below which a finger is to be re-enrolled every year: fingers grow by a third between the ages of six and ten. */
export const YEARLY_UNDER = 10;
/** Age in years below which the PIN is asked for first: small fingers are refused most often. */
export const PIN_FIRST_UNDER = 7;
/** Days over which misses are counted, the minimum number that counts, and their share of all tries in percent. */
export const FAILING_DAYS = 56;
export const FAILING_MISSES = 5;
export const FAILING_PERCENT = 20;

/**
 * Reasons to re-enrol a student's finger. `yearly`: the student is under ten, and every impression is older than a year; `failing`: a
 * fifth of the tries were refused; `not-renewed`: a renewal by finger and PIN was refused, because the finger no longer matches closely
 * enough.
 */
export const REENROLMENT_REASONS = ['yearly', 'failing', 'not-renewed'] as const;
export type ReenrolmentReason = (typeof REENROLMENT_REASONS)[number];

const row = z.object({
  sysid,
  admissionNumber: z.string(),
  names: z.string(),
  class: z.string(),
  reasons: z.array(z.enum(REENROLMENT_REASONS)),
  /** Age in whole years; null if no month of birth is recorded. */
  age: z.number().int().nullable(),
  /** Time at which the newest impression was enrolled. */
  dateEnrolled: moment,
  /** Number of tries since then in the last eight weeks, and of those that did not match. */
  tries: z.number().int(),
  misses: z.number().int(),
});
export type ReenrolmentRow = z.output<typeof row>;

/** Lists the students whose fingers are to be re-enrolled, with the reason. A newer impression removes a student from the list. */
export const reenrolment = list('reports/reenrolment', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['names', 'admissionNumber', 'class', 'dateEnrolled', 'misses', 'age']).extend({
    reason: z.enum(REENROLMENT_REASONS).optional(),
  }),
  output: row,
});
