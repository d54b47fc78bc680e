import { randomBytes } from 'node:crypto';
import type * as contract from '@mfuko/contract/desk';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { seal } from '@mfuko/contract/seal';
import { audit } from '../../platform/audit/audit.ts';
import type { OfflineKey } from '../../platform/crypto/offline-key.ts';
import { hashSlowly, inHashTurn, isHashOf } from '../../platform/crypto/slow-hash.ts';
import { inSchoolOf } from '../../platform/database/database.ts';
import type { Call, ReadCall, RequestContext } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { cameFrom } from './came-from.ts';
import { deskLocked, deskOver, deskUnsigned, signInDue, weakDeskPin, wrongDeskPin } from './desk-errors.ts';
import * as store from './desk-store.ts';
import { DESK_RULES, isWeakDeskPin } from './rules.ts';
import { findSession, noteSignIn } from './store.ts';

export interface UnlockParts {
  readonly offlineKey: OfflineKey;
  /** Throws device.unknown unless that device of that school has signed the request. Passed in by the devices. */
  readonly proveDevice: (request: RequestContext, schoolId: string, deviceId: string) => Promise<void>;
}

export async function ownDeskPin(
  context: AppContext,
  { actor }: ReadCall,
): Promise<AnswerOf<typeof contract.getDeskPin>> {
  const found = await context.db.readPlatform((tx) => store.findDeskPin(tx, actor.userId));
  return { since: found?.since.toISOString() ?? null };
}

/** Sets the caller's desk PIN. Throws session.sign-in-due in a session that a PIN has opened, and desk.weak-pin. */
export async function setOwnDeskPin(
  call: Call,
  { pin }: InputOf<typeof contract.setDeskPin>,
): Promise<AnswerOf<typeof contract.setDeskPin>> {
  const { actor } = call;
  if (actor.boundTo) throw signInDue();
  if (isWeakDeskPin(pin)) throw weakDeskPin();
  // Hashing is slow, so it runs before the transaction.
  const hashed = await inHashTurn(() => hashSlowly(pin));
  return call.record(async (tx) => {
    const since = await store.saveDeskPin(tx, actor.userId, hashed);
    await inSchoolOf(tx, actor.schoolId ?? call.schoolId, (inside) =>
      audit(inside, call, { action: 'user.desk-pin', subjectKind: 'user', subjectId: actor.userId }),
    );
    return { since: since.toISOString() };
  });
}

/** Lets a user who signed in by code unlock, by PIN, the device that signed this call. Throws device.unknown and session.sign-in-due. */
export async function beginOwnDesk(context: AppContext, call: Call): Promise<AnswerOf<typeof contract.beginDesk>> {
  const { actor } = call;
  // The signature was verified with the call: an invalid one was refused before.
  const deviceId = call.signature?.deviceId;
  if (!deviceId || actor.schoolId === null) throw deskUnsigned();
  const tokenHash = context.keys.digest('session', call.token);
  return call.record(async (tx) => {
    const desk = await store.beginDesk(tx, { deviceId, userId: actor.userId, tokenHash });
    if (!desk) throw signInDue();
    const pin = await store.findDeskPin(tx, actor.userId);
    return { deskSYSID: desk.id, hasPin: pin !== undefined, until: desk.until.toISOString() };
  });
}

/**
 * Opens a session by a desk PIN, at the device where the user has signed in. The owner of the desk is revealed to that device alone, and
 * each try is charged before it is checked. Throws device.unknown, desk.over, desk.locked and desk.wrong-pin.
 */
export async function unlockDesk(
  context: AppContext,
  request: RequestContext,
  parts: UnlockParts,
  { deskSYSID: id, pin: typed, sealed }: InputOf<typeof contract.unlock>,
): Promise<AnswerOf<typeof contract.unlock>> {
  const { db, keys, config } = context;
  const desk = await db.readPlatform((tx) => store.findDesk(tx, id));
  if (!desk) throw deskOver();
  await parts.proveDevice(request, desk.schoolId, desk.deviceId);
  if (desk.over) throw deskOver();
  if (desk.wait > 0) throw deskLocked(desk.wait, context.clock.now());
  const pin = typed ?? openPin(parts.offlineKey, desk.schoolId, id, sealed ?? '');
  // A try is charged within its turn, so that one refused while waiting costs nothing.
  const { misses, isRight } = await inHashTurn(async () => {
    const misses = await db.inPlatform((tx) => store.chargeDeskTry(tx, id));
    if (misses === null) throw deskLocked(DESK_RULES.pauseSeconds, context.clock.now());
    const kept = await db.readPlatform((tx) => store.findDeskPin(tx, desk.userId));
    return { misses, isRight: kept !== undefined && pin !== null && (await isHashOf(kept.hash, pin)) };
  });
  if (!isRight) {
    const left = DESK_RULES.mostMisses - misses;
    throw left > 0 ? wrongDeskPin(left) : deskOver();
  }
  const token = randomBytes(32).toString('base64url');
  const tokenHash = keys.digest('session', token);
  const user = await db.inPlatform(async (tx) => {
    await store.forgiveDeskTries(tx, id);
    await store.openDeskSession(tx, id, { tokenHash, outboxOnly: !desk.whole, from: cameFrom(context, request) });
    const before = await findSession(tx, tokenHash);
    if (!before) throw deskOver();
    // Locks the user: a call that closes the account ends this session too, or has ended before the following lookup.
    await inSchoolOf(tx, before.school_id, (inside) => noteSignIn(inside, before.user_id));
    const found = await findSession(tx, tokenHash);
    if (!found) throw deskOver();
    await inSchoolOf(tx, found.school_id, (inside) =>
      audit(
        inside,
        { actor: { userId: found.user_id }, requestId: request.requestId },
        { action: 'user.unlock', subjectKind: 'device', subjectId: desk.deviceId, detail: { whole: desk.whole } },
      ),
    );
    return found;
  });
  return {
    role: seal(config.wireKey, 'role', user.role),
    session: { sToken: token, userName: user.phone },
    outboxOnly: !desk.whole,
  };
}

function openPin(offlineKey: OfflineKey, schoolId: string, id: string, sealed: string): string | null {
  const text = offlineKey.open(schoolId, id, sealed);
  if (text === null) return null;
  try {
    const { pin } = JSON.parse(text) as { pin?: unknown };
    return typeof pin === 'string' && /^\d{6}$/.test(pin) ? pin : null;
  } catch {
    // Sealed by no device of ours: counts as a wrong PIN.
    return null;
  }
}
