import {
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
} from 'node:crypto';

const VERSION = 1;
const RAW_KEY = 32;
const IV = 12;
const TAG = 16;
const INFO = 'mfuko-offline:1';
/** Prefix of an X25519 public key in SPKI form, before its 32 bytes. */
const SPKI_HEAD = Buffer.from('302a300506032b656e032100', 'hex');

/** Key pair to which devices seal while they have no network. Only the server can open what they sealed. */
export interface OfflineKey {
  /** Public key (SPKI, base64): `offlineKey` of auth/config. */
  readonly publicKey: string;
  /** Opens a text that was sealed for one event of one school; returns null where it does not open, for any reason. */
  open(schoolId: string, eventKey: string, sealed: string): string | null;
}

/** Generates a private key, as PEM. */
export function makeOfflineKey(): string {
  return generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Opens the key pair of a private key in PEM. */
export function openOfflineKey(pem: string): OfflineKey {
  const privateKey = createPrivateKey(pem);
  const spki = createPublicKey(pem).export({ type: 'spki', format: 'der' });
  const ours = spki.subarray(SPKI_HEAD.length);
  return {
    publicKey: spki.toString('base64'),
    open(schoolId, eventKey, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes[0] !== VERSION || bytes.length < 1 + RAW_KEY + IV + TAG) return null;
      const theirs = bytes.subarray(1, 1 + RAW_KEY);
      const body = bytes.subarray(1 + RAW_KEY + IV);
      try {
        const publicKey = createPublicKey({
          key: Buffer.concat([SPKI_HEAD, theirs]),
          format: 'der',
          type: 'spki',
        });
        const shared = diffieHellman({ privateKey, publicKey });
        const key = Buffer.from(hkdfSync('sha256', shared, Buffer.concat([theirs, ours]), INFO, 32));
        const iv = bytes.subarray(1 + RAW_KEY, 1 + RAW_KEY + IV);
        const decipher = createDecipheriv('aes-256-gcm', key, iv)
          .setAAD(Buffer.from(`${INFO}:${schoolId}:${eventKey}`))
          .setAuthTag(body.subarray(body.length - TAG));
        const plain = Buffer.concat([decipher.update(body.subarray(0, body.length - TAG)), decipher.final()]);
        return new TextDecoder('utf-8', { fatal: true }).decode(plain);
      } catch {
        // Sealed to another key, school or event, or tampered with: the caller refuses all of these alike.
        return null;
      }
    },
  };
}
