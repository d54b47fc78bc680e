import { formatKes, toKes } from '@mfuko/contract/money';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Count } from './rules.ts';

export function alreadyOpen(): Refusal {
  return new Refusal('till.already-open', 'Your till is open already.');
}

export function notOpen(): Refusal {
  return new Refusal('till.not-open', 'This till is not open.');
}

export function stillOpen(): Refusal {
  return new Refusal('till.still-open', 'This till is still open. Close it first.');
}

export function tillNotFound(): Refusal {
  return new Refusal('till.not-found', 'There is no such till.');
}

export function notEnoughCash(holds: bigint): Refusal {
  return new Refusal('till.not-enough-cash', `Not enough cash: the till holds ${formatKes(holds)}`, {
    detail: { holds: toKes(holds) },
  });
}

export function reasonNeeded(
  { expected, counted, variance }: Count,
  afterRollback: (tx: Tx) => Promise<void>,
): Refusal {
  const much = formatKes(variance < 0n ? -variance : variance);
  return new Refusal(
    'till.reason-needed',
    `${much} ${variance < 0n ? 'is missing' : 'is too much'}: say why before the till is closed.`,
    { detail: { expected: toKes(expected), counted: toKes(counted), variance: toKes(variance) }, afterRollback },
  );
}

export function movedSince(expected: bigint, afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal(
    'till.moved',
    `Money has moved in this till since it was counted: by the books it holds ${formatKes(expected)}. Count again.`,
    { detail: { holds: toKes(expected) }, afterRollback },
  );
}

export function samePerson(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('till.same-person', 'Somebody else must confirm what you have counted.', { afterRollback });
}

export function countersignedAlready(): Refusal {
  return new Refusal('till.confirmed-already', 'This close has been confirmed already.');
}
