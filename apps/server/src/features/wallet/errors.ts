import { formatKes } from '@mfuko/contract/money';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { MoneyHold } from '../students/index.ts';
import type { SlipReceipt } from './slips.ts';

export function notYourName(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('user.not-signed-in-user', 'A cash-out is made in the name of the person who is signed in.', {
    afterRollback,
  });
}

/** Refuses cash that is on hold after a change of the PIN, finger or number. */
export function cashHeld({ until, clockTime, changed }: MoneyHold): Refusal {
  const what = { pin: 'PIN', finger: 'finger', phone: "guardian's number" }[changed];
  return new Refusal(
    'wallet.hold',
    `The ${what} was changed a short while ago: money waits until ${clockTime}, unless a second person, who did not change it, approves.`,
    {
      detail: { until: until.toISOString(), changed },
    },
  );
}

export function receiptNotFound(): Refusal {
  return new Refusal('wallet.receipt-not-found', 'There is no such receipt.');
}

/** Refuses a proposal for an entry that is no M-Pesa payment: another user than its author reverses such an entry at once. */
export function notByMpesa(): Refusal {
  return new Refusal('wallet.not-reversible', 'Only what came in by M-Pesa is proposed; take this back at once.', {
    detail: { why: 'not-by-m-pesa' },
  });
}

export function proposedAlready(): Refusal {
  return new Refusal('wallet.proposed-already', 'Somebody has proposed this already.');
}

export function noProposal(): Refusal {
  return new Refusal('wallet.no-proposal', 'No proposal to take this back is open.');
}

/** Refuses a slip that has paid in; its first payment is included, so that the desk can see it. */
export function referenceTaken(first: SlipReceipt): Refusal {
  const { amount, names, receipt, reference } = first;
  return new Refusal(
    'wallet.reference-taken',
    `${reference} was paid in already: ${formatKes(BigInt(Math.round(amount * 100)))} for ${names} on ${receipt.date.slice(0, 10)}.`,
    { detail: { ...first } },
  );
}
