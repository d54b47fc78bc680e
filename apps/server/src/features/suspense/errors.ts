import type { SuspenseState } from '@mfuko/contract/suspense';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function itemNotFound(): Refusal {
  return new Refusal('suspense.not-found', 'There is no such payment in suspense.');
}

const WORDS: Record<SuspenseState, string> = {
  open: 'Nothing is proposed for this payment.',
  proposed: 'Another proposal for this payment waits for a second person.',
  returning: 'This payment is on its way back to who paid.',
  settled: 'This payment has been settled already.',
  returned: 'This payment has been given back already.',
};

export function wrongState(state: SuspenseState): Refusal {
  return new Refusal('suspense.wrong-state', WORDS[state], { detail: { state } });
}

export function noReceipt(): Refusal {
  return new Refusal('suspense.no-receipt', 'It came without an M-Pesa receipt, so M-Pesa cannot give it back.');
}

export function samePerson(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('wallet.same-person', 'Somebody else must approve what you have proposed.', { afterRollback });
}
