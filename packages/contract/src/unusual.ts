import { z } from 'zod';
import { type AnswerOf, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { isoDay } from './ids.ts';

/** The longest stretch of days, and the one where none is asked for. */
export const MOST_DAYS = 90;
const SOME_DAYS = 14;

/**
 * Reason for which cash-outs are unusual. `under-limit`: one person pays out just under what needs a second one, again and again; `many`:
 * far more by one person in a day than people pay out there; `night`: before six or after eight by the school's clock; `changed`: by a
 * PIN or finger that was changed within three days, by whoever changed it or most of the wallet; `student-day`: to one student four times
 * or more in a day; `student-often`: to one student far more often than to others.
 */
export const UNUSUAL_KINDS = ['under-limit', 'many', 'night', 'changed', 'student-day', 'student-often'] as const;
export type UnusualKind = (typeof UNUSUAL_KINDS)[number];

const NO_DAYS = fieldMessage('whole-number', { most: MOST_DAYS });

const unusual = z.object({
  kind: z.enum(UNUSUAL_KINDS),
  /** The day, or the last one of several. */
  day: isoDay,
  /** The person who paid out; null where it was more than one person, or nobody of the school's. */
  by: z.string().nullable(),
  /** Null where it was to more than one student. */
  admissionNumber: z.string().nullable(),
  names: z.string().nullable(),
  /** Number of cash-outs (`under-limit`: of students and days), and their KES. */
  times: z.number().int(),
  amount: z.number(),
  /** Number that is usual there (`many`, `student-often`); else null. */
  usual: z.number().int().nullable(),
  /** KES above which a second person has to agree (`under-limit`); else null. */
  limit: z.number().nullable(),
});
export type Unusual = z.output<typeof unusual>;

/** Cash-outs of the last days that a head should look into, the newest first. An ordinary day has none. */
export const unusualCashOuts = read('reports/unusualCashOuts', {
  access: SCHOOL_STAFF,
  input: z.object({
    days: z
      .union([z.number(), z.string().trim()], NO_DAYS)
      .transform(Number)
      .pipe(z.number().int(NO_DAYS).min(1, NO_DAYS).max(MOST_DAYS, NO_DAYS))
      .default(SOME_DAYS),
  }),
  output: z.object({
    days: z.number().int(),
    rows: z.array(unusual),
    /** Number that rang the bell and that nobody has looked at, without those that whoever asks paid out. */
    waiting: z.number().int(),
  }),
});

/** Says that whoever calls has looked at what waits; what they paid out themself goes on waiting for somebody else. */
export const lookedAtUnusual = record('reports/lookedAtUnusual', {
  access: SCHOOL_STAFF,
  input: z.object({}),
  output: z.object({ looked: z.number().int() }),
});
export type UnusualCashOuts = AnswerOf<typeof unusualCashOuts>;
