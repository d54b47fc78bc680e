const VERSION = 1;
const RAW_KEY = 32;
const IV = 12;
const INFO = 'mfuko-offline:1';
const CURVE = { name: 'X25519' } as const;

/**
 * Encrypts what a device stores while offline, so that only the server can read it: base64url without padding of `0x01 | ephemeral X25519
 * public key (32) | iv (12) | AES-256-GCM ciphertext | tag (16)`. The key is HKDF-SHA-256 of the shared secret with both public keys
 * (ephemeral, then the server's) as salt and `mfuko-offline:1` as info. The additional data is `mfuko-offline:1:<school's id>:<event's
 * key>`, so that the ciphertext only opens for that event of that school. `offlineKey` comes from auth/config (SPKI, base64). Rejects if
 * the browser has no X25519.
 */
export async function sealOffline(offlineKey: string, school: string, eventKey: string, text: string): Promise<string> {
  const { subtle } = globalThis.crypto;
  const utf8 = new TextEncoder();
  const spki = Uint8Array.from(atob(offlineKey), (character) => character.charCodeAt(0));
  const theirs = await subtle.importKey('spki', spki, CURVE, false, []);
  const pair = (await subtle.generateKey(CURVE, false, ['deriveBits'])) as CryptoKeyPair;
  const ours = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  const shared = await subtle.deriveBits({ ...CURVE, public: theirs }, pair.privateKey, 256);
  const salt = joined(ours, spki.slice(-RAW_KEY));
  const material = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const key = await subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: utf8.encode(INFO) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  );
  const iv = globalThis.crypto.getRandomValues(new Uint8Array(IV));
  const additionalData = utf8.encode(`${INFO}:${school}:${eventKey}`);
  const sealed = await subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, utf8.encode(text));
  return toBase64Url(joined(Uint8Array.of(VERSION), ours, iv, new Uint8Array(sealed)));
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function toBase64Url(bytes: Uint8Array): string {
  // Converts in chunks, since a picture has more bytes than a function call can take arguments.
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
