import { createHash, type KeyObject } from 'node:crypto';
import { readDeviceState } from '@mfuko/contract/device-state';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { PLATFORM_SCHOOL } from '../../platform/database/database.ts';
import type { Actor, RequestContext, Signature } from '../../platform/http/call.ts';
import type { SignedCall } from '../../platform/http/signed-call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { findKey, useSignature } from './enrolment-store.ts';
import { deviceUnknown } from './errors.ts';
import { isSignedBy, keyOf } from './p256.ts';
import { markSeen, noteState } from './sights.ts';

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
export function createSignatureCheck(context: AppContext): (call: SignedCall) => Promise<void> {
  return async ({ endpoint, actor, schoolId: named, signature }) => {
    if (actor.boundTo !== undefined && signature?.deviceId !== actor.boundTo) throw deviceUnknown('none');
    if (signature === null) {
      if (actor.needsDevice && isDeskCall(endpoint, actor)) throw deviceUnknown('none');
      return;
    }
    const schoolId = actor.schoolId ?? named;
    // An Admin's call about no school is no school's device's.
    if (schoolId === PLATFORM_SCHOOL) return;
    await holdSignature(context, schoolId, signature);
  };
}

/** Makes the same check for a request of nobody, which has to be signed by that device of that school. Throws device.unknown. */
export function createDeviceProof(context: AppContext) {
  return async ({ signature }: RequestContext, schoolId: string, deviceId: string): Promise<void> => {
    if (signature?.deviceId !== deviceId) throw deviceUnknown('none');
    await holdSignature(context, schoolId, signature);
  };
}

async function holdSignature(context: AppContext, schoolId: string, given: Signature): Promise<void> {
  const [, id = '', ms = '', signature = ''] = HEADER.exec(given.header) ?? [];
  if (id === '') throw deviceUnknown('signature');
  if (Math.abs(context.clock.now() - Number(ms)) > CLOCKS_DIFFER_MS) throw deviceUnknown('clock');
  await context.db.inSchool(schoolId, async (tx) => {
    const found = await findKey(tx, id);
    if (!found) throw deviceUnknown('revoked');
    const key = keys.get(id) ?? keyOf(found);
    keys.set(id, key);
    const signed = Buffer.from(`${given.method} ${given.path} ${ms} ${given.sha256}`);
    if (!isSignedBy(key, signed, signature)) throw deviceUnknown('signature');
    // The text is used up, not the signature: of one text there are two signatures that hold.
    const digest = createHash('sha256').update(signed).digest();
    if (!(await useSignature(tx, id, digest))) throw deviceUnknown('used');
    await markSeen(tx, id);
    // Its own word, which the signature does not cover: shown to the office and asked by nobody.
    const state = given.state === null ? null : readDeviceState(given.state);
    if (state) await noteState(tx, id, state);
  });
}

/** Calls of the desks' duties. The office reads what desks read; it records at a desk only from a device. */
function isDeskCall({ access, kind }: Endpoint, { role }: Actor): boolean {
  const ofDuty = typeof access === 'object' && Array.isArray(access.duties) && access.duties.length > 0;
  return ofDuty && (role === 'CheckAgent' || kind === 'record');
}
