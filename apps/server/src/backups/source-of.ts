import { type Config, ConfigError } from '../config.ts';
import { BackupError } from '../platform/backup/errors.ts';
import { refuseMoved } from '../platform/backup/moved.ts';
import { hasCluster } from '../platform/embedded-postgres/cluster.ts';
import { findSuperuser } from '../platform/embedded-postgres/running.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts';

/** The database of an installation, as its owner and as the role that sees every row. */
export interface Reach {
  readonly ownerUrl: string;
  readonly allSeeingUrl: string;
  close(): Promise<void>;
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
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const { url } = findSuperuser(dataDir);
  if (url === null) {
    await postgres.stop();
    throw new BackupError(
      'keys/postgres-superuser.key is missing, and nobody else sees the rows of every school: put it back from the copy of the keys.',
    );
  }
  return { ownerUrl: postgres.ownerUrl, allSeeingUrl: url, close: postgres.stop };
}
