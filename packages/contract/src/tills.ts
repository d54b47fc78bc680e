import { z } from 'zod';
import { ADMIN, list, onDuty, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid, wordsOrNone } from './ids.ts';
import { listQuery } from './lists.ts';
import { kes, kesOrZero } from './money.ts';
import { stamp, stampOrNone } from './stamp.ts';

/** Holders of a till. A cashier's are the own ones alone: another's is not found. */
const WITH_A_TILL = onDuty('cashier');

/** The notes and coins of Kenya, in KES. */
export const DENOMINATIONS = ['1000', '500', '200', '100', '50', '20', '10', '5', '1'] as const;
type Denomination = (typeof DENOMINATIONS)[number];

const counts = z.partialRecord(z.enum(DENOMINATIONS), z.number().int().min(0).max(100_000));
/** Number of each note and coin. What is left out is none. */
export type Counts = Partial<Record<Denomination, number | undefined>>;

/** Sums what was counted, in cents. */
export function sumOfCounts(pieces: Counts): bigint {
  return DENOMINATIONS.reduce((sum, each) => sum + BigInt(each) * 100n * BigInt(pieces[each] ?? 0), 0n);
}

export const TILL_STATES = ['open', 'closed', 'confirmed'] as const;

const closing = z.object({
  date: moment,
  by: z.string(),
  /** True if whoever asks closed it, and so may not confirm it. */
  own: z.boolean(),
  expected: z.number(),
  counted: z.number(),
  /** Null where only the sum was told. */
  counts: counts.nullable(),
  /** Counted less expected: below zero something is missing. */
  variance: z.number(),
  reason: z.string().nullable(),
  /** Left: what stayed in the till for the next day; the rest went back to the cash desk. */
  left: z.number(),
});

const till = z.object({
  sysid,
  /** Whose till it is. */
  names: z.string(),
  own: z.boolean(),
  status: z.enum(TILL_STATES),
  openedAt: moment,
  note: z.string().nullable(),
  /** KES. It began with `float`; what is in it is float + added - handedBack + paidIn - paidOut + takenBack. */
  float: z.number(),
  added: z.number(),
  handedBack: z.number(),
  paidIn: z.number(),
  paidInCount: z.number().int(),
  paidOut: z.number(),
  paidOutCount: z.number().int(),
  /** Taken back: what reversals brought in; below zero where they took more out. */
  takenBack: z.number(),
  takenBackCount: z.number().int(),
  /** Holds: what the books say that it holds now. Of a closed till: what was left in it and nobody has taken yet. */
  holds: z.number(),
  closing: closing.nullable(),
  confirmation: z.object({ date: moment, by: z.string(), note: z.string().nullable() }).nullable(),
});
export type Till = z.output<typeof till>;

/**
 * Opens the till of whoever asks, with `float` taken from the cash desk (what was left in their last till goes there first).
 * From then on their cash-outs and deposits move this till in place of the cash desk. One person has one open till.
 */
export const openTill = record('wallet/openTill', {
  access: WITH_A_TILL,
  input: z.object({ float: kesOrZero, note: wordsOrNone(200) }),
  output: till,
});

/**
 * Carries cash between the cash desk and one's own open till. With `sysid` of a closed till, `hand-back` fetches what was
 * left in it, whoever's it was.
 */
export const moveTillCash = record('wallet/moveTillCash', {
  access: WITH_A_TILL,
  input: z.object({ way: z.enum(['add', 'hand-back']), amount: kes, note: wordsOrNone(200), sysid: sysid.optional() }),
  output: till,
});

const counted = z.object({
  /** One's own open till where left out. Anybody of the staff may count and close for somebody who is not there. */
  sysid: sysid.optional(),
  counts: counts.optional(),
  counted: kesOrZero.optional(),
});
const ONE_COUNT = fieldMessage('one-count');

