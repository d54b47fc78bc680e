import type { Tx } from '../../platform/database/database.ts';
import type { CounterAccount } from './move.ts';

/** Place where the school has money: a till (by its id), or an account of the school's own. */
export type SchoolPlace = { readonly till: string } | Exclude<CounterAccount, 'till'> | 'till-variance';

export interface SchoolMovement {
  /** Id of the journal entry. */
  readonly id: string;
  readonly kind: 'float' | 'till-close' | 'unclaimed' | 'unclaimed-returned' | 'refund-paid' | 'bank-transfer';
  /**
   * Account that gains, and account that loses. In the books, minus is more on accounts of money that the school holds (cash desk, tills,
   * M-Pesa), so the account that cash leaves is the one that gains.
   */
  readonly gains: SchoolPlace;
  readonly loses: SchoolPlace;
  /** Cents, more than zero. */
  readonly amount: bigint;
  /** Id of the student whose money was refunded; only for refunds. */
  readonly studentId?: string;
  /** Id of the user; null where the provider's word moved the money. */
  readonly by: string | null;
  readonly reference: string | null;
}

/**
 * Moves money between two of the school's own accounts, all moves of a list or none. The database refuses in two cases: a till would hold
 * less than zero (callers check this first, under the till's lock), or the clock has gone back. The function is not idempotent: the
 * caller ensures that it is called once.
 */
export async function moveSchoolMoney(tx: Tx, moves: readonly SchoolMovement[]): Promise<void> {
  const asked = moves.map(({ id, kind, gains, loses, amount, studentId, by, reference }) => ({
    id,
    kind,
    student: studentId,
    ...(typeof gains === 'string' ? { gains } : { gains_till: gains.till }),
    ...(typeof loses === 'string' ? { loses } : { loses_till: loses.till }),
    amount: String(amount),
    by_user: by,
    reference,
  }));
  await tx.row('SELECT move_school_money($1, $2)', [tx.schoolId, JSON.stringify(asked)]);
}

/** Creates the account of a till that is about to be opened; the account has the till's id. */
export async function openTillAccount(tx: Tx, tillId: string, userId: string): Promise<void> {
  await tx.row(`INSERT INTO accounts (school_id, id, kind, user_id) VALUES ($1, $2, 'till', $3)`, [
    tx.schoolId,
    tillId,
    userId,
  ]);
}
