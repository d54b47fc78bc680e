import pg from 'pg';
import { ConfigError } from '../../config.ts';
import { inSchoolOf, type OwnerTx, openDatabase, type ReadTx, type Tx } from '../database/database.ts';
import { unreachable } from '../database/unreachable.ts';
import { commandLine } from '../process/command-line.ts';
import { findKey, keyFile, type Renewable } from './key-files.ts';
import { KeyError, type Keys, openKeys } from './keys.ts';
import type { OfflineKey } from './offline-key.ts';

/** Keys of DATA_DIR, of which the database stores check values. */
export interface HeldKeys {
  readonly dataDir: string;
  readonly keys: Keys;
  readonly offline: Pick<OfflineKey, 'publicKey'>;
}

/**
 * Returns true for the database of DATABASE_URL if it was used before: its keys exist, so none may be generated. Throws UnreachableError,
 * which names the setting.
 */
export async function hasData(ownerUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'mfuko keys' });
  // A lost connection already fails the statement in progress, and the caller receives that error.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw unreachable('DATABASE_URL', client, error);
  });
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
 * Compares the keys with the check values in the database before anything is written: a server with a wrong key would take right PINs
 * for wrong ones and break the audit chain. A database without check values gets them once the master key has opened a school's key.
 * Throws ConfigError where a key does not belong to the database. A value is recorded once and only compared afterwards; `renewed`
 * names the key whose value is recorded again.
 */
export async function proveKeys(ownerUrl: string, held: HeldKeys, renewed?: Renewable): Promise<void> {
  const db = openDatabase(ownerUrl, 1);
  try {
    await db.inPlatform(async (tx) => {
      // Serializes two concurrent first starts: one records, the other compares.
      await tx.row(`SELECT pg_advisory_xact_lock(hashtext('mfuko: key checks'))`);
      // Created here and not by a migration, because it is read before the first migration runs.
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

/** Returns the check value of a master key. */
export function masterCheckOf(keys: Pick<Keys, 'checkValue'>): Buffer {
  return keys.checkValue('master');
}

/** Returns the check value, under a master key, of the key that devices seal to. */
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

/** Returns true when the folder contains the right key although the settings name another. */
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

/** Replaces the check values after everything was sealed under another master key in this transaction. */
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

/** Returns true when the key opens the oldest school's key, or when there is no school and so nothing sealed under the key. */
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
