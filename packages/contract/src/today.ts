import { z } from 'zod';
import { type AnswerOf, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { isoDay, moment } from './ids.ts';

/** Steps of setting up a new school, in the recommended order. */
export const SETUP_STEPS = [
  'factors',
  'logo',
  'classes',
  'students',
  'pins',
  'limits',
  'fingerLimit',
  'payments',
  'till',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

const count = z.number().int();

/** Returns the number of pending items of each kind for the school's staff, and the progress of its set-up. */
export const todo = read('reports/todo', {
  access: SCHOOL_STAFF,
  input: z.object({}),
  output: z.object({
    counts: z.object({
      /** Cash-outs that wait for a second person's approval. */
      approvals: count,
      /** Payments in suspense, including those whose proposal waits for a second person. */
      suspense: count,
      suspenseProposed: count,
      /** Students with an M-Pesa payment whose proposed reversal waits for a second person. */
      reversals: count,
      /** Refunds of leavers that wait for a second person. */
      refunds: count,
      /** Leavers whose refund by M-Pesa failed, and whose money is still in the wallet (`unpaid` of `wallet/getRefunds`). */
      refundsFailed: count,
      /** M-Pesa statements that wait for a second person. */
      statements: count,
      /** Closed tills that are not countersigned. */
      tills: count,
      /** Text messages of the last 30 days that were not delivered and not sent again. */
      messages: count,
      /** Exceptions of gate and bus that nobody has cleared. */
      exceptions: count,
      /** Students who are absent today; 0 if the school has not set `absentFrom`. */
      absent: count,
      /** Devices with events that have waited for a while. */
      devices: count,
      /** Findings in the books; 1 if only a sum differs. */
      books: count,
      /** Amendments of closed days that wait for a second person. */
      amendments: count,
      transfers: count,
      /** Meal subsidies that wait for a second person. */
      subsidies: count,
      /** Students whose erasure waits for a second person. */
      erasures: count,
      /** Students whose fingers are to be re-enrolled (`reports/reenrolment`). */
      reenrolment: count,
      /** Unusual cash-outs that nobody has reviewed, without those that the caller paid out. */
      unusual: count,
    }),
    setup: z.object({
      /** True for each completed step. */
      done: z.object({
        /** Nobody is `withoutFactor`. */
        factors: z.boolean(),
        logo: z.boolean(),
        classes: z.boolean(),
        students: z.boolean(),
        pins: z.boolean(),
        limits: z.boolean(),
        /** The maximum amount by fingerprint alone is set for the whole school. */
        fingerLimit: z.boolean(),
        payments: z.boolean(),
        till: z.boolean(),
      }),
      /** Active students who have no PIN yet. */
      withoutPin: count,
      /** Names of those who take money at the desk and have no second factor; null in a trial, which requires none. */
      withoutFactor: z.array(z.string()).nullable(),
      /** True if the caller has no second factor. */
      lacksFactor: z.boolean(),
      /** True once somebody has dismissed the list. */
      dismissed: z.boolean(),
    }),
  }),
});
export type Todo = AnswerOf<typeof todo>;
export type TodoKind = keyof Todo['counts'];

/** Dismisses the list of set-up steps, for everybody of the school. */
export const dismissSetup = record('reports/dismissSetup', {
  access: SCHOOL_STAFF,
  input: z.object({}),
  output: z.object({}),
});

/** Days of money, days of canteen sales, and the maximum number of menu items listed individually. */
export const MONEY_DAYS = 30;
export const CANTEEN_DAYS = 7;
export const MAX_ITEMS = 8;

/** Returns the figures of the school's last days, for charts. Money in KES, days and hours by the school's clock. */
export const today = read('reports/today', {
  access: SCHOOL_STAFF,
  input: z.object({}),
  output: z.object({
    at: moment,
    /**
     * Pocket money of 30 days, oldest first: `in` paid in; `cash` paid out in cash or to guardians; `spent` at the canteen and on items;
     * each with its fees. Entries that were taken back are left out.
     */
    money: z.array(z.object({ day: isoDay, in: z.number(), cash: z.number(), spent: z.number() })),
    /** Portions and income of 7 days by menu item, best first; `other` sums up the rest. */
    canteen: z.object({
      items: z.array(z.object({ name: z.string(), portions: count, income: z.number() })),
      other: z.object({ items: count, portions: count, income: z.number() }).nullable(),
    }),
    /**
     * Students in school at the end of each hour of today (the current hour: now; null: in the future) and of the same weekday a week
     * before.
     */
    presence: z.object({
      day: isoDay,
      before: isoDay,
      now: count,
      hours: z.array(z.object({ hour: count, today: count.nullable(), before: count })),
    }),
  }),
});
export type Today = AnswerOf<typeof today>;
