import { z } from 'zod';
import { list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { instant, moment, sysid } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { kesOrZero } from './money.ts';
import { stamp, stampOrNone } from './stamp.ts';

/** `none`: the student pays the whole price; `percent`: the school gives so much of it; `fixed`: the student pays so much a portion; `free`: nothing. */
export const SUBSIDY_KINDS = ['none', 'percent', 'fixed', 'free'] as const;
export type SubsidyKind = (typeof SUBSIDY_KINDS)[number];

const PERCENT = fieldMessage('whole-number', { most: 99 });
/** A field that is left empty says nothing. */
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

/** Proposal of another plan, which holds once a second person has approved it. */
const proposal = z.object({
  sysid,
  kind: z.enum(SUBSIDY_KINDS),
  percent: z.number().int().nullable(),
  pays: z.number().nullable(),
  by: z.string(),
  date: moment,
  /** True if whoever asks proposed it, and so may not approve it. */
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

/** Subsidy: who pays for the meals of a student; `sysid` is the student's. Shown to the office alone: at the counter all are the same. */
export const getMealSubsidy = read('school/getMealSubsidy', {
  access: SCHOOL_STAFF,
  opens: 'student',
  input: z.object({ sysid }),
  output: subsidy,
});

/**
 * Proposes another plan for a student. It holds for the portions from the moment on at which a second person approves it; 409
 * `subsidy.waits` where one waits already, 409 `subsidy.same` where it is so already.
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

/** Approves the proposal of that id, on the word of another person than the one who made it (422 `subsidy.same-person`). */
export const approveMealSubsidy = record('school/approveMealSubsidy', { ...decided, stepUp: true });

/** Turns a proposal down, or takes the own one back. */
export const rejectMealSubsidy = record('school/rejectMealSubsidy', decided);

const given = z.object({
  sysid,
  admissionNumber: z.string(),
  names: z.string(),
  class: z.string(),
  kind: z.enum(SUBSIDY_KINDS),
  percent: z.number().int().nullable(),
  pays: z.number().nullable(),
  /** Since when it is so; null for a student who pays the whole price now. */
  since: moment.nullable(),
  /** Portions towards which the school gave something in that time, without those that went back. */
  portions: z.number().int(),
  /** KES that the school gave. */
  given: z.number(),
  /** True where another plan waits for a second person. */
  waiting: z.boolean(),
});
export type GivenSubsidy = z.output<typeof given>;

/** Subsidies: who pays less than the menu says, and what the school gave for each in a time; `from` is in, `to` is not. */
export const mealSubsidies = list('reports/mealSubsidies', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['names', 'admissionNumber', 'class', 'given', 'portions']).extend({
    from: instant.optional(),
    to: instant.optional(),
    /** True for those alone of whom another plan waits for a second person. */
    waiting: flag.default(false),
  }),
  output: given,
});
