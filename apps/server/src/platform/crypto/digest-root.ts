import { ConfigError } from '../../config.ts';
import { type OwnerTx, openDatabase, type ReadTx } from '../database/database.ts';
import { withClient } from '../database/migration-client.ts';
import { KeyError, type Keys, openKeys, sealingOf } from './keys.ts';
import { keepReadingSecret } from './reading-secret.ts';

const CONTEXT = 'key-root:digests';

/**
 * Returns the root of all keyed hashes: PINs, chains, phone numbers that are looked up. A hash cannot be recomputed without the hashed
 * value, so a rotation of the master key keeps the root and seals it under the new key; before the first rotation the master key is the
 * root. Throws KeyError where the root is sealed under another master key.
 */
export async function readDigestRoot(tx: ReadTx, master: Buffer): Promise<Buffer> {
  const kept = await tx.row<{ sealed: Buffer }>(`SELECT sealed FROM key_roots WHERE name = 'digests'`);
  return kept ? sealingOf(master, 'roots').open(CONTEXT, kept.sealed) : master;
}

/** Seals the root under another master key and stores it. */
export async function keepDigestRoot(tx: OwnerTx, master: Buffer, root: Buffer): Promise<void> {
  await tx.query(
    `INSERT INTO key_roots (name, sealed) VALUES ('digests', $1)
     ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed, rotated_at = clock_timestamp()`,
    [sealingOf(master, 'roots').seal(CONTEXT, root)],
  );
}

/**
 * Opens the key ring of a migrated database whose master key was verified before. Throws ConfigError where the key has been rotated
 * since, or where the root is not the one that the stored hashes were made with: every PIN would be wrong and every chain broken.
 */
export async function openKeyring(ownerUrl: string, master: Buffer): Promise<Keys> {
  const db = openDatabase(ownerUrl, 1);
  try {
    const opened = await db.inPlatform(async (tx) => {
      const keys = openKeys(master, await readDigestRoot(tx, master));
      const digest = keys.digest('key-check', 'digests');
      await tx.row(`INSERT INTO key_checks (name, digest) VALUES ('digests', $1) ON CONFLICT DO NOTHING`, [digest]);
      const kept = await tx.row<{ digest: Buffer }>(`SELECT digest FROM key_checks WHERE name = 'digests'`);
      if (!kept?.digest.equals(digest))
        throw new ConfigError(
          'The root of the keyed hashes (table key_roots) is not the one that this database was made with: restore a backup.',
        );
      return keys;
    });
    await withClient(ownerUrl, (client) => keepReadingSecret(client, opened));
    return opened;
  } catch (error) {
    if (!(error instanceof KeyError)) throw error;
    throw new ConfigError('The master key is being rotated just now: start again once that has ended.');
  } finally {
    await db.close();
  }
}
