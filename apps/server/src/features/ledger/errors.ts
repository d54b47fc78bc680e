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
  return new Refusal('wallet.over-limit', `This is more than one movement may be: ${formatKes(most)}`, {
    detail: { limit: toKes(most) },
  });
}

export function receiptNotFound(): Refusal {
  return new Refusal('wallet.receipt-not-found', 'There is no such receipt.');
}

export function samePerson(afterRollback: Refusal['afterRollback']): Refusal {
  return new Refusal('wallet.same-person', 'Somebody else must take back what you have recorded.', { afterRollback });
}

export function notProposed(): Refusal {
  return new Refusal(
    'wallet.not-proposed',
    'What came in by M-Pesa is taken back by two people: one proposes it, another takes it back.',
  );
}

export function notOwn(): Refusal {
  return new Refusal('wallet.not-own', 'Only who paid it in takes it back at once. Reverse it instead.');
}

export function tooLate(): Refusal {
  return new Refusal('wallet.too-late', 'It was paid in more than a minute ago. Somebody else has to reverse it.');
}

export function alreadyReversed(): Refusal {
  return new Refusal('wallet.already-reversed', 'This has been taken back already.');
}

export function notReversible(): Refusal {
  return new Refusal('wallet.not-reversible', 'This is not taken back. Record the movement again.');
}

export function goesBackByReturn(): Refusal {
  return new Refusal('wallet.not-reversible', 'What was paid for an item goes back when its pieces are returned.', {
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
