import { z } from 'zod';
import { EVERYBODY, read, record } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment } from './ids.ts';
import { passkeyProof } from './passkey-answers.ts';
import { recoveryCode, totp } from './second-factor-codes.ts';

const secondFactor = z.object({
  /** True if sign-in requires the second factor. */
  on: z.boolean(),
  since: moment.nullable(),
  /** True if there is an authenticator, alone or beside passkeys. */
  totp: z.boolean(),
  passkeys: z.number().int(),
  /** Number of unused recovery codes. */
  recoveryLeft: z.number().int(),
  /** True if the caller may do nothing else before the factor is set up. */
  due: z.boolean(),
  /** Time until which the new factor signs in but does not satisfy step-up; null if it does not wait. */
  waitsUntil: moment.nullable(),
});
export type SecondFactor = z.output<typeof secondFactor>;

/** Returns the state of the caller's second factor. */
export const getSecondFactor = read('profile/getSecondFactor', {
  access: EVERYBODY,
  school: 'none',
  withoutFactor: true,
  input: z.object({}),
  output: secondFactor,
});

/**
 * Starts setting up an authenticator (RFC 6238: SHA-1, six digits, 30 seconds): returns its secret, in base 32 and as the address for a
 * QR code. Nothing changes before `confirmTotp`. Replacing an existing authenticator requires step-up. A first one has to be started
 * within ten minutes of signing in by code if the caller is obliged to have one, or if the server runs in production; otherwise 403
 * `session.sign-in-due`.
 */
export const startTotp = record('profile/startTotp', {
  access: EVERYBODY,
  school: 'none',
  withoutFactor: true,
  input: z.object({}),
  output: z.object({ secret: z.string(), otpauth: z.string() }),
});

/** Completes the set-up by a code of the authenticator. Recovery codes are returned this once and not stored. */
export const confirmTotp = record('profile/confirmTotp', {
  access: EVERYBODY,
  school: 'none',
  withoutFactor: true,
  input: z.object({ totp }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});

/** Generates ten new recovery codes, returned this once. The old ones end. */
export const makeRecoveryCodes = record('profile/makeRecoveryCodes', {
  access: EVERYBODY,
  school: 'none',
  stepUp: true,
  input: z.object({}),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});

/** Removes the caller's authenticator; the recovery codes end with the last factor. */
export const removeTotp = record('profile/removeTotp', {
  access: EVERYBODY,
  school: 'none',
  stepUp: true,
  input: z.object({}),
  output: secondFactor,
});

/**
 * Proves the second factor again, for calls that require it (403 `session.step-up`): they are open to this session until the returned
 * time. A wrong code is 422 `profile.wrong-code`, a wrong assertion of a passkey (`auth/askPasskey`) 422 `passkey.wrong`. In production,
 * a first factor on an account older than three days does not satisfy step-up for a day, unless the caller signed in by SMS in a browser
 * in which they have for three days, or a colleague vouches for it (`school/settleFactor`): until then 403 `session.factor-waits` with
 * `until`.
 */
export const stepUp = record('auth/stepUp', {
  access: EVERYBODY,
  school: 'none',
  withoutFactor: true,
  input: z
    .object({ totp: totp.optional(), recoveryCode: recoveryCode.optional(), passkey: passkeyProof.optional() })
    .refine((given) => Object.values(given).some((one) => one !== undefined), {
      path: ['totp'],
      message: fieldMessage('required'),
    }),
  output: z.object({ until: moment }),
});

/** Dismisses, for good, the warning to users who sign in by SMS alone: that a number can be taken over, and which factors are stronger. */
export const dismissSmsRisk = record('profile/dismissSmsRisk', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({}),
  output: z.object({ smsRisk: z.literal(false) }),
});
