import { MAX_REFUND, MIN_REFUND } from '@mfuko/contract/refunds';

/** Returns the whole shillings of a balance, which M-Pesa can pay out, and the cents left over. */
export function wholeShillings(balance: bigint): { amount: bigint; leftOver: bigint } {
  const leftOver = balance % 100n;
  return { amount: balance - leftOver, leftOver };
}

/** Returns `yes` if M-Pesa pays that amount at once, else the reason. */
export function isPayable(amount: bigint): 'yes' | 'too-little' | 'too-much' {
  if (amount < MIN_REFUND) return 'too-little';
  return amount > MAX_REFUND ? 'too-much' : 'yes';
}
