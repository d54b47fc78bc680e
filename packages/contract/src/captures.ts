import { z } from 'zod';
import { deviceRow } from './devices.ts';
import { EVERYBODY, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid } from './ids.ts';
import { publicKey } from './public-key.ts';

/** Lifetime of a challenge in milliseconds; afterwards the challenge, and any capture signed over it, is refused. */
export const CHALLENGE_LIFE_MS = 15 * 60_000;

/**
 * Issues a challenge for the captures of a reader, `<unix ms>.<mac>`, valid for this school alone. A paired reader signs the challenge
 * with each capture, which dates the capture by the server's own clock.
 */
export const getCaptureChallenge = read('device/getCaptureChallenge', {
  access: EVERYBODY,
  input: z.object({}),
  output: z.object({ challenge: z.string(), until: moment }),
});

/**
 * Pairs a linked reader: from now on a capture that names its serial number is accepted only with its signature (403
 * `device.unsigned-capture`). `publicKey` is the reader's, a JWK of P-256; `proof` is `<challenge>.<signature>` over `mfuko-reader
 * <serialNumber> <challenge>` (ECDSA, SHA-256, r and s, base64url), which proves possession of the private key. A new pairing replaces
 * the earlier one; null for both fields unpairs the reader.
 */
export const pairReader = record('school/pairReader', {
  access: SCHOOL_STAFF,
  stepUp: true,
  input: z
    .object({ sysid, publicKey: publicKey.nullable(), proof: z.string().max(200).nullable() })
    .refine((input) => (input.publicKey === null) === (input.proof === null), fieldMessage('form')),
  output: deviceRow,
});
