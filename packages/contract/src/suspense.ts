import { z } from 'zod';
import { list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { admissionNumber, moment, sysid, wordsOrNone } from './ids.ts';
import { listQuery } from './lists.ts';

/** `proposed`: a second person has to approve. `returning`: M-Pesa has been asked to give it back, and has not answered. */
export const SUSPENSE_STATES = ['open', 'proposed', 'returning', 'settled', 'returned'] as const;
export type SuspenseState = (typeof SUSPENSE_STATES)[number];

export const PARKED_WHY = ['unknown-account', 'left', 'reversed'] as const;

/** Slip by which a number that was typed differs from a student's. */
export const NEAR_NUMBERS = ['same', 'zeros', 'swapped', 'one-digit', 'missing-digit', 'extra-digit'] as const;
export type NearNumber = (typeof NEAR_NUMBERS)[number];

/** Reason for which a payment may be for a student. */
const reason = z.discriminatedUnion('kind', [
  /** The payer's phone is that of a guardian. */
  z.object({ kind: z.literal('guardian-phone'), guardian: z.string() }),
  /** The payer typed a guardian's phone in place of the number. */
  z.object({ kind: z.literal('typed-phone'), guardian: z.string() }),
  z.object({ kind: z.literal('number'), how: z.enum(NEAR_NUMBERS) }),
  /** The payer typed a name in place of the number. */
  z.object({ kind: z.literal('typed-name'), likeness: z.number() }),
  /** The payer is called like a guardian, or like the student. */
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
  /** The strongest first. */
  reasons: z.array(reason),
});
export type Suggestion = z.output<typeof suggestion>;

const student = z.object({ admissionNumber: z.string(), names: z.string() });

const proposal = z.object({
  sysid,
  way: z.enum(['settle', 'return']),
  /** For whom; null where it goes back to the payer. */
  student: student.nullable(),
  note: z.string().nullable(),
  by: z.string(),
  date: moment,
  /** True if whoever asks proposed it, and so may not approve it. */
  own: z.boolean(),
  decidedBy: z.string().nullable(),
  dateDecided: moment.nullable(),
});

const suspenseItem = z.object({
  sysid,
  /** M-Pesa's; null where money was taken back that came without one. */
  receipt: z.string().nullable(),
  /** KES. */
  amount: z.number(),
  why: z.enum(PARKED_WHY),
  /** Account: what the payer typed as the account. */
  account: z.string(),
  payer: z.string().nullable(),
  /** From whose wallet it was taken back. */
  from: student.nullable(),
  datePaid: moment,
  dateParked: moment,
  state: z.enum(SUSPENSE_STATES),
  /** Proposal: what is proposed, or what was done. */
  proposal: proposal.nullable(),
  /** Reason for which M-Pesa did not give it back, where that was tried last. */
  notReturned: z.string().nullable(),
  /** For whom it may be, the likeliest first; for what is open, and for what waits for a second person. */
  suggestions: z.array(suggestion),
});
export type SuspenseItem = z.output<typeof suspenseItem>;

/** The longest list that says for whom each payment may be; a longer one, such as an export, does not. */
export const MOST_SUGGESTED = 100;

/** Payments without a wallet, the newest first; `state` leaves out the others. */
export const getSuspense = list('wallet/getSuspense', {
  sums: true,
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['datePaid', 'dateParked', 'amount', 'account', 'receipt']).extend({
    state: z.enum(SUSPENSE_STATES).optional(),
  }),
  output: suspenseItem,
});

/** One payment of the suspense account, whatever became of it. 404 `suspense.not-found`. */
export const getSuspenseItem = read('wallet/getSuspenseItem', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: suspenseItem,
});

/** Proposes whose it is. A second person approves it. */
export const proposeSettlement = record('wallet/proposeSettlement', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, admissionNumber, note: wordsOrNone(200) }),
  output: suspenseItem,
});

/** Proposes to give it back to who paid. A second person approves it. */
export const proposeReturn = record('wallet/proposeReturn', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, note: wordsOrNone(200) }),
  output: suspenseItem,
});

/** `proposalSYSID` is the proposal that was read, so that nobody approves another one that has come in its place. */
const decision = z.object({ sysid, proposalSYSID: sysid.optional() });

/** Does what another person has proposed. */
export const approveSettlement = record('wallet/approveSettlement', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: decision,
  output: suspenseItem,
});

/** Turns a proposal down, or takes the own one back: it lies open again. */
export const rejectSettlement = record('wallet/rejectSettlement', {
  access: SCHOOL_STAFF,
  input: decision,
  output: suspenseItem,
});
