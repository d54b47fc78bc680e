import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bootstrap } from '../bootstrap.ts';
import { type Config, givenMasterKey } from '../config.ts';
import { openEncrypted } from '../platform/backup/age-file.ts';
import { keepRecipient } from '../platform/backup/age-keys.ts';
import { BackupError } from '../platform/backup/errors.ts';
import { hasKeys, removeKeyring, writeKeyring } from '../platform/backup/keyring.ts';
import { loadBackup, refuseFilled, refuseOtherVersion } from '../platform/backup/load.ts';
import { readBackup, type Summary } from '../platform/backup/read.ts';
import { refuseFile } from '../platform/crypto/data-dir.ts';
import { writeOnce } from '../platform/crypto/durable-files.ts';
import { proveKeys } from '../platform/crypto/key-check.ts';
import { readKey, readMasterKey } from '../platform/crypto/key-files.ts';
import { openKeys } from '../platform/crypto/keys.ts';
import { openOfflineKey } from '../platform/crypto/offline-key.ts';
import { APP_ROLE, ensureAppRole } from '../platform/database/app-role.ts';
import { hasCluster } from '../platform/embedded-postgres/cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts';
import { type Inventory, readInventory, verifyAll } from './verify-all.ts';

/** Files of DATA_DIR that belong in a backup, besides the keys. */
export const FILES_OF_DATA_DIR = ['audit-checkpoints.ndjson', 'erased-students.ndjson'];

export interface RestoreOptions {
  /** True for a trial restore, which need not survive a power cut. */
  readonly trial?: boolean;
}

export interface Restored {
  /** True if both verifications found everything in order. */
  readonly sound: boolean;
  readonly inventory: Inventory;
  /** True if the settings contain other keys than those of the data. */
  readonly otherKeys: boolean;
  /** Public key that was stored for the next backups; null where there was one already, and after a trial. */
  readonly recipient: string | null;
}

/** Reads a whole backup, verifies it against its manifest, and returns its summary. Writes nothing. */
export async function checkBackup(file: string, identities: readonly string[]): Promise<Summary> {
  return guarded(async () => readBackup(await openEncrypted(file, identities), {}));
}

/**
 * Restores a backup into an empty DATA_DIR or, with DATABASE_URL, into an empty database, and runs both verifications. The whole file
 * is read before anything is written. Throws BackupError where the file is damaged, of a newer version or encrypted to another key, and
 * where the target is not empty; partial results are removed. Keys in the settings are ignored.
 */
export async function restoreInto(
  config: Config,
  file: string,
  identities: readonly string[],
  print: (line: string) => void,
  { trial = false }: RestoreOptions = {},
): Promise<Restored> {
  await refuseOccupied(config);
  const { header, keys } = await checkBackup(file, identities);
  refuseOtherVersion(header);
  const { dataDir, databaseUrl } = config;
  writeKeyring(dataDir, keys);
  let postgres: Pick<EmbeddedPostgres, 'ownerUrl' | 'stop'> | undefined;
  try {
    postgres =
      databaseUrl === null
        ? await startEmbeddedPostgres({ dataDir, log: () => undefined, durable: !trial })
        : { ownerUrl: databaseUrl, stop: async () => undefined };
    await load(config, postgres.ownerUrl, file, identities);
  } catch (error) {
    await postgres?.stop();
    removeKeyring(dataDir);
    if (databaseUrl === null) rmSync(join(dataDir, 'postgres'), { recursive: true, force: true });
    else print('The database may have empty tables now: drop it and make it anew before the next try.');
    throw error;
  }
  try {
    const verified = await verify(config, print);
    // The file that has it is not in the backup, and without it no further backup would be made.
    const [identity] = trial ? [] : identities;
    const recipient = identity ? await keepRecipient({ dataDir, given: config.backup.recipients }, identity) : null;
    return { ...verified, recipient };
  } finally {
    await postgres.stop();
  }
}

/** Migrates the restored data to this version and verifies it with its own keys; the settings may be another machine's. */
async function verify(config: Config, print: (line: string) => void): Promise<Omit<Restored, 'recipient'>> {
  const opened = await bootstrap(config, () => undefined, { ownKeys: true });
  try {
    const sound = await verifyAll(opened.context, print);
    return { sound, inventory: await readInventory(opened.context), otherKeys: hasOtherKeys(config) };
  } finally {
    await opened.close();
  }
}

/** Returns true where the settings contain other keys than the data was made with, so that no server would start. */
function hasOtherKeys({ dataDir, wireKey }: Config): boolean {
  const master = givenMasterKey()?.toString('base64') ?? '';
  const wire = wireKey.key;
  return (master !== '' && master !== readKey(dataDir, 'master')) || (wire !== '' && wire !== readKey(dataDir, 'wire'));
}

async function refuseOccupied({ dataDir, databaseUrl }: Config): Promise<void> {
  refuseFile(dataDir);
  if (hasCluster(dataDir) || hasKeys(dataDir))
    throw new BackupError(
      `${dataDir} is not empty (it has ${hasCluster(dataDir) ? 'a database' : 'keys'}), and a restore never writes over anything: set ` +
        'DATA_DIR to an empty folder, or move what is there away.',
    );
  if (databaseUrl !== null) await refuseFilled(databaseUrl);
}

async function load(config: Config, ownerUrl: string, file: string, identities: readonly string[]): Promise<void> {
  const { dataDir } = config;
  await prepare(ownerUrl, dataDir, {});
  await guarded(async () =>
    loadBackup(ownerUrl, await openEncrypted(file, identities), {
      async file(name, bytes) {
        // A file that was put there before the restore is newer, and lists later erasures.
        if (name === basename(name) && FILES_OF_DATA_DIR.includes(name)) writeOnce(join(dataDir, name), bytes);
      },
    }),
  );
}

/** Prepares an empty database for loading: creates the application's role and the check values of the keys. */
export async function prepare(ownerUrl: string, dataDir: string, env?: Record<string, string>): Promise<void> {
  await ensureAppRole(ownerUrl, { role: APP_ROLE, password: readKey(dataDir, 'database-app') });
  const keys = openKeys(readMasterKey(dataDir, false, env));
  await proveKeys(ownerUrl, { dataDir, keys, offline: openOfflineKey(readKey(dataDir, 'offline')) });
}

/** Replaces the error of a damaged stream, which comes from any of several libraries, by one that a technician understands. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupError || isOfDatabase(error)) throw error;
    throw new BackupError('The backup is broken or cut off: take another copy of the file, or an earlier backup.', {
      cause: error,
    });
  }
}

function isOfDatabase(error: unknown): boolean {
  return error instanceof Error && ['DatabaseError', 'error', 'MigrationError'].includes(error.name);
}
