import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Endpoint } from '@mfuko/contract/endpoint';
import type { AppContext } from '../../platform/app-context.ts';
import { PLATFORM_SCHOOL } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/call.ts';
import type { SignedCall } from '../../platform/http/signed-call.ts';
import { findKey, useSignature } from './enrolment-store.ts';
import { deviceUnknown } from './errors.ts';
import { markSeen } from './store.ts';

/** How far the clock of a device may be from ours, in milliseconds; it corrects its own by the answers. */
const CLOCKS_DIFFER_MS = 5 * 60_000;
const HEADER = /^([0-9a-f-]{36})\.(\d{1,16})\.([\w-]{86})$/;

/**
 * Makes the check of who signs: a call that says which device it is from needs that device's signature over method, path, time and
 * body, made within five minutes and never used before; in a school that demands devices, desk calls need one. Throws device.unknown.
 * ECDSA over P-256 with SHA-256, the signature as r and s (IEEE P1363), as WebCrypto makes it.
 */
export function createSignatureCheck(context: AppContext): (call: SignedCall) => Promise<void> {
  const keys = new Map<string, KeyObject>();
  return async (call) => {
    if (call.device === undefined) {
      if (call.actor.needsDevice && isDeskCall(call.endpoint, call.actor)) throw deviceUnknown('none');
      return;
    }
    const [, id = '', ms = '', signature = ''] = HEADER.exec(call.device) ?? [];
    const schoolId = call.actor.schoolId ?? call.schoolId;
    // An Admin's call about no school is no school's device's.
    if (schoolId === PLATFORM_SCHOOL) return;
    if (id === '') throw deviceUnknown('signature');
    if (Math.abs(context.clock.now() - Number(ms)) > CLOCKS_DIFFER_MS) throw deviceUnknown('clock');
    await context.db.inSchool(schoolId, async (tx) => {
      const found = await findKey(tx, id);
      if (!found) throw deviceUnknown('revoked');
      const key = keys.get(id) ?? createPublicKey({ key: found, format: 'der', type: 'spki' });
      keys.set(id, key);
      const signed = Buffer.from(`${call.method} ${call.path} ${ms} ${call.sha256}`);
      const bytes = Buffer.from(signature, 'base64url');
      if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes)) throw deviceUnknown('signature');
      // The text is used up, not the signature: of one text there are two signatures that hold.
      const digest = createHash('sha256').update(signed).digest();
      if (!(await useSignature(tx, id, digest))) throw deviceUnknown('used');
      await markSeen(tx, id);
    });
  };
}

/** Calls of the desks' duties. The office reads what desks read; it records at a desk only from a device. */
function isDeskCall({ access, kind }: Endpoint, { role }: Actor): boolean {
  const ofDuty = typeof access === 'object' && Array.isArray(access.duties) && access.duties.length > 0;
  return ofDuty && (role === 'CheckAgent' || kind === 'record');
}
