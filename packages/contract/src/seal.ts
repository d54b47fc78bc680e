import { gcm } from '@noble/ciphers/aes.js';

/** Thrown for every value that does not open, whatever the reason: one refusal tells an attacker nothing. */
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

/**
 * Seals `text` under the wire key for one named field: base64url without padding of
 * `0x01 | kid | iv (12) | AES-128-GCM ciphertext | tag (16)`. The key ships to every client, so this only keeps
 * values out of casual sight; no check may rest on it.
 */
export function seal(wire: WireKey, field: string, text: string): string {
  const iv = globalThis.crypto.getRandomValues(new Uint8Array(IV));
  const sealed = cipher(wire, wire.id, field, iv).encrypt(new TextEncoder().encode(text));
  const out = new Uint8Array(HEAD + IV + sealed.length);
  out.set([VERSION, wire.id], 0);
  out.set(iv, HEAD);
  out.set(sealed, HEAD + IV);
  return toBase64Url(out);
}

/** Opens what `seal` made for the same field. Throws SealError for anything else. */
export function open(wire: WireKey, field: string, sealed: string): string {
  const bytes = fromBase64Url(sealed);
  if (bytes.length < HEAD + IV + TAG || bytes[0] !== VERSION || bytes[1] !== wire.id) throw new SealError();
  try {
    const plain = cipher(wire, wire.id, field, bytes.subarray(HEAD, HEAD + IV)).decrypt(bytes.subarray(HEAD + IV));
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch {
    throw new SealError();
  }
}

function cipher(wire: WireKey, kid: number, field: string, iv: Uint8Array) {
  const name = new TextEncoder().encode(field);
  const additional = new Uint8Array(HEAD + name.length);
  additional.set([VERSION, kid], 0);
  additional.set(name, HEAD);
  return gcm(new TextEncoder().encode(wire.key), iv, additional);
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array {
  if (!/^[\w-]*$/.test(text) || text.length > 8192 || text.length % 4 === 1) throw new SealError();
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  // One spelling only: spare bits in the last character must be zero, so that no two texts open alike.
  if (toBase64Url(bytes) !== text) throw new SealError();
  return bytes;
}
