import { formatKes, toKes } from '@mfuko/contract/money';
import { MAX_REFUND, MIN_REFUND, type RefundState } from '@mfuko/contract/refunds';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function refundNotFound(): Refusal {
  return new Refusal('refund.not-found', 'There is no such refund.');
}

export function wrongState(state: RefundState): Refusal {
  return new Refusal('refund.wrong-state', 'This refund does not wait for anybody: somebody has decided it already.', {
    detail: { state },
  });
}

export function notLeft(): Refusal {
  return new Refusal('refund.not-left', 'Only the wallet of a student who has left is paid out whole.');
}

export function notGuardian(): Refusal {
  return new Refusal('refund.not-guardian', 'A refund goes to the phone of one of the student’s guardians only.');
}

export function notPayable(which: 'too-little' | 'too-much', amount: bigint): Refusal {
  const words =
    which === 'too-little'
      ? `M-Pesa pays out ${formatKes(MIN_REFUND)} at the least, and the wallet holds less.`
      : `M-Pesa pays out ${formatKes(MAX_REFUND)} at the most, and the wallet holds more.`;
  return new Refusal(`refund.${which}`, words, { detail: { amount: toKes(amount) } });
}

export function underWay(): Refusal {
  return new Refusal('refund.under-way', 'A refund of this student is under way already.');
}

export function changed(proposed: bigint): Refusal {
  return new Refusal(
    'refund.changed',
    `The wallet holds another amount than the ${formatKes(proposed)} that were proposed. Reject this refund and propose it anew.`,
    { detail: { proposed: toKes(proposed) } },
  );
}

export function samePerson(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('wallet.same-person', 'Somebody else must approve what you have proposed.', { afterRollback });
}
