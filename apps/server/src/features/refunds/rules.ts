import { LEAST_REFUND, MOST_REFUND } from '@mfuko/contract/refunds';

/** Whole shillings: what of a balance M-Pesa can pay out: whole shillings. The cents stay. */
export function wholeShillings(balance: bigint): { amount: bigint; leftOver: bigint } {
  const leftOver = balance % 100n;
  return { amount: balance - leftOver, leftOver };
}

/** Tells whether M-Pesa pays so much out at once. */
export function isPayable(amount: bigint): 'yes' | 'too-little' | 'too-much' {
  if (amount < LEAST_REFUND) return 'too-little';
  return amount > MOST_REFUND ? 'too-much' : 'yes';
}
