import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { fieldError } from '@mfuko/contract/field-errors';
import type { PasskeyProof } from '@mfuko/contract/passkey-answers';
import type * as contract from '@mfuko/contract/second-factor';
import { audit } from '../../platform/audit/audit.ts';
import { inSchoolOf, type Tx } from '../../platform/database/database.ts';
import type { Call, ReadCall } from '../../platform/http/call.ts';
import { Refusal, wrongFields } from '../../platform/http/refusal.ts';
import { needsStepUp } from '../../platform/http/step-up.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { begin, readBegun, secretOf, writeBegun } from './begun-authenticators.ts';
import { tooManyTries, wrongPasskey } from './errors.ts';
import { changeFactor, hashRecoveryCode, homeOf, issueRecoveryCodes, removeFactor } from './factor-changes.ts';
import { lockFactorsForChange, requireSetUp } from './factor-set-up.ts';
import { requireCounting } from './factor-waits.ts';
import { type Bond, provePasskey } from './passkey-proof.ts';
import { bondOf } from './passkeys.ts';
import { STEP_UP_LIFE } from './rules.ts';
import * as store from './second-factor-store.ts';
import { findStep, toBase32 } from './totp.ts';

/** Most characters of the label: a longer one would make the QR code too fine for phones. */
const LABEL_SIGNS = 30;

/** Proof of a second factor: a code of the authenticator, a recovery code, or the answer of a passkey. */
export interface FactorProof {
  readonly totp?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly passkey?: PasskeyProof | undefined;
}

export async function ownSecondFactor(context: AppContext, { actor }: ReadCall): Promise<contract.SecondFactor> {
  const row = await context.db.readPlatform((tx) => store.readFactor(tx, actor.userId));
  return {
    on: actor.hasFactor,
    since: row?.since?.toISOString() ?? null,
    totp: row?.secret != null,
    passkeys: row?.passkeys ?? 0,
    recoveryLeft: row?.recoveryLeft ?? 0,
    due: actor.factorDue,
    waitsUntil: row?.waitsUntil?.toISOString() ?? null,
  };
}

/**
 * Makes the secret of an authenticator that is not in force yet (throws as `requireSetUp`). For ten minutes one session gets the same
 * secret, so that a repeat has the same answer. Another session, perhaps a thief's, gets another secret: it must neither know nor replace
 * the one that the owner confirms.
 */
export async function startTotp(context: AppContext, call: Call): Promise<AnswerOf<typeof contract.startTotp>> {
  const { actor } = call;
  await requireSetUp(context, call);
  const secret = await context.db.inPlatform(async (tx) => {
    const before = setUpsOf(context, actor.userId, await store.lockFactor(tx, actor.userId));
    const { begun, secret } = begin(before, sessionOf(context, call), context.clock.now());
    // A repeat writes nothing.
    if (begun !== before)
      await store.keepPending(tx, actor.userId, context.keys.seal(placeOf(actor.userId), writeBegun(begun)));
    return secret;
  });
  const text = toBase32(secret);
  const issuer = encodeURIComponent(context.config.platformName);
  // Without the phone number, since others may see the QR code on the screen.
  const label = `${issuer}:${encodeURIComponent([...actor.names].slice(0, LABEL_SIGNS).join(''))}`;
  return {
    secret: text,
    otpauth: `otpauth://totp/${label}?secret=${text}&issuer=${issuer}&algorithm=SHA1&digits=6&period=30`,
  };
}

/** Puts the begun authenticator into force, once a code of it is right. Throws session.step-up and profile.wrong-code. */
export async function confirmTotp(
  context: AppContext,
  call: Call,
  { totp }: InputOf<typeof contract.confirmTotp>,
): Promise<AnswerOf<typeof contract.confirmTotp>> {
  const { userId, hasFactor, steppedUp } = call.actor;
  // The set-up may have begun before the user had a factor.
  if (hasFactor && !steppedUp) throw needsStepUp(call.actor);
  const row = await context.db.readPlatform((tx) => store.readFactor(tx, userId));
  return changeFactor(context, call, row?.secret ? 'replaced' : 'added', async (tx) => {
    // Locked, so that of two simultaneous calls one takes effect.
    const held = await lockFactorsForChange(tx, context, call);
    const secret = secretOf(setUpsOf(context, userId, held), sessionOf(context, call));
    if (secret === null || findStep(secret, totp, context.clock.now()) === null) throw wrongFactor('totp');
    await store.confirmSecret(tx, userId, context.keys.seal(placeOf(userId), secret));
    return { recoveryCodes: await issueRecoveryCodes(tx, context, userId) };
  });
}

