import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { describeSchema } from '../../../scripts/describe-schema.ts';
import { readMigrations } from '../src/platform/database/migrate.ts';
import { withClient } from '../src/platform/database/migration-client.ts';
import { compareFunctions, makeFunctions, readFunctions } from '../src/platform/database/sql-functions.ts';
import { disableRowSecurity } from './hostile.testkit.ts';

/** Folder of the dumps, one per release: `<version>.sql`. */
export const RELEASES = fileURLToPath(new URL('./releases', import.meta.url));

const ROWS_A_STATEMENT = 200;
/** Tables that the server creates itself, before or beside the migrations. */
const OWN_TABLES = ['migrations', 'sql_functions', 'key_checks'];

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly forced: boolean;
}

/**
 * Writes a migrated database as SQL: its migrations and functions as in their current files, then every row. The schema is written out in
 * full, so that later versions cannot change it. `emptyUrl` is a database without tables.
 */
export async function writeDump(version: string, url: string, emptyUrl: string): Promise<string> {
  const schema = await describeSchema(url);
  const own = OWN_TABLES.map(
    (name) => new RegExp(`^CREATE TABLE ${name} \\([\\s\\S]*?^\\);`, 'm').exec(schema)?.[0] ?? '',
  );
  const functions = readFunctions();
  return withClient(url, async (client) => {
    await client.query(`BEGIN; SET LOCAL TIME ZONE 'UTC'; SET LOCAL bytea_output = 'hex'`);
    await disableRowSecurity(client);
    const tables = inOrder(await readTables(client), await readReferences(client));
    const parts = [
      `-- A database of release ${version} with a small school in it. Written by npm run db:release, and never edited.`,
      'BEGIN;',
      'SET LOCAL check_function_bodies = off;',
      // Triggers and statements of migrations refer to functions, so functions that need no table come first.
      ...(await makeableFirst(emptyUrl)),
      ...readMigrations().flatMap(({ text }) => [
        text,
        'SET CONSTRAINTS ALL IMMEDIATE;',
        'SET CONSTRAINTS ALL DEFERRED;',
      ]),
      ...functions.map(({ text }) => text),
      ...own,
      ...tables.flatMap(({ name, forced }) => [
        ...(forced ? [`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY;`] : []),
        `ALTER TABLE ${name} DISABLE TRIGGER USER;`,
      ]),
      `TRUNCATE ${tables.map(({ name }) => name).join(', ')};`,
    ];
    for (const table of tables) parts.push(...(await writeRows(client, table)));
    parts.push(
      ...tables.flatMap(({ name, forced }) => [
        `ALTER TABLE ${name} ENABLE TRIGGER USER;`,
        ...(forced ? [`ALTER TABLE ${name} FORCE ROW LEVEL SECURITY;`] : []),
      ]),
      ...(await writeJobs(client)),
      'COMMIT;',
    );
    await client.query('ROLLBACK');
    return `${parts.map((part) => part.trim()).join('\n')}\n`;
  });
}

/** Fills an empty database from a dump. The job queue creates its own schema, as for a server. */
export async function restoreDump(url: string, file: string): Promise<void> {
  await runMigrations({ connectionString: url, logger: new Logger(() => () => undefined) });
  const text = readFileSync(file, 'utf8');
  await withClient(url, (client) => client.query(text));
}

/** The rows of every table, and a hash of the values of every column. */
export type Contents = ReadonlyMap<string, { readonly rows: number; readonly columns: ReadonlyMap<string, string> }>;

