import type { InputOf } from '@mfuko/contract/endpoint';
import type { createItem, ItemAndBalance } from '@mfuko/contract/items';
import { toKes } from '@mfuko/contract/money';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/id.ts';
import { recordAttested } from '../identity/index.ts';
import { charge } from '../ledger/index.ts';
import { balanceOf } from '../wallet/index.ts';
import { readItem } from './store.ts';

/**
 * Sells pieces to a student and takes their price from the wallet at once; without a price they are issued. Throws
 * student.not-found and what `charge` throws; nothing is sold then.
 */
export function sellItem(call: Call, input: InputOf<typeof createItem>): Promise<ItemAndBalance> {
  return recordAttested(call, input.admissionNumber, async (tx, { student }) => {
    if (call.idempotencyKey === null) {
      // Sales to one student queue up here, or of two presses at once neither would find the other.
      await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`item-sale:${student.id}`]);
      const first = await findSaleJustNow(tx, call.actor.userId, student.id, input);
      if (first) return answer(tx, first.id, first.balance);
    }
    const id = newId();
    const total = input.price * BigInt(input.quantity);
    const paid = total === 0n ? null : await pay(tx, call, student.id, { id, total, name: input.itemName });
    const balance = paid?.balance ?? (await balanceOf(tx, student.id));
    await tx.row(
      `INSERT INTO student_items (school_id, id, student_id, name, quantity, price, entry_id, balance, by_user, longitude, latitude)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        tx.schoolId,
        id,
        student.id,
        input.itemName,
        input.quantity,
        input.price,
        paid?.entryId ?? null,
        balance,
        call.actor.userId,
        call.place?.longitude ?? null,
        call.place?.latitude ?? null,
      ],
    );
    const detail = { itemName: input.itemName, quantity: input.quantity, price: toKes(input.price) };
    await audit(tx, call, { action: 'item.create', subjectKind: 'item', subjectId: id, detail });
    return answer(tx, id, balance);
  });
}

async function pay(
  tx: Tx,
  { actor, place, idempotencyKey }: Call,
  studentId: string,
  sold: { id: string; total: bigint; name: string },
): Promise<{ entryId: string; balance: bigint }> {
  const made = await charge(
    tx,
    // Double presses have been settled above, by name and number of pieces.
    { actor, place, idempotencyKey: idempotencyKey ?? newId() },
    {
      kind: 'item',
      studentId,
      amount: sold.total,
      counter: 'item-income',
      method: null,
      reference: sold.name,
      item: sold.id,
    },
  );
  return { entryId: made.id, balance: made.balance };
}

/** The same sale by the same user within the last ten seconds, and what it left in the wallet. */
async function findSaleJustNow(
  tx: ReadTx,
  userId: string,
  studentId: string,
  { itemName, quantity, price }: InputOf<typeof createItem>,
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
