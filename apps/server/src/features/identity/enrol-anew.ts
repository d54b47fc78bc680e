import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { enrolAnew } from '@mfuko/contract/fingerprint-renewal';
import type { Call } from '../../platform/http/call.ts';
import { type Anew, anewByCode, anewByProof, type Engine } from '../fingerprints/index.ts';
import { getStudent, getStudentById, holdActive } from '../students/index.ts';
import { admitReaders, proveBoth } from './prove.ts';

/**
 * Enrols a finger of a student anew, on the word of the student or of a guardian. Throws student.not-found, also where the student has left meanwhile, what
 * `proveBoth` and `anewByProof` throw for the one, and what `admitReaders` and `anewByCode` throw for the other.
 */
export async function enrolAnewProven(
  call: Call,
  engine: Engine,
  { studentSYSID, finger, captures, pin, consentCode }: InputOf<typeof enrolAnew>,
): Promise<AnswerOf<typeof enrolAnew>> {
  // By number in the end, for that way finds active students only.
  const student = await call.read(async (tx) =>
    getStudent(tx, (await getStudentById(tx, studentSYSID)).admissionNumber),
  );
  const anew: Anew = {
    ...{ student, finger, serials: captures.map(({ SerialNumber }) => SerialNumber || null) },
    hold: (tx) => holdActive(tx, student.id),
  };
  if (pin !== undefined) {
    const proofs = await proveBoth(call, engine, student.admissionNumber, { pin, pictures: captures });
    return anewByProof(call, engine, anew, proofs);
  }
  await admitReaders(call, engine, captures);
  return anewByCode(call, engine, anew, { captures, code: consentCode });
}