/** Compares a count with the books before the till is closed. Each comparison leaves an audit row. */
export const countTill = record('wallet/countTill', {
  access: WITH_A_TILL,
  input: counted.refine(onlyOne, { path: ['counts'], message: ONE_COUNT }),
  output: z.object({
    expected: z.number(),
    counted: z.number(),
    variance: z.number(),
    /** True if the till only closes with a reason for the variance. */
    reasonNeeded: z.boolean(),
  }),
});

/**
 * Closes a till with what was counted. The variance is booked, `left` stays in it, the rest goes back to the cash desk. A
 * variance above the limit needs a `reason` and is told to the rest of the staff. With `expected`, which countTill answered, it is 409 `till.moved` where
 * money has moved since: what was counted is not what is in the till any more.
 */
export const closeTill = record('wallet/closeTill', {
  access: WITH_A_TILL,
  input: counted
    .extend({ reason: wordsOrNone(200), left: kesOrZero.optional(), expected: kesOrZero.optional() })
    .refine(onlyOne, { path: ['counts'], message: ONE_COUNT }),
  output: till,
});

/** A second person has looked over a closed till. */
export const countersignTill = record('wallet/countersignTill', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, note: wordsOrNone(200) }),
  output: till,
});

/** One's own till: null while none is open. */
export const getTill = read('wallet/getTill', {
  access: WITH_A_TILL,
  input: z.object({}),
  output: z.object({
    till: till.nullable(),
    /** Left: what was left in one's last till and is still there. */
    left: z.number(),
    /** A variance of more than this needs a reason. */
    varianceLimit: z.number(),
    /** Stamp of that limit. */
    rulesUpdated: stamp,
    /** True if the school lets cash be paid in and out over an open till only. */
    required: z.boolean(),
  }),
});

/** One till of the school, of whatever day. */
export const getTillReport = read('wallet/getTillReport', {
  access: WITH_A_TILL,
  input: z.object({ sysid }),
  output: till,
});

const tillRow = till
  .pick({
    sysid: true,
    names: true,
    status: true,
    openedAt: true,
    float: true,
    paidIn: true,
    paidOut: true,
    holds: true,
  })
  .extend({
    closedAt: moment.nullable(),
    counted: z.number().nullable(),
    variance: z.number().nullable(),
    closedBy: z.string().nullable(),
    confirmedBy: z.string().nullable(),
  });
export type TillRow = z.output<typeof tillRow>;

/** The tills of the school, the last opened first. */
export const getTills = list('wallet/getTills', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['openedAt', 'closedAt', 'names', 'float', 'paidIn', 'paidOut', 'variance']).extend({
    status: z.enum(TILL_STATES).optional(),
  }),
  output: tillRow,
});

export const TILL_ENTRIES = ['float', 'hand-back', 'deposit', 'cash-out', 'reversal', 'variance', 'close'] as const;

const tillEntry = z.object({
  sysid,
  date: moment,
  kind: z.enum(TILL_ENTRIES),
  /** Amount: what the till gained; below zero what left it. */
  amount: z.number(),
  by: z.string(),
  names: z.string().nullable(),
  admissionNumber: z.string().nullable(),
  reference: z.string().nullable(),
});
export type TillEntry = z.output<typeof tillEntry>;

/** Get till movements: what moved in a till, the newest first. */
export const getTillMovements = list('wallet/getTillMovements', {
  access: WITH_A_TILL,
  methods: ['GET'],
  input: listQuery(['date', 'amount']).extend({ sysid }),
  output: tillEntry,
});

const tillRules = z.object({ varianceLimit: z.number(), updated: stamp });
export type TillRules = z.output<typeof tillRules>;

/** From which variance on a closing needs a reason. Whoever works at a till does not set it. */
export const updateTillRules = record('wallet/updateTillRules', {
  access: ADMIN,
  input: z.object({ varianceLimit: kesOrZero, updated: stampOrNone }),
  output: tillRules,
});

function onlyOne(given: { counts?: unknown; counted?: unknown }): boolean {
  return (given.counts === undefined) !== (given.counted === undefined);
}