/** Reads the contents of a database, without the bookkeeping of migrations and functions, which an upgrade is meant to change. */
export async function readContents(url: string): Promise<Contents> {
  return withClient(url, async (client) => {
    await client.query(`BEGIN; SET LOCAL TIME ZONE 'UTC'`);
    await disableRowSecurity(client);
    const contents = new Map<string, { rows: number; columns: Map<string, string> }>();
    for (const { name, columns } of await readTables(client, 'generated too')) {
      if (['migrations', 'sql_functions'].includes(name)) continue;
      const hashes = columns.map(
        (column) => `md5(string_agg(coalesce(${column}::text, 'null'), ',' ORDER BY ${column}::text))`,
      );
      const { rows } = await client.query<{ rows: number; hashes: (string | null)[] }>(
        `SELECT count(*)::int AS rows, ARRAY[${hashes.join(', ')}] AS hashes FROM ${name}`,
      );
      const found = rows[0] ?? { rows: 0, hashes: [] };
      contents.set(name, {
        rows: found.rows,
        columns: new Map(columns.map((one, at) => [one, found.hashes[at] ?? ''])),
      });
    }
    await client.query('ROLLBACK');
    return contents;
  });
}

/** Lists what existed before and is missing or different afterwards: `students`, `students.names`. */
export function findLosses(before: Contents, after: Contents): string[] {
  return [...before].flatMap(([table, was]) => {
    const is = after.get(table);
    if (is === undefined) return [table];
    const columns = [...was.columns].filter(([name, hash]) => is.columns.get(name) !== hash);
    return is.rows === was.rows ? columns.map(([name]) => `${table}.${name}`) : [table];
  });
}

async function makeableFirst(emptyUrl: string): Promise<string[]> {
  const functions = readFunctions();
  return withClient(emptyUrl, async (client) => {
    // Rolled back when the session ends.
    await client.query('BEGIN');
    await makeFunctions(client, functions);
    const { missing } = await compareFunctions(client, functions);
    return functions.filter((each) => !missing.includes(each)).map(({ text }) => text);
  });
}

async function readTables(client: pg.Client, generated?: 'generated too'): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname AS name, c.relrowsecurity AS forced,
            (SELECT array_agg(quote_ident(a.attname) ORDER BY a.attnum) FROM pg_attribute a
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND (a.attgenerated = '' OR $1)) AS columns
     FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname COLLATE "C"`,
    [generated !== undefined],
  );
  return rows;
}

async function readReferences(client: pg.Client): Promise<{ table: string; needs: string }[]> {
  const { rows } = await client.query<{ table: string; needs: string }>(
    `SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS needs FROM pg_constraint
     WHERE contype = 'f' AND conrelid <> confrelid`,
  );
  return rows;
}

/** Tables after those that they refer to. */
function inOrder(tables: readonly Table[], references: readonly { table: string; needs: string }[]): Table[] {
  const ordered: Table[] = [];
  let rest = [...tables];
  while (rest.length > 0) {
    const ready = rest.filter(
      ({ name }) =>
        !references.some(({ table, needs }) => table === name && rest.some((other) => other.name === needs)),
    );
    if (ready.length === 0)
      throw new Error(`These tables refer to each other: ${rest.map(({ name }) => name).join(', ')}`);
    ordered.push(...ready);
    rest = rest.filter((table) => !ready.includes(table));
  }
  return ordered;
}

async function writeRows(client: pg.Client, { name, columns }: Table): Promise<string[]> {
  const { rows } = await client.query<{ row: string }>(
    `SELECT '(' || concat_ws(', ', ${columns.map((column) => `quote_nullable(${column}::text)`).join(', ')}) || ')' AS row
     FROM ${name} ORDER BY 1`,
  );
  const statements: string[] = [];
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    const values = rows.slice(from, from + ROWS_A_STATEMENT).map(({ row }) => row);
    statements.push(`INSERT INTO ${name} (${columns.join(', ')}) VALUES\n${values.join(',\n')};`);
  }
  return statements;
}

async function writeJobs(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('SELECT graphile_worker.add_job(%L, payload => %L::json, max_attempts => %s);',
                   t.identifier, j.payload::text, j.max_attempts) AS statement
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id`,
  );
  return rows.map(({ statement }) => statement);
}
