import { formatKes, toKes } from '@mfuko/contract/money';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Count } from './rules.ts';

export function alreadyOpen(): Refusal {
  return new Refusal('till.already-open', 'Your till is already open.');
}

export function notOpen(): Refusal {
  return new Refusal('till.not-open', 'This till is not open.');
}

export function stillOpen(): Refusal {
  return new Refusal('till.still-open', 'This till is still open. Close it first.');
}

export function tillNotFound(): Refusal {
  return new Refusal('till.not-found', 'The till was not found.');
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
    `${much} ${variance < 0n ? 'is missing' : 'is too much'}. Say why before you close the till.`,
    { detail: { expected: toKes(expected), counted: toKes(counted), variance: toKes(variance) }, afterRollback },
  );
}

export function movedSince(expected: bigint, afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal(
    'till.moved',
    `Money has moved in this till since the count: by the books it now holds ${formatKes(expected)}. Count again.`,
    { detail: { holds: toKes(expected) }, afterRollback },
  );
}

export function samePerson(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('till.same-person', 'A second person must confirm your count.', { afterRollback });
}

export function countersignedAlready(): Refusal {
  return new Refusal('till.confirmed-already', 'This close was already confirmed.');
}
