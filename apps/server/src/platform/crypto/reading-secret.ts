import type pg from 'pg';
import type { Keys } from './keys.ts';

/** Stores in the database, as its owner, the digest of the secret that a reader of student secrets has to present (decision 148). */
export async function keepReadingSecret(owner: pg.ClientBase | pg.Pool, { readingSecret }: Keys): Promise<void> {
  await owner.query(
    `INSERT INTO reading_secret (digest) VALUES (sha256($1))
     ON CONFLICT (one) DO UPDATE SET digest = excluded.digest WHERE reading_secret.digest <> excluded.digest`,
    [readingSecret],
  );
}
