import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';
import { writeSafely } from './lan/files.ts';

/** Public key of the service, as a JWK. */
export interface PublicKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** Signs the captures of this service, so that a server which knows its key can tell a capture from a stored picture. */
export interface Signer {
  readonly publicKey: PublicKey;
  /** Returns the signature over a picture's file from that reader, with a challenge that proves the signature is not older. */
  signCapture(serialNumber: string, challenge: string, file: Uint8Array): string;
  /** Returns a signature that proves possession of the key, for that reader. */
  signReader(serialNumber: string, challenge: string): string;
}

/** Creates a signer from a P-256 private key. Signatures are ECDSA with SHA-256, r and s (IEEE P1363), base64url. */
function createSigner(privateKey: KeyObject): Signer {
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const signed = (text: string) =>
    sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return {
    publicKey: { kty: 'EC', crv: 'P-256', x, y },
    signCapture(serialNumber, challenge, file) {
      const digest = createHash('sha256').update(file).digest('hex');
      return signed(`mfuko-capture ${serialNumber} ${challenge} ${digest}`);
    },
    signReader: (serialNumber, challenge) => signed(`mfuko-reader ${serialNumber} ${challenge}`),
  };
}

/**
 * Opens the key in that file, which is created at the first start, for this user alone. An empty file is replaced, since it was never a
 * key: a power cut can leave one. Throws ConfigError where the file holds something else.
 */
function openSigner(file: string): Signer {
  if (readText(file) === '') writeSafely(file, makeKey().export({ type: 'pkcs8', format: 'pem' }).toString());
  return createSigner(readKey(file));
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** OpenSSL's own message does not say which file it could not read. */
function readKey(file: string): KeyObject {
  const text = readText(file);
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {
    // Not a key at all: the same answer as for a key of another kind.
  }
  throw new ConfigError(
    `The key that signs captures is damaged (SCANNER_KEY_FILE, ${file}): restore it from a copy. Without one remove it, start again, and pair the reader anew.`,
  );
}

/** Returns the signer of that file; without a file, a temporary key, which has to be paired again after the next start. */
export function signerOf(file: string | undefined): Signer {
  return file === undefined ? createSigner(makeKey()) : openSigner(file);
}

function makeKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}
