/**
 * Pocket money of students: deposits, cash-outs, reversals by a second person, statements and receipts. All money moves by the ledger.
 * Amounts are integer cents.
 */

export { WALLET_BUNDLE } from './bundle.ts';
export { CHANNEL, slipKey } from './channels.ts';
export { eraseReversals } from './erase.ts';
export { cashHeld } from './errors.ts';
export { requireNoHold, requireNoHoldOnMeal } from './hold.ts';
export { recordDeposits, undoDeposits } from './import.ts';
export { hashesOfList } from './import-hashes.ts';
export { type DepositLine, type DepositPlan, planDeposits } from './import-plan.ts';
export { DEPOSIT_COLUMNS, DEPOSIT_TEMPLATE_COLUMNS } from './import-rows.ts';
export { findTotals as totalsOf, isSameTotal } from './import-totals.ts';
export { enqueueReceipt } from './receipt.ts';
export { findSlips } from './slips.ts';
export { balanceOf, MADE_BY } from './statement.ts';
