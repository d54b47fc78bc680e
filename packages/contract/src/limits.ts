import { z } from 'zod';
import { list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { admissionNumber, moment, sysid, words, wordsOrNone } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { kes, kesOrZero } from './money.ts';
import { stamp, stampOrNone } from './stamp.ts';

/** Scopes that can limit pocket money. Of several limits of one kind the strictest applies. */
export const LIMIT_SCOPES = ['school', 'class', 'student', 'guardian'] as const;
export type LimitScope = (typeof LIMIT_SCOPES)[number];

/** Ways in which a guardian's request for limits reached the school. */
export const WISH_WAYS = ['in-person', 'phone', 'message', 'letter'] as const;

const scope = z.enum(LIMIT_SCOPES, fieldMessage('one-of', { values: LIMIT_SCOPES.join(', ') }));

/** Amounts in KES; null means no limit. Days and weeks are the school's; a week begins on Monday. */
const limits = z.object({
  scope,
  /** Id of the school, the class or the student. */
  sysid,
  /** Maximum of one cash-out, and of all cash-outs of a day and of a week; fees do not count. */
  cashOut: z.number().nullable(),
  day: z.number().nullable(),
  week: z.number().nullable(),
  noCash: z.boolean(),
  /** Maximum spending per day, in the canteen and on items together. */
  spending: z.number().nullable(),
  /** Maximum of one cash-out, sale or meal by fingerprint alone; above it the PIN is required. */
  fingerAlone: z.number().nullable(),
  /**
   * School only: maximum total of cash and items by a PIN that the office has typed, printed or read from a list, until the student has
   * chosen a PIN (`student/choosePin`); 0 means never. Counted since the PIN was set, or since the school's limits were last saved
   * (`setAt`) if that is later; returned goods do not count.
   */
  firstPin: z.number().nullable(),
  /** School only: number of cash-outs per student and day, and if the student must be checked in today. */
  cashOutsPerDay: z.number().int().nullable(),
  onCampusOnly: z.boolean(),
  /** School only: a student's cash of a day above this amount needs the approval of a second person; approved cash-outs do not count. */
  approvalAbove: z.number().nullable(),
  /** Guardian only: the person who asked for the limit, the way in which the request came, and its day. */
  wishedBy: z.string().nullable(),
  wishedHow: z.enum(WISH_WAYS).nullable(),
  wishedOn: z.string().nullable(),
  /** Null if nothing is set. */
  setBy: z.string().nullable(),
  setAt: moment.nullable(),
  updated: stamp,
});
export type Limits = z.output<typeof limits>;

/** Returns the limits that are set for a scope; `sysid` is that of the class or the student. */
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
 * Sets limits: fields that are left out stay unchanged, null or an empty text removes a limit. The school's own limits are set by an
 * Admin. A guardian's limits need `wishedBy` and `wishedHow`, unless they are removed altogether; `wishedOn` defaults to today.
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

/** A guardian's number that was changed or added, masked to its ends; `before` is null for a guardian who was added. */
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
  /** Maximum amount that the approval pays out, in KES. */
  amount: z.number(),
  reason: z.string(),
  /** Bank slip that is to be paid in once more; null for a cash-out. */
  reference: z.string().nullable(),
  /** True for a leaver's refund to a number that was changed recently. */
  isRefund: z.boolean(),
  /**
   * Numbers of the leaver's guardians that such a refund waits for, masked to their ends, as `getApproval` returns them; otherwise none.
   */
  numbers: z.array(changedNumber),
  /**
   * Changes of PIN or finger that put the student's cash on hold, newest first, as `getApproval` returns them; otherwise none. `by` is
   * null if the author was not recorded.
   */
  changes: z.array(z.object({ changed: z.enum(['pin', 'finger']), date: moment, by: z.string().nullable() })),
  /**
   * False if changes are on hold and this approval lifts none of them: the approver (of a pending approval: the caller) made the change
   * or is tied to its author by segregation of duties, or the approval was asked for before the change.
   */
  liftsHold: z.boolean(),
  /**
   * Reason why the caller's approval would be refused as `approval.vain`. `changed`: the caller made the change on hold, or is tied to
   * its author by segregation of duties, and others can approve; `asked-before`: the approval was asked for before the change, and nobody
   * can approve. Null if the caller can approve.
   */
  vain: z.enum(['changed', 'asked-before']).nullable(),
  state: z.enum(APPROVAL_STATES),
  date: moment,
  askedBy: z.string(),
  /** True if the caller asked for the approval, and so may not decide it. */
  own: z.boolean(),
  decidedBy: z.string().nullable(),
  decidedAt: moment.nullable(),
  /** Reason for the refusal. */
  note: z.string().nullable(),
  /** Time until which it can be approved, or used once approved; null afterwards. */
  until: moment.nullable(),
});
export type Approval = z.output<typeof approval>;

/** Returns the limits that apply to one student, and the amounts left today. */
export const getStudentLimits = read('wallet/getStudentLimits', {
  access: SCHOOL_STAFF,
  input: z.object({ admissionNumber }),
  output: z.object({
    admissionNumber: z.string(),
    /**
     * Strictest limit of each kind and its author. `limit` and `left` are in KES, for `cash-outs` a number; `cash-out`, `finger-alone`,
     * `no-cash` and `on-campus` are not used up; of `approval`, today's cash-outs without an approval are used.
     */
    rules: z.array(
      z.object({ rule: z.enum(LIMIT_RULES), limit: z.number(), left: z.number(), setBy: z.enum(LIMIT_SCOPES) }),
    ),
    /** Maximum of one cash-out now, whatever the wallet holds; null if unlimited. */
    cashLeft: z.number().nullable(),
    /** Maximum spending left today; null if unlimited. */
    spendingLeft: z.number().nullable(),
    /** True if the gate checked the student in today and not out since. */
    checkedIn: z.boolean(),
    /** Hold: time until which cash by a changed PIN or finger waits for a second person (wallet.hold); null without a hold. */
    hold: z.object({ until: moment, changed: z.enum(['pin', 'finger', 'phone']) }).nullable(),
    /** Approval for this student that the caller asked for or was given and that is still usable. */
    approval: approval.nullable(),
  }),
});
export type StudentLimits = z.output<typeof getStudentLimits.output>;

/**
 * Requests a second person's approval: for a cash-out that the caller is about to make, for a leaver's refund to a number on hold, or
 * with `reference` for a deposit by a bank slip that has paid in before. Replaces an earlier request of the same caller for the student.
 */
export const requestApproval = record('wallet/requestApproval', {
  access: SCHOOL_STAFF,
  input: z.object({ admissionNumber, amount: kes, reason: words(200), reference: wordsOrNone(60) }),
  output: approval,
});

/**
 * Approves another person's request. The approval is valid for 30 minutes, for that student and that requester, up to that amount; for a
 * cash-out once. Refused (`approval.vain`) if the money is on hold for a change that the approver made, or that came after the request,
 * and the amount alone needs no approval.
 */
export const approve = record('wallet/approve', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: approval,
});

/** Refuses a request with a reason, which the requester is shown. */
export const refuseApproval = record('wallet/refuseApproval', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, reason: words(200) }),
  output: approval,
});

/** Returns one approval with its state. */
export const getApproval = read('wallet/getApproval', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: approval,
});

/** Lists approvals: pending ones first, then the newest. */
export const getApprovals = list('wallet/getApprovals', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'amount', 'names', 'askedBy']).extend({ state: z.enum(APPROVAL_STATES).optional() }),
  output: approval,
});
