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

/** Admission number, or how to read it; what reading refuses, such as a slip in the rest of the input, costs no try. */
export type Named = string | ((tx: ReadTx) => Promise<string>);

export interface Proof {
  readonly student: Student;
  readonly method: Presented['method'];
  /** Picture to be spent, and try to be judged, in the transaction that records; null for a PIN, whose try is judged already. */
  readonly finger: FingerProof | null;
}

/**
 * Proves that who stands there is the student of that number, outside any transaction. Throws, in this order,
 * device.revoked, device.unsigned-capture, device.wrong-role, what reading the number throws, and what `proveFinger` or `provePin` throw. No try is
 * charged before the device and the number are known to be right, and that of a finger that matched is judged by the caller, before anybody hears of it.
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

/** The same, judged: for whoever records something else than the student's presence, or does not know yet what. */
export async function proveJudged(call: Call, engine: Engine, named: Named, presented: Presented): Promise<Proof> {
  const proof = await prove(call, engine, named, presented);
  const { finger } = proof;
  if (finger) await call.autonomous((tx) => judgeUnspent(tx, finger));
  return proof;
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
 * The call with a try of its own for the next proof, the same at each repeat: under one id the judgement of an earlier proof that comes too late would take
 * the try of this one with it.
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
 * Checks the device and reads the number, in one transaction: a device that may not be used here learns nothing about any
 * finger, and none about the number.
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
