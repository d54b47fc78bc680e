import { LEAST_REFUND, MOST_REFUND } from '@mfuko/contract/refunds';

/** Returns the whole shillings of a balance, which M-Pesa can pay out, and the cents left over. */
export function wholeShillings(balance: bigint): { amount: bigint; leftOver: bigint } {
  const leftOver = balance % 100n;
  return { amount: balance - leftOver, leftOver };
}

/** Returns `yes` if M-Pesa pays that amount at once, else the reason. */
export function isPayable(amount: bigint): 'yes' | 'too-little' | 'too-much' {
  if (amount < LEAST_REFUND) return 'too-little';
  return amount > MOST_REFUND ? 'too-much' : 'yes';
}
