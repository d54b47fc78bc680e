import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import * as store from './deposits-store.ts';
import { keyUnknown, overDepositLimit } from './errors.ts';

/**
 * Counts a deposit of the calling key towards the key's limit of the day, in the transaction that records it, so that parallel deposits
 * cannot exceed the limit together. Throws program.deposit-limit.
 */
export async function countDeposit(tx: Tx, { actor }: Pick<Call, 'actor'>, amount: bigint): Promise<void> {
  if (await store.countDeposit(tx, actor.userId, amount)) return;
  const deposits = await store.findDeposits(tx, actor.userId);
  throw deposits ? overDepositLimit(deposits) : keyUnknown();
}
