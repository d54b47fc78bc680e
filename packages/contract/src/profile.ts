import { z } from 'zod';
import { DUTIES, EVERYBODY, ROLES, read, record } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { email, moment, phoneNumber, sysid, words } from './ids.ts';
import { disagree, isThePhone, newPassword, passwordIsNoPhone, passwordsAgree } from './passwords.ts';
import { code } from './session.ts';
import { nextNumber } from './staff.ts';
import { stamp, stampOrNone } from './stamp.ts';

const profile = z.object({
  sysid,
  phoneNumber: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastNames: z.string(),
  role: z.enum(ROLES),
  duties: z.array(z.enum(DUTIES)),
  schoolName: z.string().nullable(),
  lastSignIn: moment.nullable(),
  dateCreated: moment,
  updated: stamp,
});
export type Profile = z.output<typeof profile>;

/** Returns the signed-in person's own record. */
export const getProfile = read('auth/getProfile', {
  access: EVERYBODY,
  school: 'none',
  withoutFactor: true,
  input: z.object({}),
  output: profile,
});

/** Returns the pending number that another person has set for the caller; null if there is none. */
export const getNextNumber = read('auth/getNextNumber', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({}),
  output: z.object({ next: nextNumber.nullable() }),
});

/** Cancels the pending number: the caller's number stays as it is. */
export const refuseNumber = record('auth/refuseNumber', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({}),
  output: z.object({ next: nextNumber.nullable() }),
});

/** Changes names at once; fields that are left out stay unchanged. Phone, e-mail and password need a code. */
export const updateProfile = record('auth/updateProfile', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({ firstName: words(60).optional(), lastNames: words(80).optional(), updated: stampOrNone }),
  output: profile,
});

/** Fields of the profile form: the whole profile, and a password if a new one is wanted. */
export const profileForm = {
  ...updateProfile,
  input: z
    .object({
      phoneNumber,
      email,
      firstName: words(60),
      lastNames: words(80),
      password: z.string().superRefine((password, context) => {
        const { error } = newPassword.safeParse(password);
        if (password !== '' && error) context.addIssue({ code: 'custom', message: error.issues[0]?.message });
      }),
      confirmPassword: z.string(),
    })
    .refine(passwordsAgree, disagree)
    .refine(passwordIsNoPhone, isThePhone),
};

const PROFILE_CHANGES = ['phoneNumber', 'email', 'password'] as const;
const change = z.enum(PROFILE_CHANGES);
/** Changes for which the caller can request a code to their own phone. */
const wanted = z.enum([...PROFILE_CHANGES, 'backupCodes']);

const asked = z.discriminatedUnion('change', [
  z.object({ change: z.literal('phoneNumber'), phoneNumber }),
  z.object({ change: z.literal('email') }),
  z.object({ change: z.literal('password') }),
  z.object({ change: z.literal('backupCodes') }),
]);

/**
 * Sends a code to the caller's phone. A new phone number is sent a second code: both are required, so that neither a typing error nor a
 * stranger's phone can take over the account.
 */
export const requestProfileCode = record('auth/requestProfileCode', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({ change: wanted, phoneNumber: z.string().optional() }).pipe(asked),
  output: z.object({
    profileSYSID: sysid,
    /** Id of the code that was sent to the new number. */
    newPhoneSYSID: sysid.nullable(),
  }),
});

const proven = { profileSYSID: sysid, otp: code };
const confirmed = z.discriminatedUnion('change', [
  z.object({ change: z.literal('phoneNumber'), ...proven, newPhoneSYSID: sysid, newPhoneOtp: code, phoneNumber }),
  z.object({ change: z.literal('email'), ...proven, email }),
  z
    .object({ change: z.literal('password'), ...proven, password: newPassword, confirmPassword: z.string() })
    .refine(passwordsAgree, disagree),
]);
export type ProfileChange = z.output<typeof confirmed>;

/** Makes the change that `requestProfileCode` sent a code for. A new phone or password ends all other sessions. */
export const confirmProfileChange = record('auth/confirmProfileChange', {
  access: EVERYBODY,
  school: 'none',
  input: z
    .object({
      change,
      profileSYSID: z.string(),
      otp: z.union([z.string(), z.number()]),
      newPhoneSYSID: z.string().nullish(),
      newPhoneOtp: z.union([z.string(), z.number()]).nullish(),
      phoneNumber: z.string().optional(),
      email: z.string().optional(),
      password: z.string().optional(),
      confirmPassword: z.string().optional(),
    })
    .pipe(confirmed),
  output: profile,
});

const backupCodes = z.object({
  /** Number of codes of the set that are unused. */
  left: z.number().int(),
  /** Time at which the set was generated; null if there is none. */
  made: moment.nullable(),
  lastUsed: moment.nullable(),
});
export type BackupCodes = z.output<typeof backupCodes>;

/** Returns the state of the caller's backup codes; the codes themselves are shown once, when generated. */
export const getBackupCodes = read('auth/getBackupCodes', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({}),
  output: backupCodes,
});

/**
 * Generates ten backup codes, by a code that `requestProfileCode` has sent. The old ones end. The codes are returned once and not stored,
 * so a repeat under the same Idempotency-Key is a new attempt, and refused.
 */
export const makeBackupCodes = record('auth/makeBackupCodes', {
  access: EVERYBODY,
  school: 'none',
  input: z.object(proven),
  output: backupCodes.extend({ codes: z.array(z.string()) }),
});

/** Requests a code for setting a new password. An unknown number gets the same answer in the same time, and no SMS. */
export const forgotPassword = record('auth/forgotPassword', {
  access: 'client',
  school: 'none',
  input: z.object({ userName: z.string().min(1, fieldMessage('required')).max(1000) }),
  output: z.object({ profileSYSID: sysid }),
});

/** Sets a new password and ends every session of the user. Signs nobody in. */
export const resetPassword = record('auth/resetPassword', {
  access: 'client',
  school: 'none',
  input: z
    .object({ profileSYSID: sysid, otp: code, password: newPassword, confirmPassword: z.string() })
    .refine(passwordsAgree, disagree),
  output: z.object({ status: z.literal('ok') }),
});
