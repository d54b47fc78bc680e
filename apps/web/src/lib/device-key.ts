import { clockAhead } from './clock.ts';
import { dueState, noteTold } from './device-state.ts';
import { inStore, makeKeyPair, OWN_KEY, type PublicKey, signText } from './device-store.ts';
import { isEnrolled, noteEnrolled } from './enrolled.ts';

/** Key of this device, by which the school knows its calls (contract, section 10). It is made here and can not be exported. */
export interface DeviceKey {
  readonly sysid: string;
  readonly since: Date;
  readonly key: CryptoKey;
}

let kept: Promise<DeviceKey | null> | null = null;

/** The key of this device; null where it has none, or none that the browser still has. */
export function deviceKey(): Promise<DeviceKey | null> {
  if (!isEnrolled()) return Promise.resolve(null);
  kept ??= inStore<DeviceKey | undefined>('readonly', (store) => store.get(OWN_KEY)).then((key) => key ?? null);
  return kept;
}

/** Makes a key pair and hands its public half to `enrol`, which answers the device's id; keeps the private half. */
export async function enrolThisDevice(enrol: (publicKey: PublicKey) => Promise<string>): Promise<DeviceKey> {
  const { publicKey, privateKey } = await makeKeyPair();
  const made = { sysid: await enrol(publicKey), since: new Date(), key: privateKey };
  await inStore('readwrite', (store) => store.put(made, OWN_KEY));
  noteEnrolled(made.sysid);
  kept = Promise.resolve(made);
  return made;
}

/** Forgets the key: the school has revoked it, or somebody wants a new one. The lists and faces that the device was given go with it. */
export async function forgetThisDevice(): Promise<void> {
  noteEnrolled(null);
  kept = null;
  indexedDB.deleteDatabase('mfuko-seen');
  await inStore('readwrite', (store) => store.delete(OWN_KEY));
}

/** The `device` header of a call: this device's word for method, path, time and body. Null where it is not enrolled. */
async function signCall(method: string, path: string, body: BufferSource): Promise<string | null> {
  const device = await deviceKey();
  if (!device) return null;
  const ms = Date.now() + (clockAhead() ?? 0);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${device.sysid}.${ms}.${await signText(device.key, `${method} ${path} ${ms} ${hex}`)}`;
}

/** The request with this device's signature: over the very bytes, so a form is laid out first. */
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
  const state = dueState();
  if (state) sent.headers.set('device-state', state);
  if (sent.body instanceof FormData) sent.headers.set('Content-Type', laidOut.headers.get('Content-Type') ?? '');
  return method === 'GET' ? sent : { headers: sent.headers, body };
}

/** Hears that the server has answered a call that this device signed and sent with those headers. */
export function hearAnswer(sent: Headers): void {
  const said = sent.get('device-state');
  if (said) noteTold(said);
}

/** A revoked key is worth nothing: from the next call on this is a browser like any other. */
export async function hearRefusal(why: unknown): Promise<void> {
  if (why === 'revoked') await forgetThisDevice();
}
