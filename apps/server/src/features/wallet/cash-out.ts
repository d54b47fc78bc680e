import type { InputOf } from '@mfuko/contract/endpoint';
import type { cashOutFingerprint, cashOutPin, Moved } from '@mfuko/contract/wallet';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Engine } from '../fingerprints/index.ts';
import { type Presented, type Proven, recordProven } from '../identity/index.ts';
import { charge, type Made } from '../ledger/index.ts';
import { notYourName } from './errors.ts';
import { requireNoHold } from './hold.ts';
import { asMoved } from './moved.ts';
import { enqueueReceipt } from './receipt.ts';

/** Pays out to the student whose finger is on the reader. The fingerprint image is used up only if money moves. */
export function cashOutByFinger(call: Call, engine: Engine, input: InputOf<typeof cashOutFingerprint>): Promise<Moved> {
  return cashOut(call, engine, input, { method: 'fingerprint', picture: input, use: null, purpose: 'money' });
}

/** Pays out to a student who knows the PIN. */
export function cashOutByPin(call: Call, engine: Engine, input: InputOf<typeof cashOutPin>): Promise<Moved> {
  return cashOut(call, engine, input, { method: 'pin', pin: input.pin });
}

interface Asked {
  readonly admissionNumber: string;
  readonly amount: bigint;
  readonly userName?: string | undefined;
}

async function cashOut(
  call: Call,
  engine: Engine,
  { admissionNumber, amount, userName }: Asked,
  presented: Presented,
): Promise<Moved> {
  requireOwnName(call, userName);
  return recordProven(call, engine, { admissionNumber, presented }, async (tx, proven) => {
    const made = await payOut(tx, call, proven, amount);
    return { answer: asMoved(made), repeated: made.repeated };
  });
}

async function payOut(tx: Tx, call: Call, { student, method, finger }: Proven, amount: bigint): Promise<Made> {
  const made = await charge(tx, call, {
    kind: 'cash-out',
    studentId: student.id,
    amount,
    counter: 'till',
    method,
    reference: null,
  });
  if (!made.repeated) {
    await requireNoHold(tx, { entryId: made.id, studentId: student.id, finger });
    await audit(tx, call, {
      action: 'wallet.cash-out',
      subjectKind: 'student',
      subjectId: student.id,
      detail: { movement: made.id, method },
    });
    await enqueueReceipt(tx, made.id, 'cash-out');
  }
  return made;
}

/** Requires the caller's own name. A missing name is refused too, so that a program cannot pay out without naming the user. */
function requireOwnName(call: Call, userName: string | undefined): void {
  if (userName === call.actor.userName) return;
  throw notYourName((tx) =>
    audit(tx, call, { action: 'wallet.cash-out.other-name', subjectKind: 'user', subjectId: call.actor.userId }),
  );
}
