import { gcm } from '@noble/ciphers/aes.js';

/** Thrown for every value that cannot be decrypted, whatever the reason, so that an attacker learns nothing from the error. */
export class SealError extends Error {
  override readonly name = 'SealError';
  constructor() {
    super('The sealed value does not open.');
  }
}

export interface WireKey {
  /** 16 characters, used as UTF-8 bytes (AES-128). */
  readonly key: string;
  readonly id: number;
}

const VERSION = 1;
const HEAD = 2;
const IV = 12;
const TAG = 16;
const toUtf8 = new TextEncoder();
const fromUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Encrypts `text` under the wire key for one named field: base64url without padding of `0x01 | kid | iv (12) | AES-128-GCM ciphertext |
 * tag (16)`. The key ships to every client, so this only keeps values out of casual sight; no check may rely on it.
 */
export function seal(wire: WireKey, field: string, text: string): string {
  const iv = globalThis.crypto.getRandomValues(new Uint8Array(IV));
  const sealed = gcm(toUtf8.encode(wire.key), iv, bindTo(wire.id, field)).encrypt(toUtf8.encode(text));
  const out = new Uint8Array(HEAD + IV + sealed.length);
  out.set([VERSION, wire.id], 0);
  out.set(iv, HEAD);
  out.set(sealed, HEAD + IV);
  return toBase64Url(out);
}

/** Decrypts AES-128-GCM under the wire key's text; the last 16 bytes of the input are the tag. Throws if the tag does not match. */
export type Decrypt = (key: string, iv: Uint8Array, additional: Uint8Array, sealed: Uint8Array) => Uint8Array;

const anywhere: Decrypt = (key, iv, additional, sealed) => gcm(toUtf8.encode(key), iv, additional).decrypt(sealed);

/**
 * Decrypts the output of `seal` for the same field. Throws SealError for anything else. A caller with many values may pass a faster
 * `decrypt` that not every client has.
 */
export function open(wire: WireKey, field: string, sealed: string, decrypt = anywhere): string {
  const bytes = fromBase64Url(sealed);
  if (bytes.length < HEAD + IV + TAG || bytes[0] !== VERSION || bytes[1] !== wire.id) throw new SealError();
  try {
    const plain = decrypt(wire.key, bytes.subarray(HEAD, HEAD + IV), bindTo(wire.id, field), bytes.subarray(HEAD + IV));
    return fromUtf8.decode(plain);
  } catch {
    // The cipher gives no reason beyond a failed decryption.
    throw new SealError();
  }
}

/** Returns the additional data that a sealed value is bound to. */
function bindTo(kid: number, field: string): Uint8Array {
  const name = toUtf8.encode(field);
  const additional = new Uint8Array(HEAD + name.length);
  additional.set([VERSION, kid], 0);
  additional.set(name, HEAD);
  return additional;
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array {
  if (!/^[\w-]*$/.test(text) || text.length > 8192 || text.length % 4 === 1) throw new SealError();
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  const binary = atob(standard);
  // Non-zero spare bits in the last character are refused, so that no two texts decode to the same value.
  if (btoa(binary).replaceAll('=', '') !== standard) throw new SealError();
  const bytes = new Uint8Array(binary.length);
  for (let place = 0; place < bytes.length; place++) bytes[place] = binary.charCodeAt(place);
  return bytes;
}
