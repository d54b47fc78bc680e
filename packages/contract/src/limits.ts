import { z } from 'zod';
import { list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { admissionNumber, moment, sysid, words, wordsOrNone } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { kes, kesOrZero } from './money.ts';
import { stamp, stampOrNone } from './stamp.ts';

/** Persons who may limit pocket money. Of several limits of one kind the strictest counts. */
export const LIMIT_SCOPES = ['school', 'class', 'student', 'guardian'] as const;
export type LimitScope = (typeof LIMIT_SCOPES)[number];

/** Way by which a guardian's wish came to the school. */
export const WISH_WAYS = ['in-person', 'phone', 'message', 'letter'] as const;

const scope = z.enum(LIMIT_SCOPES, fieldMessage('one-of', { values: LIMIT_SCOPES.join(', ') }));

/** Amounts in KES; null where there is no such limit. Days and weeks are the school's, a week begins on Monday. */
const limits = z.object({
  scope,
  /** Of the school, the class or the student. */
  sysid,
  /** The most of one cash-out, and of all cash-outs of a day and of a week; fees do not count. */
  cashOut: z.number().nullable(),
  day: z.number().nullable(),
  week: z.number().nullable(),
  noCash: z.boolean(),
  /** The most that may be spent in a day, in the canteen and on items together. */
  spending: z.number().nullable(),
  /** The most of one cash-out, sale or meal by a finger alone; above it the PIN is asked. */
  fingerAlone: z.number().nullable(),
  /**
   * Of the school only: the most of cash and items altogether by a PIN that the office has typed, printed or read from a list, until the
   * student has chosen one of their own (`student/choosePin`); 0 is never. Counted since the PIN was set, or since the school's limits were
   * last saved (`setAt`) where that is later; goods that went back do not count.
   */
  firstPin: z.number().nullable(),
  /** Of the school only: how many cash-outs a student may have in a day, whether the student must be checked in today. */
  cashOutsPerDay: z.number().int().nullable(),
  onCampusOnly: z.boolean(),
  /** Of the school only: cash of a student in a day above it needs the approval of a second person; what had one does not count. */
  approvalAbove: z.number().nullable(),
  /** Of a guardian only: whose wish it was, how it came, and on which day. */
  wishedBy: z.string().nullable(),
  wishedHow: z.enum(WISH_WAYS).nullable(),
  wishedOn: z.string().nullable(),
  /** Null where nothing is set. */
  setBy: z.string().nullable(),
  setAt: moment.nullable(),
  updated: stamp,
});
export type Limits = z.output<typeof limits>;

/** Get limits: what is set there; `sysid` of the class or the student. */
export const getLimits = read('wallet/getLimits', {
  access: SCHOOL_STAFF,
  input: z.object({ scope, sysid: sysid.optional() }),
  output: limits,
});

const none = z.union([z.literal(''), z.null()]).transform(() => null);
const NO_AMOUNT = fieldMessage('amount');
const amountOrNone = z.union([none, kes], NO_AMOUNT).optional();
const amountOrZeroOrNone = z.union([none, kesOrZero], NO_AMOUNT).optional();
const TIMES = fieldMessage('whole-number', { most: 100 });
const times = z
  .union([z.number(), z.string().trim()], TIMES)
  .transform(Number)
  .pipe(z.number().int(TIMES).min(1, TIMES).max(100, TIMES));

/**
 * Sets limits: what is left out stays, null or an empty text takes a limit away. The school's own are an Admin's to set.
 * A guardian's wish needs `wishedBy` and `wishedHow` unless it is taken away whole; `wishedOn` is today where left out.
 */
export const setLimits = record('wallet/setLimits', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: z.object({
    scope,
    sysid: sysid.optional(),
    cashOut: amountOrNone,
    day: amountOrNone,
    week: amountOrNone,
    noCash: flag.optional(),
    spending: amountOrZeroOrNone,
    fingerAlone: amountOrZeroOrNone,
    firstPin: amountOrZeroOrNone,
    cashOutsPerDay: z.union([none, times]).optional(),
    onCampusOnly: flag.optional(),
    approvalAbove: amountOrZeroOrNone,
    wishedBy: wordsOrNone(100),
    wishedHow: z.union([none, z.enum(WISH_WAYS)]).optional(),
    wishedOn: z.union([none, z.iso.date(fieldMessage('date'))]).optional(),
    updated: stampOrNone,
  }),
  output: limits,
});

export const LIMIT_RULES = [
  'no-cash',
  'on-campus',
  'cash-outs',
  'cash-out',
  'day',
  'week',
  'spending',
  'finger-alone',
  'first-pin',
  'approval',
] as const;
export type LimitRule = (typeof LIMIT_RULES)[number];

export const APPROVAL_STATES = ['pending', 'approved', 'used', 'refused', 'expired', 'withdrawn'] as const;

