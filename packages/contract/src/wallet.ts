import { z } from 'zod';
import { CHANNELS } from './channels.ts';
import { ADMIN, EVERYBODY, list, onDuty, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { admissionNumber, moment, sysid, userName, words, wordsOrNone } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { kes, kesToMove } from './money.ts';
import { checkPin, STUDENT_STATUS } from './students.ts';

/** Users of the cash desk: of a cashier these calls, one student at a time, and the own till are all there is. */
const AT_THE_DESK = onDuty('cashier');

const receipt = z.object({
  sysid,
  /** Token: what the receipt's barcode holds. */
  token: z.string(),
  date: moment,
});
/** Amounts in KES. */
export const moved = z.object({ balance: z.number(), amount: z.number(), fee: z.number(), receipt });
export type Moved = z.output<typeof moved>;

/** The most cents that a person pays in at desks within a day and since a session last proved their second factor. */
export const MOST_UNPROVEN_DEPOSITS = 50_000_00n;

/**
 * Money handed in at school. Where what the person has paid in within a day, since this session last proved their second factor, comes to more than
 * KES 50,000 with it: 403 `session.step-up`, of those whom other calls ask for one; `detail.limit` is those KES. One slip of the bank pays in once: its `reference` a second time, however it is written, is
 * wallet.reference-taken with the first receipt, unless a second person has approved (wallet/requestApproval with `reference`).
 */
export const deposit = record('wallet/deposit', {
  access: AT_THE_DESK,
  input: z.object({
    admissionNumber,
    amount: kesToMove,
    reference: wordsOrNone(60),
    /** `cash` where it is left out. */
    channel: z.enum(CHANNELS, fieldMessage('one-of', { values: CHANNELS.join(', ') })).optional(),
    /** Of clients from before there were channels: false is `bank`. */
    cash: flag.optional(),
  }),
  output: moved,
});

/** `userName` must be the signed-in user's (their phone number): another, an empty one or none is user.not-signed-in-user. */
const cashier = userName.optional();

/** Pays pocket money out in cash to a student whose finger proves them; limits, holds and the till apply. */
export const cashOutFingerprint = record('wallet/cashFingerprint', {
  access: AT_THE_DESK,
  body: 'picture',
  input: anySpelling(z.object({ admissionNumber, amount: kesToMove, userName: cashier, ...picture })),
  output: moved,
});

/** Cash-out to a student who proves themself by PIN, as by finger. */
export const cashOutPin = record('wallet/cashOutPin', {
  access: AT_THE_DESK,
  input: z.object({ admissionNumber, pin: checkPin, amount: kesToMove, userName: cashier }),
  output: moved,
});

/**
 * Ends an attempt whose answer was lost: what became of an Idempotency-Key of mine. `void`: nothing was recorded, and a request
 * that arrives with that key later is refused. While the call is under way it waits for its end. The `answer` to what was recorded comes along where this
 * session might make that call now: without its role, its duty or the second factor that it takes, `outcome` alone is told.
 */
export const closeAttempt = record('wallet/closeAttempt', {
  access: EVERYBODY,
  input: z.object({ key: z.string().min(1).max(255) }),
  output: z.object({ outcome: z.enum(['recorded', 'refused', 'void']), answer: z.unknown().optional() }),
});

/**
 * The same of an Admin's call that was made in no school, where its key lies. A call of its own: were the school left out of `closeAttempt` by a slip, a
 * payment in that school would be called void.
 */
export const closePlatformAttempt = record('auth/closeAttempt', {
  access: ADMIN,
  school: 'none',
  input: closeAttempt.input,
  output: closeAttempt.output,
});

export const ENTRY_KINDS = [
  'deposit',
  'collection',
  'cash-out',
  'canteen',
  'item',
  'item-return',
  'reversal',
  'refund',
  'refund-failed',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Proposal to take back what came in by M-Pesa; somebody else has to take it back. */
const reversalProposal = z.object({
  by: z.string(),
  reason: z.string(),
  date: moment,
  /** True if whoever asks has proposed it, and so may not take it back. */
  own: z.boolean(),
});
export type ReversalProposal = z.output<typeof reversalProposal>;

const statementRow = z.object({
  sysid,
  date: moment,
  kind: z.enum(ENTRY_KINDS),
  /** Amount: what the wallet gained or lost, fee included (KES, signed): the rows add up to the balance. */
  amount: z.number(),
  fee: z.number(),
  balance: z.number(),
  by: z.string(),
  reference: z.string().nullable(),
  /** Channel: how a deposit was handed in; null of all else. */
  channel: z.enum(CHANNELS).nullable(),
  /** True if a later row takes this one back. */
  reversed: z.boolean(),
  /** Taken back: by who paid it in, within the minute; of the deposit and of what took it back. */
  takenBack: z.boolean(),
  /** True if whoever asks made it, and so may not take it back. */
  own: z.boolean(),
  /** Proposal: that somebody wants it taken back, which a second person has to do; null where nobody does. */
  proposal: reversalProposal.nullable(),
});
export type StatementRow = z.output<typeof statementRow>;

/** Movements of one student's pocket money in KES, each with the balance behind it, the newest first. 404 `student.not-found`. */
export const getStatement = list('wallet/getStatement', {
  access: SCHOOL_STAFF,
  opens: 'student',
  methods: ['GET'],
  input: listQuery(['date', 'amount']).extend({ admissionNumber }),
  output: statementRow,
});

/** A student at the cash desk: who it is and what there is to pay out. */
export const getWallet = read('wallet/getWallet', {
  access: AT_THE_DESK,
  input: z.object({ admissionNumber }),
  output: z.object({
    admissionNumber: z.string(),
    names: z.string(),
    className: z.string(),
    hasFingerprint: z.boolean(),
    balance: z.number(),
    /** The most cash that may be paid out by now, in whole shillings: what the balance pays for, its fee included, and the limits leave. */
    mostCash: z.number().int(),
  }),
});

const ownPayment = moved.extend({
  kind: z.enum(['deposit', 'cash-out']),
  admissionNumber: z.string(),
  names: z.string(),
  /** Proof of the student; null where money was paid in. */
  method: z.enum(['fingerprint', 'pin']).nullable(),
  reference: z.string().nullable(),
  /** Channel: how a deposit was handed in; null of a cash-out. */
  channel: z.enum(CHANNELS).nullable(),
  /** True if it was taken back. */
  reversed: z.boolean(),
});
export type OwnPayment = z.output<typeof ownPayment>;

/** Own payments: what whoever asks has paid in and out at the desk within a day, each with its receipt; the newest first. */
export const getOwnPayments = list('wallet/getOwnPayments', {
  access: AT_THE_DESK,
  methods: ['GET'],
  input: listQuery(['date']),
  output: ownPayment,
});

/**
 * Takes back a whole journal entry, once, by another person than the one who made it. `sysid` is the receipt's. What came in by
 * M-Pesa, nobody here has made: it is taken back by another person than the one who has proposed it (wallet/proposeReversal), and
 * is wallet.not-proposed before that. The guardians are told by SMS.
 */
export const reverse = record('wallet/reverse', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: z.object({ sysid, reason: words(200) }),
  output: z.object({ balance: z.number(), receipt }),
});

/** Proposes to take back what came in by M-Pesa. `sysid` is the receipt's. */
export const proposeReversal = record('wallet/proposeReversal', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, reason: words(200) }),
  output: reversalProposal,
});

