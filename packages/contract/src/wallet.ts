import { z } from 'zod';
import { CHANNELS } from './channels.ts';
import { ADMIN, EVERYBODY, list, onDuty, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { admissionNumber, moment, sysid, userName, words, wordsOrNone } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { kes, kesToMove } from './money.ts';
import { checkPin, STUDENT_STATUS } from './students.ts';

/** Access of the cash desk. A cashier has only these calls, one student at a time, and the own till. */
const AT_THE_DESK = onDuty('cashier');

const receipt = z.object({
  sysid,
  /** Content of the receipt's barcode. */
  token: z.string(),
  date: moment,
});
/** Amounts in KES. */
export const moved = z.object({ balance: z.number(), amount: z.number(), fee: z.number(), receipt });
export type Moved = z.output<typeof moved>;

/** Maximum number of cents that a person pays in at desks within a day and since a session last proved their second factor. */
export const MAX_UNPROVEN_DEPOSITS = 50_000_00n;

/**
 * Records money handed in at school. If this deposit brings the sum of what the person has paid in, within a day and since this session
 * last proved their second factor, to more than KES 50,000, a person who other calls require step-up of gets 403 `session.step-up`;
 * `detail.limit` is that limit in KES. A bank slip pays in once: a repeated `reference`, in any spelling, is wallet.reference-taken with
 * the first receipt, unless a second person has approved it (wallet/requestApproval with `reference`). With `unlessRepeated` it is
 * refused with 409 `wallet.deposit-repeated`, and the first `receipt` with its age in `minutes` in `detail`, where the caller has paid in the
 * same amount for the same student by the same channel and with the same reference within ten minutes and nobody has reversed it.
 */
export const deposit = record('wallet/deposit', {
  access: AT_THE_DESK,
  input: z.object({
    admissionNumber,
    amount: kesToMove,
    reference: wordsOrNone(60),
    /** Defaults to `cash`. */
    channel: z.enum(CHANNELS, fieldMessage('one-of', { values: CHANNELS.join(', ') })).optional(),
    /** Sent by clients older than `channel`: false means `bank`. */
    cash: flag.optional(),
    /** True where the client lets its user confirm a repeated deposit; a confirmed one is sent without it, under a new key. */
    unlessRepeated: flag.optional(),
  }),
  output: moved,
});

const depositRoom = z.object({
  /** KES that the person pays in without a second factor, and what is left of it in this session. */
  limit: z.number(),
  left: z.number(),
  /** Time until which the person's first factor waits; null where there is none. */
  waitsUntil: moment.nullable(),
});
export type DepositRoom = z.output<typeof depositRoom>;

/**
 * Returns how much the caller may still pay in (`deposit`) where no second factor of theirs counts yet. `room` is null for whoever can
 * prove one, and in a trial that requires none.
 */
export const getDepositRoom = read('wallet/getDepositRoom', {
  access: AT_THE_DESK,
  input: z.object({}),
  output: z.object({ room: depositRoom.nullable() }),
});

/** `userName` must be the signed-in user's phone number; any other, an empty one or none is user.not-signed-in-user. */
const cashier = userName.optional();

/** Pays out pocket money in cash to a student, proven by a fingerprint; limits, holds and the till apply. */
export const cashOutFingerprint = record('wallet/cashFingerprint', {
  access: AT_THE_DESK,
  body: 'picture',
  input: anySpelling(z.object({ admissionNumber, amount: kesToMove, userName: cashier, ...picture })),
  output: moved,
});

/** Pays out pocket money in cash to a student, proven by the PIN; otherwise like `cashOutFingerprint`. */
export const cashOutPin = record('wallet/cashOutPin', {
  access: AT_THE_DESK,
  input: z.object({ admissionNumber, pin: checkPin, amount: kesToMove, userName: cashier }),
  output: moved,
});

/**
 * Closes an attempt whose answer was lost, and returns the outcome for an Idempotency-Key of the caller. `void`: nothing was recorded,
 * and a later request with that key is refused. While the call is in progress, this one waits for its end. The `answer` of a recorded
 * call is included only if this session could make that call now: without the role, the duty or the second factor that the call requires,
 * only `outcome` is returned.
 */
export const closeAttempt = record('wallet/closeAttempt', {
  access: EVERYBODY,
  input: z.object({ key: z.string().min(1).max(255) }),
  output: z.object({ outcome: z.enum(['recorded', 'refused', 'void']), answer: z.unknown().optional() }),
});

/**
 * Closes an attempt of an Admin's call that was made outside any school, where its key is stored. Kept apart from `closeAttempt`: if that
 * call defaulted to no school, an omitted school would make a payment of that school look void.
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

/** Proposal to reverse a payment by M-Pesa; another person has to carry out the reversal. */
const reversalProposal = z.object({
  by: z.string(),
  reason: z.string(),
  date: moment,
  /** True if the caller made the proposal, and so may not carry it out. */
  own: z.boolean(),
});
export type ReversalProposal = z.output<typeof reversalProposal>;

const statementRow = z.object({
  sysid,
  date: moment,
  kind: z.enum(ENTRY_KINDS),
  /** Change of the wallet, fee included (KES, signed): the rows add up to the balance. */
  amount: z.number(),
  fee: z.number(),
  balance: z.number(),
  by: z.string(),
  reference: z.string().nullable(),
  /** Channel of a deposit; null for all other entries. */
  channel: z.enum(CHANNELS).nullable(),
  /** True if a later row reverses this one. */
  reversed: z.boolean(),
  /** True if the person who paid it in took it back within the minute; set on the deposit and on its reversal. */
  takenBack: z.boolean(),
  /** True if the caller made the entry, and so may not reverse it. */
  own: z.boolean(),
  /** Pending proposal to reverse the entry, for a second person to carry out; null if there is none. */
  proposal: reversalProposal.nullable(),
});
export type StatementRow = z.output<typeof statementRow>;

/** Lists the movements of one student's pocket money in KES, each with the balance after it, newest first. 404 `student.not-found`. */
export const getStatement = list('wallet/getStatement', {
  access: SCHOOL_STAFF,
  opens: 'student',
  methods: ['GET'],
  input: listQuery(['date', 'amount']).extend({ admissionNumber }),
  output: statementRow,
});

/** Returns a student at the cash desk: identity, and the amount that can be paid out. */
export const getWallet = read('wallet/getWallet', {
  access: AT_THE_DESK,
  input: z.object({ admissionNumber }),
  output: z.object({
    admissionNumber: z.string(),
    names: z.string(),
    className: z.string(),
    hasFingerprint: z.boolean(),
    balance: z.number(),
    /** Maximum cash that may be paid out now, in whole shillings: covered by the balance including the fee, and within the limits. */
    mostCash: z.number().int(),
  }),
});

const ownPayment = moved.extend({
  kind: z.enum(['deposit', 'cash-out']),
  admissionNumber: z.string(),
  names: z.string(),
  /** Proof of the student; null for a deposit. */
  method: z.enum(['fingerprint', 'pin']).nullable(),
  reference: z.string().nullable(),
  /** Channel of a deposit; null for a cash-out. */
  channel: z.enum(CHANNELS).nullable(),
  /** True if it was taken back. */
  reversed: z.boolean(),
});
export type OwnPayment = z.output<typeof ownPayment>;

/** Lists the caller's own deposits and cash-outs at the desk within a day, each with its receipt; newest first. */
export const getOwnPayments = list('wallet/getOwnPayments', {
  access: AT_THE_DESK,
  methods: ['GET'],
  input: listQuery(['date']),
  output: ownPayment,
});

/**
 * Reverses a whole journal entry, once, by another person than its author. `sysid` is the receipt's. A payment by M-Pesa has no author
 * here: it is reversed by another person than the one who proposed the reversal (wallet/proposeReversal), and without a proposal the
 * answer is wallet.not-proposed. The guardians are notified by SMS.
 */
export const reverse = record('wallet/reverse', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: z.object({ sysid, reason: words(200) }),
  output: z.object({ balance: z.number(), receipt }),
});

