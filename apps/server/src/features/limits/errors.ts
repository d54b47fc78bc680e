import { formatKes, toKes } from '@mfuko/contract/money';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function approvalNotFound(): Refusal {
  return new Refusal('approval.not-found', 'The request was not found.');
}

export function approvalNotNeeded(above: bigint | null): Refusal {
  return new Refusal(
    'approval.not-needed',
    above === null
      ? 'Cash-outs in this school need no approval.'
      : `Only a cash-out above ${formatKes(above)} needs approval by a second person.`,
    { detail: above === null ? {} : { limit: toKes(above) } },
  );
}

export function slipNotTaken(): Refusal {
  return new Refusal('approval.not-needed', 'This slip has not been paid in yet: it needs no approval.');
}

export function approvalDecided(): Refusal {
  return new Refusal('approval.decided', 'This request is no longer open.');
}

export function ownApproval(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('wallet.same-person', 'A second person must decide on your request.', { afterRollback });
}

export function vainApproval(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal(
    'approval.vain',
    'Your approval does not lift the hold here: you last changed the PIN, finger or phone number, or the request is older than the change. Ask someone else.',
    { afterRollback },
  );
}

/** Refuses a school's user, since only the platform's Admins change a school's limits. */
export function limitsReservedToAdmins(): Refusal {
  return new Refusal('session.role', 'You are not allowed to do this.');
}
