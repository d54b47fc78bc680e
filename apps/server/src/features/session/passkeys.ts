import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { NewPasskey } from '@mfuko/contract/passkey-answers';
import type * as contract from '@mfuko/contract/passkeys';
import type { ReadTx } from '../../platform/database/database.ts';
import type { Call, ReadCall } from '../../platform/http/call.ts';
import { needsStepUp } from '../../platform/http/step-up.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { noPlaceForPasskeys, tooManyPasskeys, wrongPasskey } from './errors.ts';
import { changeFactor, issueRecoveryCodes } from './factor-changes.ts';
import { holdFactors, requireSetUp } from './factor-set-up.ts';
import { requireCounting } from './factor-waits.ts';
import { passkeyPlace } from './passkey-place.ts';
import { ask, type Bond, consumeChallenge, known, requestOptionsFor, webAuthn } from './passkey-proof.ts';
import * as store from './passkey-store.ts';
import { endFactorWithoutProof, hasFactor, holdFactor } from './second-factor-store.ts';

/** EdDSA, ES256, RS256: what today's passkeys sign by. */
const ALGORITHMS = [-8, -7, -257];

export async function ownPasskeys(context: AppContext, { actor }: ReadCall): Promise<contract.Passkeys> {
  return context.db.readPlatform((tx) => passkeysOf(tx, context, actor.userId));
}

/** Asks for a new passkey. Throws session.step-up, session.sign-in-due, passkey.no-place, passkey.too-many. */
export async function startPasskey(context: AppContext, call: Call): Promise<AnswerOf<typeof contract.startPasskey>> {
  const { actor } = call;
  await requireSetUp(context, call);
  const { rpId, cannot } = passkeyPlace(context.config.publicUrl);
  if (cannot !== null) throw noPlaceForPasskeys(cannot);
  return call.record(async (tx) => {
    const mine = await store.listPasskeys(tx, actor.userId);
    if (mine.length >= store.MOST_PASSKEYS) throw tooManyPasskeys(store.MOST_PASSKEYS);
    return {
      challenge: (await ask(tx, context, actor.userId, bondOf(call, 'register'))).toString('base64url'),
      rp: { id: rpId, name: context.config.platformName },
      // The phone number stays out of it: devices show names of passkeys to whoever holds them.
      user: {
        id: Buffer.from(actor.userId.replaceAll('-', ''), 'hex').toString('base64url'),
        name: actor.names,
        displayName: actor.names,
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: store.QUESTION_LIFE * 1000,
      attestation: 'none' as const,
      // A second factor need not be found without the first: no place is taken on a security key.
      authenticatorSelection: {
        residentKey: 'discouraged' as const,
        requireResidentKey: false,
        userVerification: 'required' as const,
      },
      excludeCredentials: mine.map(known),
    };
  });
}

/** Adds the passkey that answers the question. Throws session.step-up, passkey.wrong and, in the place of more, passkey.too-many. */
export async function confirmPasskey(
  context: AppContext,
  call: Call,
  { name, passkey }: InputOf<typeof contract.confirmPasskey>,
): Promise<AnswerOf<typeof contract.confirmPasskey>> {
  const { actor } = call;
  // The question may have been asked before there was a factor: whoever asked it then must not come in beside it.
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
    // Holds the person's row: of two at once, one makes the recovery codes.
    const held = await holdFactors(tx, context, call);
    const others = await store.listPasskeys(tx, actor.userId);
    if (others.length >= store.MOST_PASSKEYS) throw tooManyPasskeys(store.MOST_PASSKEYS);
    const first = !hasFactor(held);
    if (!(await store.addPasskey(tx, actor.userId, { name, ...made }))) throw wrongPasskey();
    return { recoveryCodes: first ? await issueRecoveryCodes(tx, context, actor.userId) : [] };
  });
}

export async function removePasskey(
  context: AppContext,
  call: Call,
  { sysid }: InputOf<typeof contract.removePasskey>,
): Promise<contract.Passkeys> {
  const { userId } = call.actor;
  await changeFactor(context, call, 'passkey-removed', async (tx) => {
    await holdFactor(tx, userId);
    const removed = await store.deletePasskey(tx, userId, sysid);
    if (removed) await endFactorWithoutProof(tx, userId);
    return removed;
  });
  return context.db.readPlatform((tx) => passkeysOf(tx, context, userId));
}

/** Asks the own passkeys for a step-up. Throws session.step-up where there is none that works, and session.factor-waits. */
export async function askPasskey(context: AppContext, call: Call): Promise<AnswerOf<typeof contract.askPasskey>> {
  await requireCounting(context, call);
  return call.record(async (tx) => {
    const question = await requestOptionsFor(tx, context, call.actor.userId, bondOf(call, 'step-up'));
    if (!question) throw needsStepUp(call.actor);
    return question;
  });
}

/** Bound to the session. */
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

/** Reads what is kept of a new passkey; null where its answer is wrong. */
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
    // The library throws for whatever is wrong with an answer; why is nobody's to know.
    return null;
  }
}

/**
 * An answer without its maker's statement, which nobody asked for. The library would look into the certificates in it, and ask the
 * addresses that they name whether they were revoked: whoever wrote them would choose where this server calls.
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
