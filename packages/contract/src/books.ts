import { z } from 'zod';
import { TRANSFER_WAYS } from './bank-transfers.ts';
import { type AnswerOf, list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { instant, isoDay, moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';
import { parseKes } from './money.ts';

/**
 * Owed: liabilities and earnings of the school: pocket money, payments in suspense, money on its way out. The school's contributions to
 * meals are negative, since they offset the canteen's earnings.
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
/** Held: money that the school and the provider hold. */
export const HELD = ['cash-desk', 'till', 'till-variance', 'bank', 'other-money', 'm-pesa'] as const;
export const BOOK_PARTS = [...OWED, ...HELD] as const;
export type BookPart = (typeof BOOK_PARTS)[number];

/** Amounts in KES, signed. */
const parts = z.array(z.object({ part: z.enum(BOOK_PARTS), amount: z.number() }));

const finding = z.object({
  /** Name of the check that found the difference: `legs`, `running-balance`, `day`, … */
  check: z.string(),
  movementSYSID: z.string().nullable(),
  admissionNumber: z.string().nullable(),
  /** A closed day, `2026-11-20`. */
  day: z.string().nullable(),
  /** Text of the finding: the value that the row holds, and the value that it should hold. */
  says: z.string(),
  should: z.string(),
});
export type BookFinding = z.output<typeof finding>;

/**
 * Returns the books as of now, in KES: money owed, money held, and the difference (held less owed). `provider` compares the last balance
 * that M-Pesa reported with the balance that the books had at that moment; null if M-Pesa has never reported one.
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
    /** Earliest known moment at which the difference existed. */
    since: moment.nullable(),
    provider: z
      .object({
        date: moment,
        /** Balance that M-Pesa reported. */
        balance: z.number(),
        /** Expected balance at M-Pesa: the books' own figure plus the differences that were explained. */
        expected: z.number(),
        explained: z.number(),
        /** Negative if money is missing at M-Pesa. */
        difference: z.number(),
        since: moment.nullable(),
      })
      .nullable(),
    /** Last check of the rows; null if there was none yet. `whole` is the time of the last check of every row. */
    looked: z.object({ date: moment, whole: moment.nullable(), findings: z.array(finding) }).nullable(),
    /** Newest closed day. */
    closed: z.string().nullable(),
  }),
});
export type Books = AnswerOf<typeof books>;

/** States of a closed day: sealed; amended by two persons; or touched, when the day no longer matches its seal. */
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
  /** Balance that M-Pesa last reported on that day, less the balance that it should have held; null if M-Pesa reported none. */
  providerDifference: z.number().nullable(),
  dateClosed: moment,
  /** The first characters of the day's seal. */
  hash: z.string(),
  state: z.enum(DAY_STATES),
});
export type BookDayRow = z.output<typeof bookDay>;

/** Lists closed days, newest first. */
export const bookDays = list('reports/bookDays', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['day', 'movements', 'owed', 'held', 'difference', 'dateClosed']),
  output: bookDay,
});

/** Returns one closed day: the balance of each part at its end, the changes of that day, and the turnover by kind. */
export const bookDayOne = read('reports/bookDay', {
  access: SCHOOL_STAFF,
  input: z.object({ day: isoDay }),
  output: bookDay.extend({
    parts: z.array(z.object({ part: z.enum(BOOK_PARTS), amount: z.number(), change: z.number() })),
    moved: z.array(z.object({ kind: z.string(), count: z.number().int(), amount: z.number(), fee: z.number() })),
    number: z.number().int(),
    /** Full seals of the day and of the day before; the latter is null on the first day. */
    seal: z.string(),
    before: z.string().nullable(),
    findings: z.array(finding),
    /** Amendments of the day, with author and reason; the newest one counts. */
    amendments: z.array(
      z.object({
        number: z.number().int(),
        date: moment,
        /** Number of journal entries that the amendment accepted into the day. */
        put: z.number().int(),
        reason: z.string(),
        proposedBy: z.string(),
        approvedBy: z.string(),
        seal: z.string(),
        /** Seal that the amendment supersedes. */
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

/** Reasons why a closed day that differs cannot be amended: a sealed entry was changed or removed, or the day is not over. */
const NOT_AMENDABLE = ['touched', 'not-over'] as const;

/**
 * Returns the difference between a closed day and its seals: the journal entries that were added after it was closed (at most the first
 * 200), and the day's sums with and without these entries, in KES. The day can be amended as long as no sealed entry was touched.
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
    /** Number of journal entries of the day, and the balance of each part at its end. */
    before: z.number().int(),
    after: z.number().int(),
    parts: z.array(z.object({ part: z.enum(BOOK_PARTS), before: z.number(), after: z.number() })),
  }),
});
export type BookDayDifference = AnswerOf<typeof bookDayDifference>;

/**
 * Proposes to accept the journal entries that were added to a closed day. Another person has to approve the proposal; every bell of the
 * school rings.
 */
export const proposeAmendment = record('reports/proposeAmendment', {
  access: SCHOOL_STAFF,
  input: z.object({ day: isoDay, reason: words(200) }),
  output: z.object({ sysid }),
});

/** Approves another person's proposal for a closed day, or rejects it. */
export const decideAmendment = record('reports/decideAmendment', {
  stepUp: true,
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
  /** KES, signed; for an account of what is held, plus means more money held. */
  amount: z.number(),
  by: z.string(),
  reference: z.string().nullable(),
});
export type BookPosting = z.output<typeof posting>;

/** Lists the postings of one of the school's own accounts, newest first. Wallets have their own statements. */
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

/** Signed KES amount other than zero, read into integer cents. */
const signedKes = z.union([z.number(), z.string()]).transform((value, context) => {
  const text = String(value);
  const cents = parseKes(text.replace(/^-/, ''));
  if (cents) return text.startsWith('-') ? -cents : cents;
  context.addIssue({ code: 'custom', message: fieldMessage('signed-amount') });
  return z.NEVER;
});

/**
 * Explains why M-Pesa holds more (plus) or less (minus) than the books: an opening balance from before the first payment, a transfer by
 * the school to its bank, charges that M-Pesa kept. The amount is expected from then on. Every bell of the school rings.
 */
export const explainDifference = record('reports/explainDifference', {
  access: SCHOOL_STAFF,
  input: z.object({ amount: signedKes, reason: words(200) }),
  output: z.object({ sysid, explained: z.number() }),
});
