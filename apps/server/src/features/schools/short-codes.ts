import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { inSchoolOf, violatedUnique } from '../../platform/database/database.ts';
import { prefixTaken, shortCodeTaken } from './errors.ts';

/** A school at a short code by one of its prefixes; one that never had any is there once. */
interface Share {
  readonly schoolId: string;
  /** False if it collects by another code now. */
  readonly holds: boolean;
  readonly prefix: string | null;
  /** True for the prefix that it has now; the others it has given up. */
  readonly present: boolean;
}

/** Sharing of a short code: whose each account is. The oldest school first. */
export type Sharing = readonly Share[];

export async function sharingOf(tx: ReadTx, code: string): Promise<Sharing> {
  return tx.prepared<Share>(
    'read-short-code-sharing',
    `SELECT school_id AS "schoolId", claimed_at IS NOT NULL AS holds, prefix, present FROM short_code_sharing($1)`,
    [code],
  );
}

/** Sharing of all the codes of the transaction's school. */
async function ownSharing(tx: ReadTx): Promise<Sharing> {
  return tx.prepared<Share>(
    'read-own-sharing',
    `SELECT s.school_id AS "schoolId", s.claimed_at IS NOT NULL AS holds, s.prefix, s.present
     FROM short_codes own, LATERAL short_code_sharing(own.code) AS s WHERE own.school_id = $1`,
    [tx.schoolId],
  );
}

/** The transaction's school, and those that share its paybill. */
export async function sharersOf(tx: ReadTx): Promise<readonly string[]> {
  const config = await tx.row<{ code: string }>('SELECT short_code AS code FROM payment_configs WHERE school_id = $1', [
    tx.schoolId,
  ]);
  const sharing = config ? await sharingOf(tx, config.code) : [];
  return [...new Set([tx.schoolId, ...sharing.filter(({ holds }) => holds).map(({ schoolId }) => schoolId)])];
}

/** An account as prefixes are compared with it: blanks, hyphens and case mean nothing. */
function bare(account: string): string {
  return account.replace(/[\s-]/g, '').toUpperCase();
}

/**
 * Whose a payment to this code is, among the schools that have it: the school whose prefix its account begins with, and where it
 * is nobody's the oldest of those that stand. Whoever has no such code hears of its own payments only.
 */
export async function schoolOfAccount(tx: ReadTx, sharing: Sharing, account: string): Promise<string> {
  const holders = sharing.filter(({ holds }) => holds);
  if (!holders.some(({ schoolId }) => schoolId === tx.schoolId)) return tx.schoolId;
  const typed = bare(account);
  const named = holders.find(({ prefix }) => prefix !== null && typed.startsWith(prefix));
  if (named) return named.schoolId;
  const schools = [...new Set(holders.map(({ schoolId }) => schoolId))];
  if (schools.length === 1) return tx.schoolId;
  for (const schoolId of schools) if (await inSchoolOf(tx, schoolId, stands)) return schoolId;
  return tx.schoolId;
}

async function stands(tx: ReadTx): Promise<boolean> {
  return !!(await tx.row('SELECT 1 AS one FROM schools WHERE id = $1 AND deleted_at IS NULL', [tx.schoolId]));
}

/**
 * Reads accounts as payers of the transaction's school type them: what is left of one is the admission number. Null where the
 * account has to bear a prefix, and bears none of this school: where another school has or had one at the same code.
 */
export async function accountReader(tx: ReadTx): Promise<(account: string) => string | null> {
  const sharing = await ownSharing(tx);
  const own = sharing.find(({ schoolId, present }) => schoolId === tx.schoolId && present)?.prefix ?? null;
  if (own === null) return (account) => account;
  const shared = sharing.some(({ schoolId }) => schoolId !== tx.schoolId);
  return (account) => {
    const typed = bare(account);
    if (typed.startsWith(own)) return typed.slice(own.length);
    return shared ? null : account;
  };
}

/** Prefix that stands before the admission number in the accounts of the transaction's school; empty where it has none. */
export async function accountPrefix(tx: ReadTx): Promise<string> {
  const row = await tx.row<{ prefix: string }>(
    'SELECT prefix FROM short_codes WHERE school_id = $1 AND prefix IS NOT NULL LIMIT 1',
    [tx.schoolId],
  );
  return row?.prefix ?? '';
}

/**
 * Makes these the short codes of the transaction's school, in place of those before, with that prefix. Throws
 * payment.short-code-taken where another school has one and not both have a prefix, and payment.prefix-taken where one would be the
 * beginning of another.
 */
export async function claimShortCodes(tx: Tx, codes: readonly string[], prefix: string | null): Promise<void> {
  // In one order, so that two schools that claim the same two do not wait for each other.
  const asked = [...new Set(codes)].sort();
  await tx.row('DELETE FROM short_codes WHERE school_id = $1 AND code <> ALL($2)', [tx.schoolId, asked]);
  for (const code of asked) {
    try {
      await tx.row(
        `INSERT INTO short_codes (code, school_id, prefix) VALUES ($2, $1, $3)
         ON CONFLICT (code, school_id) DO UPDATE SET prefix = $3 WHERE short_codes.prefix IS DISTINCT FROM $3`,
        [tx.schoolId, code, prefix],
      );
    } catch (error) {
      const violated = violatedUnique(error);
      if (violated === 'short_codes_taken') throw shortCodeTaken(code);
      if (violated === 'short_codes_prefix_taken' && prefix !== null) throw prefixTaken(code, prefix);
      throw error;
    }
  }
}
