import pg from 'pg';
import { BackupBusy, BackupError } from './errors.ts';
import type { BackupSequence, BackupTable, Header } from './format.ts';
import { readTables } from './tables.ts';

/** Bookkeeping of migrations and functions: the header says what they say, and a restore makes them anew. */
export const BOOKKEEPING: readonly string[] = [
  'public.migrations',
  'public.sql_functions',
  'graphile_worker.migrations',
];

/** One moment of a database, open for reading. */
export interface Source {
  readonly client: pg.Client;
  readonly header: Pick<Header, 'postgres' | 'migrations' | 'queue' | 'tables' | 'school'>;
  /** Rows of a table that go, where not all of them do. */
  readonly queryOf?: (table: BackupTable) => string;
  readonly bytes: number;
  sequences(): Promise<BackupSequence[]>;
  /** Ends the snapshot, which holds the vacuum back; the lock against a second backup stays until `close`. */
  letGo(): Promise<void>;
  close(): Promise<void>;
}

/** Values as text that reads the same whatever the database is set to. */
export const EXACT =
  "SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET extra_float_digits = 3; SET bytea_output = 'hex'; SET timezone = 'UTC'";

/**
 * Opens one REPEATABLE READ snapshot of the whole database: whatever is read from it was true at one moment, and nobody waits for it
 * but changes of tables. Throws BackupError where the role does not see every row, and where another backup is being made.
 */
export async function openSource(url: string): Promise<Source> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'mfuko backup',
    connectionTimeoutMillis: 10_000,
  });
  // The statement that was under way fails, and tells.
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
      letGo: async () => void (await client.query('COMMIT')),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/**
 * Row-level security is forced on the owner too: to whoever does not pass by it, each table of a school's looks empty, and so would the
 * backup. The setting has PostgreSQL refuse rather than leave rows out, should this look miss a table.
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
  // As pg_dump does: a migration waits, since what its tables hold would no longer fit what is written of them here.
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

/** Sequences stand outside of any snapshot, so one that is read later has given out more numbers, never fewer. */
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
