import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { inSchoolOf, violatedUnique } from '../../platform/database/database.ts';
import { prefixTaken, shortCodeTaken } from './errors.ts';

/** A school at a short code with one of its prefixes; a school that never had a prefix has one row without. */
interface Share {
  readonly schoolId: string;
  /** False if the school collects by another code now. */
  readonly holds: boolean;
  readonly prefix: string | null;
  /** True for the school's present prefix, false for prefixes that it gave up. */
  readonly present: boolean;
}

/** Schools that share a short code, the oldest first. */
export type Sharing = readonly Share[];

export async function sharingOf(tx: ReadTx, code: string): Promise<Sharing> {
  return tx.prepared<Share>(
    'read-short-code-sharing',
    `SELECT school_id AS "schoolId", claimed_at IS NOT NULL AS holds, prefix, present FROM short_code_sharing($1)`,
    [code],
  );
}

/** Reads the sharing of all codes of the transaction's school. */
async function ownSharing(tx: ReadTx): Promise<Sharing> {
  return tx.prepared<Share>(
    'read-own-sharing',
    `SELECT s.school_id AS "schoolId", s.claimed_at IS NOT NULL AS holds, s.prefix, s.present
     FROM short_codes own, LATERAL short_code_sharing(own.code) AS s WHERE own.school_id = $1`,
    [tx.schoolId],
  );
}

/** Returns the transaction's school, and the schools that share its paybill. */
export async function sharersOf(tx: ReadTx): Promise<readonly string[]> {
  const config = await tx.row<{ code: string }>('SELECT short_code AS code FROM payment_configs WHERE school_id = $1', [
    tx.schoolId,
  ]);
  const sharing = config ? await sharingOf(tx, config.code) : [];
  return [...new Set([tx.schoolId, ...sharing.filter(({ holds }) => holds).map(({ schoolId }) => schoolId)])];
}

/** Normalises an account for comparison with prefixes: spaces, hyphens and case are ignored. */
function bare(account: string): string {
  return account.replace(/[\s-]/g, '').toUpperCase();
}

/**
 * Returns the school that a payment to this code belongs to: the one whose prefix the account begins with, or else the oldest active one
 * of those that share the code. A school that does not have the code gets only its own payments.
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
 * Returns a function that reads accounts as payers of the transaction's school type them, and returns the admission number without the
 * prefix. Null where the account lacks a prefix of this school though one is required, since another school has or had one at the same
 * code.
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

/** Returns the prefix before the admission number in accounts of the transaction's school; empty where there is none. */
export async function accountPrefix(tx: ReadTx): Promise<string> {
  const row = await tx.row<{ prefix: string }>(
    'SELECT prefix FROM short_codes WHERE school_id = $1 AND prefix IS NOT NULL LIMIT 1',
    [tx.schoolId],
  );
  return row?.prefix ?? '';
}

/**
 * Replaces the short codes of the transaction's school by these, with that prefix. Throws payment.short-code-taken where another school
 * has a code and the two do not both have a prefix, and payment.prefix-taken where one prefix would be the beginning of another.
 */
export async function claimShortCodes(tx: Tx, codes: readonly string[], prefix: string | null): Promise<void> {
  // Insert in sorted order, so that two schools with the same codes cannot deadlock.
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
