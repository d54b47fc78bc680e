import type { InputOf } from '@mfuko/contract/endpoint';
import type { cashOutFingerprint, cashOutPin, Moved } from '@mfuko/contract/wallet';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Engine } from '../fingerprints/index.ts';
import { type Presented, type Proven, recordProven } from '../identity/index.ts';
import { charge, type Made } from '../ledger/index.ts';
import { findHold, type Means } from '../students/index.ts';
import { cashHeld, notYourName } from './errors.ts';
import { asMoved } from './moved.ts';
import { enqueueReceipt } from './receipt.ts';

/** Pays out to a student whose finger is on the reader. The picture is spent only where money moves. */
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
    await requireNoHold(tx, call, student.id, finger === null ? 'pin' : `finger:${finger}`, { id: made.id, amount });
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

/** A name that is left out is nobody's, so that a program which sends none cannot pay out in silence. */
function requireOwnName(call: Call, userName: string | undefined): void {
  if (userName === call.actor.userName) return;
  throw notYourName((tx) =>
    audit(tx, call, { action: 'wallet.cash-out.other-name', subjectKind: 'user', subjectId: call.actor.userId }),
  );
}

/**
 * Behind the lock of the wallet: cash by a PIN or finger that was changed a short while ago is paid out on the word of a second
 * person only. Throws wallet.hold.
 */
async function requireNoHold(
  tx: Tx,
  call: Call,
  studentId: string,
  means: Means,
  { id, amount }: { readonly id: string; readonly amount: bigint },
): Promise<void> {
  const hold = await findHold(tx, studentId, means);
  if (hold === null) return;
  const approved = await tx.row<{ approved: boolean }>(
    `SELECT live_approval($1, $2, $3, $4) IS NOT NULL
       OR EXISTS (SELECT 1 FROM cash_approvals WHERE school_id = $1 AND entry_id = $5) AS approved`,
    [tx.schoolId, studentId, call.actor.userId, amount, id],
  );
  if (!approved?.approved) throw cashHeld(hold);
  await tx.row('INSERT INTO held_cash_outs (school_id, entry_id) VALUES ($1, $2)', [tx.schoolId, id]);
}
