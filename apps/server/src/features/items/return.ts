import type { InputOf } from '@mfuko/contract/endpoint';
import type { ItemAndBalance, returnItem } from '@mfuko/contract/items';
import { toKes } from '@mfuko/contract/money';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { credit } from '../ledger/index.ts';
import { balanceOf } from '../wallet/index.ts';
import { tooManyPieces } from './errors.ts';
import { afterMoving, piecesFor, refundOf } from './rules.ts';
import { findEventJustNow, type LockedItem, lockItem, movePieces, readItem, readItemAfter } from './store.ts';

/**
 * Takes pieces back, or cancels pieces that were not handed out yet; their price is refunded to the wallet unless they are exchanged.
 * Works also for a student who has left, whose money must be returned. Throws item.not-found, item.over-quantity and the refusals of
 * `credit`.
 */
export async function takeBack(call: Call, input: InputOf<typeof returnItem>): Promise<ItemAndBalance> {
  const { sysid, quantity, way, reason } = input;
  return call.record(async (tx) => {
    const item = await lockItem(tx, sysid);
    const event = { kind: way, quantity, method: null } as const;
    if (call.idempotencyKey === null) {
      const first = await findEventJustNow(tx, call.actor.userId, sysid, event);
      if (first) {
        const { balanceThen, ...then } = await readItemAfter(tx, first);
        return { ...then, balance: toKes(balanceThen ?? 0n) };
      }
    }
    const left = piecesFor(way, item);
    if (quantity > left) throw tooManyPieces(way, item.name, left);
    const amount = refundOf(way, item.price, quantity);
    const refund = amount === 0n ? null : await giveBack(tx, call, item, amount);
    const balance = refund?.balance ?? (await balanceOf(tx, item.studentId));
    await movePieces(tx, call, item, {
      ...event,
      id: newId(),
      reason,
      entryId: refund?.entryId ?? null,
      amount,
      balance,
      after: afterMoving(way, item, quantity),
      scannerSerial: null,
    });
    return { ...(await readItem(tx, sysid)), balance: toKes(balance) };
  });
}

async function giveBack(
  tx: Tx,
  { actor, place, idempotencyKey }: Call,
  item: LockedItem,
  amount: bigint,
): Promise<{ entryId: string; balance: bigint }> {
  const made = await credit(
    tx,
    // A fresh key: double presses were handled above, under the item's lock.
    { actor, place, idempotencyKey: idempotencyKey ?? newId() },
    {
      kind: 'item-return',
      studentId: item.studentId,
      amount,
      counter: 'item-income',
      method: null,
      reference: item.name,
      item: item.id,
    },
  );
  return { entryId: made.id, balance: made.balance };
}
