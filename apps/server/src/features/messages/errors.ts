import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function messageNotFound(): Refusal {
  return new Refusal('message.not-found', 'The message was not found.');
}

export function cannotSendAgain(): Refusal {
  return new Refusal(
    'message.not-again',
    'This message arrived, is on its way, was already sent again, or is no longer kept.',
  );
}

export function nobodyToWriteTo(): Refusal {
  return new Refusal('message.nobody', 'No guardian would receive this message.');
}

export function audienceChanged(recipients: number): Refusal {
  return new Refusal(
    'message.audience-changed',
    `Guardians who would receive this now: ${recipients}. Please check again.`,
    {
      detail: { recipients },
    },
  );
}

/** Refuses messages that would exceed the month's cap. `cost` and `left` are in KES. */
export function overCap(cost: number, left: number): Refusal {
  return new Refusal('message.over-cap', 'This costs more than is left of the message budget of this month.', {
    detail: { cost, left: Math.max(0, left) },
  });
}

export function samePerson(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('message.same-person', 'A second person must approve your announcement.', { afterRollback });
}

export function decidedAlready(): Refusal {
  return new Refusal('message.decided', 'This announcement is no longer waiting for approval.');
}
