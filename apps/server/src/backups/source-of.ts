import { type Config, ConfigError } from '../config.ts';
import { BackupError } from '../platform/backup/errors.ts';
import { refuseMoved } from '../platform/backup/moved.ts';
import { hasCluster } from '../platform/embedded-postgres/cluster.ts';
import { findRunning } from '../platform/embedded-postgres/running.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts';

/** URLs of an installation's database, for its owner and for the role that sees every row. */
export interface Reach {
  readonly ownerUrl: string;
  readonly allSeeingUrl: string;
  close(): Promise<void>;
}

const startedHere = new Set<() => Promise<unknown>>();

/** Stops the databases that this process has started, when it receives a signal. */
export async function endStarted(): Promise<void> {
  for (const end of startedHere) await end();
}

/**
 * Returns the URLs of the configured database, and starts the embedded one if it is not running. Throws BackupError where no role sees
 * every row.
 */
export async function reachDatabase({ dataDir, databaseUrl, backup }: Config): Promise<Reach> {
  refuseMoved(dataDir, databaseUrl);
  if (databaseUrl !== null) {
    if (backup.databaseUrl === null)
      throw new BackupError(
        'BACKUP_DATABASE_URL is not set: the owner of the database does not see the rows of every school, by design. Give it the same ' +
          'database as a role that has BYPASSRLS and pg_read_all_data.',
      );
    return { ownerUrl: databaseUrl, allSeeingUrl: backup.databaseUrl, close: async () => undefined };
  }
  if (!hasCluster(dataDir)) throw new ConfigError('There is no database here yet: start the server first (npm start).');
  const started = findRunning(dataDir) === null ? await startEmbeddedPostgres({ dataDir, log: () => undefined }) : null;
  const close = async () => started?.stop();
  startedHere.add(close);
  const running = findRunning(dataDir);
  if (running !== null && running.superuserUrl !== null) {
    // No use is registered: a stopping server stops its database even while a backup is running.
    return { ownerUrl: running.ownerUrl, allSeeingUrl: running.superuserUrl, close };
  }
  await close();
  throw new BackupError(
    'keys/postgres-superuser.key is missing, and nobody else sees the rows of every school: put it back from the copy of the keys.',
  );
}
