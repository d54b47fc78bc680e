import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { type LeavingPatience, requireNoServer } from './live-servers.ts';
import { withMigrationLock } from './migration-client.ts';
import { MigrationError } from './migration-error.ts';
import { applyFunctions, compareFunctions, makeFunctions, readFunctions, SQL_FUNCTIONS } from './sql-functions.ts';
import { errorLine, readSqlSource, type SqlSource } from './sql-source.ts';

/** Folder of the migrations: plain SQL files, `NNNN-name.sql`. */
export const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));

export interface MigrateOptions {
  readonly folder?: string;
  readonly functions?: string;
  readonly log?: (line: string) => void;
  /**
   * Last migration to apply, before the data of an earlier version is loaded: functions are created with unchecked bodies and count as
   * changed until `migrate` is called again without this option.
   */
  readonly upTo?: number;
  /** Retry policy while another session locks a table that is to be altered. */
  readonly patience?: Patience;
  /** Retry policy while servers shut down before anything is changed. */
  readonly leaving?: LeavingPatience;
}

/**
 * Retry policy for locked tables. A statement that waits for a table lock makes all later statements wait behind it, including those of
 * a gate at seven in the morning. The transaction therefore gives up after `lockMs`, lets other sessions proceed for `pauseMs`, and is
 * retried, `tries` times in all.
 */
interface Patience {
  readonly lockMs: number;
  readonly pauseMs: number;
  readonly tries: number;
}
const PATIENCE: Patience = { lockMs: 2_000, pauseMs: 3_000, tries: 60 };
/**
 * SQLSTATEs that are retried: `lock_timeout` expired, or the database ended this session in a deadlock, as with a backup that locks
 * table after table.
 */
const HELD: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

interface Migration extends SqlSource {
  readonly number: number;
  readonly name: string;
}

const OLDEST_MAJOR = 15;
/**
 * Migrations that got a number below one that some installations had applied between two releases. None depends on a later one, so both
 * may be applied late.
 */
const MAY_COME_LATE: ReadonlySet<number> = new Set([163, 166]);
/**
 * Newest migration of the job queue's package. The package exports no such number, so a test compares this constant with the package.
 */
export const QUEUE_REVISION = 20;
const quiet = new Logger(() => () => undefined);

/**
 * Applies all pending migrations and all changed SQL functions in one transaction: all of it or nothing. Returns the names of the
 * applied migrations. Several servers may call this concurrently. Throws MigrationError, and has changed nothing, where a migration or
 * a function fails, where a migration was edited after it landed, where the database has other migrations, or where a server is
 * connected that would continue with the changed schema.
 */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = MIGRATIONS, functions: functionFolder = SQL_FUNCTIONS, log = () => undefined } = options;
  const { upTo = Number.POSITIVE_INFINITY, patience = PATIENCE, leaving } = options;
  const migrations = readMigrations(folder).filter(({ number }) => number <= upTo);
  const functions = readFunctions(functionFolder);
  return withMigrationLock(ownerUrl, async (client) => {
    await refuseOldServer(client);
    const waiting = await findPending(client, migrations);
    const changesOurs = waiting.length > 0 || (await compareFunctions(client, functions)).changed.length > 0;
    if (changesOurs || (await isQueueOlder(client))) await requireNoServer(client, log, leaving);
    const tookMs = new Map<string, number>();
    // The job queue has its own schema and history; our migrations may refer to that schema.
    await runMigrations({ connectionString: ownerUrl, logger: quiet });
    const { changed, orphans } = await inPatientTransaction(client, patience, log, async () => {
      await client.query(`
        CREATE TABLE IF NOT EXISTS migrations (
          number int PRIMARY KEY,
          name text NOT NULL,
          hash text NOT NULL,
          applied_at timestamptz NOT NULL DEFAULT now()
        )`);
      // Creates missing functions first, because triggers and statements of migrations name them. Their bodies, which need the tables,
      // are checked later.
      await makeFunctions(client, (await compareFunctions(client, functions)).missing);
      for (const migration of waiting) {
        const began = performance.now();
        await apply(client, migration);
        tookMs.set(migration.name, performance.now() - began);
      }
      if (options.upTo !== undefined) return { changed: [], orphans: [] };
      const state = await compareFunctions(client, functions);
      await applyFunctions(client, state.changed);
      return state;
    });
    for (const { name } of waiting) log(`Migrated to ${name}${inSeconds(tookMs.get(name) ?? 0)}`);
    if (changed.length > 0) log(`SQL functions applied: ${changed.length}`);
    for (const name of orphans) log(`The SQL function ${name} has no file: a migration drops it.`);
    return waiting.map(({ name }) => name);
  });
}

/** Formats a duration of at least a second, which an operator had to wait for; empty below. */
function inSeconds(ms: number): string {
  return ms < 1_000 ? '' : ` (${Math.round(ms / 1_000)} s)`;
}

