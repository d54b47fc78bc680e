import { z } from 'zod';
import { list, record, SCHOOL_STAFF } from './endpoint.ts';
import { admissionNumber, moment, phoneNumber, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';

/** `sending`: on its way by M-Pesa. `failed`: it did not arrive, and is in the wallet again. */
export const REFUND_STATES = ['proposed', 'rejected', 'sending', 'paid', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Least refund: what M-Pesa pays out at once, in cents. */
export const LEAST_REFUND = 10_00n;
export const MOST_REFUND = 250_000_00n;

const refundRow = z.object({
  sysid,
  admissionNumber: z.string(),
  names: z.string(),
  /** KES, whole: what goes to the guardian. */
  amount: z.number(),
  /** KES: the cents that M-Pesa cannot carry, which stay in the wallet. */
  leftOver: z.number(),
  guardian: z.string(),
  /** Its ends only. */
  mobileNumber: z.string(),
  /**
   * Change: where the number has been this guardian's for less than 30 days, since when, and the ends of the one before (null of a
   * guardian who was added); null where it is older. Whoever approves sees both.
   */
  numberChanged: z.object({ date: moment, before: z.string().nullable() }).nullable(),
  reason: z.string(),
  state: z.enum(REFUND_STATES),
  by: z.string(),
  date: moment,
  /** True if whoever asks proposed it, and so may not approve it. */
  own: z.boolean(),
  decidedBy: z.string().nullable(),
  dateDecided: moment.nullable(),
  dateEnded: moment.nullable(),
  /** M-Pesa's, of what was paid. */
  receipt: z.string().nullable(),
  /** Failure: what M-Pesa says of one that failed. */
  failure: z.string().nullable(),
});
export type Refund = z.output<typeof refundRow>;

/** Proposes to pay a leaver's whole balance, by M-Pesa, to one of the student's guardians. A second person approves it. */
export const refund = record('wallet/refund', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: z.object({ admissionNumber, mobileNumber: phoneNumber, reason: words(200) }),
  output: refundRow,
});

/** Takes the money out of the wallet and has it paid. */
export const approveRefund = record('wallet/approveRefund', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: refundRow,
});

/** Turns a refund down, or takes the own proposal back. */
export const rejectRefund = record('wallet/rejectRefund', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: refundRow,
});

/** Refunds, the newest first; of one student, or in one state. */
export const getRefunds = list('wallet/getRefunds', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'amount', 'admissionNumber', 'names']).extend({
    admissionNumber: admissionNumber.optional(),
    state: z.enum(REFUND_STATES).optional(),
    /** Those that failed and after which nothing was proposed, of leavers whose wallet could be paid out still. */
    unpaid: z.literal('true').optional(),
  }),
  output: refundRow,
});
