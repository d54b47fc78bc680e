import { clockAhead } from './clock.ts';
import { continuityOf, noteKept } from './device-continuity.ts';
import { dueState, noteTold } from './device-state.ts';
import { inStore, makeKeyPair, OWN_KEY, type PublicKey, signText } from './device-store.ts';
import { isEnrolled, noteEnrolled } from './enrolled.ts';

/**
 * Key of this device, by which the school recognises its calls (contract, section 10). The key is generated here and cannot be exported.
 */
export interface DeviceKey {
  readonly sysid: string;
  readonly since: Date;
  readonly key: CryptoKey;
}

let kept: Promise<DeviceKey | null> | null = null;

/** Returns the key of this device; null where the device was never enrolled, or the browser has lost the key. */
export function deviceKey(): Promise<DeviceKey | null> {
  if (!isEnrolled()) return Promise.resolve(null);
  kept ??= inStore<DeviceKey | undefined>('readonly', (store) => store.get(OWN_KEY)).then((key) => key ?? null);
  return kept;
}

/** Generates a key pair, passes the public key to `enrol`, which returns the device's id, and stores the private key. */
export async function enrolThisDevice(enrol: (publicKey: PublicKey) => Promise<string>): Promise<DeviceKey> {
  const { publicKey, privateKey } = await makeKeyPair();
  const made = { sysid: await enrol(publicKey), since: new Date(), key: privateKey };
  await inStore('readwrite', (store) => store.put(made, OWN_KEY));
  noteEnrolled(made.sysid);
  kept = Promise.resolve(made);
  return made;
}

/**
 * Deletes the key, because the school has revoked it or somebody wants a new one. The lists and faces that the device was given are deleted
 * too.
 */
export async function forgetThisDevice(): Promise<void> {
  noteEnrolled(null);
  kept = null;
  indexedDB.deleteDatabase('mfuko-seen');
  await inStore('readwrite', (store) => store.delete(OWN_KEY));
}

/**
 * Returns the `device` header of a call: this device's signature over method, path, time and body. Null where the device is not enrolled.
 */
async function signCall(method: string, path: string, body: BufferSource): Promise<string | null> {
  const device = await deviceKey();
  if (!device) return null;
  const ms = Date.now() + (clockAhead() ?? 0);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${device.sysid}.${ms}.${await signText(device.key, `${method} ${path} ${ms} ${hex}`)}`;
}

/** Adds this device's signature to the request. The signature covers the exact bytes, so a form is serialised first. */
export async function signed(
  method: string,
  path: string,
  sent: { readonly headers: Headers; readonly body?: BodyInit },
): Promise<RequestInit> {
  const laidOut = new Response(sent.body ?? '');
  const body = await laidOut.arrayBuffer();
  const device = await signCall(method, path, body);
  if (device === null) return sent;
  sent.headers.set('device', device);
  const continuity = await continuityOf(device.slice(0, device.indexOf('.')));
  if (continuity) sent.headers.set('device-continuity', continuity);
  const state = dueState();
  if (state) sent.headers.set('device-state', state);
  if (sent.body instanceof FormData) sent.headers.set('Content-Type', laidOut.headers.get('Content-Type') ?? '');
  return method === 'GET' ? sent : { headers: sent.headers, body };
}

/** Notes that the server has answered a call that this device signed and sent with those headers. */
export function hearAnswer(sent: Headers, answer: Headers): void {
  const marks = sent.get('device-continuity');
  if (marks && answer.has('device-continuity')) noteKept(marks);
  const said = sent.get('device-state');
  if (said) noteTold(said);
}

/** Deletes a revoked key, so that from the next call on this browser is treated like any other. */
export async function hearRefusal(why: unknown): Promise<void> {
  if (why === 'revoked') await forgetThisDevice();
}
