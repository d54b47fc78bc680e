import { z } from 'zod';
import { list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { admissionNumber, moment, sysid, wordsOrNone } from './ids.ts';
import { listQuery } from './lists.ts';

/** `proposed`: a second person has to approve. `returning`: M-Pesa has been asked to pay it back, and has not answered. */
export const SUSPENSE_STATES = ['open', 'proposed', 'returning', 'settled', 'returned'] as const;
export type SuspenseState = (typeof SUSPENSE_STATES)[number];

export const PARKED_WHY = ['unknown-account', 'left', 'reversed'] as const;

/** Ways in which a typed number can differ from a student's. */
export const NEAR_NUMBERS = ['same', 'zeros', 'swapped', 'one-digit', 'missing-digit', 'extra-digit'] as const;
export type NearNumber = (typeof NEAR_NUMBERS)[number];

/** Reasons why a payment may be for a student. */
const reason = z.discriminatedUnion('kind', [
  /** The payer's phone is a guardian's. */
  z.object({ kind: z.literal('guardian-phone'), guardian: z.string() }),
  /** The payer typed a guardian's phone instead of the admission number. */
  z.object({ kind: z.literal('typed-phone'), guardian: z.string() }),
  z.object({ kind: z.literal('number'), how: z.enum(NEAR_NUMBERS) }),
  /** The payer typed a name instead of the admission number. */
  z.object({ kind: z.literal('typed-name'), likeness: z.number() }),
  /** The payer's name resembles a guardian's, or the student's. */
  z.object({
    kind: z.literal('payer-name'),
    of: z.enum(['guardian', 'student']),
    name: z.string(),
    likeness: z.number(),
  }),
  /** The same phone has paid for this student before. */
  z.object({ kind: z.literal('paid-before'), times: z.number().int() }),
]);
export type SuggestionReason = z.output<typeof reason>;

const suggestion = z.object({
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  /** Reasons, strongest first. */
  reasons: z.array(reason),
});
export type Suggestion = z.output<typeof suggestion>;

const student = z.object({ admissionNumber: z.string(), names: z.string() });

const proposal = z.object({
  sysid,
  way: z.enum(['settle', 'return']),
  /** Student who gets the payment; null if it goes back to the payer. */
  student: student.nullable(),
  note: z.string().nullable(),
  by: z.string(),
  date: moment,
  /** True if the caller made the proposal, and so may not approve it. */
  own: z.boolean(),
  decidedBy: z.string().nullable(),
  dateDecided: moment.nullable(),
});

const suspenseItem = z.object({
  sysid,
  /** M-Pesa's receipt; null for money taken back that came without one. */
  receipt: z.string().nullable(),
  /** KES. */
  amount: z.number(),
  why: z.enum(PARKED_WHY),
  /** Account that the payer typed. */
  account: z.string(),
  payer: z.string().nullable(),
  /** Student from whose wallet the money was taken back. */
  from: student.nullable(),
  datePaid: moment,
  dateParked: moment,
  state: z.enum(SUSPENSE_STATES),
  /** Pending proposal, or the one that was carried out. */
  proposal: proposal.nullable(),
  /** Reason why M-Pesa did not pay it back at the last try. */
  notReturned: z.string().nullable(),
  /** Rejection of the last proposal, with the student of the proposal (null: the payer). Null if it was withdrawn or is not open. */
  rejected: z.object({ by: z.string(), date: moment, student: student.nullable() }).nullable(),
  /** Students whom the payment may be for, likeliest first; only for open payments and those that wait for a second person. */
  suggestions: z.array(suggestion),
});
export type SuspenseItem = z.output<typeof suspenseItem>;

/** Maximum length of a list that includes suggestions; a longer one, such as an export, does not. */
export const MAX_SUGGESTED = 100;

/** Lists payments in suspense, newest first; `state` selects one state. */
export const getSuspense = list('wallet/getSuspense', {
  sums: true,
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['datePaid', 'dateParked', 'amount', 'account', 'receipt']).extend({
    state: z.enum(SUSPENSE_STATES).optional(),
  }),
  output: suspenseItem,
});

/** Returns one payment of the suspense account, in any state. 404 `suspense.not-found`. */
export const getSuspenseItem = read('wallet/getSuspenseItem', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: suspenseItem,
});

/** Proposes the student whom a payment is for. A second person has to approve it. */
export const proposeSettlement = record('wallet/proposeSettlement', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, admissionNumber, note: wordsOrNone(200) }),
  output: suspenseItem,
});

/** Proposes to pay it back to the payer. A second person has to approve it. */
export const proposeReturn = record('wallet/proposeReturn', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, note: wordsOrNone(200) }),
  output: suspenseItem,
});

/** `proposalSYSID` is the proposal that the caller has read, so that nobody approves one that has replaced it. */
const decision = z.object({ sysid, proposalSYSID: sysid.optional() });

/** Approves and carries out another person's proposal. */
export const approveSettlement = record('wallet/approveSettlement', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: decision,
  output: suspenseItem,
});

/** Rejects a proposal, or withdraws the caller's own: the payment is open again. */
export const rejectSettlement = record('wallet/rejectSettlement', {
  access: SCHOOL_STAFF,
  input: decision,
  output: suspenseItem,
});
