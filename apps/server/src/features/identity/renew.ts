import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { renewFingerprint } from '@mfuko/contract/fingerprint-renewal';
import type { Call } from '../../platform/http/call.ts';
import { type Engine, renewFinger } from '../fingerprints/index.ts';
import { lockActiveStudent } from '../students/index.ts';
import { proveBoth } from './prove.ts';

/**
 * Renews the impression of a finger that has grown, once finger and PIN have both proven the student. Throws what `proveBoth` throws,
 * student.not-found if the student has left in the meantime, and what `renewFinger` throws.
 */
export async function renewProven(
  call: Call,
  engine: Engine,
  { admissionNumber, pin, ...picture }: InputOf<typeof renewFingerprint>,
): Promise<AnswerOf<typeof renewFingerprint>> {
  const [proof] = await proveBoth(call, engine, admissionNumber, { pin, pictures: [picture] });
  if (!proof) throw new TypeError('The picture has no proof.');
  const scannerSerial = picture.SerialNumber ?? null;
  return renewFinger(call, engine, { proof, scannerSerial, lock: (tx) => lockActiveStudent(tx, proof.student.id) });
}
