import { exactly } from '../../platform/audit/chain.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Finding } from './finding.ts';
import { equate } from './rules.ts';
import { readBalances } from './store.ts';

type Digests = Pick<Keys, 'digest'>;

/** Result of a check, in cents. */
interface Look {
  readonly difference: bigint;
  readonly providerDifference: bigint | null;
  readonly findings: number;
}

/** Stores the findings of a check in place of those of the previous check of its kind: `whole` of every row, otherwise of the open day. */
export async function saveCheckRun(tx: Tx, keys: Digests, findings: readonly Finding[], whole: boolean): Promise<Look> {
  const { difference } = equate(await readBalances(tx));
  await tx.row('DELETE FROM book_findings WHERE school_id = $1 AND whole = $2', [tx.schoolId, whole]);
  await tx.row(
    `INSERT INTO book_findings (school_id, place, whole, finding)
     SELECT $1, ordinality, $2, finding FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS each (finding, ordinality)`,
    [tx.schoolId, whole, JSON.stringify(findings)],
  );
  const look = await tx.row<Look & { wholeAt: string | null }>(
    `INSERT INTO book_states AS b (school_id, checked_at, whole_at, night_at, difference, difference_since, findings)
     VALUES ($1, clock_timestamp(), CASE WHEN $2::boolean THEN clock_timestamp() END, CASE WHEN $2::boolean THEN clock_timestamp() END, $3::bigint, CASE WHEN $3::bigint <> 0 THEN clock_timestamp() END,
             (SELECT count(*) FROM book_findings WHERE school_id = $1))
     ON CONFLICT (school_id) DO UPDATE SET checked_at = excluded.checked_at,
       whole_at = coalesce(excluded.whole_at, b.whole_at), night_at = coalesce(excluded.night_at, b.night_at), difference = excluded.difference,
       difference_since = CASE WHEN excluded.difference <> 0 THEN coalesce(b.difference_since, excluded.difference_since) END,
       findings = excluded.findings
     RETURNING difference, provider_difference AS "providerDifference", findings, ${exactly('whole_at')} AS "wholeAt"`,
    [tx.schoolId, whole, difference],
  );
  if (!look) throw new TypeError('The INSERT of the book state returned no row.');
  const { wholeAt, ...state } = look;
  if (whole && wholeAt)
    await tx.row('UPDATE book_states SET whole_mac = $2 WHERE school_id = $1', [
      tx.schoolId,
      checkMac(keys, tx.schoolId, wholeAt),
    ]);
  return state;
}

/** Records that the nightly check of the rows since the last full check found nothing. */
export async function saveNight(tx: Tx): Promise<void> {
  await tx.row('UPDATE book_states SET night_at = clock_timestamp() WHERE school_id = $1', [tx.schoolId]);
}

/**
 * Tells whether a school needs a full check this night regardless of the others' turns: it had none in the last six and a half days (a
 * time in the future, by a wrong clock or a forged row, does not count), the last one had findings, or a day was amended since, whose
 * seals only a full check reads.
 */
export async function needsWholeCheck(tx: ReadTx, keys: Digests): Promise<boolean> {
  const state = await tx.row<{ due: boolean; wholeAt: string | null; mac: Buffer | null }>(
    `SELECT coalesce(b.whole_at NOT BETWEEN clock_timestamp() - interval '6 days 12 hours' AND clock_timestamp(), true)
            OR EXISTS (SELECT 1 FROM book_findings f WHERE f.school_id = $1 AND f.whole)
            OR EXISTS (SELECT 1 FROM book_amendments a WHERE a.school_id = $1 AND a.at >= b.whole_at - interval '1 day') AS due,
            ${exactly('b.whole_at')} AS "wholeAt", b.whole_mac AS mac
     FROM (SELECT 1) AS one LEFT JOIN book_states b ON b.school_id = $1`,
    [tx.schoolId],
  );
  if (!state || state.due || !state.wholeAt || !state.mac) return true;
  return !checkMac(keys, tx.schoolId, state.wholeAt).equals(state.mac);
}

/** Returns the MAC of a full check's time: an attacker who can only write to the database cannot postpone the next full check. */
function checkMac(keys: Digests, schoolId: string, wholeAt: string): Buffer {
  return keys.digest('book-look', `${schoolId} ${wholeAt}`);
}

/**
 * SQL for the time of the last verification of a school's books, given `book_states b`. A nightly check counts only within a week after
 * a full check.
 */
export const VERIFIED_AT = `CASE WHEN b.whole_at IS NOT NULL THEN least(coalesce(b.night_at, b.whole_at), b.whole_at + interval '6 days') END`;

/** Reads the current findings, those of the full check first. */
export async function readFindings(tx: ReadTx, day: string | null = null): Promise<Finding[]> {
  const rows = await tx.rows<{ finding: Finding }>(
    `SELECT finding FROM book_findings WHERE school_id = $1 AND ($2::text IS NULL OR finding->>'day' = $2)
     ORDER BY whole DESC, place LIMIT 200`,
    [tx.schoolId, day],
  );
  return rows.map(({ finding }) => finding);
}
