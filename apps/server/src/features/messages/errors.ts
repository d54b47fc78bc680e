import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function messageNotFound(): Refusal {
  return new Refusal('message.not-found', 'There is no such message.');
}

export function cannotSendAgain(): Refusal {
  return new Refusal(
    'message.not-again',
    'This message arrived, is on its way, was sent again already, or is kept no longer.',
  );
}

export function nobodyToWriteTo(): Refusal {
  return new Refusal('message.nobody', 'No guardian would get this message.');
}

export function audienceChanged(recipients: number): Refusal {
  return new Refusal(
    'message.audience-changed',
    `Guardians that this would go to now: ${recipients}. Please look again.`,
    {
      detail: { recipients },
    },
  );
}

/** Refuses messages that would exceed the month's cap. `cost` and `left` are in KES. */
export function overCap(cost: number, left: number): Refusal {
  return new Refusal(
    'message.over-cap',
    'This costs more than is left of what the school may spend on messages this month.',
    {
      detail: { cost, left: Math.max(0, left) },
    },
  );
}

export function samePerson(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('message.same-person', 'Somebody else has to approve your announcement.', { afterRollback });
}

export function decidedAlready(): Refusal {
  return new Refusal('message.decided', 'This announcement does not wait for anybody any more.');
}
