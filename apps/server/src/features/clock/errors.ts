import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function clockIsRight(): Refusal {
  return new Refusal('clock.is-right', 'Nothing speaks against the clock: there is nothing to state.');
}

export function notStatable(message: string): Refusal {
  return new Refusal('clock.not-statable', message);
}

export function statementOpen(): Refusal {
  return new Refusal('clock.statement-open', 'Somebody has stated this already. Another person has to approve it.');
}

export function noStatement(): Refusal {
  return new Refusal('clock.no-statement', 'There is no such statement, or it has been decided already.');
}

export function changedSince(): Refusal {
  return new Refusal(
    'clock.changed',
    'The clock was set, or money was recorded, since this was stated. State it anew.',
  );
}

export function samePerson(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('wallet.same-person', 'Somebody else must approve what you have stated.', { afterRollback });
}
