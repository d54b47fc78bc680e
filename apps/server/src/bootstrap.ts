import { type Config, ConfigError } from './config.ts';
import { proverOf } from './platform/audit/proof.ts';
import { refuseMoved } from './platform/backup/moved.ts';
import { isRecipient } from './platform/backup/recipient.ts';
import { makeDataDir, refuseFile } from './platform/crypto/data-dir.ts';
import { openKeyring } from './platform/crypto/digest-root.ts';
import { hasData, proveKeys } from './platform/crypto/key-check.ts';
import { type KeyName, type Renewable, readKey, readMasterKey, readOrMakeKey } from './platform/crypto/key-files.ts';
import { openKeys } from './platform/crypto/keys.ts';
import { settleMasterKey } from './platform/crypto/next-master-key.ts';
import { type OfflineKey, openOfflineKey } from './platform/crypto/offline-key.ts';
import { APP_ROLE, ensureAppRole } from './platform/database/app-role.ts';
import { openDatabase } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import { poolerUrlOf, refusePooler, requireSameDatabase } from './platform/database/pooler.ts';
import { hasCluster } from './platform/embedded-postgres/cluster.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/start.ts';
import { openMetrics } from './platform/metrics/metrics.ts';
import type { AppContext } from './platform/process/app-context.ts';
import { systemClock } from './platform/process/clock.ts';
import { commandLine } from './platform/process/command-line.ts';
import { tracedDb } from './platform/tracing/traced.ts';
import { openTracing } from './platform/tracing/tracing.ts';
import { DEMO_ADMIN, DEMO_CHECK_AGENT, DEMO_SCHOOL_ADMIN } from './seed/people.ts';

export type Log = (line: string) => void;

export interface Bootstrapped {
  readonly context: AppContext;
  readonly ownerUrl: string;
  close(): Promise<void>;
}

export interface BootstrapOptions {
  /** True for the server, whose first start generates keys and a database; tools need existing ones. */
  readonly makeKeys?: boolean;
  /** Key that the operator has just replaced. */
  readonly renewed?: Renewable;
  /** Uses the master key of the `keys` folder even where MASTER_KEY is set: for a backup that is restored on trial. */
  readonly ownKeys?: boolean;
  /** True for the server, which must be the only one on the folder. */
  readonly alone?: boolean;
  /** True right after a move, while DATA_DIR still records the old location of the data. */
  readonly arriving?: boolean;
}

/**
 * Opens the parts of the server: keys, the migrated database, the connection pool. Throws ConfigError, before anything is written,
 * where a key is missing, damaged, or belongs to another database.
 */
export async function bootstrap(given: Config, log: Log, options: BootstrapOptions = {}): Promise<Bootstrapped> {
  const { dataDir, databaseUrl } = given;
  // Otherwise only the first backup would report it.
  if (!given.backup.recipients.every(isRecipient))
    throw new ConfigError(
      `BACKUP_RECIPIENT must be keys as ${commandLine('backup', '--make-key')} prints them (age1…), with commas between.`,
    );
  if (options.makeKeys) makeDataDir(dataDir);
  else refuseFile(dataDir);
  if (!options.arriving) refuseMoved(dataDir, databaseUrl);
  // Determined before the key files are read: existing data implies existing keys.
  const first = !(databaseUrl ? await hasData(databaseUrl) : hasCluster(dataDir));
  if (first && !options.makeKeys)
    throw new ConfigError('There is no database here yet: start the server first (npm start).');
  const key = (name: KeyName) => (first ? readOrMakeKey(dataDir, name) : readKey(dataDir, name));
  const env = options.ownKeys ? {} : undefined;
  const masterKey = readMasterKey(dataDir, first, env);
  const config = { ...given, wireKey: { ...given.wireKey, key: given.wireKey.key || key('wire') } };
  const offline = openOfflineKey(key('offline'));
  const password = key('database-app');
  const postgres = databaseUrl
    ? { ownerUrl: databaseUrl, stop: async () => undefined }
    : await startEmbeddedPostgres({ dataDir, log, alone: options.alone ?? false });
  try {
    if (databaseUrl) await refusePooler(databaseUrl);
    const master = await settleMasterKey(postgres.ownerUrl, dataDir, masterKey, env);
    await proveKeys(postgres.ownerUrl, { dataDir, keys: openKeys(master), offline }, options.renewed);
    const appUrl = await ensureAppRole(postgres.ownerUrl, { role: APP_ROLE, password });
    await migrate(postgres.ownerUrl, { log });
    const keys = await openKeyring(postgres.ownerUrl, master);
    const db = openDatabase(
      appUrl,
      config.connections,
      config.poolerUrl && poolerUrlOf(appUrl, config.poolerUrl),
      proverOf(keys),
    );
    if (config.poolerUrl) await requireSameDatabase(postgres.ownerUrl, db);
    if (config.production) {
      await refuseForgetfulDatabase(db);
      await refuseDemoUsers(db);
    }
    const metrics = openMetrics();
    const tracing = await openTracing(config.tracesTo, metrics);
    return {
      context: { config, db: tracedDb(tracing, db), clock: systemClock, keys, metrics, tracing },
      ownerUrl: postgres.ownerUrl,
      close: async () => {
        await tracing.close();
        await db.close();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function refuseForgetfulDatabase(db: AppContext['db']): Promise<void> {
  const settings = await db.readPlatform((tx) =>
    tx.rows<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings
       WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'`,
    ),
  );
  const [off] = settings;
  if (off) throw new ConfigError(`Refusing to start in production: the database runs with ${off.name}=off`);
}

/** The phone numbers of the demo users are published in the README. */
async function refuseDemoUsers(db: AppContext['db']): Promise<void> {
  const demo = await db.readPlatform((tx) =>
    tx.row('SELECT 1 AS one FROM users WHERE phone = ANY($1) LIMIT 1', [
      [DEMO_ADMIN, DEMO_SCHOOL_ADMIN, DEMO_CHECK_AGENT],
    ]),
  );
  if (demo) throw new ConfigError('Refusing to start in production: the database has the demo users');
}

/** Returns the key pair to which devices seal their offline events. */
export function offlineKeyOf(config: Config): OfflineKey {
  return openOfflineKey(readKey(config.dataDir, 'offline'));
}
