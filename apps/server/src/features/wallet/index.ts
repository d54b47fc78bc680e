/**
 * Pocket money. Money moves by `credit` and `charge` and in no other way: each movement has legs that sum to zero, is
 * never changed, and leaves no wallet below zero. A correction is a movement too: the reversal of a whole one, by a second
 * person. Amounts are integer cents.
 */
export {
  DEPOSIT_COLUMNS,
  type DepositLine,
  type DepositPlan,
  planDeposits,
  recordDeposits,
  undoDeposits,
} from './import.ts';
export { charge, credit, type HouseAccount, type Made, type Movement, type Mover } from './move.ts';
export { receiptLater } from './receipt.ts';
export { balanceOf, MADE_BY } from './statement.ts';
