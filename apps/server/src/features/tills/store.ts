import type { Counts } from '@mfuko/contract/tills';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { moveSchoolMoney } from '../ledger/index.ts';
import { type Count, USUAL_LIMIT } from './rules.ts';

export interface LockedTill {
  readonly id: string;
  readonly userId: string;
  readonly closedAt: Date | null;
  readonly closedBy: string | null;
  readonly countersignedAt: Date | null;
}

const LOCKED = `SELECT id, user_id AS "userId", closed_at AS "closedAt", closed_by AS "closedBy",
                       countersigned_at AS "countersignedAt" FROM tills`;

/** Locks a till until the transaction ends, so that no payment moves it meanwhile. */
export function lockTill(tx: Tx, id: string): Promise<LockedTill | undefined> {
  return tx.row(`${LOCKED} WHERE school_id = $1 AND id = $2 FOR UPDATE`, [tx.schoolId, id]);
}

/** Locks a user's open till. */
export function lockOpenTill(tx: Tx, userId: string): Promise<LockedTill | undefined> {
  return tx.row(`${LOCKED} WHERE school_id = $1 AND user_id = $2 AND closed_at IS NULL FOR UPDATE`, [
    tx.schoolId,
    userId,
  ]);
}

/** Locks a user's newest till, open or closed. */
export function lockNewestTill(tx: Tx, userId: string): Promise<LockedTill | undefined> {
  return tx.row(`${LOCKED} WHERE school_id = $1 AND user_id = $2 ORDER BY opened_at DESC LIMIT 1 FOR UPDATE`, [
    tx.schoolId,
    userId,
  ]);
}

/** Returns the cash in a till, in cents. */
export async function readHolds(tx: ReadTx, id: string): Promise<bigint> {
  const found = await tx.row<{ holds: bigint }>('SELECT till_holds($1, $2) AS holds', [tx.schoolId, id]);
  return found?.holds ?? 0n;
}

/** Returns the cash that remains in a user's last till if the till is closed; 0 while a till is open. */
export async function readRemainder(tx: ReadTx, userId: string): Promise<bigint> {
  const found = await tx.row<{ left: bigint }>(
    `SELECT CASE WHEN closed_at IS NULL THEN 0 ELSE till_holds(school_id, id) END AS left FROM tills
     WHERE school_id = $1 AND user_id = $2 ORDER BY opened_at DESC LIMIT 1`,
    [tx.schoolId, userId],
  );
  return found?.left ?? 0n;
}

/** Inserts a till; returns false where the user has an open till already. */
export async function insertTill(
  tx: Tx,
  till: { id: string; userId: string; float: bigint; note: string | null },
): Promise<boolean> {
  const added = await tx.row(
    `INSERT INTO tills (school_id, id, user_id, opening_float, note) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (school_id, user_id) WHERE closed_at IS NULL DO NOTHING RETURNING id`,
    [tx.schoolId, till.id, till.userId, till.float, till.note],
  );
  return added !== undefined;
}

/** Place of cash: a till (by its id), or an account of the school. */
export type Place = { readonly till: string } | 'cash-desk' | 'till-variance';

/** Moves cash from one place to another in the books. The amount is more than zero cents. */
export async function carry(
  tx: Tx,
  by: string,
  cash: { kind: 'float' | 'till-close'; from: Place; to: Place; amount: bigint; reference: string | null },
): Promise<void> {
  const { kind, from, to, amount, reference } = cash;
  // Accounts that hold cash are negative in the books, so the account that the cash leaves gains.
  await moveSchoolMoney(tx, [{ id: newId(), kind, gains: from, loses: to, amount, by, reference }]);
}

/** Returns true if the same user made the same carry within the last ten seconds and since the till was opened. */
export async function carriedJustNow(
  tx: ReadTx,
  till: string,
  by: string,
  posted: bigint,
  reference: string | null,
): Promise<boolean> {
  const found = await tx.row(
    `SELECT 1 AS one FROM postings p
     JOIN journal_entries m ON m.school_id = p.school_id AND m.id = p.entry_id
     JOIN tills t ON t.school_id = p.school_id AND t.id = p.account_id
     WHERE p.school_id = $1 AND p.account_id = $2 AND p.amount = $4 AND m.kind = 'float' AND m.by_user = $3
       AND m.reference IS NOT DISTINCT FROM $5 AND m.at > t.opened_at AND m.at > clock_timestamp() - interval '10 seconds'
       AND m.at <= clock_timestamp() + clock_tolerance()
     LIMIT 1`,
    [tx.schoolId, till, by, posted, reference],
  );
  return found !== undefined;
}

export async function markClosed(
  tx: Tx,
  id: string,
  closed: Count & { by: string; counts: Counts | null; reason: string | null; left: bigint },
): Promise<void> {
  await tx.row(
    `UPDATE tills SET closed_at = clock_timestamp(), closed_by = $3, expected = $4, counted = $5, counts = $6, reason = $7,
                      left_in = $8
     WHERE school_id = $1 AND id = $2`,
    [
      tx.schoolId,
      id,
      closed.by,
      closed.expected,
      closed.counted,
      closed.counts && JSON.stringify(closed.counts),
      closed.reason,
      closed.left,
    ],
  );
}

export async function markConfirmed(tx: Tx, id: string, by: string, note: string | null): Promise<void> {
  await tx.row(
    `UPDATE tills SET countersigned_at = clock_timestamp(), countersigned_by = $3, countersign_note = $4
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, id, by, note],
  );
}

/** Returns the school's variance limit, in cents. */
export async function readLimit(tx: ReadTx): Promise<bigint> {
  const rule = await tx.row<{ limit: bigint }>('SELECT variance_limit AS limit FROM till_rules WHERE school_id = $1', [
    tx.schoolId,
  ]);
  return rule?.limit ?? USUAL_LIMIT;
}

/**
 * Returns the variance limit in cents, with its row locked until the transaction ends, so that the second of two changes sees the first.
 */
export async function lockLimit(tx: Tx): Promise<bigint> {
  await tx.row('INSERT INTO till_rules (school_id, variance_limit) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    tx.schoolId,
    USUAL_LIMIT,
  ]);
  await tx.row('SELECT 1 AS one FROM till_rules WHERE school_id = $1 FOR UPDATE', [tx.schoolId]);
  return readLimit(tx);
}

export async function writeLimit(tx: Tx, limit: bigint): Promise<void> {
  await tx.row(
    `INSERT INTO till_rules (school_id, variance_limit) VALUES ($1, $2)
     ON CONFLICT (school_id) DO UPDATE SET variance_limit = EXCLUDED.variance_limit`,
    [tx.schoolId, limit],
  );
}
