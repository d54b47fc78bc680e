import type { EraseBlocker } from '@mfuko/contract/erasure';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function erasureNotFound(): Refusal {
  return new Refusal('erase.not-found', 'No erasure of this student waits to be approved.');
}

export function erasureUnderWay(): Refusal {
  return new Refusal('erase.under-way', 'The erasure of this student waits to be approved already.');
}

export function samePerson(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('erase.same-person', 'Somebody else must approve what you have proposed.', { afterRollback });
}

const WORDS: Readonly<Record<EraseBlocker, string>> = {
  money: 'there is money in the wallet',
  inside: 'the student is in school',
  aboard: 'the student is on a bus',
  items: 'items wait to be handed out',
  approval: 'a cash-out waits for its approval',
  suspense: 'a payment waits to be settled',
  refund: 'a refund is under way',
  payment: 'a payment is under way',
};

/** Refuses an erasure; `reasons` are the codes of all blockers. */
export function eraseBlocked(reasons: readonly EraseBlocker[]): Refusal {
  const words = reasons.map((reason) => WORDS[reason]).join('; ');
  return new Refusal('erase.blocked', `This student cannot be erased yet: ${words}.`, { detail: { reasons } });
}
