import { formatKes, toKes } from '@mfuko/contract/money';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function approvalNotFound(): Refusal {
  return new Refusal('approval.not-found', 'There is no such request.');
}

export function approvalNotNeeded(above: bigint | null): Refusal {
  return new Refusal(
    'approval.not-needed',
    above === null
      ? 'In this school a cash-out needs nobody else.'
      : `Only a cash-out above ${formatKes(above)} needs the approval of a second person.`,
    { detail: above === null ? {} : { limit: toKes(above) } },
  );
}

export function slipNotTaken(): Refusal {
  return new Refusal('approval.not-needed', 'This slip has not been paid in: nobody else is asked.');
}

export function approvalDecided(): Refusal {
  return new Refusal('approval.decided', 'This request is open no longer.');
}

export function ownApproval(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('wallet.same-person', 'Somebody else must decide on what you have asked for.', { afterRollback });
}

export function vainApproval(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal(
    'approval.vain',
    'Your word does not lift the wait here: you made the last change of the PIN, finger or number, or this was asked for before it. Somebody else has to be asked.',
    { afterRollback },
  );
}

/** Refuses a school's user, since only the platform's Admins change a school's limits. */
export function limitsReservedToAdmins(): Refusal {
  return new Refusal('session.role', 'You are not allowed to do this.');
}
