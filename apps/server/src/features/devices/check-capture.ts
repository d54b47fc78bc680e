import { createHash } from 'node:crypto';
import type { AppContext } from '../../platform/process/app-context.ts';
import { judgeChallenge } from './challenge.ts';
import type { UnsignedWhy } from './errors.ts';
import type { Heard } from './note-heartbeat.ts';
import { isSignedBy, keyOf } from './p256.ts';

/** Capture: a picture of a call, with what its reader states about itself. */
export interface Capture {
  readonly B64Fingerprint: string;
  readonly SerialNumber?: string | undefined;
  readonly CaptureSignature?: string | undefined;
  /** True if the picture was taken offline and may be older. */
  readonly offline?: boolean;
}

const SIGNATURE = /^(\d{1,16}\.[\w-]{22})\.([\w-]{86})$/;

/**
 * Returns the reason why a capture does not count as coming directly from a reader; null if it does. A paired reader signs
 * `mfuko-capture <serialNumber> <challenge> <sha256 of the picture's file, hex>`. An unpaired reader needs no signature, unless the
 * school accepts fingers from paired readers only.
 */
export function unsignedBecause(
  context: AppContext,
  schoolId: string,
  capture: Capture,
  { device, signedOnly }: Heard,
): UnsignedWhy | null {
  const { B64Fingerprint, SerialNumber = '', CaptureSignature } = capture;
  if (!device?.captureKey) return signedOnly ? 'not-paired' : null;
  if (!CaptureSignature) return 'none';
  const [, challenge = '', signature = ''] = SIGNATURE.exec(CaptureSignature) ?? [];
  const standing = judgeChallenge(context, schoolId, challenge, capture.offline === true);
  if (standing === 'forged') return 'signature';
  const sha256 = createHash('sha256').update(Buffer.from(B64Fingerprint, 'base64')).digest('hex');
  const text = Buffer.from(`mfuko-capture ${SerialNumber} ${challenge} ${sha256}`);
  if (!isSignedBy(keyOf(device.captureKey), text, signature)) return 'signature';
  return standing === 'old' ? 'old' : null;
}
