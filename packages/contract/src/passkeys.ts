import { z } from 'zod';
import { EVERYBODY, read, record } from './endpoint.ts';
import { moment, sysid, words } from './ids.ts';
import { newPasskey } from './passkey-answers.ts';

const known = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()).optional() });

/** The question to a passkey that is known: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
const passkeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(known),
});
export type PasskeyRequestOptions = z.output<typeof passkeyRequestOptions>;

const passkey = z.object({
  sysid,
  name: z.string(),
  added: moment,
  lastUsed: moment.nullable(),
  /** When it was stopped, because its counter went back: somebody may hold a copy. */
  stopped: moment.nullable(),
});
export type Passkey = z.output<typeof passkey>;

const passkeys = z.object({
  passkeys: z.array(passkey),
  /** Address of the console at which passkeys work, and at no other. */
  origin: z.string(),
  /** Fault of an address at which passkeys do not work: the address is an IP number, or a name without https. */
  cannot: z.enum(['number', 'insecure']).nullable(),
});
export type Passkeys = z.output<typeof passkeys>;

/** The own passkeys, and where they work. */
export const getPasskeys = read('profile/getPasskeys', {
  access: EVERYBODY,
  school: 'none',
  withoutFactor: true,
  input: z.object({}),
  output: passkeys,
});

/**
 * Begins to add a passkey: the question for `navigator.credentials.create` (`PublicKeyCredentialCreationOptionsJSON`), good once and for
 * five minutes. Whoever has a second factor needs a step-up; the first is begun as by `profile/startTotp`. 409 `passkey.no-place` where passkeys cannot work.
 */
export const startPasskey = record('profile/startPasskey', {
  access: EVERYBODY,
  school: 'none',
  withoutFactor: true,
  input: z.object({}),
  output: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
    timeout: z.number().int(),
    attestation: z.literal('none'),
    authenticatorSelection: z.object({
      residentKey: z.literal('discouraged'),
      requireResidentKey: z.boolean(),
      userVerification: z.literal('required'),
    }),
    excludeCredentials: z.array(known),
  }),
});

/**
 * Ends it by the answer of the new passkey. Recovery codes are answered this once where there were none before, else none.
 * 422 `passkey.wrong` for an answer that is not to the question.
 */
export const confirmPasskey = record('profile/confirmPasskey', {
  access: EVERYBODY,
  school: 'none',
  withoutFactor: true,
  input: z.object({ name: words(40), passkey: newPasskey }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});

/** Removes one of the own passkeys; with the last factor its recovery codes end. */
export const removePasskey = record('profile/removePasskey', {
  access: EVERYBODY,
  school: 'none',
  stepUp: true,
  input: z.object({ sysid }),
  output: passkeys,
});

/** Asks the own passkeys for a step-up: the question for `navigator.credentials.get`, whose answer goes to `auth/stepUp`. */
export const askPasskey = record('auth/askPasskey', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({}),
  output: passkeyRequestOptions,
});
