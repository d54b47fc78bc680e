import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';

/** Where the migrations lie: plain SQL files, `NNNN-name.sql`. */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

/** The role that the application works as. Migrations grant to it by this name. */
export const APP_ROLE = 'mfuko_app';

export interface MigrateOptions {
  readonly folder?: string;
  readonly log?: (line: string) => void;
}

/** The migrations and the database do not belong together. Nothing was changed. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

const OLDEST_MAJOR = 15;
const quiet = new Logger(() => () => undefined);
const LOCK = `hashtext('mfuko: migrations')`;

/**
 * Brings the database to the newest migration and returns the names of those it applied. Each is one transaction; one
 * that was edited after it landed is refused. Several servers may call it at once.
 */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = MIGRATIONS, log = () => undefined } = options;
  const migrations = readMigrations(folder);
  return withClient(ownerUrl, async (client) => {
    await refuseOldServer(client);
    await client.query(`SELECT pg_advisory_lock(${LOCK})`);
    // The job queue has its own schema and history; ours may refer to it.
    await runMigrations({ connectionString: ownerUrl, logger: quiet });
    await client.query(`
      CREATE TABLE IF NOT EXISTS migrations (
        number int PRIMARY KEY,
        name text NOT NULL,
        hash text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`);
    const applied: string[] = [];
    for (const migration of await pending(client, migrations)) {
      await apply(client, migration);
      log(`Migrated to ${migration.name}`);
      applied.push(migration.name);
    }
    return applied;
  });
}

/** Reads the migrations of a folder in order. Two with one number are refused. */
export function readMigrations(folder: string = MIGRATIONS): Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}-.+\.sql$/.test(name));
  const migrations = names.sort().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    // Line endings differ between checkouts and mean nothing.
    const hash = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
    return { number: Number(name.slice(0, 4)), name: name.slice(0, -'.sql'.length), text, hash };
  });
  const twice = migrations.find((migration, index) => migrations[index + 1]?.number === migration.number);
  if (twice) throw new MigrationError(`Two migrations have the number of ${twice.name}.`);
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

async function pending(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ number: number; name: string; hash: string }>(
    'SELECT number, name, hash FROM migrations ORDER BY number',
  );
  for (const row of rows) {
    const file = migrations.find((migration) => migration.number === row.number);
    if (file === undefined) {
      throw new MigrationError(
        `The database has migration ${row.name}, which this version does not know: it is newer. Nothing was changed. ` +
          'Start the newer version that ran here before.',
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
  const newest = rows.at(-1);
  const rest = migrations.filter((migration) => !rows.some((row) => row.number === migration.number));
  const late = rest.find((migration) => newest !== undefined && migration.number < newest.number);
  if (late)
    throw new MigrationError(
      `Migration ${late.name} comes after ${newest?.name} was applied: give it a higher number.`,
    );
  return rest;
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(migration.text);
    await client.query('INSERT INTO migrations (number, name, hash) VALUES ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.hash,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new MigrationError(
      `Migration ${migration.name}${where(error, migration.text)}: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
}

function where(error: unknown, text: string): string {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  return Number.isNaN(position) ? '' : `, line ${text.slice(0, position).split('\n').length}`;
}

/**
 * Sees to it that the application's role exists, may sign in with this password and stands below the owner: it is no
 * superuser, does not pass by row-level security and cannot become the owner. Returns its URL. The owner needs
 * CREATEROLE unless all of this is so already.
 */
export async function ensureAppRole(ownerUrl: string, app: { role: string; password: string }): Promise<string> {
  const url = new URL(ownerUrl);
  url.username = app.role;
  url.password = app.password;
  await withClient(ownerUrl, async (client) => {
    await client.query(`SELECT pg_advisory_lock(${LOCK})`);
    const { rows } = await client.query<{ strong: boolean }>(
      `SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR pg_has_role(oid, current_user, 'MEMBER') AS strong
       FROM pg_roles WHERE rolname = $1`,
      [app.role],
    );
    const role = client.escapeIdentifier(app.role);
    const password = client.escapeLiteral(app.password);
    if (rows[0] === undefined) {
      await client.query(
        `CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB PASSWORD ${password}`,
      );
    } else if (rows[0].strong) {
      throw new MigrationError(
        `The role ${app.role} may do more than the application should: make it an ordinary one.`,
      );
    } else if (!(await canSignIn(url.href))) {
      await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${password}`);
    }
  });
  return url.href;
}

async function canSignIn(url: string): Promise<boolean> {
  try {
    await withClient(url, async () => undefined);
    return true;
  } catch {
    return false;
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'mfuko migrations' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
