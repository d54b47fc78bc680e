import { toKes } from '@mfuko/contract/money';
import type { Moved } from '@mfuko/contract/wallet';
import type { Made } from '../ledger/index.ts';

/** Converts a move of the ledger for the API. */
export function asMoved(made: Made): Moved {
  return {
    balance: toKes(made.balance),
    amount: toKes(made.amount),
    fee: toKes(made.fee),
    receipt: { sysid: made.id, token: made.token, date: made.at.toISOString() },
  };
}
