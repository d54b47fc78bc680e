import type { Scope } from '@mfuko/contract/scopes';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { CALLS_A_MINUTE } from './rules.ts';

/** A valid key, for comparison with a program's headers. */
export interface HeldKey {
  readonly schoolId: string;
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly tokenHash: Buffer;
  /** Hash of the previous token; null once that token has ended. */
  readonly oldTokenHash: Buffer | null;
  /** Status of the key's school; null where the school is deleted. */
  readonly school: 'active' | 'suspended' | null;
}

/** Finds the key with that app id in any school; undefined where none exists or it was revoked. Runs in a transaction of the platform. */
export function findByAppId(tx: ReadTx, appId: string): Promise<HeldKey | undefined> {
  return tx.row<HeldKey>(
    `SELECT k.school_id AS "schoolId", k.id, k.name, k.scopes, k.token_hash AS "tokenHash",
            CASE WHEN k.old_token_until > clock_timestamp() THEN k.old_token_hash END AS "oldTokenHash",
            CASE WHEN s.deleted_at IS NULL THEN s.status END AS school
     FROM api_keys k JOIN schools s ON s.id = k.school_id WHERE k.app_id = $1 AND k.revoked_at IS NULL`,
    [appId],
  );
}

/**
 * Counts a call of a key. Returns how many seconds too early the call is: 0 if it may proceed; undefined where the key was revoked
 * meanwhile.
 */
export async function countCall(tx: Tx, id: string): Promise<number | undefined> {
  const counted = await tx.row<{ early: number }>(
    `WITH held AS (
       SELECT greatest(0, extract(epoch FROM paced_until - clock_timestamp()) + $3::float8 - 60) AS early
       FROM api_keys WHERE school_id = $1 AND id = $2 AND revoked_at IS NULL FOR UPDATE
     ), counted AS (
       UPDATE api_keys SET last_used_at = clock_timestamp(),
                           paced_until = greatest(paced_until, clock_timestamp()) + make_interval(secs => $3::float8)
       FROM held WHERE school_id = $1 AND id = $2 AND held.early = 0
     )
     SELECT early::float8 AS early FROM held`,
    [tx.schoolId, id, 60 / CALLS_A_MINUTE],
  );
  return counted?.early;
}
