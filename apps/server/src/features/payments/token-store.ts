import type { TokenStore } from '../../gateways/payments/index.ts';
import type { SealedTable } from '../../platform/crypto/sealed-table.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';

interface Row {
  readonly version: bigint;
  readonly sealed: Buffer | null;
  readonly isStale: boolean;
  readonly isClaimed: boolean;
}

const contextOf = (digest: Buffer) => `mpesa-token:${digest.toString('hex')}`;

/** Sealed column of the tokens. */
export const SEALED_TOKENS: SealedTable = {
  table: 'payment_tokens',
  under: 'platform',
  key: ['credentials'],
  columns: ['sealed'],
  context: ({ credentials = '' }) => contextOf(Buffer.from(credentials.slice(String.raw`\x`.length), 'hex')),
};

/**
 * Stores M-Pesa's access tokens in the database, shared by all servers of the installation; each token is sealed under the installation's
 * key.
 */
export function openTokenStore({ db, keys }: Pick<AppContext, 'db' | 'keys'>): TokenStore {
  const digestOf = (credentials: string) => keys.digest('mpesa-token', credentials);
  return {
    async find(credentials) {
      const digest = digestOf(credentials);
      // Use clock_timestamp(): a transaction that waited for a connection began earlier.
      const row = await db.readPlatform((tx) =>
        tx.row<Row>(
          `SELECT version, CASE WHEN dies_at > clock_timestamp() THEN sealed END AS sealed,
                  coalesce(renew_at <= clock_timestamp(), true) AS "isStale",
                  coalesce(claimed_until > clock_timestamp(), false) AS "isClaimed"
           FROM payment_tokens WHERE school_id = $1 AND credentials = $2`,
          [tx.schoolId, digest],
        ),
      );
      if (!row) return { token: null, version: 0n, isStale: true, isClaimed: false };
      const { sealed, ...kept } = row;
      return { ...kept, token: sealed && keys.open(contextOf(digest), sealed).toString() };
    },

    async claim(credentials, version, forMs) {
      const id = newId();
      const taken = await db.inPlatform((tx) =>
        tx.row(
          `INSERT INTO payment_tokens AS kept (school_id, credentials, claim, claimed_until)
           SELECT $1, $2, $3, clock_timestamp() + make_interval(secs => $5)
           ON CONFLICT (school_id, credentials) DO UPDATE SET claim = excluded.claim, claimed_until = excluded.claimed_until
           WHERE kept.version = $4 AND coalesce(kept.claimed_until <= clock_timestamp(), true)
           RETURNING 1 AS taken`,
          [tx.schoolId, digestOf(credentials), id, version, forMs / 1000],
        ),
      );
      return taken ? id : null;
    },

    async save(credentials, claim, { token, renewIn, diesIn }) {
      const digest = digestOf(credentials);
      const sealed = keys.seal(contextOf(digest), Buffer.from(token));
      const kept = await db.inPlatform((tx) =>
        tx.row(
          `UPDATE payment_tokens SET version = version + 1, sealed = $4, claim = NULL, claimed_until = NULL,
             renew_at = clock_timestamp() + make_interval(secs => $5), dies_at = clock_timestamp() + make_interval(secs => $6)
           WHERE school_id = $1 AND credentials = $2 AND claim = $3 RETURNING 1 AS kept`,
          [tx.schoolId, digest, claim, sealed, renewIn, diesIn],
        ),
      );
      return kept !== undefined;
    },

    async giveUp(credentials, claim) {
      await db.inPlatform((tx) =>
        tx.row(
          'UPDATE payment_tokens SET claim = NULL, claimed_until = NULL WHERE school_id = $1 AND credentials = $2 AND claim = $3',
          [tx.schoolId, digestOf(credentials), claim],
        ),
      );
    },
  };
}

/** Deletes rows that ended more than a day ago, of credentials that a school has changed, and of credentials that never gave a token. */
export async function dropOldTokens(tx: Tx): Promise<void> {
  await tx.row(
    `DELETE FROM payment_tokens WHERE school_id = $1
       AND coalesce(greatest(dies_at, claimed_until), '-infinity') < clock_timestamp() - interval '1 day'`,
    [tx.schoolId],
  );
}
