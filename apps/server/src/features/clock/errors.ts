import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function clockIsRight(): Refusal {
  return new Refusal('clock.is-right', 'Nothing contradicts the clock: there is nothing to confirm.');
}

export function notStatable(message: string): Refusal {
  return new Refusal('clock.not-statable', message);
}

export function statementOpen(): Refusal {
  return new Refusal('clock.statement-open', 'Someone has already stated this. A second person must approve it.');
}

export function noStatement(): Refusal {
  return new Refusal('clock.no-statement', 'There is no such statement, or it was already decided.');
}

export function changedSince(): Refusal {
  return new Refusal(
    'clock.changed',
    'The clock was set, or money was recorded, since this was stated. State it again.',
  );
}

export function samePerson(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('wallet.same-person', 'A second person must approve your statement.', { afterRollback });
}
