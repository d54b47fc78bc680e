import { z } from 'zod';
import { TRANSFER_WAYS } from './bank-transfers.ts';
import { type AnswerOf, list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { instant, isoDay, moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';
import { parseKes } from './money.ts';

/**
 * Owed: what a school owes or has earned: pocket money, payments that nobody knows whose they are, what is on its way
 * out. What the school gave towards meals stands against what the canteen has earned, below zero.
 */
export const OWED = [
  'wallet',
  'suspense',
  'payouts',
  'canteen-income',
  'meal-subsidy',
  'item-income',
  'platform-fees',
] as const;
/** Held: what the school and the provider hold. */
export const HELD = ['cash-desk', 'till', 'till-variance', 'bank', 'other-money', 'm-pesa'] as const;
export const BOOK_PARTS = [...OWED, ...HELD] as const;
export type BookPart = (typeof BOOK_PARTS)[number];

/** KES with a sign. */
const parts = z.array(z.object({ part: z.enum(BOOK_PARTS), amount: z.number() }));

const finding = z.object({
  /** Check: what was looked at: `legs`, `running-balance`, `day`, … */
  check: z.string(),
  movementSYSID: z.string().nullable(),
  admissionNumber: z.string().nullable(),
  /** A closed day, `2026-11-20`. */
  day: z.string().nullable(),
  /** Says: what the row says, and what it should. */
  says: z.string(),
  should: z.string(),
});
export type BookFinding = z.output<typeof finding>;

/**
 * The books as they are now: what is owed, what is held, and the difference (held less owed), in KES. `provider` is what
 * M-Pesa said last, held against what the books said in that moment; null where it was never heard.
 */
export const books = read('reports/books', {
  access: SCHOOL_STAFF,
  input: z.object({}),
  output: z.object({
    date: moment,
    owed: parts,
    held: parts,
    totalOwed: z.number(),
    totalHeld: z.number(),
    difference: z.number(),
    /** Since when there is a difference, as far as anybody has looked. */
    since: moment.nullable(),
    provider: z
      .object({
        date: moment,
        /** Balance: what M-Pesa says that it holds. */
        balance: z.number(),
        /** Expected: what it should hold: the books' part with what was explained. */
        expected: z.number(),
        explained: z.number(),
        /** Minus: missing at M-Pesa. */
        difference: z.number(),
        since: moment.nullable(),
      })
      .nullable(),
    /** The last look at the rows; null where nobody has looked yet. `whole`: when every row was looked at. */
    looked: z.object({ date: moment, whole: moment.nullable(), findings: z.array(finding) }).nullable(),
    /** The newest day that is closed. */
    closed: z.string().nullable(),
  }),
});
export type Books = AnswerOf<typeof books>;

/** Of a closed day: sealed, amended by two persons, or found to be other than it was sealed. */
const DAY_STATES = ['sealed', 'amended', 'touched'] as const;

const bookDay = z.object({
  sysid: z.string(),
  /** `2026-11-20`. */
  day: z.string(),
  movements: z.number().int(),
  /** KES at the day's end. */
  owed: z.number(),
  held: z.number(),
  difference: z.number(),
  /**
   * Provider difference: what M-Pesa said last on that day less what it should have held; null where it was not heard.
   */
  providerDifference: z.number().nullable(),
  dateClosed: moment,
  /** The first characters of the day's seal. */
  hash: z.string(),
  state: z.enum(DAY_STATES),
});
export type BookDayRow = z.output<typeof bookDay>;

/** Days that are closed, the newest first. */
export const bookDays = list('reports/bookDays', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['day', 'movements', 'owed', 'held', 'difference', 'dateClosed']),
  output: bookDay,
});

