import { createHash, type KeyObject } from 'node:crypto';
import { type DeviceState, readDeviceState } from '@mfuko/contract/device-state';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { PLATFORM_SCHOOL, type Tx } from '../../platform/database/database.ts';
import type { Actor, RequestContext, Signature } from '../../platform/http/call.ts';
import type { SignedCall } from '../../platform/http/signed-call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { findKey, useSignature } from './enrolment-store.ts';
import { deviceUnknown } from './errors.ts';
import { isSignedBy, keyOf } from './p256.ts';

/** Clock skew that a device may have against ours, in milliseconds; it corrects its own by the answers. */
const CLOCKS_DIFFER_MS = 5 * 60_000;
const HEADER = /^([0-9a-f-]{36})\.(\d{1,16})\.([\w-]{86})$/;

/** Keys as they were read: of a device there is one, ever. */
const keys = new Map<string, KeyObject>();

/**
 * Makes the check of who signs: a call that says which device it is from needs that device's signature over method, path, time and
 * body, made within five minutes and never used before; in a school that demands devices, desk calls need one; a session that was
 * unlocked at a device needs that device's. Throws device.unknown.
 */
export function createSignatureCheck(context: AppContext): (call: SignedCall) => ((tx: Tx) => Promise<void>) | null {
  return ({ endpoint, actor, schoolId: named, signature }) => {
    if (actor.boundTo !== undefined && signature?.deviceId !== actor.boundTo) throw deviceUnknown('none');
    if (signature === null) {
      if (actor.needsDevice && isDeskCall(endpoint, actor)) throw deviceUnknown('none');
      return null;
    }
    // An Admin's call about no school is no school's device's.
    if (named === PLATFORM_SCHOOL) return null;
    const read = readSignature(context, signature);
    return (tx) => takeSignature(tx, read);
  };
}

/** Makes the same check for a request of nobody, which has to be signed by that device of that school. Throws device.unknown. */
export function createDeviceProof(context: AppContext) {
  return async ({ signature }: RequestContext, schoolId: string, deviceId: string): Promise<void> => {
    if (signature?.deviceId !== deviceId) throw deviceUnknown('none');
    const read = readSignature(context, signature);
    await context.db.inSchool(schoolId, (tx) => takeSignature(tx, read));
  };
}

/** Refuses a call of somebody who is signed in that no device of the school has signed; a signature was held against its key before. Throws device.unknown. */
export function requireDevice({ signature }: RequestContext): void {
  if (signature === null) throw deviceUnknown('none');
}

/** Signature as its header says it, not yet held against its key. */
interface ReadSignature {
  readonly deviceId: string;
  readonly signed: Buffer;
  readonly signature: string;
  readonly state: DeviceState | null;
}

function readSignature(context: AppContext, given: Signature): ReadSignature {
  const [, deviceId = '', ms = '', signature = ''] = HEADER.exec(given.header) ?? [];
  if (deviceId === '') throw deviceUnknown('signature');
  if (Math.abs(context.clock.now() - Number(ms)) > CLOCKS_DIFFER_MS) throw deviceUnknown('clock');
  const signed = Buffer.from(`${given.method} ${given.path} ${ms} ${given.sha256}`);
  // Its own word, which the signature does not cover: shown to the office and asked by nobody.
  const state = given.state === null ? null : readDeviceState(given.state);
  return { deviceId, signed, signature, state };
}

async function takeSignature(tx: Tx, { deviceId, signed, signature, state }: ReadSignature): Promise<void> {
  let key = keys.get(deviceId);
  // Of a device that was revoked nothing else is told, whether its signature holds or not.
  if (!key || !isSignedBy(key, signed, signature)) {
    const found = await findKey(tx, deviceId);
    if (!found) throw deviceUnknown('revoked');
    key = keyOf(found);
    keys.set(deviceId, key);
    if (!isSignedBy(key, signed, signature)) throw deviceUnknown('signature');
  }
  // The text is used up, not the signature: of one text there are two signatures that hold.
  const digest = createHash('sha256').update(signed).digest();
  const outcome = await useSignature(tx, deviceId, digest, state);
  if (outcome !== 'fresh') throw deviceUnknown(outcome);
}

/** Calls of the desks' duties. The office reads what desks read; it records at a desk only from a device. */
function isDeskCall({ access, kind }: Endpoint, { role }: Actor): boolean {
  const ofDuty = typeof access === 'object' && Array.isArray(access.duties) && access.duties.length > 0;
  return ofDuty && (role === 'CheckAgent' || kind === 'record');
}
