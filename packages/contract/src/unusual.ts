import { z } from 'zod';
import { type AnswerOf, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { isoDay } from './ids.ts';

/** Maximum number of days, and the default. */
export const MAX_DAYS = 90;
const SOME_DAYS = 14;

/**
 * Reasons why cash-outs are unusual. `under-limit`: one person repeatedly pays out just under the amount that needs a second person;
 * `many`: one person makes far more in a day than is usual there; `night`: before six or after eight by the school's clock; `changed`: by
 * a PIN or finger changed within three days, by the person who changed it or for most of the wallet; `student-day`: four or more to one
 * student in a day; `student-often`: far more often to one student than to others.
 */
export const UNUSUAL_KINDS = ['under-limit', 'many', 'night', 'changed', 'student-day', 'student-often'] as const;
export type UnusualKind = (typeof UNUSUAL_KINDS)[number];

const NO_DAYS = fieldMessage('whole-number', { most: MAX_DAYS });

const unusual = z.object({
  kind: z.enum(UNUSUAL_KINDS),
  /** Day of the cash-outs; for several days the last one. */
  day: isoDay,
  /** Person who paid out; null for several persons, or for nobody of the school's. */
  by: z.string().nullable(),
  /** Null for several students. */
  admissionNumber: z.string().nullable(),
  names: z.string().nullable(),
  /** Number of cash-outs (`under-limit`: of students and days), and their KES. */
  times: z.number().int(),
  amount: z.number(),
  /** Usual number there (`many`, `student-often`); otherwise null. */
  usual: z.number().int().nullable(),
  /** KES above which a second person has to approve (`under-limit`); otherwise null. */
  limit: z.number().nullable(),
});
export type Unusual = z.output<typeof unusual>;

/** Lists cash-outs of the last days that a head should look into, newest first. An ordinary day has none. */
export const unusualCashOuts = read('reports/unusualCashOuts', {
  access: SCHOOL_STAFF,
  input: z.object({
    days: z
      .union([z.number(), z.string().trim()], NO_DAYS)
      .transform(Number)
      .pipe(z.number().int(NO_DAYS).min(1, NO_DAYS).max(MAX_DAYS, NO_DAYS))
      .default(SOME_DAYS),
  }),
  output: z.object({
    days: z.number().int(),
    rows: z.array(unusual),
    /** Number of those notified by the bell that nobody has reviewed, without those that the caller paid out. */
    waiting: z.number().int(),
  }),
});

/** Marks the waiting cash-outs as reviewed by the caller; those that the caller paid out keep waiting for another person. */
export const lookedAtUnusual = record('reports/lookedAtUnusual', {
  access: SCHOOL_STAFF,
  input: z.object({}),
  output: z.object({ looked: z.number().int() }),
});
export type UnusualCashOuts = AnswerOf<typeof unusualCashOuts>;
