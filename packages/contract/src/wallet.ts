import { z } from 'zod';
import { list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { admissionNumber, moment, sysid, words, wordsOrNone } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { kes } from './money.ts';
import { checkPin } from './students.ts';

const receipt = z.object({
  sysid,
  /** What the receipt's barcode holds. */
  token: z.string(),
  date: moment,
});
/** Amounts in KES. */
const moved = z.object({ balance: z.number(), amount: z.number(), fee: z.number(), receipt });
export type Moved = z.output<typeof moved>;

/** Cash or bank money handed in at school. */
export const deposit = record('wallet/deposit', {
  access: SCHOOL_STAFF,
  input: z.object({
    admissionNumber,
    amount: kes,
    reference: wordsOrNone(60),
    /** False for bank money, which lies in nobody's till. */
    cash: flag.default(true),
  }),
  output: moved,
});

/** `userName` must be the signed-in user's (their phone number). */
const cashier = z.string().max(100).optional();

export const cashOutFingerprint = record('wallet/cashFingerprint', {
  access: SCHOOL_STAFF,
  input: anySpelling(z.object({ admissionNumber, amount: kes, userName: cashier, ...picture })),
  output: moved,
});

export const cashOutPin = record('wallet/cashOutPin', {
  access: SCHOOL_STAFF,
  input: z.object({ admissionNumber, pin: checkPin, amount: kes, userName: cashier }),
  output: moved,
});

export const MOVEMENT_KINDS = [
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
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

const statementRow = z.object({
  sysid,
  date: moment,
  kind: z.enum(MOVEMENT_KINDS),
  /** What the wallet gained or lost, fee included (KES, signed): the rows add up to the balance. */
  amount: z.number(),
  fee: z.number(),
  balance: z.number(),
  by: z.string(),
  reference: z.string().nullable(),
  /** Whether a later row takes this one back. */
  reversed: z.boolean(),
  /** Whether whoever asks made it, and so may not take it back. */
  own: z.boolean(),
});
export type StatementRow = z.output<typeof statementRow>;

export const getStatement = list('wallet/getStatement', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'amount']).extend({ admissionNumber }),
  output: statementRow,
});

/** A student at the cash desk: who it is and what there is to pay out. */
export const getWallet = read('wallet/getWallet', {
  access: SCHOOL_STAFF,
  input: z.object({ admissionNumber }),
  output: z.object({
    admissionNumber: z.string(),
    names: z.string(),
    className: z.string(),
    hasFingerprint: z.boolean(),
    balance: z.number(),
  }),
});

/** Takes back a whole movement, once, by another person than the one who made it. `sysid` is the receipt's. */
export const reverse = record('wallet/reverse', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, reason: words(200) }),
  output: z.object({ balance: z.number(), receipt }),
});

export const TOKEN_STATUS = ['valid', 'used', 'reversed'] as const;

/** What the barcode of a cash-out's receipt is worth. Asking spends it, unless `spend` is false. */
export const validateToken = record('wallet/validateToken', {
  access: SCHOOL_STAFF,
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

const balanceRow = z.object({
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  /** KES. */
  balance: z.number(),
});
export type BalanceRow = z.output<typeof balanceRow>;

/** What each student holds; those who have left are listed as long as there is something to give back. */
export const getBalances = list('wallet/getBalances', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['admissionNumber', 'names', 'className', 'balance']).extend({ classSYSID: sysid.optional() }),
  output: balanceRow,
});
