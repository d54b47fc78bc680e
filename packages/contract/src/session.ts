import { z } from 'zod';
import { signInCode } from './backup-codes.ts';
import { DUTIES, EVERYBODY, ROLES, read, record } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { sysid } from './ids.ts';
import { passkeyProof } from './passkey-answers.ts';
import { recoveryCode, totp } from './second-factor-codes.ts';

/** Returns the configuration that a client needs before sign-in. */
export const authConfig = read('auth/config', {
  access: 'open',
  school: 'none',
  input: z.object({}),
  output: z.object({
    platformName: z.string(),
    wireKey: z.string(),
    wireKeyId: z.number().int(),
    otpDigits: z.number().int(),
    posMode: z.boolean(),
    scannerUrl: z.string(),
    /** Addresses at which pages may reach a reader at a mini computer: `wss://host:port`, whose host may begin with `*.`. */
    readerOrigins: z.array(z.string()),
    timeZone: z.string(),
    offlineKey: z.string(),
    /** Accepted encodings of a body (`Content-Encoding`). The call's size limit applies to the decompressed body. */
    bodyEncodings: z.array(z.literal('gzip')),
    map: z.object({
      provider: z.string(),
      key: z.string().nullable(),
      tileUrl: z.string().nullable(),
      routingUrl: z.string().nullable(),
    }),
  }),
});

/** A code as people type or paste it. */
export const code = z
  .union([z.string(), z.number()])
  .transform((otp) => String(otp).trim())
  .pipe(z.string().regex(/^\d{1,10}$/, fieldMessage('digits')));

/** Requests a sign-in code. `userName` is the phone number, encrypted; `password` never authenticates. */
export const requestCode = record('auth/token', {
  access: 'client',
  school: 'none',
  input: z.object({
    userName: z.string().min(1, fieldMessage('required')).max(1000),
    password: z.string().max(1000).optional(),
  }),
  output: z.object({ profileSYSID: sysid }),
});

/**
 * Signs in by the code that was sent, or by a backup code of the same person. A caller with a second factor also needs that factor (401
 * `session.second-factor`): send the same code with `totp`, or with a recovery code if the code came by SMS. For a caller with passkeys,
 * `detail.passkey` of that refusal holds the request options, whose assertion goes into `passkey`; `detail.totp` tells if there is an
 * authenticator as well.
 */
export const validateCode = record('auth/validateOTP', {
  access: 'client',
  school: 'none',
  input: z.object({
    otp: signInCode,
    profileSYSID: sysid,
    totp: totp.optional(),
    recoveryCode: recoveryCode.optional(),
    passkey: passkeyProof.optional(),
  }),
  output: z.object({
    /** Encrypted under the field name `role`. */
    role: z.string(),
    session: z.object({ sToken: z.string(), userName: z.string() }),
  }),
});

/** Returns the signed-in person: role, duties, and school if any. 401 `session.none` if nobody is signed in. */
export const whoAmI = read('auth/me', {
  outbox: true,
  access: EVERYBODY,
  school: 'none',
  withoutFactor: true,
  input: z.object({}),
  output: z.object({
    role: z.enum(ROLES),
    userName: z.string(),
    names: z.string(),
    duties: z.array(z.enum(DUTIES)),
    /** True if the caller signs in by phone alone, and has not dismissed the warning (`profile/dismissSmsRisk`). */
    smsRisk: z.boolean().optional(),
    school: z.object({ sysid, shortName: z.string(), officialName: z.string() }).nullable(),
  }),
});

/** Ends the session of the call; other sessions of the person stay open. */
export const logout = record('auth/logout', {
  outbox: true,
  access: EVERYBODY,
  school: 'none',
  withoutFactor: true,
  input: z.object({}),
  output: z.object({ status: z.literal('ok') }),
});

/** Path of a call that answers HTML with `<img class="image" src="…">`, so it has no JSON schema. */
export const DAILY_BACKGROUND_PATH = 'auth/bingDaily';
