import pg from 'pg';
import { BackupBusy, BackupError } from './errors.ts';
import type { BackupSequence, BackupTable, Header } from './format.ts';
import { readTables } from './tables.ts';

/** Bookkeeping tables of migrations and functions: the header contains their state, and a restore fills them by migrating. */
export const BOOKKEEPING: readonly string[] = [
  'public.migrations',
  'public.sql_functions',
  'graphile_worker.migrations',
];

/** Snapshot of a database, open for reading. */
export interface Source {
  readonly client: pg.Client;
  readonly header: Pick<Header, 'postgres' | 'migrations' | 'queue' | 'tables' | 'school'>;
  /** Query that selects the exported rows of a table; missing where all rows are exported. */
  readonly queryOf?: (table: BackupTable) => string;
  readonly bytes: number;
  sequences(): Promise<BackupSequence[]>;
  /** Ends the snapshot, which holds back VACUUM; the lock against a second backup is held until `close`. */
  release(): Promise<void>;
  close(): Promise<void>;
}

/** Settings that make values print identically, whatever the database's own settings are. */
export const EXACT =
  "SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET extra_float_digits = 3; SET bytea_output = 'hex'; SET timezone = 'UTC'";

/**
 * Opens a REPEATABLE READ snapshot of the whole database: all reads see one moment, and only changes of the schema have to wait.
 * Throws BackupError where the role does not see every row, or where another backup is being made.
 */
export async function openSource(url: string): Promise<Source> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'mfuko backup',
    connectionTimeoutMillis: 10_000,
  });
  // A lost connection already fails the statement in progress, and the caller receives that error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; ${EXACT}`);
    const lock = await client.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock(hashtext('mfuko: backup')) AS taken`,
    );
    if (!lock.rows[0]?.taken) throw new BackupBusy('A backup of this database is being made already.');
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await refuseBlindRole(client);
    const header = await readState(client);
    const { rows } = await client.query<{ bytes: string }>(
      'SELECT pg_database_size(current_database())::text AS bytes',
    );
    return {
      client,
      header,
      bytes: Number(rows[0]?.bytes),
      sequences: () => readSequences(client),
      release: async () => void (await client.query('COMMIT')),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/**
 * Throws BackupError where row-level security hides rows from the role. Security is forced on the owner too: without BYPASSRLS
 * each school's table, and so the backup, would look empty. The setting makes PostgreSQL fail instead of leaving out rows, should
 * this check miss a case.
 */
async function refuseBlindRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; sees: boolean }>(
    `SELECT current_user AS role, rolsuper OR rolbypassrls AS sees FROM pg_roles WHERE rolname = current_user`,
  );
  const [role] = rows;
  if (!role?.sees)
    throw new BackupError(
      `The role ${role?.role} does not see the rows of every school, so its backup would be empty. Give BACKUP_DATABASE_URL a ` +
        'role that has BYPASSRLS and pg_read_all_data.',
    );
  await client.query('SET row_security = off');
}

async function readState(client: pg.Client): Promise<Source['header']> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('public.migrations') IS NOT NULL AND to_regclass('graphile_worker.migrations') IS NOT NULL AS there`,
  );
  if (!rows[0]?.there) throw new BackupError('There is nothing to back up: no server has started on this database.');
  const tables = (await readTables(client)).filter(({ path }) => !BOOKKEEPING.includes(path));
  const unread = tables.find(({ readable }) => !readable);
  if (unread)
    throw new BackupError(
      `The role of the backup may not read the table ${unread.path}: GRANT pg_read_all_data to it.`,
    );
  // Locks the tables like pg_dump, so that a migration waits: otherwise the rows would no longer fit the columns read above.
  await client.query(`LOCK TABLE ${tables.map(({ sql }) => sql).join(', ')} IN ACCESS SHARE MODE`);
  const migrations = await client.query<Header['migrations'][number]>(
    'SELECT number, name, hash FROM public.migrations ORDER BY number',
  );
  const state = await client.query<{ queue: number; postgres: string }>(
    `SELECT max(id)::int AS queue, current_setting('server_version') AS postgres FROM graphile_worker.migrations`,
  );
  return {
    postgres: state.rows[0]?.postgres ?? '',
    queue: state.rows[0]?.queue ?? 0,
    migrations: migrations.rows,
    tables: tables.map(({ schema, name, columns }): BackupTable => ({ schema, name, columns })),
  };
}

/** Reads the sequences. Sequences are not part of a snapshot: one that is read later may be ahead of the rows, never behind. */
async function readSequences(client: pg.Client): Promise<BackupSequence[]> {
  const found = await client.query<{ schema: string; name: string; sql: string }>(
    `SELECT n.nspname AS schema, c.relname AS name, c.oid::regclass::text AS sql
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'S' AND n.nspname IN ('public', 'graphile_worker') ORDER BY 1, 2`,
  );
  const sequences: BackupSequence[] = [];
  for (const { schema, name, sql } of found.rows) {
    const { rows } = await client.query<{ last: string; called: boolean }>(
      `SELECT last_value::text AS last, is_called AS called FROM ${sql}`,
    );
    sequences.push({ schema, name, last: rows[0]?.last ?? '1', called: rows[0]?.called ?? false });
  }
  return sequences;
}
