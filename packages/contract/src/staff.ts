import { z } from 'zod';
import { DUTIES, list, ROLES, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { email, instant, moment, phoneNumber, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';
import { disagree, isThePhone, newPassword, passwordIsNoPhone, passwordsAgree } from './passwords.ts';
import { stamp, stampOrNone } from './stamp.ts';

const duties = z.array(z.enum(DUTIES)).min(1, fieldMessage('duty')).max(DUTIES.length);

const person = z.object({
  phoneNumber,
  email,
  firstName: words(60),
  lastNames: words(80),
  password: newPassword,
  confirmPassword: z.string(),
  duties: duties.optional(),
});

/** A deleted user is hidden until restored, and has the state of before then. */
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

/** Makes an agent of the own school, put to the gate; in the specification. 409 `user.duplicate-phone` where any account of any school has the number. */
export const createCheckAgent = record('school/createCheckAgent', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: person.refine(passwordsAgree, disagree).refine(passwordIsNoPhone, isThePhone),
  output: userRow,
});

/** An Admin makes any role; a SchoolAdmin makes CheckAgents of the own school. An Admin user has no school. */
export const createUser = record('school/createUser', {
  stepUp: true,
  access: SCHOOL_STAFF,
  school: 'optional',
  input: person
    .extend({ role: z.enum(ROLES), schoolSYSID: sysid.nullish() })
    .refine(passwordsAgree, disagree)
    .refine(passwordIsNoPhone, isThePhone),
  output: userRow,
});

/** The school's users; without a school an Admin sees the platform's own. Deleted ones only where asked for. */
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

/** A number that waits a day before it signs in: the end of it, who has set it, and from when on it counts. */
export const nextNumber = z.object({ endsIn: z.string(), by: z.string(), from: moment });
export type NextNumber = z.output<typeof nextNumber>;

const factorRemoval = z.object({
  by: z.string(),
  reason: z.string(),
  date: moment,
  /** True if whoever asks has asked for it, and so may not agree. */
  own: z.boolean(),
});
export type FactorRemoval = z.output<typeof factorRemoval>;

/**
 * Reasons for which somebody may not confirm an account (`detail.why` of `user.one-hand`): it is their own; they made it, or whoever made it; the maker
 * of both is the same; one of the two set the other's number in the last 30 days; their own account is less than a day old.
 */
export const CONFIRM_DENIALS = ['self', 'made', 'maker', 'number', 'new'] as const;
export type ConfirmDenial = (typeof CONFIRM_DENIALS)[number];

const userDetails = userRow.extend({
  /** Null for an Admin. */
  school: z.object({ sysid, shortName: z.string() }).nullable(),
  openSessions: z.number().int(),
  /** Until when they may enter no PIN, having missed too often in this school; null where they may. */
  stoppedUntil: moment.nullable(),
  /** A number that somebody else has set and that waits, with its last digits; null where there is none. */
  nextNumber: nextNumber.nullable(),
  /**
   * Second factor: whether there is one; that somebody has asked for it to be removed, as it is lost; and until when it opens nothing, as it is the first
   * one and nothing but the phone number speaks for it.
   */
  secondFactor: z.object({ on: z.boolean(), removal: factorRemoval.nullable(), waitsUntil: moment.nullable() }),
  /**
   * Set while nobody but whoever made the account says that it is another person's: until then the two, and all accounts that the one has
   * made, act as one hand. `mayConfirm` is true if whoever asks may say so; `why` not, else.
   */
  unconfirmed: z.object({ mayConfirm: z.boolean(), why: z.enum(CONFIRM_DENIALS).nullable() }).nullable(),
  updated: stamp,
});
export type UserDetails = z.output<typeof userDetails>;

/** One user, a deleted one too. An Admin who names no school reaches everybody. */
export const getUser = read('school/getUser', {
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid }),
  output: userDetails,
});

/**
 * Changes what is given, by the names of createUser or by those of the list, and leaves the rest. Another role, other duties, another phone or `disabled` ends all sessions
 * of the user. A SchoolAdmin changes the CheckAgents of the own school; nobody disables or demotes themself, and one's
 * own phone and e-mail are changed in the profile. In production another phone waits a day (`nextNumber`), unless the user has
 * never signed in: until then the old one signs in, and is told.
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

/** Lets somebody else enter PINs and fingers again in this school who has missed too often. */
export const unlockUser = record('school/unlockUser', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({ sysid }),
});

/**
 * Asks for the second factor of somebody else to be removed, who has lost it with its recovery codes. They are told by SMS. Nothing
 * changes before another person agrees; a SchoolAdmin does both for the CheckAgents of the own school, for all others Admins do.
 */
export const proposeFactorRemoval = record('school/proposeFactorRemoval', {
  stepUp: true,
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid, reason: words(200) }),
  output: userDetails,
});

/** Removes it, ends all sessions of the user, and tells them. One that was used meanwhile is not lost: 409 session.factor-in-use. */
export const approveFactorRemoval = record('school/approveFactorRemoval', {
  stepUp: true,
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid }),
  output: userDetails,
});

/** Keeps it. Whoever asked may take that back. */
export const rejectFactorRemoval = record('school/rejectFactorRemoval', {
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid }),
  output: userDetails,
});

/**
 * A colleague's word on a first factor that waits: it is theirs and counts at once, or it is thrown out with all sessions of the user. They are told by SMS.
 * Anybody who works in the office of the school or for the platform and has stepped up may, but for its owner (422 `session.own-factor`). `waitsUntil` is that
 * of `getUser`: of one that does not wait any more, or of another, 409 `session.factor-counts`.
 */
export const settleFactor = record('school/settleFactor', {
  stepUp: true,
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid, waitsUntil: instant, theirs: z.boolean() }),
  output: userDetails,
});

/** Hides a user and frees the phone number; what they did stays. */
export const deleteUser = record('school/deleteUser', {
  stepUp: true,
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid }),
  output: userDetails,
});

/** Puts a deleted account back, signed in nowhere. 404 `user.not-found`; 409 `user.duplicate-phone` where another has taken the number. */
export const restoreUser = record('school/restoreUser', {
  stepUp: true,
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid }),
  output: userDetails,
});

/** Drops a number that waits: of a user of the own school, whoever set it. */
export const cancelNumber = record('school/cancelNumber', {
  stepUp: true,
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid }),
  output: userDetails,
});

/**
 * Ends all sessions of somebody else and all that their desk PIN opens, without disabling them; they are told by SMS. A SchoolAdmin
 * does so for all who work in the own school, an Admin for everybody. The own sessions are ended by `session/end` (422 `user.self`).
 */
export const endUserSessions = record('school/endSessions', {
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid }),
  output: userDetails,
});

/**
 * Confirms that an account is another person's than its maker's. A SchoolAdmin does so in the own school, an Admin everywhere; whoever made
 * it, or is in the maker's hand, may not (422 `user.one-hand`, with `why`). Its owner must have signed in (409 `user.never-signed-in`).
 */
export const confirmUser = record('school/confirmUser', {
  stepUp: true,
  access: SCHOOL_STAFF,
  school: 'optional',
  input: z.object({ sysid }),
  output: userDetails,
});
