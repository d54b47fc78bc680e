import { z } from 'zod';
import { type AnswerOf, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { isoDay, moment } from './ids.ts';

/** Steps by which a new school is set up, in the order in which they are best taken. */
export const SETUP_STEPS = [
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

/** To do: how many rows of each kind wait for somebody of the school's staff, and how far its set-up has come. */
export const todo = read('reports/todo', {
  access: SCHOOL_STAFF,
  input: z.object({}),
  output: z.object({
    counts: z.object({
      /** Cash-outs that wait for the word of a second person. */
      approvals: count,
      /** Payments without a wallet, and those whose proposal waits for a second person. */
      suspense: count,
      suspenseProposed: count,
      /** Students of whom a payment by M-Pesa is proposed to be taken back, until a second person has looked at it. */
      reversals: count,
      /** Refunds of leavers that wait for a second person. */
      refunds: count,
      /** Leavers whose refund M-Pesa did not carry out, and whose money is in the wallet still (`unpaid` of `wallet/getRefunds`). */
      refundsFailed: count,
      /** M-Pesa statements that wait for a second person. */
      statements: count,
      /** Tills that are closed and not confirmed. */
      tills: count,
      /** Text messages of the last 30 days that did not arrive and were not sent again. */
      messages: count,
      /** Exceptions of gate and bus that nobody has settled. */
      exceptions: count,
      /** Students who are absent today; 0 where the school has not set from when. */
      absent: count,
      /** Devices on which events have waited for a while. */
      devices: count,
      /** Findings in the books; 1 where only a sum differs. */
      books: count,
      /** Amendments of closed days that wait for a second person. */
      amendments: count,
      transfers: count,
      /** Meal subsidies that wait for a second person. */
      subsidies: count,
      /** Students whose erasure waits for a second person. */
      erasures: count,
      /** Students whose fingers are to be enrolled again (`reports/reenrolment`). */
      reenrolment: count,
      /** Unusual cash-outs that nobody has looked at, without those that whoever asks paid out. */
      unusual: count,
    }),
    setup: z.object({
      /** True for each step that is taken. */
      done: z.object({
        logo: z.boolean(),
        classes: z.boolean(),
        students: z.boolean(),
        pins: z.boolean(),
        limits: z.boolean(),
        /** The most that a finger alone may take is set for the whole school. */
        fingerLimit: z.boolean(),
        payments: z.boolean(),
        till: z.boolean(),
      }),
      /** Active students who have no PIN yet. */
      withoutPin: count,
      /** True once somebody has put the list away. */
      dismissed: z.boolean(),
    }),
  }),
});
export type Todo = AnswerOf<typeof todo>;
export type TodoKind = keyof Todo['counts'];

/** Puts the list of set-up steps away, for everybody of the school. */
export const dismissSetup = record('reports/dismissSetup', {
  access: SCHOOL_STAFF,
  input: z.object({}),
  output: z.object({}),
});

/** Days of money, days of canteen sales, and the most menu items that are told one by one. */
export const MONEY_DAYS = 30;
export const CANTEEN_DAYS = 7;
export const MOST_ITEMS = 8;

/** The school's last days as figures to draw. Money in KES, days and hours by the school's clock. */
export const today = read('reports/today', {
  access: SCHOOL_STAFF,
  input: z.object({}),
  output: z.object({
    at: moment,
    /**
     * Pocket money of 30 days, the oldest first: `in` paid in, `cash` paid out in cash or to guardians, `spent` at the
     * canteen and on items, fees with what they were taken for. What was taken back is left out.
     */
    money: z.array(z.object({ day: isoDay, in: z.number(), cash: z.number(), spent: z.number() })),
    /** Portions and income of 7 days by menu item, the best first; `other` sums up the rest. */
    canteen: z.object({
      items: z.array(z.object({ name: z.string(), portions: count, income: z.number() })),
      other: z.object({ items: count, portions: count, income: z.number() }).nullable(),
    }),
    /**
     * Students in school at the end of each hour of today (the present hour: now; null: still to come) and of the same
     * weekday a week before.
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
