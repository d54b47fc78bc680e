import { randomBytes, randomInt } from 'node:crypto';
import { BACKUP_CODE_SIGNS } from '@mfuko/contract/backup-codes';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { fieldError } from '@mfuko/contract/field-errors';
import type * as contract from '@mfuko/contract/second-factor';
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES, showRecoveryCode } from '@mfuko/contract/second-factor-codes';
import type { AppContext } from '../../platform/app-context.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inSchoolOf, PLATFORM_SCHOOL, type Tx } from '../../platform/database/database.ts';
import type { Call, ReadCall } from '../../platform/http/call.ts';
import { needsStepUp } from '../../platform/http/step-up.ts';
import { Refusal, wrongFields } from '../../platform/refusal.ts';
import { type FactorChange, sayFactorChanged } from './account-notices.ts';
import { tooManyTries } from './errors.ts';
import { STEP_UP_LIFE } from './rules.ts';
import * as store from './second-factor-store.ts';
import { findStep, toBase32 } from './totp.ts';

/** As many bits as the hash has (RFC 4226, 4). */
const SECRET_BYTES = 20;
/** Longer names would make the QR code finer than a phone reads. */
const LABEL_SIGNS = 30;

/** Proof of a second factor: a code of the authenticator, or a recovery code. */
export interface FactorProof {
  readonly totp?: string | undefined;
  readonly recoveryCode?: string | undefined;
}

export async function ownSecondFactor(context: AppContext, { actor }: ReadCall): Promise<contract.SecondFactor> {
  const row = await context.db.readPlatform((tx) => store.readFactor(tx, actor.userId));
  return {
    on: row?.secret != null,
    since: row?.since?.toISOString() ?? null,
    recoveryLeft: row?.recoveryLeft ?? 0,
    due: actor.factorDue,
  };
}

/** Makes a secret that counts for nothing yet; for ten minutes the same one, so that a repeat is answered alike. */
export async function startTotp(context: AppContext, call: Call): Promise<AnswerOf<typeof contract.startTotp>> {
  const { actor } = call;
  if (actor.hasFactor && !actor.steppedUp) throw needsStepUp(actor);
  const place = placeOf(actor.userId);
  const sealed = context.keys.seal(place, randomBytes(SECRET_BYTES));
  const kept = await context.db.inPlatform((tx) => store.keepPending(tx, actor.userId, sealed));
  const text = toBase32(context.keys.open(place, kept));
  const issuer = encodeURIComponent(context.config.platformName);
  // The phone number stays out of it: the address is drawn on a screen that others may see.
  const label = `${issuer}:${encodeURIComponent([...actor.names].slice(0, LABEL_SIGNS).join(''))}`;
  return {
    secret: text,
    otpauth: `otpauth://totp/${label}?secret=${text}&issuer=${issuer}&algorithm=SHA1&digits=6&period=30`,
  };
}

/** Puts the started authenticator into force, once a code of it is right. Throws profile.wrong-code. */
export async function confirmTotp(
  context: AppContext,
  call: Call,
  { totp }: InputOf<typeof contract.confirmTotp>,
): Promise<AnswerOf<typeof contract.confirmTotp>> {
  const { userId } = call.actor;
  const row = await context.db.readPlatform((tx) => store.readFactor(tx, userId));
  const right =
    row?.pending && findStep(context.keys.open(placeOf(userId), row.pending), totp, context.clock.now()) !== null;
  if (!row?.pending || !right) throw wrongFactor('totp');
  const { pending } = row;
  return change(context, call, row.secret ? 'replaced' : 'added', async (tx) => {
    if (!(await store.confirmPending(tx, userId, pending))) throw wrongFactor('totp');
    return { recoveryCodes: await issueRecoveryCodes(tx, context, userId) };
  });
}

export function makeRecoveryCodes(
  context: AppContext,
  call: Call,
): Promise<AnswerOf<typeof contract.makeRecoveryCodes>> {
  return change(context, call, 'codes', async (tx) => {
    if (!call.actor.hasFactor) throw needsStepUp(call.actor);
    return { recoveryCodes: await issueRecoveryCodes(tx, context, call.actor.userId) };
  });
}

