import { type Config, ConfigError } from '../config.ts';
import { BackupError } from '../platform/backup/errors.ts';
import { refuseMoved } from '../platform/backup/moved.ts';
import { hasCluster } from '../platform/embedded-postgres/cluster.ts';
import { findRunning } from '../platform/embedded-postgres/running.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts';

/** The database of an installation, as its owner and as the role that sees every row. */
export interface Reach {
  readonly ownerUrl: string;
  readonly allSeeingUrl: string;
  close(): Promise<void>;
}

const startedHere = new Set<() => Promise<unknown>>();

/** Ends the databases that this process has started, where it is told to stop. */
export async function endStarted(): Promise<void> {
  for (const end of startedHere) await end();
}

/** Reaches the database of the settings; the embedded one is started where it does not run. Throws BackupError where nobody sees all. */
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
    // A stop of the server ends its database, and a backup that goes on must not keep it.
    return { ownerUrl: running.ownerUrl, allSeeingUrl: running.superuserUrl, close };
  }
  await close();
  throw new BackupError(
    'keys/postgres-superuser.key is missing, and nobody else sees the rows of every school: put it back from the copy of the keys.',
  );
}
