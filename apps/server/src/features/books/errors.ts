import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function dayNotFound(): Refusal {
  return new Refusal('books.no-day', 'That day is not closed.');
}

export function notAmendable(message: string): Refusal {
  return new Refusal('books.not-amendable', message);
}

export function dayChanged(): Refusal {
  return new Refusal('books.day-changed', 'The day has changed since this was proposed. Look at it again.');
}

export function amendmentOpen(): Refusal {
  return new Refusal('books.amendment-open', 'Someone has already proposed this. A second person must approve it.');
}

export function noAmendment(): Refusal {
  return new Refusal('books.no-amendment', 'There is no such proposal, or it was already decided.');
}

export function noTransfer(): Refusal {
  return new Refusal('books.no-transfer', 'The transfer was not found.');
}

export function transferDecided(): Refusal {
  return new Refusal('books.transfer-decided', 'This transfer was already approved or rejected.');
}

export function slipTaken(): Refusal {
  return new Refusal('books.slip-taken', 'This slip was already used, or is waiting for approval.');
}

export function samePerson(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('wallet.same-person', 'A second person must approve your proposal.', { afterRollback });
}
