import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { tryOf } from '../../platform/http/idempotency.ts';
import { checkDevice } from '../devices/index.ts';
import {
  type Engine,
  type FingerProof,
  judgeUnspent,
  type Picture,
  proveFinger,
  refuseHeld,
} from '../fingerprints/index.ts';
import { provePin, type Student } from '../students/index.ts';
import type { Presented, PresentedFinger } from './present.ts';

/** Admission number, or a function that reads it. A refusal while reading, such as a mistake in the rest of the input, costs no try. */
export type Named = string | ((tx: ReadTx) => Promise<string>);

export interface Proof {
  readonly student: Student;
  readonly method: Presented['method'];
  /** Picture to mark as used, and try to judge, in the recording transaction; null for a PIN, whose try is judged already. */
  readonly finger: FingerProof | null;
}

/**
 * Proves outside any transaction that the presented finger or PIN belongs to the student of that number. Throws, in this order,
 * device.revoked, device.unsigned-capture, device.wrong-role, what reading the number throws, and what `proveFinger` or `provePin`
 * throw. No try is charged before the device and the number are valid. The caller judges the try of a finger that matched, before it
 * answers.
 */
export async function prove(call: Call, engine: Engine, named: Named, presented: Presented): Promise<Proof> {
  if (presented.method === 'pin') {
    const student = await provePin(call, engine.context, (tx) => numberOf(tx, named), presented.pin);
    return { student, method: 'pin', finger: null };
  }
  const finger = await proveFinger(
    call,
    engine,
    {
      admit: (tx) => admitReader(tx, call, engine, named, presented),
      known: typeof named === 'string' ? named : null,
    },
    presented.picture,
    presented.purpose,
  );
  return { student: finger.student, method: 'fingerprint', finger };
}

/**
 * Proves as `prove` does and judges the try, for callers that do not record the student's presence, or do not know yet what they will
 * record.
 */
export async function proveJudged(call: Call, engine: Engine, named: Named, presented: Presented): Promise<Proof> {
  const proof = await prove(call, engine, named, presented);
  const { finger } = proof;
  if (finger) await call.autonomous((tx) => judgeUnspent(tx, finger));
  return proof;
}

/**
 * Proves a student by PIN and by each of the pictures. The PIN comes first: a matching finger resets the count of wrong PINs, so that
 * with the finger first, one picture would allow any number of guesses. Throws device.revoked, device.unsigned-capture,
 * fingerprint.not-renewed if the finger is held, since a right PIN would lift that hold, and what `provePin` and, at the threshold of
 * money, `proveFinger` throw.
 */
export async function proveBoth(
  call: Call,
  engine: Engine,
  admissionNumber: string,
  { pin, pictures }: { readonly pin: string; readonly pictures: readonly Picture[] },
): Promise<readonly FingerProof[]> {
  await admitReaders(call, engine, pictures);
  await call.read((tx) => refuseHeld(tx, admissionNumber));
  await prove(call, engine, admissionNumber, { method: 'pin', pin });
  const proofs: FingerProof[] = [];
  for (const [place, picture] of pictures.entries()) {
    const admission = { admit: async () => admissionNumber, known: admissionNumber };
    const proof = await proveFinger(ofOwnTry(call, place), engine, admission, picture, 'money');
    await call.autonomous((tx) => judgeUnspent(tx, proof));
    proofs.push(proof);
  }
  return proofs;
}

/**
 * Returns the call with a separate attempt id for the proof at `place`, equal in every repeat of the call. Under a shared id, a late
 * judgement of an earlier proof would also take this proof's try.
 */
function ofOwnTry(call: Call, place: number): Call {
  const { attempt } = call;
  return attempt === null ? call : { ...call, attempt: tryOf(attempt, place) };
}

/** Checks the device of each capture. Throws device.revoked and device.unsigned-capture. */
export async function admitReaders(call: Call, engine: Engine, pictures: readonly Picture[]): Promise<void> {
  for (const picture of pictures)
    await call.autonomous((tx) =>
      checkDevice(tx, engine.context, call.requestId, { ...picture, offline: false }, null),
    );
}

/**
 * Checks the device and reads the number in one transaction, so that a device that may not be used here learns nothing about fingers or
 * numbers.
 */
async function admitReader(
  tx: Tx,
  call: Call,
  { context }: Engine,
  named: Named,
  { picture, use, offline = false }: PresentedFinger,
): Promise<string> {
  await checkDevice(tx, context, call.requestId, { ...picture, offline }, use);
  return numberOf(tx, named);
}

async function numberOf(tx: Tx, named: Named): Promise<string> {
  return typeof named === 'string' ? named : named(tx);
}
