import { createHash, type KeyObject } from 'node:crypto';
import { type DeviceState, readDeviceState } from '@mfuko/contract/device-state';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { PLATFORM_SCHOOL, type Tx } from '../../platform/database/database.ts';
import type { Actor, RequestContext, Signature } from '../../platform/http/call.ts';
import type { SignatureCheck, SignedCall } from '../../platform/http/signed-call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { digestsOf, judgeContinuity } from './continuity.ts';
import { findKey, useSignature } from './enrolment-store.ts';
import { deviceUnknown } from './errors.ts';
import { isSignedBy, keyOf } from './p256.ts';

/** Tolerance for a device's clock, in milliseconds; devices correct their clock by our answers. */
const CLOCKS_DIFFER_MS = 5 * 60_000;
const HEADER = /^([0-9a-f-]{36})\.(\d{1,16})\.([\w-]{86})$/;

/** Cached public keys: a device's key never changes. */
const keys = new Map<string, KeyObject>();

/**
 * Creates the signature check of calls. A call that names its device needs that device's signature over method, path, time and body, at
 * most five minutes old and never used before. In a school that demands devices, desk calls need a signature; a session that was
 * unlocked at a device needs that device's. Throws device.unknown. Two browsers with one device's key are signed out.
 */
export function createSignatureCheck(context: AppContext): (call: SignedCall) => SignatureCheck | null {
  return (call) => {
    const { endpoint, actor, schoolId: named, signature } = call;
    if (actor.boundTo !== undefined && signature?.deviceId !== actor.boundTo) throw deviceUnknown('none');
    if (signature === null) {
      if (actor.needsDevice && isDeskCall(endpoint, actor)) throw deviceUnknown('none');
      return null;
    }
    // An Admin's call without a school cannot come from a school's device.
    if (named === PLATFORM_SCHOOL) return null;
    const read = readSignature(context, signature);
    return async (tx) =>
      (await takeSignature(tx, read, actor.userId)) ? judgeContinuity(tx, context, call, read) : null;
  };
}

/** Creates the same check for a request without a session, which must be signed by the given device of the school. Throws device.unknown. */
export function createDeviceProof(context: AppContext) {
  return async ({ signature }: RequestContext, schoolId: string, deviceId: string): Promise<void> => {
    if (signature?.deviceId !== deviceId) throw deviceUnknown('none');
    const read = readSignature(context, signature);
    await context.db.inSchool(schoolId, async (tx) => void (await takeSignature(tx, read, null)));
  };
}

/**
 * Refuses a call that no device of the school has signed; the signature check has verified a present signature before. Throws
 * device.unknown.
 */
export function requireDevice({ signature }: RequestContext): void {
  if (signature === null) throw deviceUnknown('none');
}

/** Signature as stated in the header, not verified yet. */
interface ReadSignature {
  readonly deviceId: string;
  readonly signed: Buffer;
  readonly signature: string;
  readonly state: DeviceState | null;
  /** Digests of the marks that the device sends, newest first; they are not signed either. */
  readonly marks: readonly Buffer[];
}

function readSignature(context: AppContext, given: Signature): ReadSignature {
  const [, deviceId = '', ms = '', signature = ''] = HEADER.exec(given.header) ?? [];
  if (deviceId === '') throw deviceUnknown('signature');
  if (Math.abs(context.clock.now() - Number(ms)) > CLOCKS_DIFFER_MS) throw deviceUnknown('clock');
  const signed = Buffer.from(`${given.method} ${given.path} ${ms} ${given.sha256}`);
  // The device's report, which the signature does not cover: displayed to the office, and never relied on.
  const state = given.state === null ? null : readDeviceState(given.state);
  return { deviceId, signed, signature, state, marks: digestsOf(given.continuity) };
}

/** Returns true where the device's mark has to be judged: it is another than the known one. */
async function takeSignature(
  tx: Tx,
  { deviceId, signed, signature, state, marks }: ReadSignature,
  userId: string | null,
): Promise<boolean> {
  let key = keys.get(deviceId);
  // A revoked device gets the same answer, whether its signature is valid or not.
  if (!key || !isSignedBy(key, signed, signature)) {
    const found = await findKey(tx, deviceId);
    if (!found) throw deviceUnknown('revoked');
    key = keyOf(found);
    keys.set(deviceId, key);
    if (!isSignedBy(key, signed, signature)) throw deviceUnknown('signature');
  }
  // The signed text is used up rather than the signature, because ECDSA has two valid signatures for one text.
  const digest = createHash('sha256').update(signed).digest();
  const outcome = await useSignature(tx, deviceId, digest, userId, state, marks[0] ?? null);
  if (outcome === 'used' || outcome === 'revoked') throw deviceUnknown(outcome);
  return outcome === 'marked';
}

/** Tells whether a call belongs to the desks' duties. The office may read such data anywhere, but records desk calls only from a device. */
function isDeskCall({ access, kind }: Endpoint, { role }: Actor): boolean {
  const ofDuty = typeof access === 'object' && Array.isArray(access.duties) && access.duties.length > 0;
  return ofDuty && (role === 'CheckAgent' || kind === 'record');
}
