import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { choosePin as endpoint } from '@mfuko/contract/own-pin';
import type { Call } from '../../platform/http/call.ts';
import type { Engine } from '../fingerprints/index.ts';
import { findPinHash, getStudentOfNumber, hashPin, refuseWeakPin, samePin, setOwnPin } from '../students/index.ts';
import { recordProven } from './record.ts';

/**
 * Replaces a student's PIN by one of the student's choice, proven by the current PIN. Throws student.not-found, student.weak-pin,
 * student.same-pin, what `provePin` throws, and server.busy if the PIN was changed in the meantime.
 */
export async function choosePinProven(
  call: Call,
  engine: Engine,
  { admissionNumber, pin, newPin }: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { context } = engine;
  if (pin === newPin) throw samePin();
  const { student, inForce } = await call.read(async (tx) => {
    await refuseWeakPin(tx, newPin, admissionNumber);
    const found = await getStudentOfNumber(tx, admissionNumber);
    return { student: found, inForce: await findPinHash(tx, found.id) };
  });
  // Hashing is slow: it happens before the transaction, and before the answer could reveal whether the PIN was right.
  const pinHash = await hashPin(context, call.schoolId, student.id, newPin);
  return recordProven(call, engine, { admissionNumber, presented: { method: 'pin', pin } }, async (tx, proven) => {
    const until = await setOwnPin(tx, context, call, proven.student.id, { pinHash, inForce });
    const { names } = proven.student;
    return { answer: { admissionNumber, names, heldUntil: until?.toISOString() ?? null }, repeated: false };
  });
}