/** Returns the set-ups that this user's sessions have begun. */
function setUpsOf({ keys, clock }: AppContext, userId: string, { pending }: store.FactorRow) {
  return readBegun(pending ? keys.open(placeOf(userId), pending) : null, clock.now());
}

function sessionOf(context: AppContext, { token }: Pick<Call, 'token'>): Buffer {
  return context.keys.digest('session', token);
}

export function makeRecoveryCodes(
  context: AppContext,
  call: Call,
): Promise<AnswerOf<typeof contract.makeRecoveryCodes>> {
  return changeFactor(context, call, 'codes', async (tx) => {
    if (!call.actor.hasFactor) throw needsStepUp(call.actor);
    return { recoveryCodes: await issueRecoveryCodes(tx, context, call.actor.userId) };
  });
}

export function removeTotp(context: AppContext, call: Call): Promise<contract.SecondFactor> {
  const { userId, factorDue } = call.actor;
  const remove = async (tx: Tx) => {
    const removed = await store.deleteTotp(tx, userId);
    if (removed) await store.endFactorWithoutProof(tx, userId);
    return removed;
  };
  return removeFactor(context, call, 'removed', remove, async (tx) =>
    withoutTotp(await store.readFactor(tx, userId), factorDue),
  );
}

function withoutTotp(row: store.FactorRow | undefined, due: boolean): contract.SecondFactor {
  const { passkeys = 0, recoveryLeft = 0 } = row ?? {};
  return {
    on: passkeys > 0,
    since: row?.since?.toISOString() ?? null,
    totp: false,
    passkeys,
    recoveryLeft,
    due,
    waitsUntil: row?.waitsUntil?.toISOString() ?? null,
  };
}

/**
 * Permits this session the calls that require a recent proof. Throws session.factor-waits, profile.wrong-code and session.too-many-tries.
 */
export async function stepUp(
  context: AppContext,
  call: Call,
  proof: InputOf<typeof contract.stepUp>,
): Promise<AnswerOf<typeof contract.stepUp>> {
  const { actor } = call;
  if (!actor.hasFactor) throw needsStepUp(actor);
  await requireCounting(context, call);
  if (!(await proveFactor(context, actor.userId, proof, bondOf(call, 'step-up'), call.requestId))) {
    if (proof.passkey !== undefined) throw wrongPasskey();
    throw wrongFactor(proof.recoveryCode === undefined ? 'totp' : 'recoveryCode');
  }
  return context.db.inPlatform(async (tx) => {
    const until = await store.noteStepUp(tx, context.keys.digest('session', call.token), STEP_UP_LIFE);
    await inSchoolOf(tx, homeOf(call), (inside) =>
      audit(inside, call, { action: 'user.step-up', subjectKind: 'user', subjectId: actor.userId }),
    );
    return { until: until.toISOString() };
  });
}

/**
 * Returns true if a proof is right, and spends it: each code is valid once, a passkey's answer within its bond. The try is charged to the
 * user before the comparison, and the charge of a wrong one remains. Throws session.too-many-tries and passkey.stopped.
 */
export async function proveFactor(
  context: AppContext,
  userId: string,
  proof: FactorProof,
  bond: Bond,
  requestId: string,
): Promise<boolean> {
  const { db } = context;
  const tryId = await db.inPlatform((tx) => store.chargeFactorTry(tx, userId));
  if (tryId === null) throw tooManyTries();
  const right = proof.passkey
    ? await provePasskey(context, userId, bond, proof.passkey, requestId)
    : await proveCode(context, userId, proof);
  if (right) await db.inPlatform((tx) => store.dropFactorTry(tx, tryId));
  return right;
}

async function proveCode(context: AppContext, userId: string, proof: FactorProof): Promise<boolean> {
  return context.db.inPlatform(async (tx) => {
    if (proof.recoveryCode !== undefined) {
      return store.spendRecoveryCode(tx, userId, hashRecoveryCode(context, userId, proof.recoveryCode));
    }
    const row = await store.readFactor(tx, userId);
    if (!row?.secret || proof.totp === undefined) return false;
    const step = findStep(context.keys.open(placeOf(userId), row.secret), proof.totp, context.clock.now());
    return step !== null && (await store.spendStep(tx, userId, step));
  });
}

/** Returns the context to which a secret is sealed. */
export function placeOf(userId: string): string {
  return `totp:${userId}`;
}

function wrongFactor(field: 'totp' | 'recoveryCode'): Refusal {
  return new Refusal('profile.wrong-code', 'The code is wrong or no longer valid.', {
    detail: wrongFields({ [field]: fieldError('wrong-code') }),
  });
}
