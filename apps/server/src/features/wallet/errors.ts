import { formatKes } from '@mfuko/contract/money';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { MoneyHold } from '../students/index.ts';
import type { SlipReceipt } from './slips.ts';

export function notYourName(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('user.not-signed-in-user', 'Only the signed-in user can pay out.', {
    afterRollback,
  });
}

/** Refuses cash that is on hold after a change of the PIN, finger or number. */
export function cashHeld({ until, clockTime, changed }: MoneyHold): Refusal {
  const what = { pin: 'PIN', finger: 'finger', phone: "guardian's phone number" }[changed];
  return new Refusal(
    'wallet.hold',
    `The ${what} was changed recently. Money is on hold until ${clockTime}, unless a second person who did not change it approves.`,
    {
      detail: { until: until.toISOString(), changed },
    },
  );
}

export function receiptNotFound(): Refusal {
  return new Refusal('wallet.receipt-not-found', 'The receipt was not found.');
}

/** Refuses a proposal for an entry that is no M-Pesa payment: another user than its author reverses such an entry at once. */
export function notByMpesa(): Refusal {
  return new Refusal('wallet.not-reversible', 'Only M-Pesa payments need a proposal. Reverse this one directly.', {
    detail: { why: 'not-by-m-pesa' },
  });
}

export function proposedAlready(): Refusal {
  return new Refusal('wallet.proposed-already', 'Someone has already proposed this.');
}

export function noProposal(): Refusal {
  return new Refusal('wallet.no-proposal', 'There is no open proposal to reverse this.');
}

/** Refuses a slip that has paid in; its first payment is included, so that the desk can see it. */
export function referenceTaken(first: SlipReceipt): Refusal {
  const { amount, names, receipt, reference } = first;
  return new Refusal(
    'wallet.reference-taken',
    `${reference} was already paid in: ${formatKes(BigInt(Math.round(amount * 100)))} for ${names} on ${receipt.date.slice(0, 10)}.`,
    { detail: { ...first } },
  );
}