/** A guardian's number that was changed or added, by its ends; `before` is null of a guardian who was added. */
export const changedNumber = z.object({
  guardian: z.string(),
  mobileNumber: z.string(),
  date: moment,
  before: z.string().nullable(),
});
export type ChangedNumber = z.output<typeof changedNumber>;

const approval = z.object({
  sysid,
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  /** The most that may be paid out by it, in KES. */
  amount: z.number(),
  reason: z.string(),
  /** Slip of the bank that is to be paid in once more; null of a cash-out. */
  reference: z.string().nullable(),
  /** True if it is for a leaver's refund to a number that was changed a short while ago. */
  isRefund: z.boolean(),
  /** Numbers of the leaver's guardians to which such a refund waits, by their ends, as `getApproval` tells them; else none. */
  numbers: z.array(changedNumber),
  /** Changes of PIN or finger for which the student's cash waits, the newest first, as `getApproval` tells them; else none. `by` is null where nobody kept who made one. */
  changes: z.array(z.object({ changed: z.enum(['pin', 'finger']), date: moment, by: z.string().nullable() })),
  /**
   * False where changes of what the money is taken by wait and this word counts for none of them: who decided it (of one that waits: who looks)
   * made the change or is in one hand with who did, or it was asked for before.
   */
  liftsHold: z.boolean(),
  /**
   * Reason for which the yes of whoever looks would be refused as `approval.vain`: `changed`, they made the change that waits or are in one hand with who
   * did, and others can approve it; `asked-before`, it was asked for before the change, and nobody can. Null where the yes counts.
   */
  vain: z.enum(['changed', 'asked-before']).nullable(),
  state: z.enum(APPROVAL_STATES),
  date: moment,
  askedBy: z.string(),
  /** True if whoever looks has asked for it, and so may not decide it. */
  own: z.boolean(),
  decidedBy: z.string().nullable(),
  decidedAt: moment.nullable(),
  /** Reason for which it was refused. */
  note: z.string().nullable(),
  /** Until when it can be approved, or used once approved; null afterwards. */
  until: moment.nullable(),
});
export type Approval = z.output<typeof approval>;

/** Get student limits: what counts for one student, and what is left of it today. */
export const getStudentLimits = read('wallet/getStudentLimits', {
  access: SCHOOL_STAFF,
  input: z.object({ admissionNumber }),
  output: z.object({
    admissionNumber: z.string(),
    /**
     * The strictest of each kind and who set it. `limit` and `left` in KES, and in times for `cash-outs`; of `cash-out`,
     * `finger-alone`, `no-cash` and `on-campus` nothing is used up, of `approval` what was paid out today without one.
     */
    rules: z.array(
      z.object({ rule: z.enum(LIMIT_RULES), limit: z.number(), left: z.number(), setBy: z.enum(LIMIT_SCOPES) }),
    ),
    /** The most that one cash-out may be by now, whatever the wallet holds; null where nothing limits it. */
    cashLeft: z.number().nullable(),
    /** The most that may still be spent today; null where nothing limits it. */
    spendingLeft: z.number().nullable(),
    /** True if the gate let the student in today and not out since. */
    checkedIn: z.boolean(),
    /** Hold: until when cash by a changed PIN or another finger waits for a second person (wallet.hold); null where there is none. */
    hold: z.object({ until: moment, changed: z.enum(['pin', 'finger', 'phone']) }).nullable(),
    /** Approval: what whoever looks has asked for or been given for this student and can still use. */
    approval: approval.nullable(),
  }),
});
export type StudentLimits = z.output<typeof getStudentLimits.output>;

/**
 * Asks for the word of a second person on a cash-out that whoever asks is going to make, for a leaver on a refund to a number that waits, or with `reference` on a
 * deposit by a slip of the bank that has paid in before. Replaces what the same person asked for the student before.
 */
export const requestApproval = record('wallet/requestApproval', {
  access: SCHOOL_STAFF,
  input: z.object({ admissionNumber, amount: kes, reason: words(200), reference: wordsOrNone(60) }),
  output: approval,
});

/**
 * Approves what somebody else has asked for: good for 30 minutes, for that student and that person, up to that amount; for a cash-out once. Refused
 * (`approval.vain`) where money waits for a change that whoever approves has made, or that came after the request, and the amount needs nobody else.
 */
export const approve = record('wallet/approve', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: approval,
});

/** Refuses an approval with a reason, which whoever asked is shown. */
export const refuseApproval = record('wallet/refuseApproval', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, reason: words(200) }),
  output: approval,
});

/** One approval with its state. */
export const getApproval = read('wallet/getApproval', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: approval,
});

/** Get approvals: what waits comes first, then the newest. */
export const getApprovals = list('wallet/getApprovals', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'amount', 'names', 'askedBy']).extend({ state: z.enum(APPROVAL_STATES).optional() }),
  output: approval,
});
