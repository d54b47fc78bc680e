import { z } from 'zod';
import { ADMIN, list, onDuty, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid, wordsOrNone } from './ids.ts';
import { listQuery } from './lists.ts';
import { kes, kesOrZero } from './money.ts';
import { stamp, stampOrNone } from './stamp.ts';

/** Holders of a till. A cashier sees only their own tills; another's is not found. */
const WITH_A_TILL = onDuty('cashier');

/** Notes and coins of Kenya, in KES. */
export const DENOMINATIONS = ['1000', '500', '200', '100', '50', '20', '10', '5', '1'] as const;
type Denomination = (typeof DENOMINATIONS)[number];

const counts = z.partialRecord(z.enum(DENOMINATIONS), z.number().int().min(0).max(100_000));
/** Number of each note and coin; left out means none. */
export type Counts = Partial<Record<Denomination, number | undefined>>;

/** Returns the sum of a count, in cents. */
export function sumOfCounts(pieces: Counts): bigint {
  return DENOMINATIONS.reduce((sum, each) => sum + BigInt(each) * 100n * BigInt(pieces[each] ?? 0), 0n);
}

export const TILL_STATES = ['open', 'closed', 'confirmed'] as const;

const closing = z.object({
  date: moment,
  by: z.string(),
  /** True if the caller closed the till, and so may not countersign it. */
  own: z.boolean(),
  expected: z.number(),
  counted: z.number(),
  /** Null if only the sum was given. */
  counts: counts.nullable(),
  /** Counted less expected: negative if money is missing. */
  variance: z.number(),
  reason: z.string().nullable(),
  /** Amount that stayed in the till for the next day; the rest went back to the cash desk. */
  left: z.number(),
});

const till = z.object({
  sysid,
  /** Name of the till's holder. */
  names: z.string(),
  own: z.boolean(),
  status: z.enum(TILL_STATES),
  openedAt: moment,
  note: z.string().nullable(),
  /** KES. `float` is the initial amount; the current content is float + added - handedBack + paidIn - paidOut + takenBack. */
  float: z.number(),
  added: z.number(),
  handedBack: z.number(),
  paidIn: z.number(),
  paidInCount: z.number().int(),
  paidOut: z.number(),
  paidOutCount: z.number().int(),
  /** Net effect of reversals; negative if they took out more than they brought in. */
  takenBack: z.number(),
  takenBackCount: z.number().int(),
  /** Content of the till now, by the books. For a closed till: the remainder that nobody has taken yet. */
  holds: z.number(),
  closing: closing.nullable(),
  confirmation: z.object({ date: moment, by: z.string(), note: z.string().nullable() }).nullable(),
});
export type Till = z.output<typeof till>;

/**
 * Opens a till for the caller, with `float` taken from the cash desk (the remainder of the caller's last till goes there first). From
 * then on the caller's cash-outs and deposits move this till instead of the cash desk. A person has at most one open till.
 */
export const openTill = record('wallet/openTill', {
  access: WITH_A_TILL,
  input: z.object({ float: kesOrZero, note: wordsOrNone(200) }),
  output: till,
});

/**
 * Moves cash between the cash desk and the caller's open till. With `sysid` of a closed till, `hand-back` fetches the remainder of that
 * till, whoever held it.
 */
export const moveTillCash = record('wallet/moveTillCash', {
  access: WITH_A_TILL,
  input: z.object({ way: z.enum(['add', 'hand-back']), amount: kes, note: wordsOrNone(200), sysid: sysid.optional() }),
  output: till,
});

const counted = z.object({
  /** Defaults to the caller's open till. Any member of staff may count and close the till of an absent colleague. */
  sysid: sysid.optional(),
  counts: counts.optional(),
  counted: kesOrZero.optional(),
});
const ONE_COUNT = fieldMessage('one-count');

/** Compares a count with the books before the till is closed. Each comparison is audited. */
export const countTill = record('wallet/countTill', {
  access: WITH_A_TILL,
  input: counted.refine(onlyOne, { path: ['counts'], message: ONE_COUNT }),
  output: z.object({
    expected: z.number(),
    counted: z.number(),
    variance: z.number(),
    /** True if closing the till needs a reason for the variance. */
    reasonNeeded: z.boolean(),
  }),
});

/**
 * Closes a till with the counted amount. The variance is booked, `left` stays in the till, the rest goes back to the cash desk. A
 * variance above the limit needs a `reason` and is reported to the rest of the staff. With `expected`, as countTill returned it, the
 * answer is 409 `till.moved` if money has moved since, because the count is then outdated.
 */
export const closeTill = record('wallet/closeTill', {
  access: WITH_A_TILL,
  input: counted
    .extend({ reason: wordsOrNone(200), left: kesOrZero.optional(), expected: kesOrZero.optional() })
    .refine(onlyOne, { path: ['counts'], message: ONE_COUNT }),
  output: till,
});

/** Countersigns a closed till, as a second person. */
export const countersignTill = record('wallet/countersignTill', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, note: wordsOrNone(200) }),
  output: till,
});

/** Returns the caller's open till, or null. */
export const getTill = read('wallet/getTill', {
  access: WITH_A_TILL,
  input: z.object({}),
  output: z.object({
    till: till.nullable(),
    /** Remainder in the caller's last till. */
    left: z.number(),
    /** Variance above which a reason is needed. */
    varianceLimit: z.number(),
    /** Version stamp of that limit. */
    rulesUpdated: stamp,
    /** True if the school requires an open till for cash in and out. */
    required: z.boolean(),
  }),
});

/** Returns one till of the school, of any day. */
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

/** Lists the tills of the school, last opened first. */
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
  /** Change of the till; negative for money that left it. */
  amount: z.number(),
  by: z.string(),
  names: z.string().nullable(),
  admissionNumber: z.string().nullable(),
  reference: z.string().nullable(),
});
export type TillEntry = z.output<typeof tillEntry>;

/** Lists the movements of a till, newest first. */
export const getTillMovements = list('wallet/getTillMovements', {
  access: WITH_A_TILL,
  methods: ['GET'],
  input: listQuery(['date', 'amount']).extend({ sysid }),
  output: tillEntry,
});

const tillRules = z.object({ varianceLimit: z.number(), updated: stamp });
export type TillRules = z.output<typeof tillRules>;

/** Sets the variance above which closing needs a reason. Cashiers may not set it. */
export const updateTillRules = record('wallet/updateTillRules', {
  access: ADMIN,
  input: z.object({ varianceLimit: kesOrZero, updated: stampOrNone }),
  output: tillRules,
});

function onlyOne(given: { counts?: unknown; counted?: unknown }): boolean {
  return (given.counts === undefined) !== (given.counted === undefined);
}
