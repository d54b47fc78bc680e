import type { InputOf } from '@mfuko/contract/endpoint';
import type { ApiKey, getKeys } from '@mfuko/contract/programs';
import type { Scope } from '@mfuko/contract/scopes';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { stamped } from '../../platform/records/stamp.ts';
import { CALLS_A_MINUTE } from './rules.ts';

interface Found extends Omit<ApiKey, 'dateCreated' | 'lastUsed' | 'oldTokenUntil' | 'updated'> {
  readonly dateCreated: Date;
  readonly lastUsed: Date | null;
  readonly oldTokenUntil: Date | null;
}

const KEY = `
  SELECT k.id AS sysid, k.name, k.app_id AS "appId", k.scopes, k.created_at AS "dateCreated",
         COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS "createdBy", k.last_used_at AS "lastUsed",
         CASE WHEN k.old_token_until > clock_timestamp() AND k.revoked_at IS NULL THEN k.old_token_until END AS "oldTokenUntil",
         CASE WHEN k.revoked_at IS NULL THEN 'active' ELSE 'revoked' END AS status
  FROM api_keys k LEFT JOIN users u ON u.school_id = k.school_id AND u.id = k.created_by
  WHERE k.school_id = $1`;

export async function findKey(tx: ReadTx, id: string): Promise<ApiKey | undefined> {
  const found = await tx.row<Found>(`${KEY} AND k.id = $2`, [tx.schoolId, id]);
  return found && asKey(found);
}

/** Lists the keys of the school, newest first. */
export async function listKeys(tx: ReadTx, query: InputOf<typeof getKeys>): Promise<Page<ApiKey>> {
  const page = await readPage<Found>(tx, query, {
    sql: KEY,
    values: [tx.schoolId],
    searched: ['name', 'appId'],
    sort: '-dateCreated',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(asKey) };
}

function asKey({ dateCreated, lastUsed, oldTokenUntil, ...key }: Found): ApiKey {
  return stamped(
    {
      ...key,
      dateCreated: dateCreated.toISOString(),
      lastUsed: lastUsed?.toISOString() ?? null,
      oldTokenUntil: oldTokenUntil?.toISOString() ?? null,
    },
    ['lastUsed', 'oldTokenUntil'],
  );
}

interface NewKey {
  readonly id: string;
  readonly appId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly tokenHash: Buffer;
  readonly createdBy: string | null;
}

export async function insertKey(tx: Tx, { id, appId, name, scopes, tokenHash, createdBy }: NewKey): Promise<void> {
  await tx.row(
    `INSERT INTO api_keys (school_id, id, app_id, name, scopes, token_hash, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.schoolId, id, appId, name, scopes, tokenHash, createdBy],
  );
}

export async function lockKey(tx: Tx, id: string): Promise<void> {
  await tx.row('SELECT 1 AS one FROM api_keys WHERE school_id = $1 AND id = $2 FOR UPDATE', [tx.schoolId, id]);
}

export async function changeKey(
  tx: Tx,
  id: string,
  { name, scopes }: { readonly name?: string | undefined; readonly scopes?: readonly Scope[] | undefined },
): Promise<void> {
  await tx.row(
    `UPDATE api_keys SET name = COALESCE($3, name), scopes = COALESCE($4::text[], scopes) WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, id, name ?? null, scopes ?? null],
  );
}

export async function replaceToken(tx: Tx, id: string, tokenHash: Buffer, overlapHours: number): Promise<void> {
  await tx.row(
    `UPDATE api_keys SET old_token_hash = token_hash, token_hash = $3,
                         old_token_until = clock_timestamp() + make_interval(hours => $4)
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, id, tokenHash, overlapHours],
  );
}

/** Revokes a key; returns false where it was revoked before. */
export async function revokeKey(tx: Tx, id: string): Promise<boolean> {
  const revoked = await tx.row(
    `UPDATE api_keys SET revoked_at = clock_timestamp() WHERE school_id = $1 AND id = $2 AND revoked_at IS NULL
     RETURNING 1 AS one`,
    [tx.schoolId, id],
  );
  return revoked !== undefined;
}

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
