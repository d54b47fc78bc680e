import { z } from 'zod';
import { list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { instant, moment, sysid } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { kesOrZero } from './money.ts';
import { stamp, stampOrNone } from './stamp.ts';

/**
 * `none`: the student pays the full price; `percent`: the school pays that share of the price; `fixed`: the student pays that amount per
 * portion; `free`: the student pays nothing.
 */
export const SUBSIDY_KINDS = ['none', 'percent', 'fixed', 'free'] as const;
export type SubsidyKind = (typeof SUBSIDY_KINDS)[number];

const PERCENT = fieldMessage('whole-number', { most: 99 });
/** Treats an empty field as not given. */
const none = z.union([z.literal(''), z.null()]).transform(() => null);
const part = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,2}$/, PERCENT)
        .transform(Number),
    ],
    PERCENT,
  )
  .pipe(z.number().int(PERCENT).min(1, PERCENT).max(99, PERCENT));

/** Proposal of a new plan, which takes effect once a second person has approved it. */
const proposal = z.object({
  sysid,
  kind: z.enum(SUBSIDY_KINDS),
  percent: z.number().int().nullable(),
  pays: z.number().nullable(),
  by: z.string(),
  date: moment,
  /** True if the caller made the proposal, and so may not approve it. */
  own: z.boolean(),
});

const subsidy = z.object({
  sysid,
  admissionNumber: z.string(),
  names: z.string(),
  proposal: proposal.nullable(),
  kind: z.enum(SUBSIDY_KINDS),
  /** Per cent of the price that the school gives; null unless `kind` is `percent`. */
  percent: z.number().int().nullable(),
  /** KES that the student pays for a portion, at most its price; null unless `kind` is `fixed`. */
  pays: z.number().nullable(),
  updated: stamp,
});
export type MealSubsidy = z.output<typeof subsidy>;

/**
 * Returns who pays for the meals of a student; `sysid` is the student's. Shown to the office alone: the counter must not tell students
 * apart.
 */
export const getMealSubsidy = read('school/getMealSubsidy', {
  access: SCHOOL_STAFF,
  opens: 'student',
  input: z.object({ sysid }),
  output: subsidy,
});

/**
 * Proposes a new meal plan for a student. The plan applies to portions from the moment of a second person's approval; 409 `subsidy.waits`
 * if a proposal is pending, 409 `subsidy.same` if the plan is in effect already.
 */
export const setMealSubsidy = record('school/setMealSubsidy', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: z
    .object({
      sysid,
      kind: z.enum(SUBSIDY_KINDS),
      percent: z.union([none, part], PERCENT).optional(),
      pays: z.union([none, kesOrZero], fieldMessage('amount')).optional(),
      updated: stampOrNone,
    })
    .superRefine(({ kind, percent, pays }, context) => {
      if (kind === 'percent' && !percent) context.addIssue({ code: 'custom', message: PERCENT, path: ['percent'] });
      if (kind === 'fixed' && !pays)
        context.addIssue({ code: 'custom', message: fieldMessage('required'), path: ['pays'] });
    }),
  output: subsidy,
});

const decided = { access: SCHOOL_STAFF, input: z.object({ sysid }), output: subsidy } as const;

/** Approves the proposal with that id. The approver must be another person than the proposer (422 `subsidy.same-person`). */
export const approveMealSubsidy = record('school/approveMealSubsidy', { ...decided, stepUp: true });

/** Rejects a proposal, or withdraws the caller's own. */
export const rejectMealSubsidy = record('school/rejectMealSubsidy', decided);

const given = z.object({
  sysid,
  admissionNumber: z.string(),
  names: z.string(),
  class: z.string(),
  kind: z.enum(SUBSIDY_KINDS),
  percent: z.number().int().nullable(),
  pays: z.number().nullable(),
  /** Time since which the plan is in effect; null for a student who pays the full price now. */
  since: moment.nullable(),
  /** Portions that the school contributed to in that period, without those that were taken back. */
  portions: z.number().int(),
  /** KES that the school contributed. */
  given: z.number(),
  /** True if another plan waits for a second person. */
  waiting: z.boolean(),
});
export type GivenSubsidy = z.output<typeof given>;

/**
 * Lists the students who pay less than the menu price, and the school's contribution for each in a period; `from` is inclusive, `to`
 * exclusive.
 */
export const mealSubsidies = list('reports/mealSubsidies', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['names', 'admissionNumber', 'class', 'given', 'portions']).extend({
    from: instant.optional(),
    to: instant.optional(),
    /** True lists only students with a plan that waits for a second person. */
    waiting: flag.default(false),
  }),
  output: given,
});
