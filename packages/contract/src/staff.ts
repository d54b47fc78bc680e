import { z } from 'zod';
import { DUTIES, list, ROLES, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { email, instant, moment, phoneNumber, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';
import { disagree, initialPassword, passwordsAgree } from './passwords.ts';
import { stamp, stampOrNone } from './stamp.ts';

const duties = z.array(z.enum(DUTIES)).min(1, fieldMessage('duty')).max(DUTIES.length);

const person = z.object({
  phoneNumber,
  email,
  firstName: words(60),
  lastNames: words(80),
  password: initialPassword,
  confirmPassword: z.string(),
  duties: duties.optional(),
});

/** A deleted user is hidden until restored, and then has the earlier state again. */
export const USER_STATES = ['active', 'disabled', 'deleted'] as const;
export type UserState = (typeof USER_STATES)[number];

const userRow = z.object({
  sysid,
  firstName: z.string(),
  lastName: z.string(),
  mobileNumber: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  duties: z.array(z.enum(DUTIES)),
  status: z.enum(USER_STATES),
  lastSignIn: moment.nullable(),
  dateCreated: moment,
});
export type UserRow = z.output<typeof userRow>;

/**
 * Creates an agent of the caller's school with gate duty; in the specification. 409 `user.duplicate-phone` if any account of any school
 * has the number.
 */
export const createCheckAgent = record('school/createCheckAgent', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: person.refine(passwordsAgree, disagree),
  output: userRow,
});

/** Creates a user. An Admin may create any role, a SchoolAdmin only CheckAgents of the own school. An Admin user has no school. */
export const createUser = record('school/createUser', {
  stepUp: true,
  access: SCHOOL_STAFF,
  school: 'optional',
  input: person.extend({ role: z.enum(ROLES), schoolSYSID: sysid.nullish() }).refine(passwordsAgree, disagree),
  output: userRow,
});

/** Lists the school's users; without a school, an Admin sees the platform's own. Deleted users only on request. */
export const getProfiles = list('school/getProfiles', {
  access: SCHOOL_STAFF,
  school: 'optional',
  input: listQuery([
    'names',
    'firstName',
    'lastName',
    'mobileNumber',
    'email',
    'role',
    'status',
    'lastSignIn',
    'dateCreated',
  ]).extend({
    role: z.enum(ROLES).optional(),
    duty: z.enum(DUTIES).optional(),
    status: z.enum(USER_STATES).optional(),
  }),
  output: userRow,
});

/** Pending number, which signs in after one day: its end, the person who set it, and the time from which it counts. */
export const nextNumber = z.object({ endsIn: z.string(), by: z.string(), from: moment });
export type NextNumber = z.output<typeof nextNumber>;

const factorRemoval = z.object({
  by: z.string(),
  reason: z.string(),
  date: moment,
  /** True if the caller made the request, and so may not approve it. */
  own: z.boolean(),
});
export type FactorRemoval = z.output<typeof factorRemoval>;

/**
 * Reasons why the caller may not confirm an account (`detail.why` of `user.one-hand`): it is their own; they made it, or made its maker;
 * both accounts have the same maker; one of the two set the other's number in the last 30 days; their own account is less than a day old.
 */
export const CONFIRM_DENIALS = ['self', 'made', 'maker', 'number', 'new'] as const;
export type ConfirmDenial = (typeof CONFIRM_DENIALS)[number];

const userDetails = userRow.extend({
  /** Null for an Admin. */
  school: z.object({ sysid, shortName: z.string() }).nullable(),
  openSessions: z.number().int(),
  /** Time until which the user may enter no PIN, after too many misses in this school; null if the user may. */
  stoppedUntil: moment.nullable(),
  /** Pending number that another person has set, with its last digits; null if there is none. */
  nextNumber: nextNumber.nullable(),
  /**
   * Second factor: `on` if there is one; `removal`, the request to remove a lost one; `waitsUntil`, the time until which a first factor
   * does not satisfy step-up, because only the phone number vouches for it.
   */
  secondFactor: z.object({ on: z.boolean(), removal: factorRemoval.nullable(), waitsUntil: moment.nullable() }),
  /**
   * Set while only the maker of the account claims that it is another person's: until it is confirmed, the two accounts, and all accounts
   * that this one has made, count as one person for segregation of duties. `mayConfirm` is true if the caller may confirm it; otherwise
   * `why` gives the reason.
   */
  unconfirmed: z.object({ mayConfirm: z.boolean(), why: z.enum(CONFIRM_DENIALS).nullable() }).nullable(),
  updated: stamp,
});
export type UserDetails = z.output<typeof userDetails>;

/** Returns one user, including a deleted one. An Admin who names no school reaches all users. */
export const getUser = read('school/getUser', {
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid }),
  output: userDetails,
});

