import type { InputOf } from '@mfuko/contract/endpoint';
import type {
  HandOutMethod,
  handOutItem,
  handOutItemFingerprint,
  handOutItemPin,
  StudentItem,
} from '@mfuko/contract/items';
import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/id.ts';
import { checkDevice } from '../devices/index.ts';
import { type Engine, proveFinger, spendPicture } from '../fingerprints/index.ts';
import { getStudent, holdActive, provePin } from '../students/index.ts';
import { itemNotFound, tooManyPieces } from './errors.ts';
import { afterMoving, piecesFor } from './rules.ts';
import { findEventJustNow, lockItem, movePieces, readItem, readItemAfter } from './store.ts';

/** Hands out pieces on the word of whoever is signed in. */
export async function handOutByStaff(call: Call, input: InputOf<typeof handOutItem>): Promise<StudentItem> {
  return call.record(async (tx) => {
    await getStudent(tx, (await readItem(tx, input.sysid)).admissionNumber);
    return handOut(tx, call, { ...input, method: 'attested' });
  });
}

/** Hands out pieces to the student whose finger is on the reader. The picture is spent only where they are handed out. */
export async function handOutByFinger(
  call: Call,
  engine: Engine,
  input: InputOf<typeof handOutItemFingerprint>,
): Promise<StudentItem> {
  const { admissionNumber } = await call.read(async (tx) => {
    await checkDevice(tx, input.SerialNumber, null);
    return readItem(tx, input.sysid);
  });
  const proof = await proveFinger(call, engine, admissionNumber, input, 'gate');
  return call.record((tx) =>
    handOut(tx, call, {
      ...input,
      provenOf: proof.student.id,
      method: 'fingerprint',
      scannerSerial: input.SerialNumber,
      spend: () => spendPicture(tx, proof),
    }),
  );
}

/** Hands out pieces to the student who knows the PIN. */
export async function handOutByPin(
  call: Call,
  house: House,
  input: InputOf<typeof handOutItemPin>,
): Promise<StudentItem> {
  const { admissionNumber } = await call.read((tx) => readItem(tx, input.sysid));
  const student = await provePin(call, house, admissionNumber, input.pin);
  return call.record((tx) => handOut(tx, call, { ...input, provenOf: student.id, method: 'pin' }));
}

interface Asked {
  readonly sysid: string;
  readonly quantity: number;
  readonly method: HandOutMethod;
  /** Whose finger or PIN it was. */
  readonly provenOf?: string;
  readonly scannerSerial?: string | undefined;
  readonly spend?: () => Promise<void>;
}

/** Throws item.not-found, student.not-found, item.over-quantity and, last, fingerprint.replayed. */
async function handOut(
  tx: Tx,
  call: Call,
  { sysid, quantity, method, provenOf, scannerSerial, spend }: Asked,
): Promise<StudentItem> {
  const item = await lockItem(tx, sysid);
  // The number may have gone over to another student since it was looked up.
  if (provenOf !== undefined && provenOf !== item.studentId) throw itemNotFound();
  await holdActive(tx, item.studentId);
  const event = { kind: 'handOut', quantity, method } as const;
  if (call.idempotencyKey === null) {
    const first = await findEventJustNow(tx, call.actor.userId, sysid, event);
    if (first) return readItemAfter(tx, first);
  }
  const left = piecesFor('handOut', item);
  if (quantity > left) throw tooManyPieces('handOut', item.name, left);
  await spend?.();
  await movePieces(tx, call, item, {
    ...event,
    id: newId(),
    reason: null,
    movementId: null,
    amount: 0n,
    balance: null,
    after: afterMoving('handOut', item, quantity),
    scannerSerial: scannerSerial ?? null,
  });
  return readItem(tx, sysid);
}
