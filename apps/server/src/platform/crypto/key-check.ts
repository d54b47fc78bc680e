import pg from 'pg';
import { ConfigError } from '../../config.ts';
import { inSchoolOf, type OwnerTx, openDatabase, type ReadTx, type Tx } from '../database/database.ts';
import { commandLine } from '../process/command-line.ts';
import { findKey, keyFile, type Renewable } from './key-files.ts';
import { KeyError, type Keys, openKeys } from './keys.ts';
import type { OfflineKey } from './offline-key.ts';

/** The keys of DATA_DIR whose check values the database keeps. */
export interface HeldKeys {
  readonly dataDir: string;
  readonly keys: Keys;
  readonly offline: Pick<OfflineKey, 'publicKey'>;
}

/** True for an outside database that was in use before: keys were made for it, and none may be made any more. */
export async function hasData(ownerUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'mfuko keys' });
  // The statement that was under way fails, and tells.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `SELECT coalesce(to_regclass('public.migrations'), to_regclass('public.key_checks')) IS NOT NULL AS there`,
    );
    return rows[0]?.there ?? false;
  } finally {
    await client.end();
  }
}

/**
 * Holds the keys against the check values that the database keeps of them, before anything is written there: a server with
 * a wrong key would take right PINs for wrong ones and break the audit chain. A database from before there were check
 * values gets them once the master key has opened a school's key. Throws ConfigError where a key is not the database's.
 * A value is recorded once and compared ever after; `renewed` records that one anew.
 */
export async function proveKeys(ownerUrl: string, held: HeldKeys, renewed?: Renewable): Promise<void> {
  const db = openDatabase(ownerUrl, 1);
  try {
    await db.inPlatform(async (tx) => {
      // Two first starts at once: one records, the other compares.
      await tx.row(`SELECT pg_advisory_xact_lock(hashtext('mfuko: key checks'))`);
      // Made here and not by a migration: it is looked at before the first one runs.
      await tx.row(`CREATE TABLE IF NOT EXISTS key_checks (
        name text PRIMARY KEY,
        digest bytea NOT NULL,
        recorded_at timestamptz NOT NULL DEFAULT now()
      )`);
      await proveMaster(tx, held);
      const digest = offlineCheckOf(held.keys, held.offline);
      if (renewed === 'offline') await tx.row(`DELETE FROM key_checks WHERE name = 'offline'`);
      if ((await compare(tx, 'offline', digest)) === 'other') {
        throw new ConfigError(
          `${keyFile(held.dataDir, 'offline')} is not the key of this database, and devices have sealed to that one. Put the ` +
            `file back from your copy of the keys folder. Where it is lost for good: ${commandLine('keys:renew', 'offline')}.`,
        );
      }
      await record(tx, 'offline', digest);
    });
  } finally {
    await db.close();
  }
}

/** Check value of a master key. */
export function masterCheckOf(keys: Pick<Keys, 'checkValue'>): Buffer {
  return keys.checkValue('master');
}

/** Check value of the key to which devices seal, under a master key. */
function offlineCheckOf(keys: Pick<Keys, 'checkValue'>, offline: HeldKeys['offline']): Buffer {
  return keys.checkValue(`offline:${offline.publicKey}`);
}

async function proveMaster(tx: Tx, { keys, dataDir }: HeldKeys): Promise<void> {
  const digest = masterCheckOf(keys);
  const found = await compare(tx, 'master', digest);
  if (found === 'other' && (await isInFolder(tx, dataDir)))
    throw new ConfigError(
      `The master key was rotated, and MASTER_KEY of the settings is the one before. Set it, on every machine, to what stands in ${keyFile(dataDir, 'master')}.`,
    );
  if (found === 'other' || (found === 'none' && !(await opensSchool(tx, keys)))) {
    throw new ConfigError(
      'The master key is not the one that this database was made with, so nothing was started and nothing changed. Put ' +
        'the keys folder back that belongs to this database, or set the MASTER_KEY that it was made with.',
    );
  }
  await record(tx, 'master', digest);
}

/** True where the folder has the right key, and the settings another. */
async function isInFolder(tx: ReadTx, dataDir: string): Promise<boolean> {
  const kept = findKey(dataDir, 'master');
  return (
    kept !== null && (await compare(tx, 'master', masterCheckOf(openKeys(Buffer.from(kept, 'base64'))))) === 'same'
  );
}

async function compare(tx: ReadTx, name: string, digest: Buffer): Promise<'same' | 'other' | 'none'> {
  const kept = await tx.row<{ digest: Buffer }>('SELECT digest FROM key_checks WHERE name = $1', [name]);
  if (!kept) return 'none';
  return kept.digest.equals(digest) ? 'same' : 'other';
}

/** Records the check values anew, of a master key under which everything was sealed in this transaction. */
export async function renewChecks(tx: OwnerTx, keys: Keys, offline: HeldKeys['offline']): Promise<void> {
  await tx.query(
    `UPDATE key_checks SET digest = CASE name WHEN 'master' THEN $1::bytea ELSE $2::bytea END, recorded_at = now()
     WHERE name IN ('master', 'offline')`,
    [masterCheckOf(keys), offlineCheckOf(keys, offline)],
  );
}

async function record(tx: Tx, name: string, digest: Buffer): Promise<void> {
  await tx.row('INSERT INTO key_checks (name, digest) VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, digest]);
}

/** True where the oldest school's key opens, and where there is no school and so nothing sealed under the key. */
async function opensSchool(tx: ReadTx, keys: Keys): Promise<boolean> {
  const known = await tx.row<{ there: boolean }>(`SELECT to_regclass('public.school_keys') IS NOT NULL AS there`);
  if (!known?.there) return true;
  const oldest = await tx.row<{ id: string }>('SELECT id FROM schools ORDER BY created_at, id LIMIT 1');
  if (!oldest) return true;
  try {
    await inSchoolOf(tx, oldest.id, (school) => keys.ofSchool(school));
    return true;
  } catch (error) {
    if (error instanceof KeyError) return false;
    throw error;
  }
}