/** Proposes to reverse a payment by M-Pesa. `sysid` is the receipt's. */
export const proposeReversal = record('wallet/proposeReversal', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, reason: words(200) }),
  output: reversalProposal,
});

/** Rejects a proposal, or withdraws the caller's own: the money stays in the wallet. */
export const rejectReversal = record('wallet/rejectReversal', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({ sysid }),
});

/** Seconds within which a deposit can be taken back by the person who paid it in. */
export const TAKE_BACK_SECONDS = 60;

/**
 * Takes back a whole deposit of the caller within 60 seconds, of any channel. A repeat returns the same answer. Later, or for another
 * person's deposit, use `reverse`.
 */
export const takeBack = record('wallet/takeBack', {
  access: AT_THE_DESK,
  input: z.object({ sysid }),
  output: z.object({ balance: z.number(), receipt }),
});

export const TOKEN_STATUS = ['valid', 'used', 'reversed'] as const;

/** Validates the barcode of a cash-out's receipt and returns its value. Validation spends the token, unless `spend` is false. */
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

/** Days of the trend: one balance for the end of each day, the last one for now. */
export const TREND_DAYS = 42;
/** Maximum page length for which rows include a trend. */
export const MAX_TREND_ROWS = 1_000;

const balanceRow = z.object({
  sysid,
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  status: z.enum(STUDENT_STATUS),
  /** KES. */
  balance: z.number(),
  /** Time of the last incoming money that was not taken back; null: never. */
  lastIn: moment.nullable(),
  /** KES at the end of each day, oldest first. */
  trend: z.array(z.number()),
});
export type BalanceRow = z.output<typeof balanceRow>;

/**
 * Lists each student's balance; students who have left are included while there is something to pay back. `below`: balance under that
 * amount; `quietDays`: no incoming money for that many days.
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
    /** Only students with a payment whose reversal waits for a second person. */
    waiting: z.enum(['reversal']).optional(),
  }),
  output: balanceRow,
});
