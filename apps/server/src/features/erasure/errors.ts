import type { EraseBlocker } from '@mfuko/contract/erasure';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function erasureNotFound(): Refusal {
  return new Refusal('erase.not-found', 'No erasure of this student is waiting for approval.');
}

export function erasureUnderWay(): Refusal {
  return new Refusal('erase.under-way', 'The erasure of this student is already waiting for approval.');
}

export function samePerson(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('erase.same-person', 'A second person must approve your proposal.', { afterRollback });
}

const WORDS: Readonly<Record<EraseBlocker, string>> = {
  money: 'there is money in the wallet',
  inside: 'the student is in school',
  aboard: 'the student is on a bus',
  items: 'items are waiting to be handed out',
  approval: 'a cash-out is waiting for approval',
  suspense: 'a payment is waiting to be settled',
  refund: 'a refund is under way',
  payment: 'a payment is under way',
};

/** Refuses an erasure; `reasons` are the codes of all blockers. */
export function eraseBlocked(reasons: readonly EraseBlocker[]): Refusal {
  const words = reasons.map((reason) => WORDS[reason]).join('; ');
  return new Refusal('erase.blocked', `This student cannot be erased yet: ${words}.`, { detail: { reasons } });
}
