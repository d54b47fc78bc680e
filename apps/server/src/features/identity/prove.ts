import type { ReadTx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { checkDevice } from '../devices/index.ts';
import { type Engine, type FingerProof, type Picture, proveFinger, refuseHeld } from '../fingerprints/index.ts';
import { provePin, type Student } from '../students/index.ts';
import type { Presented, PresentedFinger } from './present.ts';

/** Admission number, or how to read it; what reading refuses, such as a slip in the rest of the input, costs no try. */
export type Named = string | ((tx: ReadTx) => Promise<string>);

export interface Proof {
  readonly student: Student;
  readonly method: Presented['method'];
  /** Picture to be spent in the transaction that records; null for a PIN. */
  readonly finger: FingerProof | null;
}

/**
 * Proves that who stands there is the student of that number, outside any transaction. Throws, in this order,
 * device.revoked, device.unsigned-capture, device.wrong-role, what reading the number throws, and what `proveFinger` or `provePin` throw. No try is
 * charged before the device and the number are known to be right.
 */
export async function prove(call: Call, engine: Engine, named: Named, presented: Presented): Promise<Proof> {
  if (presented.method === 'pin') {
    const number = typeof named === 'string' ? named : await call.read(named);
    const student = await provePin(call, engine.context, number, presented.pin);
    return { student, method: 'pin', finger: null };
  }
  const number = await admitReader(call, engine, named, presented);
  const finger = await proveFinger(call, engine, number, presented.picture, presented.purpose);
  return { student: finger.student, method: 'fingerprint', finger };
}

/**
 * Proves by PIN and each of the pictures that who stands there is the student of that number. The PIN comes first: a finger's match forgets wrong PINs, so behind
 * it one picture would be good for any number of guesses. Throws device.revoked, device.unsigned-capture, fingerprint.not-renewed where the finger is
 * held, which a right PIN would lift, and what `provePin` and, for money, `proveFinger` throw.
 */
export async function proveBoth(
  call: Call,
  engine: Engine,
  admissionNumber: string,
  { pin, pictures }: { readonly pin: string; readonly pictures: readonly Picture[] },
): Promise<readonly FingerProof[]> {
  await admitReaders(call, engine, admissionNumber, pictures);
  await call.read((tx) => refuseHeld(tx, admissionNumber));
  await provePin(call, engine.context, admissionNumber, pin);
  const proofs: FingerProof[] = [];
  for (const picture of pictures) proofs.push(await proveFinger(call, engine, admissionNumber, picture, 'money'));
  return proofs;
}

/** Checks the device of each capture. Throws device.revoked and device.unsigned-capture. */
export async function admitReaders(
  call: Call,
  engine: Engine,
  admissionNumber: string,
  pictures: readonly Picture[],
): Promise<void> {
  for (const picture of pictures)
    await admitReader(call, engine, admissionNumber, { method: 'fingerprint', picture, use: null, purpose: 'money' });
}

/**
 * Checks the device and reads the number, in one transaction: a device that may not be used here learns nothing about any
 * finger, and none about the number.
 */
function admitReader(
  call: Call,
  { context }: Engine,
  named: Named,
  { picture, use, offline = false }: PresentedFinger,
): Promise<string> {
  return call.autonomous(async (tx) => {
    await checkDevice(tx, context, call.requestId, { ...picture, offline }, use);
    return typeof named === 'string' ? named : named(tx);
  });
}
