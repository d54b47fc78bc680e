import { z } from 'zod';
import { ADMIN, list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { admissionNumber, instant, moment, phoneNumber, sysid } from './ids.ts';
import { listQuery } from './lists.ts';
import { kesToMove } from './money.ts';

/** An amount that M-Pesa can move: whole shillings. */
export const shillings = kesToMove.refine((cents) => cents % 100n === 0n, fieldMessage('whole-shillings'));

/** Asks a guardian, on the phone, to pay into a student's wallet. The answer comes later: `getPayment`. */
export const requestPayment = record('wallet/requestPayment', {
  access: SCHOOL_STAFF,
  input: z.object({
    admissionNumber,
    amount: shillings,
    mobileNumber: phoneNumber,
    /** A phone that is asked for another student is asked for this one once it is free, and not refused. */
    queue: z.boolean().optional(),
  }),
  output: z.object({ sysid, status: z.literal('pending') }),
});

export const PAYMENT_STATUS = ['pending', 'paid', 'failed', 'cancelled'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUS)[number];

/** State of a payment that was asked for. `paid` once the wallet was credited. */
export const getPayment = read('wallet/getPayment', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({
    status: z.enum(PAYMENT_STATUS),
    receiptNumber: z.string().nullable(),
    /** Reason for which not (yet), in words. */
    reason: z.string().nullable(),
    /** The same for a machine: the provider's code, or one of ours. */
    code: z.string().nullable(),
    /** True if asking again can succeed. */
    retry: z.boolean(),
  }),
});

/**
 * `pending`, `failed`, `cancelled`: somebody was asked, and has not paid. `paid`: it is in the wallet. `parked`: it came in and
 * lies in suspense. `told`: somebody said so, and M-Pesa has not confirmed it; `unknown`: M-Pesa knows no such payment.
 */
/** `paid` is in a wallet, at once or out of suspense; `returned` went back to who paid; `elsewhere` is booked in another school. */
export const PAYMENT_STATES = [
  'pending',
  'failed',
  'cancelled',
  'paid',
  'parked',
  'returned',
  'told',
  'unknown',
  'elsewhere',
] as const;
export const CONFIRMED_BY = ['prompt', 'status', 'pull', 'statement'] as const;

const paymentRow = z.object({
  sysid,
  date: moment,
  /** True if somebody was asked for it here. */
  asked: z.boolean(),
  state: z.enum(PAYMENT_STATES),
  /** KES. */
  amount: z.number(),
  receiptNumber: z.string().nullable(),
  /** Account: what the payer typed, or the STK push named. */
  account: z.string(),
  admissionNumber: z.string().nullable(),
  names: z.string().nullable(),
  className: z.string().nullable(),
  /** Its ends only. */
  mobileNumber: z.string().nullable(),
  borneOutBy: z.enum(CONFIRMED_BY).nullable(),
  reason: z.string().nullable(),
  code: z.string().nullable(),
  /** User who asked for it. */
  by: z.string().nullable(),
});
export type PaymentRow = z.output<typeof paymentRow>;

/** Get payments: what was asked for and what came in by M-Pesa. */
export const getPayments = list('wallet/getPayments', {
  sums: true,
  access: SCHOOL_STAFF,
  input: listQuery(['date', 'amount', 'state']).extend({
    state: z.enum(PAYMENT_STATES).optional(),
    admissionNumber: admissionNumber.optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  output: paymentRow,
});

/** Pulls the last 48 hours from M-Pesa now, and credits what is missing here. */
export const reconcilePayments = record('wallet/reconcilePayments', {
  access: SCHOOL_STAFF,
  slow: true,
  input: z.object({}),
  output: z.object({
    from: moment,
    to: moment,
    /** Number of payments that M-Pesa has, and what became of those that were missing here. */
    pulled: z.number().int(),
    credited: z.number().int(),
    parked: z.number().int(),
    /** Payments on which M-Pesa and the books do not agree. */
    differences: z.number().int(),
  }),
});

/** Names the school's two addresses to M-Pesa, and asks for leave to pull payments. */
export const registerPayments = record('school/registerPayments', {
  access: ADMIN,
  school: 'none',
  input: z.object({ schoolSYSID: sysid }),
  output: z.object({ responseCode: z.string(), responseDescription: z.string() }),
});

/** True if a school can collect, and how it stands with M-Pesa. */
export const getProviderRegistration = read('wallet/getPaymentStanding', {
  access: SCHOOL_STAFF,
  school: 'none',
  input: z.object({ schoolSYSID: sysid }),
  output: z.object({
    /** True if it has been set up. */
    ready: z.boolean(),
    registeredAt: moment.nullable(),
    /** Since when payments may be pulled, up to when they were, and why the last try failed. */
    pullsSince: moment.nullable(),
    pulledUntil: moment.nullable(),
    pullFailure: z.string().nullable(),
    /** M-Pesa was away for longer than it lists payments, and no statement of that time has come. */
    gap: z.object({ from: moment, until: moment }).nullable(),
  }),
});
