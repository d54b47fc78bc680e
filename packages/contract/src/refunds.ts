import { z } from 'zod';
import { list, record, SCHOOL_STAFF } from './endpoint.ts';
import { admissionNumber, moment, phoneNumber, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';

/** `sending`: on its way by M-Pesa. `failed`: not delivered, and credited back to the wallet. */
export const REFUND_STATES = ['proposed', 'rejected', 'sending', 'paid', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Minimum refund in cents: the minimum that M-Pesa pays out. */
export const MIN_REFUND = 10_00n;
export const MAX_REFUND = 250_000_00n;

const refundRow = z.object({
  sysid,
  admissionNumber: z.string(),
  names: z.string(),
  /** Whole KES that go to the guardian. */
  amount: z.number(),
  /** KES: the cents that M-Pesa cannot carry, which stay in the wallet. */
  leftOver: z.number(),
  guardian: z.string(),
  /** Masked to its ends. */
  mobileNumber: z.string(),
  /**
   * Change of the number less than 30 days ago: its time, and the previous number masked to its ends (null for a guardian who was added);
   * null if the number is older. The approver sees both.
   */
  numberChanged: z.object({ date: moment, before: z.string().nullable() }).nullable(),
  reason: z.string(),
  state: z.enum(REFUND_STATES),
  by: z.string(),
  date: moment,
  /** True if the caller made the proposal, and so may not approve it. */
  own: z.boolean(),
  decidedBy: z.string().nullable(),
  dateDecided: moment.nullable(),
  dateEnded: moment.nullable(),
  /** M-Pesa's receipt of a paid refund. */
  receipt: z.string().nullable(),
  /** M-Pesa's reason for a failed refund. */
  failure: z.string().nullable(),
});
export type Refund = z.output<typeof refundRow>;

/** Proposes to pay a leaver's whole balance, by M-Pesa, to one of the student's guardians. A second person has to approve it. */
export const refund = record('wallet/refund', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: z.object({ admissionNumber, mobileNumber: phoneNumber, reason: words(200) }),
  output: refundRow,
});

/** Approves a refund: debits the wallet and starts the payout. */
export const approveRefund = record('wallet/approveRefund', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: refundRow,
});

/** Rejects a refund, or withdraws the caller's own proposal. */
export const rejectRefund = record('wallet/rejectRefund', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: refundRow,
});

/** Lists refunds, newest first; of one student, or in one state. */
export const getRefunds = list('wallet/getRefunds', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'amount', 'admissionNumber', 'names']).extend({
    admissionNumber: admissionNumber.optional(),
    state: z.enum(REFUND_STATES).optional(),
    /** Only failed refunds without a later proposal, of leavers whose wallet could still be paid out. */
    unpaid: z.literal('true').optional(),
  }),
  output: refundRow,
});