export async function removeTotp(context: AppContext, call: Call): Promise<contract.SecondFactor> {
  await context.db.inSchool(homeOf(call), async (tx) => {
    // A repeat removes nothing, and is told to nobody.
    if (await store.deleteFactor(tx, call.actor.userId)) await noteChange(tx, context, call, 'removed');
  });
  return { on: false, since: null, recoveryLeft: 0, due: call.actor.factorDue };
}

/** Opens the calls that ask for a fresh proof to this session. Throws profile.wrong-code and session.too-many-tries. */
export async function stepUp(
  context: AppContext,
  call: Call,
  proof: InputOf<typeof contract.stepUp>,
): Promise<AnswerOf<typeof contract.stepUp>> {
  const { actor } = call;
  if (!actor.hasFactor) throw needsStepUp(actor);
  if (!(await proveFactor(context, actor.userId, proof)))
    throw wrongFactor(proof.recoveryCode === undefined ? 'totp' : 'recoveryCode');
  return context.db.inPlatform(async (tx) => {
    const until = await store.noteStepUp(tx, context.keys.digest('session', call.token), STEP_UP_LIFE);
    await inSchoolOf(tx, homeOf(call), (inside) =>
      audit(inside, call, { action: 'user.step-up', subjectKind: 'user', subjectId: actor.userId }),
    );
    return { until: until.toISOString() };
  });
}

/**
 * Tells whether a proof is right, and spends it: each code is good once. A person is charged with the try before it is
 * compared, for good where it is wrong. Throws session.too-many-tries.
 */
export async function proveFactor(context: AppContext, userId: string, proof: FactorProof): Promise<boolean> {
  const { db, keys } = context;
  const tryId = await db.inPlatform((tx) => store.chargeFactorTry(tx, userId));
  if (tryId === null) throw tooManyTries();
  const right = await db.inPlatform(async (tx) => {
    if (proof.recoveryCode !== undefined) {
      return store.spendRecoveryCode(tx, userId, hashOf(context, userId, proof.recoveryCode));
    }
    const row = await store.readFactor(tx, userId);
    if (!row?.secret || proof.totp === undefined) return false;
    const step = findStep(keys.open(placeOf(userId), row.secret), proof.totp, context.clock.now());
    return step !== null && (await store.spendStep(tx, userId, step));
  });
  if (right) await db.inPlatform((tx) => store.dropFactorTry(tx, tryId));
  return right;
}

/** Changes the own factor, on record, and tells the person's phone of it. */
async function change<T>(
  context: AppContext,
  call: Call,
  what: FactorChange,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return context.db.inSchool(homeOf(call), async (tx) => {
    const done = await work(tx);
    await noteChange(tx, context, call, what);
    return done;
  });
}

async function noteChange(tx: Tx, context: AppContext, call: Call, what: FactorChange): Promise<void> {
  const { userId, userName } = call.actor;
  await audit(tx, call, { action: `user.second-factor-${what}`, subjectKind: 'user', subjectId: userId });
  await sayFactorChanged(tx, context, userName, what);
}

async function issueRecoveryCodes(tx: Tx, context: AppContext, userId: string): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  const hashes = [...codes].map((code) => hashOf(context, userId, code));
  await store.replaceRecoveryCodes(tx, userId, hashes);
  return [...codes].map(showRecoveryCode);
}

function newCode(): string {
  const sign = () => BACKUP_CODE_SIGNS[randomInt(BACKUP_CODE_SIGNS.length)];
  return Array.from({ length: RECOVERY_CODE_LENGTH }, sign).join('');
}

function homeOf({ actor }: Pick<ReadCall, 'actor'>): string {
  return actor.schoolId ?? PLATFORM_SCHOOL;
}

/** Place: what a sealed secret is bound to. */
function placeOf(userId: string): string {
  return `totp:${userId}`;
}

/** Keyed, and bound to the person. */
function hashOf(context: AppContext, userId: string, code: string): Buffer {
  return context.keys.digest('recovery-code', `${userId}:${code}`);
}

function wrongFactor(field: 'totp' | 'recoveryCode'): Refusal {
  return new Refusal('profile.wrong-code', 'The code is wrong or no longer valid.', {
    detail: wrongFields({ [field]: fieldError('wrong-code') }),
  });
}
