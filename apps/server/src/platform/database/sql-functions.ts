import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { APP_ROLE } from './app-role.ts';
import { MigrationError } from './migration-error.ts';
import { errorLine, readSqlSource, type SqlSource } from './sql-source.ts';

/** Folder of the SQL functions: one file each, `<feature>/<function>.sql`, in the folder of the feature that owns it. */
export const SQL_FUNCTIONS = fileURLToPath(new URL('../../../sql', import.meta.url));

export interface SqlFunction extends SqlSource {
  readonly name: string;
  /** Path below the folder without the extension, for messages. */
  readonly path: string;
}

/** Differences between the function files and the database. */
export interface FunctionState {
  /** Functions that the database lacks, or has with another text. */
  readonly changed: readonly SqlFunction[];
  /** Subset of `changed` that the database lacks. */
  readonly missing: readonly SqlFunction[];
  /** Names of functions in the database that have no file. */
  readonly orphans: readonly string[];
}

/** SQLSTATE for replacing a function by one with another return type, or with other names or defaults of parameters. */
const OTHER_SIGNATURE = '42P13';
/** SQLSTATE for a GRANT on a function name that exists with two signatures. */
const TWO_SIGNATURES = '42725';
const UNKNOWN_TYPE = '42704';
const HAS_DEPENDENTS = '2BP01';

/**
 * Reads the functions of a folder in the order of their paths. Throws MigrationError for a file that does not create exactly the
 * function it is named after, and for two files of one name.
 */
export function readFunctions(folder: string = SQL_FUNCTIONS): SqlFunction[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'));
  const functions = files.sort().map((file) => {
    const path = file.slice(0, -'.sql'.length).replaceAll('\\', '/');
    const source = readSqlSource(join(folder, file));
    const name = path.split('/').at(-1) ?? '';
    const created = [...source.text.matchAll(/^CREATE\b(?: OR REPLACE FUNCTION (\w+)\()?/gm)].map(([, one]) => one);
    if (created.length !== 1 || created[0] !== name)
      throw new MigrationError(`The file ${path}.sql creates something else than the function ${name}.`);
    return { ...source, name, path };
  });
  const names = functions.map(({ name }) => name);
  const twice = functions.find(({ name }, index) => names.indexOf(name) !== index);
  if (twice) throw new MigrationError(`Two files create the function ${twice.name}.`);
  return functions;
}

/** Compares the function files with the functions in the database, in the caller's transaction. */
export async function compareFunctions(client: pg.Client, functions: readonly SqlFunction[]): Promise<FunctionState> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS sql_functions (
      name text PRIMARY KEY,
      hash text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`);
  const { rows } = await client.query<{ name: string; hash: string | null }>(
    `SELECT DISTINCT p.proname AS name, f.hash FROM (${OURS}) AS p LEFT JOIN sql_functions f ON f.name = p.proname ORDER BY 1`,
  );
  const known = new Map(rows.map((row) => [row.name, row.hash]));
  return {
    changed: functions.filter(({ name, hash }) => known.get(name) !== hash),
    missing: functions.filter(({ name }) => !known.has(name)),
    orphans: rows.map((row) => row.name).filter((name) => !functions.some((one) => one.name === name)),
  };
}

/**
 * Creates functions before the tables exist that they use, in the caller's transaction. Their bodies are not checked, and they count as
 * changed until they are applied. Throws MigrationError, which names the function and its line.
 */
export async function makeFunctions(client: pg.Client, functions: readonly SqlFunction[]): Promise<void> {
  await client.query('SET LOCAL check_function_bodies = off');
  for (const each of functions) await make(client, each);
  await client.query('SET LOCAL check_function_bodies = on');
}

/** Creates a function, and skips one whose parameter has a table's type until the migrations have created that table. */
async function make(client: pg.Client, each: SqlFunction): Promise<void> {
  await client.query('SAVEPOINT function');
  try {
    await client.query(each.text);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== UNKNOWN_TYPE) throw failure(each, error);
    await client.query('ROLLBACK TO SAVEPOINT function');
  }
}

/**
 * Applies functions in the caller's transaction, in any order: bodies are checked once all of them exist. A function whose signature
 * changed is dropped and created again. Throws MigrationError, which names the function and its line, or the objects that depend on it
 * and prevent the drop.
 */
export async function applyFunctions(client: pg.Client, functions: readonly SqlFunction[]): Promise<void> {
  await client.query('SET LOCAL check_function_bodies = off');
  for (const each of functions) await apply(client, each);
  await client.query('SET LOCAL check_function_bodies = on');
  for (const each of functions) await run(client, each);
}

async function apply(client: pg.Client, each: SqlFunction): Promise<void> {
  await client.query('SAVEPOINT function');
  if (!(await replaced(client, each))) {
    await client.query('ROLLBACK TO SAVEPOINT function');
    await drop(client, each);
    await run(client, each);
  }
  await client.query(
    `INSERT INTO sql_functions (name, hash) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET hash = excluded.hash, applied_at = excluded.applied_at`,
    [each.name, each.hash],
  );
}

/** Replaces a function. Returns false where the function exists with another signature. */
async function replaced(client: pg.Client, each: SqlFunction): Promise<boolean> {
  try {
    await resetRights(client, each);
    await client.query(each.text);
    return (await signatures(client, each)).length === 1;
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code === OTHER_SIGNATURE || code === TWO_SIGNATURES) return false;
    throw failure(each, error);
  }
}

/** Resets the function's rights before it is replaced: a replaced function keeps rights that its file no longer grants or revokes. */
async function resetRights(client: pg.Client, each: SqlFunction): Promise<void> {
  for (const signature of await signatures(client, each)) {
    await client.query(`REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC, ${APP_ROLE}`);
    await client.query(`GRANT EXECUTE ON FUNCTION ${signature} TO PUBLIC`);
  }
}

async function drop(client: pg.Client, each: SqlFunction): Promise<void> {
  for (const signature of await signatures(client, each)) {
    try {
      await client.query(`DROP FUNCTION ${signature}`);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== HAS_DEPENDENTS) throw failure(each, error);
      throw new MigrationError(
        `Function ${each.path} has another signature and cannot take the place of ${signature}: ${error.detail}. ` +
          'Nothing was changed. Give it a new name, or let a migration drop the objects that depend on it.',
        { cause: error },
      );
    }
  }
}

async function run(client: pg.Client, each: SqlFunction): Promise<void> {
  try {
    await client.query(each.text);
  } catch (error) {
    throw failure(each, error);
  }
}

function failure(each: SqlFunction, error: unknown): MigrationError {
  const message = `Function ${each.path}${errorLine(error, each.text)}: ${(error as Error).message}`;
  return new MigrationError(message, { cause: error });
}

/** Functions of the product, without those of extensions. */
const OURS = `
  SELECT oid, proname FROM pg_proc p
  WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`;

async function signatures(client: pg.Client, { name }: SqlFunction): Promise<string[]> {
  const { rows } = await client.query<{ signature: string }>(
    `SELECT oid::regprocedure::text AS signature FROM (${OURS}) AS p WHERE proname = $1`,
    [name],
  );
  return rows.map((row) => row.signature);
}