/** Turns a proposal down, or takes the own one back: the money stays where it is. */
export const rejectReversal = record('wallet/rejectReversal', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({ sysid }),
});

/** Seconds in which a deposit is taken back by who paid it in. */
export const TAKE_BACK_SECONDS = 60;

/**
 * Takes back a whole deposit of one's own within 60 seconds, whatever its channel. Asked again it answers the same. Later, or of
 * somebody else's, it is a reversal.
 */
export const takeBack = record('wallet/takeBack', {
  access: AT_THE_DESK,
  input: z.object({ sysid }),
  output: z.object({ balance: z.number(), receipt }),
});

export const TOKEN_STATUS = ['valid', 'used', 'reversed'] as const;

/** Validate token: what the barcode of a cash-out's receipt is worth. Asking spends it, unless `spend` is false. */
export const validateToken = record('wallet/validateToken', {
  access: AT_THE_DESK,
  input: z.object({ token: words(40).transform((token) => token.toUpperCase()), spend: flag.default(true) }),
  output: z.object({
    status: z.enum(TOKEN_STATUS),
    amount: z.number(),
    studentName: z.string(),
    admissionNumber: z.string(),
    date: moment,
    cashedBy: z.string(),
    usedAt: moment.nullable(),
  }),
});

/** Days of the trend: the balance at the end of each of so many days, the last one now. */
export const TREND_DAYS = 42;
/** The longest page whose rows have a trend; those of longer ones have none. */
export const LONGEST_TREND = 1_000;

const balanceRow = z.object({
  sysid,
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  status: z.enum(STUDENT_STATUS),
  /** KES. */
  balance: z.number(),
  /** When money last came in that was not taken back; null: never. */
  lastIn: moment.nullable(),
  /** KES at the end of each day, the oldest first. */
  trend: z.array(z.number()),
});
export type BalanceRow = z.output<typeof balanceRow>;

/**
 * Get balances: what each student holds; those who have left are listed as long as there is something to give back. `below`: less
 * than so much; `quietDays`: nothing came in for so many days.
 */
export const getBalances = list('wallet/getBalances', {
  sums: true,
  stepUpWhole: true,
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['admissionNumber', 'names', 'className', 'balance']).extend({
    classSYSID: sysid.optional(),
    below: kes.optional(),
    quietDays: z
      .union([z.number(), z.string().regex(/^\d{1,3}$/)])
      .transform(Number)
      .pipe(z.number().int().min(1).max(366))
      .optional(),
    /** Those of whom a payment waits to be taken back by a second person. */
    waiting: z.enum(['reversal']).optional(),
  }),
  output: balanceRow,
});
