import type { InputOf } from '@mfuko/contract/endpoint';
import type { cashOutFingerprint, cashOutPin, Moved } from '@mfuko/contract/wallet';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import type { Call } from '../../platform/http/call.ts';
import { checkDevice } from '../devices/index.ts';
import { type Engine, proveFinger, spendPicture } from '../fingerprints/index.ts';
import { provePin, type Student } from '../students/index.ts';
import { notYourName } from './errors.ts';
import { asMoved, charge, type Made } from './move.ts';
import { receiptLater } from './receipt.ts';

/** Pays out to a student whose finger is on the reader. The picture is spent only where money moves. */
export async function cashOutByFinger(
  call: Call,
  engine: Engine,
  input: InputOf<typeof cashOutFingerprint>,
): Promise<Moved> {
  requireOwnName(call, input.userName);
  await call.read((tx) => checkDevice(tx, input.SerialNumber, null));
  const proof = await proveFinger(call, engine, input.admissionNumber, input, 'money');
  return call.record(async (tx) => {
    const made = await payOut(tx, call, proof.student, input.amount, 'fingerprint');
    if (!made.repeated) await spendPicture(tx, proof);
    return asMoved(made);
  });
}

/** Pays out to a student who knows the PIN. */
export async function cashOutByPin(call: Call, house: House, input: InputOf<typeof cashOutPin>): Promise<Moved> {
  requireOwnName(call, input.userName);
  const student = await provePin(call, house, input.admissionNumber, input.pin);
  return call.record(async (tx) => asMoved(await payOut(tx, call, student, input.amount, 'pin')));
}

async function payOut(
  tx: Tx,
  call: Call,
  student: Student,
  amount: bigint,
  method: 'fingerprint' | 'pin',
): Promise<Made> {
  const made = await charge(tx, call, {
    kind: 'cash-out',
    studentId: student.id,
    amount,
    counter: 'till',
    method,
    reference: null,
  });
  if (!made.repeated) {
    await audit(tx, call.actor, {
      action: 'wallet.cash-out',
      subjectKind: 'student',
      subjectId: student.id,
      detail: { movement: made.id, method },
    });
    await receiptLater(tx, made.id, 'cash-out');
  }
  return made;
}

function requireOwnName(call: Call, userName: string | undefined): void {
  if (userName === undefined || userName === '' || userName === call.actor.userName) return;
  throw notYourName((tx) =>
    audit(tx, call.actor, { action: 'wallet.cash-out.other-name', subjectKind: 'user', subjectId: call.actor.userId }),
  );
}
