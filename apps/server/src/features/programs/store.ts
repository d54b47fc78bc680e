import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import { type ApiKey, type getKeys, USUAL_DEPOSIT_LIMIT } from '@mfuko/contract/programs';
import type { Scope } from '@mfuko/contract/scopes';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { stamped } from '../../platform/records/stamp.ts';
import { DEPOSITED_TODAY } from './deposits-store.ts';

interface Found
  extends Omit<
    ApiKey,
    'dateCreated' | 'lastUsed' | 'oldTokenUntil' | 'dailyDepositLimit' | 'depositedToday' | 'updated'
  > {
  readonly dateCreated: Date;
  readonly lastUsed: Date | null;
  readonly oldTokenUntil: Date | null;
  readonly dailyDepositLimit: bigint;
  readonly depositedToday: bigint;
}

const KEY = `
  SELECT k.id AS sysid, k.name, k.app_id AS "appId", k.scopes, k.created_at AS "dateCreated",
         COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS "createdBy", k.last_used_at AS "lastUsed",
         CASE WHEN k.old_token_until > clock_timestamp() AND k.revoked_at IS NULL THEN k.old_token_until END AS "oldTokenUntil",
         CASE WHEN k.revoked_at IS NULL THEN 'active' ELSE 'revoked' END AS status,
         k.daily_deposit_limit AS "dailyDepositLimit", ${DEPOSITED_TODAY} AS "depositedToday"
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

function asKey({ dateCreated, lastUsed, oldTokenUntil, dailyDepositLimit, depositedToday, ...key }: Found): ApiKey {
  return stamped(
    {
      ...key,
      dailyDepositLimit: toKes(dailyDepositLimit),
      depositedToday: toKes(depositedToday),
      dateCreated: dateCreated.toISOString(),
      lastUsed: lastUsed?.toISOString() ?? null,
      oldTokenUntil: oldTokenUntil?.toISOString() ?? null,
    },
    ['lastUsed', 'oldTokenUntil', 'depositedToday'],
  );
}

interface NewKey {
  readonly id: string;
  readonly appId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly tokenHash: Buffer;
  readonly createdBy: string | null;
  readonly dailyDepositLimit?: bigint | undefined;
}

export async function insertKey(
  tx: Tx,
  { id, appId, name, scopes, tokenHash, createdBy, dailyDepositLimit = USUAL_DEPOSIT_LIMIT }: NewKey,
): Promise<void> {
  await tx.row(
    `INSERT INTO api_keys (school_id, id, app_id, name, scopes, token_hash, created_by, daily_deposit_limit)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.schoolId, id, appId, name, scopes, tokenHash, createdBy, dailyDepositLimit],
  );
}

export async function lockKey(tx: Tx, id: string): Promise<void> {
  await tx.row('SELECT 1 AS one FROM api_keys WHERE school_id = $1 AND id = $2 FOR UPDATE', [tx.schoolId, id]);
}

interface KeyChange {
  readonly name?: string | undefined;
  readonly scopes?: readonly Scope[] | undefined;
  readonly dailyDepositLimit?: bigint | undefined;
}

export async function changeKey(tx: Tx, id: string, { name, scopes, dailyDepositLimit }: KeyChange): Promise<void> {
  await tx.row(
    `UPDATE api_keys SET name = COALESCE($3, name), scopes = COALESCE($4::text[], scopes),
                         daily_deposit_limit = COALESCE($5, daily_deposit_limit)
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, id, name ?? null, scopes ?? null, dailyDepositLimit ?? null],
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
