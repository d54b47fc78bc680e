import type { InputOf } from '@mfuko/contract/endpoint';
import type { createItem, createItemFingerprint, createItemPin, ItemAndBalance } from '@mfuko/contract/items';
import { toKes } from '@mfuko/contract/money';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import type { Engine } from '../fingerprints/index.ts';
import { type Identified, type Presented, type Recorded, recordAttested, recordProven } from '../identity/index.ts';
import { charge } from '../ledger/index.ts';
import { balanceOf, enqueueReceipt, requireNoHold } from '../wallet/index.ts';
import { proofNeeded } from './errors.ts';
import { readItem } from './store.ts';

type Sale = Pick<InputOf<typeof createItem>, 'admissionNumber' | 'itemName' | 'quantity' | 'price'>;

/**
 * Sells pieces to a student on the word of the signed-in user. Throws student.not-found, item.no-proof where the school requires a proof
 * for paid items, and the refusals of `charge`; nothing is sold then.
 */
export function sellOnWord(call: Call, input: InputOf<typeof createItem>): Promise<ItemAndBalance> {
  return recordAttested(call, input.admissionNumber, async (tx, student) => {
    if (input.price > 0n && (await asksForProof(tx))) throw proofNeeded();
    return (await sell(tx, call, input, student)).answer;
  });
}

/** Sells pieces to the student whose finger is on the reader. The fingerprint image is used up only if they are sold. */
export function sellByFinger(
  call: Call,
  engine: Engine,
  input: InputOf<typeof createItemFingerprint>,
): Promise<ItemAndBalance> {
  return sellProven(call, engine, input, { method: 'fingerprint', picture: input, use: null, purpose: 'money' });
}

/** Sells pieces to the student who knows the PIN. */
export function sellByPin(call: Call, engine: Engine, input: InputOf<typeof createItemPin>): Promise<ItemAndBalance> {
  return sellProven(call, engine, input, { method: 'pin', pin: input.pin });
}

function sellProven(call: Call, engine: Engine, sale: Sale, presented: Presented): Promise<ItemAndBalance> {
  const { admissionNumber } = sale;
  return recordProven(call, engine, { admissionNumber, presented }, (tx, proven) => sell(tx, call, sale, proven));
}

async function asksForProof(tx: ReadTx): Promise<boolean> {
  const school = await tx.row<{ asks: boolean }>('SELECT require_proof_for_items AS asks FROM schools WHERE id = $1', [
    tx.schoolId,
  ]);
  return school?.asks ?? false;
}

/** Takes the price from the wallet at once and queues the guardian's receipt. Pieces without a price are issued. */
async function sell(
  tx: Tx,
  call: Call,
  sale: Sale,
  { student, method, finger }: Identified,
): Promise<Recorded<ItemAndBalance>> {
  if (call.idempotencyKey === null) {
    // Lock the student's sales, since two simultaneous presses would not find each other.
    await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`item-sale:${student.id}`]);
    const first = await findSaleJustNow(tx, call.actor.userId, student.id, sale);
    if (first) return { answer: await answer(tx, first.id, first.balance), repeated: true };
  }
  const id = newId();
  const total = sale.price * BigInt(sale.quantity);
  const paid = total === 0n ? null : await pay(tx, call, student.id, { id, total, name: sale.itemName, method });
  // A sale on the staff's word used no PIN or finger that could have been changed.
  if (paid && method !== 'attested') await requireNoHold(tx, { entryId: paid.entryId, studentId: student.id, finger });
  const balance = paid?.balance ?? (await balanceOf(tx, student.id));
  await tx.row(
    `INSERT INTO student_items (school_id, id, student_id, name, quantity, price, entry_id, balance, by_user, longitude, latitude)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      tx.schoolId,
      id,
      student.id,
      sale.itemName,
      sale.quantity,
      sale.price,
      paid?.entryId ?? null,
      balance,
      call.actor.userId,
      call.place?.longitude ?? null,
      call.place?.latitude ?? null,
    ],
  );
  const detail = { itemName: sale.itemName, quantity: sale.quantity, price: toKes(sale.price), method };
  await audit(tx, call, { action: 'item.create', subjectKind: 'item', subjectId: id, detail });
  return { answer: await answer(tx, id, balance), repeated: false };
}

async function pay(
  tx: Tx,
  { actor, place, idempotencyKey }: Call,
  studentId: string,
  sold: { id: string; total: bigint; name: string; method: Identified['method'] },
): Promise<{ entryId: string; balance: bigint }> {
  const made = await charge(
    tx,
    // A fresh key: double presses were handled above, by name and number of pieces.
    { actor, place, idempotencyKey: idempotencyKey ?? newId() },
    {
      kind: 'item',
      studentId,
      amount: sold.total,
      counter: 'item-income',
      method: sold.method === 'attested' ? null : sold.method,
      reference: sold.name,
      item: sold.id,
    },
  );
  await enqueueReceipt(tx, made.id, 'item');
  return { entryId: made.id, balance: made.balance };
}

/** Returns the same sale by the same user within the last ten seconds, and the wallet's balance after it. */
async function findSaleJustNow(
  tx: ReadTx,
  userId: string,
  studentId: string,
  { itemName, quantity, price }: Sale,
): Promise<{ id: string; balance: bigint } | undefined> {
  return tx.row(
    `SELECT id, balance FROM student_items
     WHERE school_id = $1 AND student_id = $2 AND by_user = $3 AND lower(name) = lower($4) AND quantity = $5 AND price = $6
       AND deleted_at IS NULL AND created_at > clock_timestamp() - interval '10 seconds'
       AND created_at <= clock_timestamp() + clock_tolerance()
     ORDER BY created_at DESC LIMIT 1`,
    [tx.schoolId, studentId, userId, itemName, quantity, price],
  );
}

async function answer(tx: ReadTx, id: string, balance: bigint): Promise<ItemAndBalance> {
  return { ...(await readItem(tx, id)), balance: toKes(balance) };
}
