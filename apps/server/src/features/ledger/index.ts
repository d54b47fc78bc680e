/**
 * The ledger: double entry in integer cents, append-only. All money moves by these functions, each of which calls the one database
 * function that holds its rules (`move_pocket_money`, `move_school_money`, `reverse_journal_entries`); no other feature writes accounts,
 * entries, postings or receipts. Wallets are locked in the order of their students' ids, in the caller's transaction; a correction is an
 * entry too.
 */

export { LEDGER_BUNDLE } from './bundle.ts';
export { closeWallet } from './close-wallet.ts';
export { alreadyReversed } from './errors.ts';
export {
  type CounterAccount,
  type Credit,
  charge,
  credit,
  creditAll,
  creditFree,
  type JournalEntry,
  type Made,
  type Mover,
} from './move.ts';
export { spendReceipt } from './receipt.ts';
export { type Reversed, reverseAll, takeBack } from './reverse.ts';
export { moveSchoolMoney, openTillAccount, type SchoolPlace } from './school-money.ts';
