import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { NewPasskey } from '@mfuko/contract/passkey-answers';
import type * as contract from '@mfuko/contract/passkeys';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call, ReadCall } from '../../platform/http/call.ts';
import { needsStepUp } from '../../platform/http/step-up.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { noPlaceForPasskeys, tooManyPasskeys, wrongPasskey } from './errors.ts';
import { changeFactor, issueRecoveryCodes, removeFactor } from './factor-changes.ts';
import { lockFactorsForChange, requireSetUp } from './factor-set-up.ts';
import { requireCounting } from './factor-waits.ts';
import { passkeyPlace } from './passkey-place.ts';
import { ask, type Bond, consumeChallenge, known, requestOptionsFor, webAuthn } from './passkey-proof.ts';
import * as store from './passkey-store.ts';
import { endFactorWithoutProof, hasFactor, lockFactor } from './second-factor-store.ts';

/** EdDSA, ES256, RS256: the algorithms of today's passkeys. */
const ALGORITHMS = [-8, -7, -257];

export async function ownPasskeys(context: AppContext, { actor }: ReadCall): Promise<contract.Passkeys> {
  return context.db.readPlatform((tx) => passkeysOf(tx, context, actor.userId));
}

/** Begins to register a passkey. Throws session.step-up, session.sign-in-due, passkey.no-place, passkey.too-many. */
export async function startPasskey(context: AppContext, call: Call): Promise<AnswerOf<typeof contract.startPasskey>> {
  const { actor } = call;
  await requireSetUp(context, call);
  const { rpId, cannot } = passkeyPlace(context.config.publicUrl);
  if (cannot !== null) throw noPlaceForPasskeys(cannot);
  return call.record(async (tx) => {
    const mine = await store.listPasskeys(tx, actor.userId);
    if (mine.length >= store.MAX_PASSKEYS) throw tooManyPasskeys(store.MAX_PASSKEYS);
    return {
      challenge: (await ask(tx, context, actor.userId, bondOf(call, 'register'))).toString('base64url'),
      rp: { id: rpId, name: context.config.platformName },
      // Without the phone number, since devices show the names of passkeys to anybody who holds them.
      user: {
        id: Buffer.from(actor.userId.replaceAll('-', ''), 'hex').toString('base64url'),
        name: actor.names,
        displayName: actor.names,
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: store.QUESTION_LIFE * 1000,
      attestation: 'none' as const,
      // Not discoverable: as a second factor the passkey need not be found without the first, and takes no storage on a security key.
      authenticatorSelection: {
        residentKey: 'discouraged' as const,
        requireResidentKey: false,
        userVerification: 'required' as const,
      },
      excludeCredentials: mine.map(known),
    };
  });
}

/** Registers the passkey that answers the challenge. Throws session.step-up, passkey.wrong, and passkey.too-many. */
export async function confirmPasskey(
  context: AppContext,
  call: Call,
  { name, passkey }: InputOf<typeof contract.confirmPasskey>,
): Promise<AnswerOf<typeof contract.confirmPasskey>> {
  const { actor } = call;
  // The challenge may have been issued before the user had a factor: its requester must not bypass that factor.
  if (actor.hasFactor && !actor.steppedUp) throw needsStepUp(actor);
  const challenge = await consumeChallenge(
    context,
    actor.userId,
    bondOf(call, 'register'),
    passkey.response.clientDataJSON,
  );
  const made = challenge === null ? null : await readNew(context, challenge, passkey);
  if (!made) throw wrongPasskey();
  return changeFactor(context, call, 'passkey-added', async (tx) => {
    // Locks the user's row, so that of two simultaneous calls only one makes the recovery codes.
    const held = await lockFactorsForChange(tx, context, call);
    const others = await store.listPasskeys(tx, actor.userId);
    if (others.length >= store.MAX_PASSKEYS) throw tooManyPasskeys(store.MAX_PASSKEYS);
    const first = !hasFactor(held);
    if (!(await store.addPasskey(tx, actor.userId, { name, ...made }))) throw wrongPasskey();
    return { recoveryCodes: first ? await issueRecoveryCodes(tx, context, actor.userId) : [] };
  });
}

export function removePasskey(
  context: AppContext,
  call: Call,
  { sysid }: InputOf<typeof contract.removePasskey>,
): Promise<contract.Passkeys> {
  const { userId } = call.actor;
  const remove = async (tx: Tx) => {
    await lockFactor(tx, userId);
    const removed = await store.deletePasskey(tx, userId, sysid);
    if (removed) await endFactorWithoutProof(tx, userId);
    return removed;
  };
  return removeFactor(context, call, 'passkey-removed', remove, (tx) => passkeysOf(tx, context, userId));
}

/** Issues a challenge to the caller's passkeys for a step-up. Throws session.step-up where none works, and session.factor-waits. */
export async function askPasskey(context: AppContext, call: Call): Promise<AnswerOf<typeof contract.askPasskey>> {
  await requireCounting(context, call);
  return call.record(async (tx) => {
    const question = await requestOptionsFor(tx, context, call.actor.userId, bondOf(call, 'step-up'));
    if (!question) throw needsStepUp(call.actor);
    return question;
  });
}

/** Binds a challenge to the session. */
export function bondOf(call: Pick<Call, 'token'>, purpose: 'register' | 'step-up'): Bond {
  return { purpose, to: call.token };
}

async function passkeysOf(tx: ReadTx, context: AppContext, userId: string): Promise<contract.Passkeys> {
  const { origin, cannot } = passkeyPlace(context.config.publicUrl);
  return {
    passkeys: (await store.listPasskeys(tx, userId)).map((row) => ({
      sysid: row.id,
      name: row.name,
      added: row.added.toISOString(),
      lastUsed: row.lastUsed?.toISOString() ?? null,
      stopped: row.stopped?.toISOString() ?? null,
    })),
    origin,
    cannot,
  };
}

/** Returns the data to store of a new passkey; null where its answer is invalid. */
async function readNew(context: AppContext, challenge: string, { id, rawId, type, response }: NewPasskey) {
  const { verifyRegistrationResponse } = await webAuthn();
  const { rpId, origin } = passkeyPlace(context.config.publicUrl);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  try {
    const bare = await withoutStatement(attestationObject);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, response: { clientDataJSON, attestationObject: bare }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { credential } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
    };
  } catch {
    // The library throws on any invalid answer; the reason is not revealed.
    return null;
  }
}

/**
 * Removes the attestation statement, which was not requested, from an answer. The library would otherwise read the statement's
 * certificates and call the addresses in them to check for revocation, so that the sender could choose addresses for this server to call.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const attested = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const bare = new Map<string | number, Parameters<typeof isoCBOR.encode>[0]>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', attested.get('authData')],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare));
}
