import type { BookDay } from '@mfuko/contract/books';
import type { ReadTx } from '../../platform/database/database.ts';

/** SQL for the name of a school's user, or `Platform`, whose users' names no school sees. */
export const nameOf = (user: string): string => `COALESCE(${user}.first_name || ' ' || ${user}.last_names, 'Platform')`;

/** Lists the amendments of a closed day with the persons who made them, the newest first. */
export async function listAmendments(tx: ReadTx, day: string): Promise<BookDay['amendments']> {
  const rows = await tx.rows<Omit<BookDay['amendments'][number], 'date'> & { date: Date }>(
    `SELECT a.number, a.at AS date, a.reason, ${nameOf('p')} AS "proposedBy", ${nameOf('u')} AS "approvedBy",
            encode(a.hash, 'hex') AS seal, encode(a.replaced, 'hex') AS replaced,
            a.movements - coalesce((SELECT b.movements FROM book_amendments b
                                    WHERE b.school_id = a.school_id AND b.day = a.day AND b.number < a.number
                                    ORDER BY b.number DESC LIMIT 1), d.movements) AS put
     FROM book_amendments a JOIN book_days d ON d.school_id = a.school_id AND d.day = a.day
     LEFT JOIN users p ON p.school_id = a.school_id AND p.id = a.proposed_by
     LEFT JOIN users u ON u.school_id = a.school_id AND u.id = a.approved_by
     WHERE a.school_id = $1 AND a.day = $2::date ORDER BY a.number DESC`,
    [tx.schoolId, day],
  );
  return rows.map((row) => ({ ...row, date: row.date.toISOString() }));
}

/** Finds the proposal of an amendment that waits for a second person. */
export async function findProposal(tx: ReadTx, day: string, userId: string): Promise<BookDay['proposal']> {
  const row = await tx.row<Omit<NonNullable<BookDay['proposal']>, 'date'> & { date: Date }>(
    `SELECT a.id AS sysid, a.reason, a.at AS date, a.by_user = $3 AS mine, ${nameOf('p')} AS by
     FROM book_amendment_proposals a LEFT JOIN users p ON p.school_id = a.school_id AND p.id = a.by_user
     WHERE a.school_id = $1 AND a.day = $2::date AND a.decision IS NULL`,
    [tx.schoolId, day, userId],
  );
  return row ? { ...row, date: row.date.toISOString() } : null;
}
