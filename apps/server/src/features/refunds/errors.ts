import { formatKes, toKes } from '@mfuko/contract/money';
import { MAX_REFUND, MIN_REFUND, type RefundState } from '@mfuko/contract/refunds';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function refundNotFound(): Refusal {
  return new Refusal('refund.not-found', 'The refund was not found.');
}

export function wrongState(state: RefundState): Refusal {
  return new Refusal('refund.wrong-state', 'This refund is not waiting for approval: someone has already decided it.', {
    detail: { state },
  });
}

export function notLeft(): Refusal {
  return new Refusal('refund.not-left', 'Only a student who has left can be paid the whole balance.');
}

export function notGuardian(): Refusal {
  return new Refusal('refund.not-guardian', 'A refund goes only to a phone of the student’s guardians.');
}

export function notPayable(which: 'too-little' | 'too-much', amount: bigint): Refusal {
  const words =
    which === 'too-little'
      ? `M-Pesa pays out at least ${formatKes(MIN_REFUND)}, and the wallet holds less.`
      : `M-Pesa pays out at most ${formatKes(MAX_REFUND)}, and the wallet holds more.`;
  return new Refusal(`refund.${which}`, words, { detail: { amount: toKes(amount) } });
}

export function underWay(): Refusal {
  return new Refusal('refund.under-way', 'A refund for this student is already under way.');
}

export function changed(proposed: bigint): Refusal {
  return new Refusal(
    'refund.changed',
    `The wallet no longer holds the proposed ${formatKes(proposed)}. Reject this refund and propose it again.`,
    { detail: { proposed: toKes(proposed) } },
  );
}

export function samePerson(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('wallet.same-person', 'A second person must approve your proposal.', { afterRollback });
}