/** One closed day: how each part stood at its end, what changed that day, and what moved, by kind. */
export const bookDayOne = read('reports/bookDay', {
  access: SCHOOL_STAFF,
  input: z.object({ day: isoDay }),
  output: bookDay.extend({
    parts: z.array(z.object({ part: z.enum(BOOK_PARTS), amount: z.number(), change: z.number() })),
    moved: z.array(z.object({ kind: z.string(), count: z.number().int(), amount: z.number(), fee: z.number() })),
    number: z.number().int(),
    /** The whole seal, and the one of the day before; null on the first day. */
    seal: z.string(),
    before: z.string().nullable(),
    findings: z.array(finding),
    /** By whom the day was mended, and why; the newest is the one that counts. */
    amendments: z.array(
      z.object({
        number: z.number().int(),
        date: moment,
        /** Journal entries that it took in. */
        put: z.number().int(),
        reason: z.string(),
        proposedBy: z.string(),
        approvedBy: z.string(),
        seal: z.string(),
        /** The seal that it supersedes. */
        replaced: z.string(),
      }),
    ),
    /** The proposal that waits for a second person. */
    proposal: z.object({ sysid, reason: z.string(), by: z.string(), date: moment, mine: z.boolean() }).nullable(),
    /** Transfers between bank and cash desk of that day. */
    transfers: z.array(
      z.object({
        sysid,
        way: z.enum(TRANSFER_WAYS),
        amount: z.number(),
        reference: z.string(),
        proposedBy: z.string(),
        approvedBy: z.string(),
      }),
    ),
  }),
});
export type BookDay = AnswerOf<typeof bookDayOne>;

/** Reason for which a closed day that differs cannot be mended: what was sealed was changed or removed, or the day is not over. */
const NOT_AMENDABLE = ['touched', 'not-over'] as const;

/**
 * Difference between a closed day and its seals: the journal entries that were put in after it was closed, at most the first 200, and its sums with and
 * without them, in KES. It can be mended where nothing that was sealed is touched.
 */
export const bookDayDifference = read('reports/bookDayDifference', {
  access: SCHOOL_STAFF,
  input: z.object({ day: isoDay }),
  output: z.object({
    count: z.number().int(),
    notAmendable: z.enum(NOT_AMENDABLE).nullable(),
    put: z.array(
      z.object({
        sysid,
        date: moment,
        kind: z.string(),
        admissionNumber: z.string().nullable(),
        names: z.string().nullable(),
        amount: z.number(),
        by: z.string(),
      }),
    ),
    /** Journal entries of the day, and how each part stood at its end. */
    before: z.number().int(),
    after: z.number().int(),
    parts: z.array(z.object({ part: z.enum(BOOK_PARTS), before: z.number(), after: z.number() })),
  }),
});
export type BookDayDifference = AnswerOf<typeof bookDayDifference>;

/** Proposes to take the journal entries that were put into a closed day for good. Another person has to approve it; every bell of the school rings. */
export const proposeAmendment = record('reports/proposeAmendment', {
  access: SCHOOL_STAFF,
  input: z.object({ day: isoDay, reason: words(200) }),
  output: z.object({ sysid }),
});

/** Approves what another person has proposed for a closed day, or turns it down. */
export const decideAmendment = record('reports/decideAmendment', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, approve: z.boolean() }),
  output: z.object({ sysid, approved: z.boolean() }),
});

const posting = z.object({
  sysid: z.string(),
  date: moment,
  part: z.enum(BOOK_PARTS),
  kind: z.string(),
  admissionNumber: z.string().nullable(),
  names: z.string().nullable(),
  /** KES; of what is held, plus is more of it. */
  amount: z.number(),
  by: z.string(),
  reference: z.string().nullable(),
});
export type BookPosting = z.output<typeof posting>;

/**
 * Book postings: what moved on one of the school's own accounts, the newest first. Wallets have statements of their
 * own.
 */
export const bookPostings = list('reports/bookPostings', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'amount']).extend({
    part: z.enum(BOOK_PARTS).exclude(['wallet']).default('cash-desk'),
    from: instant.optional(),
    to: instant.optional(),
  }),
  output: posting,
});

/** KES with a sign, not nothing: integer cents once read. */
const signedKes = z.union([z.number(), z.string()]).transform((value, context) => {
  const text = String(value);
  const cents = parseKes(text.replace(/^-/, ''));
  if (cents) return text.startsWith('-') ? -cents : cents;
  context.addIssue({ code: 'custom', message: fieldMessage('signed-amount') });
  return z.NEVER;
});

/**
 * Says why M-Pesa holds more (plus) or less (minus) than the books: what was there before the first payment, what the school took
 * to its bank, what M-Pesa kept for itself. From then on it is expected. Every bell of the school rings.
 */
export const explainDifference = record('reports/explainDifference', {
  access: SCHOOL_STAFF,
  input: z.object({ amount: signedKes, reason: words(200) }),
  output: z.object({ sysid, explained: z.number() }),
});
