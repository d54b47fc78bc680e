import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function dayNotFound(): Refusal {
  return new Refusal('books.no-day', 'That day is not closed.');
}

export function notAmendable(message: string): Refusal {
  return new Refusal('books.not-amendable', message);
}

export function dayChanged(): Refusal {
  return new Refusal('books.day-changed', 'The day is not as it was when this was proposed. Look at it again.');
}

export function amendmentOpen(): Refusal {
  return new Refusal('books.amendment-open', 'Somebody has proposed this already. Another person has to approve it.');
}

export function noAmendment(): Refusal {
  return new Refusal('books.no-amendment', 'There is no such proposal, or it has been decided already.');
}

export function noTransfer(): Refusal {
  return new Refusal('books.no-transfer', 'There is no such transfer.');
}

export function transferDecided(): Refusal {
  return new Refusal('books.transfer-decided', 'This transfer has been approved or turned down already.');
}

export function slipTaken(): Refusal {
  return new Refusal('books.slip-taken', 'Money was carried by this slip already, or is about to be.');
}

export function samePerson(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('wallet.same-person', 'Somebody else must approve what you have proposed.', { afterRollback });
}
