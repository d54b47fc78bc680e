import { z } from 'zod';
import { CHANNELS } from './channels.ts';
import { EVERYBODY, list, ROLES, read, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid } from './ids.ts';

const foundStudent = z.object({
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  /** Only for the office, not for agents. */
  status: z.enum(['active', 'left']).optional(),
  /** Guardian whose phone was searched for, the number masked; null if the student was found otherwise. */
  guardian: z.object({ name: z.string(), phone: z.string() }).nullable().optional(),
});
export type FoundStudent = z.output<typeof foundStudent>;

const foundUser = z.object({ sysid, names: z.string(), role: z.enum(ROLES) });
export type FoundUser = z.output<typeof foundUser>;

const foundSchool = z.object({ sysid, shortName: z.string(), officialName: z.string(), town: z.string() });
export type FoundSchool = z.output<typeof foundSchool>;

/**
 * Finds people and schools by what a user remembers of them: names in any spelling, the beginning of an admission number, a phone number
 * in full or by its last digits. Returns the best few of each kind, best first: students of the school (agents see number, names and
 * class, as at the gate), its users (office only), schools (Admins only). POST only, although nothing changes, because a phone number
 * does not belong in a URL.
 */
export const find = read('search/find', {
  access: EVERYBODY,
  school: 'optional',
  methods: ['POST'],
  input: z.object({
    /** Limits the search to students, for a screen that asks for one. */
    of: z.enum(['everything', 'students']).default('everything'),
    text: z
      .string()
      .trim()
      .min(1, fieldMessage('required'))
      .max(60, fieldMessage('too-long', { longest: 60 })),
  }),
  output: z.object({
    students: z.array(foundStudent),
    users: z.array(foundUser),
    schools: z.array(foundSchool),
  }),
});

export const FOUND_PAYMENT_KINDS = ['m-pesa', 'request', 'deposit', 'cash-out', 'refund'] as const;
export const FOUND_PAYMENT_STATUS = [
  'waiting',
  'not-paid',
  'unconfirmed',
  'elsewhere',
  'suspense',
  'proposed',
  'returning',
  'returned',
  'wallet',
  'paid-out',
  'reversed',
  'taken-back',
  /** A refund that was not delivered: the money is back in the wallet. */
  'refund-failed',
] as const;

/** Steps in the history of a payment. */
export const PAYMENT_STEPS = [
  'asked',
  'came-in',
  'suspense',
  'proposed',
  'proposed-return',
  'approved',
  'rejected',
  /** The proposer took the proposal back. */
  'withdrawn',
  'returned',
  'wallet',
  'slip-approved',
  'paid-out',
  'cash-approved',
  'shown',
  'reversed',
  'taken-back',
  'refund-proposed',
  'refund-sent',
  'refund-paid',
  'refund-failed',
  'reversal-proposed',
  'sms-waiting',
  'sms-sent',
  'sms-delivered',
  'sms-failed',
] as const;

const foundPayment = z.object({
  sysid,
  /** `request`: a guardian was sent a payment request by M-Pesa and has not paid (yet). */
  kind: z.enum(FOUND_PAYMENT_KINDS),
  date: moment,
  /** KES. */
  amount: z.number(),
  /** Student who got the money; null if unknown. */
  admissionNumber: z.string().nullable(),
  names: z.string().nullable(),
  status: z.enum(FOUND_PAYMENT_STATUS),
  /** M-Pesa's code, or the reference of a deposit. */
  reference: z.string().nullable(),
  channel: z.enum(CHANNELS).nullable(),
  /** Number of the school's receipt; null if no wallet was moved. */
  receiptNumber: z.string().nullable(),
  /** Payer's number, masked to its ends. */
  mobileNumber: z.string().nullable(),
  /** History, oldest first. `by` is null if the author is unknown. */
  timeline: z.array(z.object({ at: moment, what: z.enum(PAYMENT_STEPS), by: z.string().nullable() })),
});
export type FoundPayment = z.output<typeof foundPayment>;

/**
 * Finds payments by anything that a user has at hand: M-Pesa's code, the bank slip, the number or token of a receipt, a phone number, an
 * admission number, a name in any spelling, or the amount (of the last 100 days; a plain number that is a student's admission number is
 * read as that). Returns the newest 20, each with its history. Prefer POST, although nothing changes: a phone number does not belong in a
 * URL.
 */
export const findPayment = list('wallet/findPayment', {
  access: SCHOOL_STAFF,
  methods: ['POST', 'GET'],
  input: z.object({
    search: z
      .string()
      .trim()
      .min(1, fieldMessage('required'))
      .max(60, fieldMessage('too-long', { longest: 60 })),
  }),
  output: foundPayment,
});
