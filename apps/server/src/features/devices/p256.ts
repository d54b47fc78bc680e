import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { fieldError } from '@mfuko/contract/field-errors';
import type { publicKey } from '@mfuko/contract/public-key';
import type { z } from 'zod';
import { MalformedInput } from '../../platform/http/refusal.ts';

/** Converts the key to SPKI in DER. Throws input.malformed for a point that is not on the curve. */
export function derOf({ kty, crv, x, y }: z.output<typeof publicKey>): Buffer {
  try {
    const key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
    return key.export({ type: 'spki', format: 'der' });
  } catch {
    // Only a client's mistake yields such a point.
    throw new MalformedInput({ publicKey: fieldError('form') });
  }
}

export function keyOf(der: Buffer): KeyObject {
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
}

/** Verifies a signature: ECDSA over P-256 with SHA-256, r and s (IEEE P1363) in base64url, as WebCrypto produces it. */
export function isSignedBy(key: KeyObject, text: Buffer, signature: string): boolean {
  return verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
}
