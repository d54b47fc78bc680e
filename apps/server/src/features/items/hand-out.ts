import type { InputOf } from '@mfuko/contract/endpoint';
import type { handOutItem, handOutItemFingerprint, handOutItemPin, StudentItem } from '@mfuko/contract/items';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import type { Engine } from '../fingerprints/index.ts';
import { type Identified, type Presented, type Recorded, recordAttested, recordProven } from '../identity/index.ts';
import { itemNotFound, tooManyPieces } from './errors.ts';
import { afterMoving, piecesFor } from './rules.ts';
import { findEventJustNow, lockItem, movePieces, readItem, readItemAfter } from './store.ts';

/** Hands out pieces on the word of the signed-in user. */
export function handOutByStaff(call: Call, input: InputOf<typeof handOutItem>): Promise<StudentItem> {
  return recordAttested(call, ownerOf(input), async (tx, owner) => (await handOut(tx, call, input, owner)).answer);
}

/** Hands out pieces to the student whose finger is on the reader. The fingerprint image is used up only if they are handed out. */
export function handOutByFinger(
  call: Call,
  engine: Engine,
  input: InputOf<typeof handOutItemFingerprint>,
): Promise<StudentItem> {
  return handOutProven(call, engine, input, { method: 'fingerprint', picture: input, use: null, purpose: 'gate' });
}

/** Hands out pieces to the student who knows the PIN. */
export function handOutByPin(call: Call, engine: Engine, input: InputOf<typeof handOutItemPin>): Promise<StudentItem> {
  return handOutProven(call, engine, input, { method: 'pin', pin: input.pin });
}

interface Asked {
  readonly sysid: string;
  readonly quantity: number;
}

function handOutProven(call: Call, engine: Engine, asked: Asked, presented: Presented): Promise<StudentItem> {
  return recordProven(call, engine, { admissionNumber: ownerOf(asked), presented }, (tx, owner) =>
    handOut(tx, call, asked, owner),
  );
}

/** Returns a function that reads the admission number of the item's owner and throws item.not-found. */
function ownerOf({ sysid }: Asked): (tx: ReadTx) => Promise<string> {
  return async (tx) => (await readItem(tx, sysid)).admissionNumber;
}

/** Hands out pieces of an item. Throws item.not-found and item.over-quantity. */
async function handOut(
  tx: Tx,
  call: Call,
  { sysid, quantity }: Asked,
  { student, method, scannerSerial }: Identified,
): Promise<Recorded<StudentItem>> {
  const item = await lockItem(tx, sysid);
  // The admission number may have been given to another student since it was read.
  if (student.id !== item.studentId) throw itemNotFound();
  const event = { kind: 'handOut', quantity, method } as const;
  if (call.idempotencyKey === null) {
    const first = await findEventJustNow(tx, call.actor.userId, sysid, event);
    if (first) return { answer: await readItemAfter(tx, first), repeated: true };
  }
  const left = piecesFor('handOut', item);
  if (quantity > left) throw tooManyPieces('handOut', item.name, left);
  await movePieces(tx, call, item, {
    ...event,
    id: newId(),
    reason: null,
    entryId: null,
    amount: 0n,
    balance: null,
    after: afterMoving('handOut', item, quantity),
    scannerSerial,
  });
  return { answer: await readItem(tx, sysid), repeated: false };
}
