import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

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

/** Opens the key in that file, which is created at the first start, for this user alone. Throws where it cannot be read or written. */
function openSigner(file: string): Signer {
  try {
    writeFileSync(file, makeKey().export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return createSigner(createPrivateKey(readFileSync(file)));
}

/** Returns the signer of that file; without a file, a temporary key, which has to be paired again after the next start. */
export function signerOf(file: string | undefined): Signer {
  return file === undefined ? createSigner(makeKey()) : openSigner(file);
}

function makeKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}
