import { z } from 'zod';
import { list, SCHOOL_STAFF } from './endpoint.ts';
import { moment, sysid } from './ids.ts';
import { listQuery } from './lists.ts';

/** Age in years below which a finger is to be enrolled again each year: a child of six grows by a third until ten. */
export const YEARLY_UNDER = 10;
/** Age in years below which the PIN is asked for first: small fingers are refused most often. */
export const PIN_FIRST_UNDER = 7;
/** Days over which misses are counted, the fewest that count, and their share of all tries, in percent. */
export const FAILING_DAYS = 56;
export const FAILING_MISSES = 5;
export const FAILING_PERCENT = 20;

/**
 * Reason for which a student's finger is to be enrolled again. `yearly`: under ten, and no impression is younger than a year; `failing`: it was refused
 * in a fifth of its tries; `not-renewed`: a renewal by finger and PIN was refused, for it is no longer near enough.
 */
export const REENROLMENT_REASONS = ['yearly', 'failing', 'not-renewed'] as const;
export type ReenrolmentReason = (typeof REENROLMENT_REASONS)[number];

const row = z.object({
  sysid,
  admissionNumber: z.string(),
  names: z.string(),
  class: z.string(),
  reasons: z.array(z.enum(REENROLMENT_REASONS)),
  /** Age in whole years; null where no month of birth is known. */
  age: z.number().int().nullable(),
  /** When the newest impression came in. */
  dateEnrolled: moment,
  /** Tries since then in the last eight weeks, and how many of them did not match. */
  tries: z.number().int(),
  misses: z.number().int(),
});
export type ReenrolmentRow = z.output<typeof row>;

/** Students whose fingers are to be enrolled again, with the reason of each. A newer impression takes a student off. */
export const reenrolment = list('reports/reenrolment', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['names', 'admissionNumber', 'class', 'dateEnrolled', 'misses', 'age']).extend({
    reason: z.enum(REENROLMENT_REASONS).optional(),
  }),
  output: row,
});
