import { z } from 'zod';
import { ADMIN, list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { admissionNumber, instant, moment, phoneNumber, sysid } from './ids.ts';
import { listQuery } from './lists.ts';
import { kesToMove } from './money.ts';

/** An amount that M-Pesa can move: whole shillings. */
export const shillings = kesToMove.refine((cents) => cents % 100n === 0n, fieldMessage('whole-shillings'));

/** Sends a guardian's phone a request (STK push) to pay into a student's wallet. The result comes later: `getPayment`. */
export const requestPayment = record('wallet/requestPayment', {
  access: SCHOOL_STAFF,
  input: z.object({
    admissionNumber,
    amount: shillings,
    mobileNumber: phoneNumber,
    /** True queues the request if the phone is busy with another student's, instead of refusing it. */
    queue: z.boolean().optional(),
  }),
  output: z.object({ sysid, status: z.literal('pending') }),
});

export const PAYMENT_STATUS = ['pending', 'paid', 'failed', 'cancelled'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUS)[number];

/** Returns the state of a requested payment: `paid` once the wallet was credited. */
export const getPayment = read('wallet/getPayment', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({
    status: z.enum(PAYMENT_STATUS),
    receiptNumber: z.string().nullable(),
    /** Reason why it is not paid (yet), in words. */
    reason: z.string().nullable(),
    /** Reason as a code, for machines: the provider's code, or one of ours. */
    code: z.string().nullable(),
    /** True if a new request can succeed. */
    retry: z.boolean(),
  }),
});

/**
 * `pending`, `failed`, `cancelled`: requested and not paid. `paid`: credited to the wallet. `parked`: received and held in suspense.
 * `told`: reported by a person, not confirmed by M-Pesa; `unknown`: M-Pesa knows no such payment.
 */
/** `paid`: in a wallet, directly or out of suspense; `returned`: paid back to the payer; `elsewhere`: booked in another school. */
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
  /** True if the payment was requested here. */
  asked: z.boolean(),
  state: z.enum(PAYMENT_STATES),
  /** KES. */
  amount: z.number(),
  receiptNumber: z.string().nullable(),
  /** Account that the payer typed, or that the STK push named. */
  account: z.string(),
  admissionNumber: z.string().nullable(),
  names: z.string().nullable(),
  className: z.string().nullable(),
  /** Masked to its ends. */
  mobileNumber: z.string().nullable(),
  borneOutBy: z.enum(CONFIRMED_BY).nullable(),
  reason: z.string().nullable(),
  code: z.string().nullable(),
  /** User who requested the payment. */
  by: z.string().nullable(),
});
export type PaymentRow = z.output<typeof paymentRow>;

/** Lists payments that were requested or that came in by M-Pesa. */
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

/** Pulls the last 48 hours from M-Pesa now, and credits payments that are missing here. */
export const reconcilePayments = record('wallet/reconcilePayments', {
  access: SCHOOL_STAFF,
  slow: true,
  input: z.object({}),
  output: z.object({
    from: moment,
    to: moment,
    /** Number of payments that M-Pesa has, and the outcome of those that were missing here. */
    pulled: z.number().int(),
    credited: z.number().int(),
    parked: z.number().int(),
    /** Number of payments on which M-Pesa and the books disagree. */
    differences: z.number().int(),
  }),
});

/** Registers the school's two callback addresses with M-Pesa, and requests permission to pull payments. */
export const registerPayments = record('school/registerPayments', {
  access: ADMIN,
  school: 'none',
  schoolField: 'schoolSYSID',
  input: z.object({ schoolSYSID: sysid }),
  output: z.object({ responseCode: z.string(), responseDescription: z.string() }),
});

/** Reports whether a school can collect, and the state of its registration with M-Pesa. */
export const getProviderRegistration = read('wallet/getPaymentStanding', {
  access: SCHOOL_STAFF,
  school: 'none',
  schoolField: 'schoolSYSID',
  input: z.object({ schoolSYSID: sysid }),
  output: z.object({
    /** True if the set-up is complete. */
    ready: z.boolean(),
    registeredAt: moment.nullable(),
    /** Start of the period for which payments can be pulled, end of the last pull, and the error of the last try. */
    pullsSince: moment.nullable(),
    pulledUntil: moment.nullable(),
    pullFailure: z.string().nullable(),
    /** Period in which M-Pesa was unreachable for longer than it lists payments, and for which no statement has been uploaded. */
    gap: z.object({ from: moment, until: moment }).nullable(),
  }),
});
