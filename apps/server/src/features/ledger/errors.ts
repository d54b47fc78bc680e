import { formatKes, toKes } from '@mfuko/contract/money';
import type { Problem } from '@mfuko/contract/problem';
import { violatedCheck } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function notEnoughMoney(balance: bigint): Refusal {
  return new Refusal('wallet.insufficient-funds', `Not enough money: balance is ${formatKes(balance)}`, {
    detail: { balance: toKes(balance) },
  });
}

export function overLimit(most: bigint): Refusal {
  return new Refusal('wallet.over-limit', `This is over the limit for one movement: ${formatKes(most)}`, {
    detail: { limit: toKes(most) },
  });
}

export function receiptNotFound(): Refusal {
  return new Refusal('wallet.receipt-not-found', 'The receipt was not found.');
}

export function samePerson(afterRollback: Refusal['afterRollback']): Refusal {
  return new Refusal('wallet.same-person', 'A second person must reverse what you recorded.', { afterRollback });
}

export function notProposed(): Refusal {
  return new Refusal(
    'wallet.not-proposed',
    'Reversing an M-Pesa payment takes two people: one proposes it, another reverses it.',
  );
}

export function notOwn(): Refusal {
  return new Refusal('wallet.not-own', 'Only the person who paid it in can take it back at once. Reverse it instead.');
}

export function tooLate(): Refusal {
  return new Refusal('wallet.too-late', 'It was paid in more than a minute ago. A second person must reverse it.');
}

export function alreadyReversed(): Refusal {
  return new Refusal('wallet.already-reversed', 'This was already reversed.');
}

export function notReversible(): Refusal {
  return new Refusal('wallet.not-reversible', 'This cannot be reversed. Record the opposite movement instead.');
}

export function goesBackByReturn(): Refusal {
  return new Refusal('wallet.not-reversible', 'Money paid for an item goes back when its pieces are returned.', {
    detail: { why: 'item' },
  });
}

/** Answer of `refused_by_rule` in the database to a journal entry that a rule forbids. */
export interface RefusedBy {
  readonly problem: Problem;
  readonly message: string;
  readonly detail?: Record<string, unknown>;
}

export function refusedByRule({ problem, message, detail }: RefusedBy): Refusal {
  return new Refusal(problem, message, { detail: detail ?? {} });
}

/**
 * Turns the error of a till that holds less than is to be paid out of it into till.not-enough-cash; returns every other error as it is.
 */
export function orEmptyTill(error: unknown): unknown {
  const held = violatedCheck(error, 'till_never_below_zero');
  if (held === undefined) return error;
  const holds = BigInt(held);
  return new Refusal('till.not-enough-cash', `Not enough cash: the till holds ${formatKes(holds)}`, {
    detail: { holds: toKes(holds) },
  });
}
