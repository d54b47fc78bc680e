import { randomBytes } from 'node:crypto';
import type { PasskeyProof } from '@mfuko/contract/passkey-answers';
import type { PasskeyRequestOptions } from '@mfuko/contract/passkeys';
import { audit } from '../../platform/audit/audit.ts';
import { inSchoolOf, type Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { sayPasskeyStopped } from './account-notices.ts';
import { passkeyStopped } from './errors.ts';
import { passkeyPlace } from './passkey-place.ts';
import * as store from './passkey-store.ts';

const CHALLENGE_BYTES = 32;

/** Bond of a challenge: its purpose, and the session or code request in which it must be answered. */
export interface Bond {
  readonly purpose: store.PasskeyPurpose;
  readonly to: string;
}

/** Loads the library on first use: with its parsers of certificates it is large, and most users have no passkey. */
export const webAuthn = () => import('@simplewebauthn/server');

/** Makes a challenge for a user's passkeys and stores it in this transaction; returns the challenge. */
export async function ask(tx: Tx, context: AppContext, userId: string, bond: Bond): Promise<Buffer> {
  const challenge = randomBytes(CHALLENGE_BYTES);
  await store.addChallenge(tx, challengeOf(context, userId, bond, challenge.toString('base64url')));
  return challenge;
}

/** Returns the WebAuthn request to a user's passkeys; null where the user has none that works. */
export async function requestOptionsFor(
  tx: Tx,
  context: AppContext,
  userId: string,
  bond: Bond,
): Promise<PasskeyRequestOptions | null> {
  const { rpId, cannot } = passkeyPlace(context.config.publicUrl);
  const working = (await store.listPasskeys(tx, userId)).filter(({ stopped }) => stopped === null);
  if (cannot !== null || working.length === 0) return null;
  return {
    challenge: (await ask(tx, context, userId, bond)).toString('base64url'),
    rpId,
    timeout: store.QUESTION_LIFE * 1000,
    userVerification: 'required',
    allowCredentials: working.map(known),
  };
}

/** Returns the descriptor of a passkey for the browser. */
export function known({ credentialId, transports }: Pick<store.PasskeyRow, 'credentialId' | 'transports'>) {
  return { id: credentialId.toString('base64url'), type: 'public-key' as const, transports };
}

/**
 * Consumes the challenge of an answer, permanently, be the answer right or wrong. Returns the challenge that must be signed; null where
 * it was not issued to this user, for this bond, within its lifetime.
 */
export async function consumeChallenge(
  context: AppContext,
  userId: string,
  bond: Bond,
  clientDataJSON: string,
): Promise<string | null> {
  const challenge = readChallenge(clientDataJSON);
  if (challenge === null) return null;
  const asked = challengeOf(context, userId, bond, challenge);
  return (await context.db.inPlatform((tx) => store.consumeChallenge(tx, asked))) ? challenge : null;
}

/**
 * Returns true if the answer of this user's passkey to a challenge of this bond is valid. Throws passkey.stopped where its counter went
 * back: then a copy of the passkey exists, so it is stopped and its owner is notified.
 */
export async function provePasskey(
  context: AppContext,
  userId: string,
  bond: Bond,
  proof: PasskeyProof,
  requestId: string,
): Promise<boolean> {
  const challenge = await consumeChallenge(context, userId, bond, proof.response.clientDataJSON);
  if (challenge === null) return false;
  const credentialId = Buffer.from(proof.id, 'base64url');
  const passkey = await context.db.readPlatform((tx) => store.findPasskey(tx, userId, credentialId));
  if (!passkey) return false;
  if (passkey.stopped) throw passkeyStopped();
  const counter = await counterSigned(context, challenge, passkey, proof);
  if (counter === null) return false;
  if (await context.db.inPlatform((tx) => store.countUse(tx, passkey.id, counter))) return true;
  await stop(context, userId, passkey, requestId);
  throw passkeyStopped();
}

/** Returns the counter of a valid answer; null where the answer is invalid. */
async function counterSigned(
  context: AppContext,
  challenge: string,
  passkey: store.PasskeyRow,
  { id, rawId, type, response }: PasskeyProof,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webAuthn();
  const { rpId, origin } = passkeyPlace(context.config.publicUrl);
  const { userHandle, ...signed } = response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // The counter is compared by `countUse`, in one statement with its update, so that two simultaneous uses are handled one after the
      // other.
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws on any invalid answer; the reason is not revealed.
    return null;
  }
}

async function stop(context: AppContext, userId: string, passkey: store.PasskeyRow, requestId: string): Promise<void> {
  await context.db.inPlatform(async (tx) => {
    if (!(await store.stopPasskey(tx, passkey.id))) return;
    const owner = await tx.row<{ schoolId: string; phone: string }>(
      'SELECT school_id AS "schoolId", phone FROM users WHERE id = $1',
      [userId],
    );
    if (!owner) return;
    await inSchoolOf(tx, owner.schoolId, async (inside) => {
      const event = { action: 'user.passkey-stopped', subjectKind: 'user', subjectId: userId };
      await audit(inside, { actor: { userId }, requestId }, { ...event, detail: { name: passkey.name } });
      await sayPasskeyStopped(inside, context, owner.phone);
    });
  });
}

function challengeOf(
  context: AppContext,
  userId: string,
  { purpose, to }: Bond,
  challenge: string,
): store.PasskeyChallenge {
  return {
    challengeHash: context.keys.digest('passkey-challenge', challenge),
    userId,
    purpose,
    boundTo: context.keys.digest('passkey-bond', to),
  };
}

function readChallenge(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const challenge = typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : null;
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    // Not JSON.
    return null;
  }
}
