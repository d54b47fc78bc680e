import { z } from 'zod';
import { EVERYBODY, read, record } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment } from './ids.ts';
import { passkeyProof } from './passkey-answers.ts';
import { recoveryCode, totp } from './second-factor-codes.ts';

const secondFactor = z.object({
  /** True if sign-in needs it. */
  on: z.boolean(),
  since: moment.nullable(),
  /** True if it is an authenticator, or one beside passkeys. */
  totp: z.boolean(),
  passkeys: z.number().int(),
  /** Recovery codes that were not used. */
  recoveryLeft: z.number().int(),
  /** True if this person may do nothing else before it is set up. */
  due: z.boolean(),
  /** Until when it opens no call that asks for it, though it signs in; null where it waits for nothing. */
  waitsUntil: moment.nullable(),
});
export type SecondFactor = z.output<typeof secondFactor>;

/** State of the own second factor. */
export const getSecondFactor = read('profile/getSecondFactor', {
  access: EVERYBODY,
  school: 'none',
  withoutFactor: true,
  input: z.object({}),
  output: secondFactor,
});

/**
 * Begins to set up an authenticator (RFC 6238: SHA-1, six digits, 30 seconds): its secret, in base 32 and as the address that
 * is drawn as a QR code. Nothing changes before `confirmTotp`. In the place of one that is there it needs a step-up. The first one is begun
 * within ten minutes of signing in by code where this person has to have one, or the server runs in production: else 403 `session.sign-in-due`.
 */
export const startTotp = record('profile/startTotp', {
  access: EVERYBODY,
  school: 'none',
  withoutFactor: true,
  input: z.object({}),
  output: z.object({ secret: z.string(), otpauth: z.string() }),
});

/** Ends the set-up by a code of the authenticator. Recovery codes are answered this once and kept nowhere. */
export const confirmTotp = record('profile/confirmTotp', {
  access: EVERYBODY,
  school: 'none',
  withoutFactor: true,
  input: z.object({ totp }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});

/** Makes ten new recovery codes, answered this once. The old ones end. */
export const makeRecoveryCodes = record('profile/makeRecoveryCodes', {
  access: EVERYBODY,
  school: 'none',
  stepUp: true,
  input: z.object({}),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});

/** Removes the own authenticator; with the last factor its recovery codes end. */
export const removeTotp = record('profile/removeTotp', {
  access: EVERYBODY,
  school: 'none',
  stepUp: true,
  input: z.object({}),
  output: secondFactor,
});

/**
 * Proves the second factor again, for the calls that ask for it (403 `session.step-up`): they are open to this session until
 * then. A wrong code is 422 `profile.wrong-code`, a wrong answer of a passkey (`auth/askPasskey`) 422 `passkey.wrong`. In production a first factor
 * of an account that is older than three days opens them after a day, unless the person signed in by SMS in a browser in which they have for three days, or a
 * colleague says that it is theirs (`school/settleFactor`): until then 403 `session.factor-waits` with `until`.
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

/** Puts aside, for good, what is said to whoever signs in by SMS alone: that a number can be taken over, and what is stronger. */
export const dismissSmsRisk = record('profile/dismissSmsRisk', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({}),
  output: z.object({ smsRisk: z.literal(false) }),
});