/**
 * Changes the given fields, by the names of createUser or by those of the list; the others stay unchanged. Another role, other duties,
 * another phone or `disabled` ends all sessions of the user. A SchoolAdmin changes the CheckAgents of the own school; nobody disables or
 * demotes themself, and one's own phone and e-mail are changed in the profile. In production another phone is pending for a day
 * (`nextNumber`), unless the user has never signed in: until then the old phone signs in, and is notified.
 */
export const updateUser = record('school/updateUser', {
  stepUp: true,
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({
    sysid,
    firstName: words(60).optional(),
    lastNames: words(80).optional(),
    lastName: words(80).optional(),
    email: email.optional(),
    phoneNumber: phoneNumber.optional(),
    mobileNumber: phoneNumber.optional(),
    role: z.enum(ROLES).optional(),
    duties: duties.optional(),
    status: z.enum(['active', 'disabled']).optional(),
    updated: stampOrNone,
  }),
  output: userDetails,
});

/** Unlocks another user who entered too many wrong PINs and fingers in this school. */
export const unlockUser = record('school/unlockUser', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({ sysid }),
});

/**
 * Requests the removal of another person's second factor, who has lost it with its recovery codes. The user is notified by SMS. Nothing
 * changes before another person approves. A SchoolAdmin requests and approves for the CheckAgents of the own school, Admins for all
 * others.
 */
export const proposeFactorRemoval = record('school/proposeFactorRemoval', {
  stepUp: true,
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid, reason: words(200) }),
  output: userDetails,
});

/**
 * Approves the removal, ends all sessions of the user, and notifies the user. A factor that was used since the request is not lost: 409
 * session.factor-in-use.
 */
export const approveFactorRemoval = record('school/approveFactorRemoval', {
  stepUp: true,
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid }),
  output: userDetails,
});

/** Rejects the removal. The requester may withdraw it by this call. */
export const rejectFactorRemoval = record('school/rejectFactorRemoval', {
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid }),
  output: userDetails,
});

/**
 * Settles a first factor that waits, by a colleague's word: it is the user's and counts at once, or it is removed with all sessions of
 * the user. The user is notified by SMS. Anybody who works in the office of the school or for the platform and has stepped up may do so,
 * except the owner (422 `session.own-factor`). `waitsUntil` is that of `getUser`: 409 `session.factor-counts` if the factor no longer
 * waits, or is another one.
 */
export const settleFactor = record('school/settleFactor', {
  stepUp: true,
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid, waitsUntil: instant, theirs: z.boolean() }),
  output: userDetails,
});

/** Deletes a user by hiding the account, and frees the phone number; the user's records stay. */
export const deleteUser = record('school/deleteUser', {
  stepUp: true,
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid }),
  output: userDetails,
});

/**
 * Restores a deleted account, without sessions. 404 `user.not-found`; 409 `user.duplicate-phone` if another account has taken the number.
 */
export const restoreUser = record('school/restoreUser', {
  stepUp: true,
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid }),
  output: userDetails,
});

/** Cancels the pending number of a user of the own school, regardless of who set it. */
export const cancelNumber = record('school/cancelNumber', {
  stepUp: true,
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid }),
  output: userDetails,
});

/**
 * Ends all sessions of another person and the access by their desk PIN, without disabling the account; the user is notified by SMS. A
 * SchoolAdmin does so for all who work in the own school, an Admin for everybody. Callers end their own sessions by `session/end` (422
 * `user.self`).
 */
export const endUserSessions = record('school/endSessions', {
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid }),
  output: userDetails,
});

/**
 * Confirms that an account belongs to another person than its maker. A SchoolAdmin confirms in the own school, an Admin everywhere; the
 * maker, and anyone tied to the maker by segregation of duties, may not (422 `user.one-hand`, with `why`). The owner must have signed in
 * (409 `user.never-signed-in`).
 */
export const confirmUser = record('school/confirmUser', {
  stepUp: true,
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid }),
  output: userDetails,
});
