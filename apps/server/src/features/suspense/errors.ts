import type { SuspenseState } from '@mfuko/contract/suspense';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function itemNotFound(): Refusal {
  return new Refusal('suspense.not-found', 'The payment was not found in suspense.');
}

const WORDS: Record<SuspenseState, string> = {
  open: 'Nothing has been proposed for this payment.',
  proposed: 'Another proposal for this payment is waiting for approval.',
  returning: 'This payment is being returned to the payer.',
  settled: 'This payment was already settled.',
  returned: 'This payment was already returned.',
};

export function wrongState(state: SuspenseState): Refusal {
  return new Refusal('suspense.wrong-state', WORDS[state], { detail: { state } });
}

export function noReceipt(): Refusal {
  return new Refusal('suspense.no-receipt', 'It came without an M-Pesa receipt, so M-Pesa cannot return it.');
}

export function samePerson(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('wallet.same-person', 'A second person must approve your proposal.', { afterRollback });
}
