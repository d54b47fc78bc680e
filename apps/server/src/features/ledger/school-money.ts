import type { Tx } from '../../platform/database/database.ts';
import type { CounterAccount } from './move.ts';

/** School place: where the school has money: in a till (by its id), or on an account of its own. */
export type SchoolPlace = { readonly till: string } | Exclude<CounterAccount, 'till'> | 'till-variance';

export interface SchoolMovement {
  /** Id of the journal entry. */
  readonly id: string;
  readonly kind: 'float' | 'till-close' | 'unclaimed' | 'unclaimed-returned' | 'refund-paid' | 'bank-transfer';
  /** In the books: for what the school holds (cash desk, tills, M-Pesa) minus is more, so cash that leaves gains. */
  readonly gains: SchoolPlace;
  readonly loses: SchoolPlace;
  /** Cents, more than zero. */
  readonly amount: bigint;
  /** Whose money it was; only of a refund. */
  readonly studentId?: string;
  /** Null where the provider's word moved it. */
  readonly by: string | null;
  readonly reference: string | null;
}

/**
 * Moves money between two of the school's own accounts, all of a list or none. Nothing stands against it but a till that would
 * hold less than nothing (an error of the database, which those who move cash look for first, under the till's lock) and the
 * clock. Moves it each time that it is asked: that it is asked once is the caller's to see to.
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

/** Makes the account of a till that is about to be opened; it has the id of the till. */
export async function openTillAccount(tx: Tx, tillId: string, userId: string): Promise<void> {
  await tx.row(`INSERT INTO accounts (school_id, id, kind, user_id) VALUES ($1, $2, 'till', $3)`, [
    tx.schoolId,
    tillId,
    userId,
  ]);
}
