import { z } from 'zod';
import { CHANNELS } from './channels.ts';
import { EVERYBODY, list, ROLES, read, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid } from './ids.ts';

const foundStudent = z.object({
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  /** For the office, not for agents. */
  status: z.enum(['active', 'left']).optional(),
  /** Whose phone was searched for, the number masked; null where the student was found otherwise. */
  guardian: z.object({ name: z.string(), phone: z.string() }).nullable().optional(),
});
export type FoundStudent = z.output<typeof foundStudent>;

const foundUser = z.object({ sysid, names: z.string(), role: z.enum(ROLES) });
export type FoundUser = z.output<typeof foundUser>;

const foundSchool = z.object({ sysid, shortName: z.string(), officialName: z.string(), town: z.string() });
export type FoundSchool = z.output<typeof foundSchool>;

/**
 * Finds people and schools by what somebody remembers of them: names however they are spelt, an admission number from
 * its beginning, a phone number whole or by its last digits. The best few of each kind, best first: students of the
 * school (agents see number, names and class, as at the gate), its users (the office), schools (Admins).
 * POST only, although it changes nothing: a phone number does not belong in an address.
 */
export const find = read('search/find', {
  access: EVERYBODY,
  school: 'optional',
  methods: ['POST'],
  input: z.object({
    /** Students alone where a screen asks who is there. */
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
  /** A refund that did not arrive: the money is in the wallet again. */
  'refund-failed',
] as const;

/** Steps of a payment on its way. */
export const PAYMENT_STEPS = [
  'asked',
  'came-in',
  'suspense',
  'proposed',
  'proposed-return',
  'approved',
  'rejected',
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
  /** `request`: a guardian was asked by M-Pesa and has not paid (yet). */
  kind: z.enum(FOUND_PAYMENT_KINDS),
  date: moment,
  /** KES. */
  amount: z.number(),
  /** Whose it is; null while nobody knows. */
  admissionNumber: z.string().nullable(),
  names: z.string().nullable(),
  status: z.enum(FOUND_PAYMENT_STATUS),
  /** The code of M-Pesa, or the reference of a deposit. */
  reference: z.string().nullable(),
  channel: z.enum(CHANNELS).nullable(),
  /** Number of the receipt of the school; null where no wallet was moved. */
  receiptNumber: z.string().nullable(),
  /** The payer's, its ends only. */
  mobileNumber: z.string().nullable(),
  /** The oldest first. `by` is null where nobody is known to have done it. */
  timeline: z.array(z.object({ at: moment, what: z.enum(PAYMENT_STEPS), by: z.string().nullable() })),
});
export type FoundPayment = z.output<typeof foundPayment>;

/**
 * Finds payments by what somebody holds in the hand or remembers: the code of M-Pesa, the slip of the bank, the number or token of
 * a receipt, a phone number, an admission number, a name however it is spelt, or the amount (of the last 100 days; a plain number that is
 * a student's admission number is that). The newest 20, each with all that became of it.
 * Better by POST, although it changes nothing: a phone number does not belong in an address.
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
