import { z } from 'zod';
import { EVERYBODY, read, record } from './endpoint.ts';
import { moment, sysid, words } from './ids.ts';
import { newPasskey } from './passkey-answers.ts';

const known = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()).optional() });

/** Request options for a known passkey: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
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
  /** Time at which the passkey was blocked because its signature counter went back: somebody may hold a copy. */
  stopped: moment.nullable(),
});
export type Passkey = z.output<typeof passkey>;

const passkeys = z.object({
  passkeys: z.array(passkey),
  /** Origin of the console, the only one at which passkeys work. */
  origin: z.string(),
  /** Reason why passkeys do not work at this address: an IP address, or a name without https. */
  cannot: z.enum(['number', 'insecure']).nullable(),
});
export type Passkeys = z.output<typeof passkeys>;

/** Returns the caller's passkeys, and the origin at which they work. */
export const getPasskeys = read('profile/getPasskeys', {
  access: EVERYBODY,
  school: 'none',
  withoutFactor: true,
  input: z.object({}),
  output: passkeys,
});

/**
 * Starts adding a passkey: returns the options for `navigator.credentials.create` (`PublicKeyCredentialCreationOptionsJSON`), usable once
 * within five minutes. A caller with a second factor needs step-up; a first passkey has the preconditions of `profile/startTotp`. 409
 * `passkey.no-place` if passkeys cannot work.
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
 * Completes adding a passkey, by its attestation. Recovery codes are returned, this once, if there were none before; otherwise none. 422
 * `passkey.wrong` if the attestation does not answer the challenge.
 */
export const confirmPasskey = record('profile/confirmPasskey', {
  access: EVERYBODY,
  school: 'none',
  withoutFactor: true,
  input: z.object({ name: words(40), passkey: newPasskey }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});

/** Removes one of the caller's passkeys; the recovery codes end with the last factor. */
export const removePasskey = record('profile/removePasskey', {
  access: EVERYBODY,
  school: 'none',
  stepUp: true,
  input: z.object({ sysid }),
  output: passkeys,
});

/** Starts a step-up by passkey: returns the options for `navigator.credentials.get`, whose result goes to `auth/stepUp`. */
export const askPasskey = record('auth/askPasskey', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({}),
  output: passkeyRequestOptions,
});
