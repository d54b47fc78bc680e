import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { enrolAnew } from '@mfuko/contract/fingerprint-renewal';
import type { Call } from '../../platform/http/call.ts';
import { type Engine, type Reenrolment, reenrolByCode, reenrolByProof } from '../fingerprints/index.ts';
import { getStudent, getStudentById, lockActiveStudent } from '../students/index.ts';
import { admitReaders, proveBoth } from './prove.ts';

/**
 * Re-enrols a student's finger, with the consent of the student (PIN and finger) or of a guardian (code). Throws student.not-found,
 * also if the student has left in the meantime; what `proveBoth` and `reenrolByProof` throw in the first case, and `admitReaders` and
 * `reenrolByCode` in the second.
 */
export async function reenrolProven(
  call: Call,
  engine: Engine,
  { studentSYSID, finger, captures, pin, consentCode }: InputOf<typeof enrolAnew>,
): Promise<AnswerOf<typeof enrolAnew>> {
  // Looks up the number last, because the search by number finds active students only.
  const student = await call.read(async (tx) =>
    getStudent(tx, (await getStudentById(tx, studentSYSID)).admissionNumber),
  );
  const anew: Reenrolment = {
    ...{ student, finger, serials: captures.map(({ SerialNumber }) => SerialNumber || null) },
    lock: (tx) => lockActiveStudent(tx, student.id),
  };
  if (pin !== undefined) {
    const proofs = await proveBoth(call, engine, student.admissionNumber, { pin, pictures: captures });
    return reenrolByProof(call, engine, anew, proofs);
  }
  await admitReaders(call, engine, captures);
  return reenrolByCode(call, engine, anew, { captures, code: consentCode });
}
