import { clockAhead } from './clock.ts';
import { dueState, noteTold } from './device-state.ts';
import { isEnrolled, noteEnrolled } from './enrolled.ts';

/** Key of this device, by which the school knows its calls (contract, section 10). It is made here and can not be exported. */
export interface DeviceKey {
  readonly sysid: string;
  readonly since: Date;
  readonly key: CryptoKey;
}

const NAME = 'mfuko-device';
const STORE = 'keys';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };

let kept: Promise<DeviceKey | null> | null = null;

/** The key of this device; null where it has none, or none that the browser still has. */
export function deviceKey(): Promise<DeviceKey | null> {
  if (!isEnrolled()) return Promise.resolve(null);
  kept ??= inStore<DeviceKey | undefined>('readonly', (store) => store.get(1)).then((key) => key ?? null);
  return kept;
}

/** Makes a key pair and hands its public half to `enrol`, which answers the device's id; keeps the private half. */
export async function enrolThisDevice(
  enrol: (publicKey: { kty: 'EC'; crv: 'P-256'; x: string; y: string }) => Promise<string>,
): Promise<DeviceKey> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  const made = { sysid: await enrol({ kty: 'EC', crv: 'P-256', x, y }), since: new Date(), key: privateKey };
  await inStore('readwrite', (store) => store.put(made, 1));
  noteEnrolled(made.sysid);
  kept = Promise.resolve(made);
  return made;
}

/** Forgets the key: the school has revoked it, or somebody wants a new one. The lists and faces that the device was given go with it. */
export async function forgetThisDevice(): Promise<void> {
  noteEnrolled(null);
  kept = null;
  indexedDB.deleteDatabase('mfuko-seen');
  await inStore('readwrite', (store) => store.delete(1));
}

/** The `device` header of a call: this device's word for method, path, time and body. Null where it is not enrolled. */
async function signCall(method: string, path: string, body: BufferSource): Promise<string | null> {
  const device = await deviceKey();
  if (!device) return null;
  const ms = Date.now() + (clockAhead() ?? 0);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const text = new TextEncoder().encode(`${method} ${path} ${ms} ${hex}`);
  const signature = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, device.key, text));
  const base64 = btoa(String.fromCharCode(...signature));
  return `${device.sysid}.${ms}.${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
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

function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => void asked.result.createObjectStore(STORE);
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      const database = asked.result;
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => {
        database.close();
        resolve(request.result as T);
      };
      transaction.onabort = () => reject(transaction.error);
    };
  });
}