/** Reads the migrations of a folder in order. Throws MigrationError where two have the same number, or where one creates a function. */
export function readMigrations(folder: string = MIGRATIONS): Migration[] {
  const files = readdirSync(folder).filter((name) => /^\d{4}-.+\.sql$/.test(name));
  const migrations = files.sort().map((file) => {
    const name = file.slice(0, -'.sql'.length);
    return { ...readSqlSource(join(folder, file)), number: Number(name.slice(0, 4)), name };
  });
  const twice = migrations.find((migration, index) => migrations[index + 1]?.number === migration.number);
  if (twice) throw new MigrationError(`Two migrations have the number of ${twice.name}.`);
  const mixed = migrations.find(({ text }) => /^CREATE (OR REPLACE )?FUNCTION\b/im.test(text));
  if (mixed)
    throw new MigrationError(`Migration ${mixed.name} makes a function: functions stand in files of their own.`);
  return migrations;
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int AS version`,
  );
  const major = Math.floor((rows[0]?.version ?? 0) / 10_000);
  if (major < OLDEST_MAJOR)
    throw new MigrationError(`This is PostgreSQL ${major}; ${OLDEST_MAJOR} or newer is needed.`);
}

async function findPending(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await readApplied(client);
  for (const row of applied) {
    const file = migrations.find((migration) => migration.number === row.number);
    if (file === undefined) {
      throw new MigrationError(
        `The database has migration ${row.name}, which this version does not know: it is newer. Nothing was changed. ` +
          'Start the newer version that ran here before.',
      );
    }
    if (file.name !== row.name) {
      throw new MigrationError(
        `The database was made by a version with other migrations: it has ${row.name}, this version ${file.name}. Nothing ` +
          'was changed. Start the version that ran here before, or start this one on a new database (another DATA_DIR or ' +
          'DATABASE_URL).',
      );
    }
    if (file.hash !== row.hash) {
      throw new MigrationError(
        `Migration ${row.name} was edited after this database applied it, so this program is not a released version. ` +
          'Nothing was changed. Start the released version that ran here before, or call support, and keep the data as it ' +
          'is. Whoever works on the program: landed migrations are never edited, write a new one (npm run db:new).',
      );
    }
  }
  const newest = applied.at(-1);
  const rest = migrations.filter((migration) => !applied.some((row) => row.number === migration.number));
  const late = rest.find(({ number }) => newest !== undefined && number < newest.number && !MAY_COME_LATE.has(number));
  if (late)
    throw new MigrationError(
      `Migration ${late.name} comes after ${newest?.name} was applied: give it a higher number.`,
    );
  return rest;
}

async function readApplied(client: pg.Client): Promise<{ number: number; name: string; hash: string }[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('public.migrations') IS NOT NULL AS there`,
  );
  if (!rows[0]?.there) return [];
  return (await client.query('SELECT number, name, hash FROM migrations ORDER BY number')).rows;
}

/** Returns true when the package of the job queue has migrations that are not applied yet. */
async function isQueueOlder(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('graphile_worker.migrations') IS NOT NULL AS there`,
  );
  if (!rows[0]?.there) return true;
  const found = await client.query<{ newest: number }>(
    'SELECT COALESCE(max(id), 0)::int AS newest FROM graphile_worker.migrations',
  );
  return (found.rows[0]?.newest ?? 0) < QUEUE_REVISION;
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query(migration.text);
    // Runs the deferred checks at the end of each migration: the next one could not alter a table with pending checks.
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    await client.query('SET CONSTRAINTS ALL DEFERRED');
  } catch (error) {
    const line = errorLine(error, migration.text);
    throw new MigrationError(`Migration ${migration.name}${line}: ${(error as Error).message}`, { cause: error });
  }
  await client.query('INSERT INTO migrations (number, name, hash) VALUES ($1, $2, $3)', [
    migration.number,
    migration.name,
    migration.hash,
  ]);
}

async function inPatientTransaction<T>(
  client: pg.Client,
  { lockMs, pauseMs, tries }: Patience,
  log: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await inTransaction(client, async () => {
        await client.query(`SELECT set_config('lock_timeout', $1, true)`, [`${lockMs}ms`]);
        return work();
      });
    } catch (error) {
      if (!isHeld(error)) throw error;
      if (tried === tries)
        throw new MigrationError(
          'Another session has locked a table of the database: a backup that is being made, another program, or a server that was not stopped. ' +
            'Nothing was changed. End it, then start again.',
          { cause: error },
        );
      if (tried === 1) log('Another session has locked a table: waiting for it to end.');
      await sleep(pauseMs);
    }
  }
}

function isHeld(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return HELD.has(code) || (cause instanceof Error && isHeld(cause));
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // The first failure is thrown. A connection that cannot roll back has already lost its transaction.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
