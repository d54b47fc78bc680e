import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../tests/database.ts';
import { MIGRATIONS, migrate } from './migrate.ts';
import { MigrationError } from './migration-error.ts';
import { readFunctions, SQL_FUNCTIONS } from './sql-functions.ts';

let database: TestDatabase;
let client: pg.Client;
let root: string;
let functions: string;
let folder: string;
let lines: string[];

beforeEach(async () => {
  database = await makeTestDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  root = mkdtempSync(join(tmpdir(), 'mfuko-functions-'));
  functions = join(root, 'sql');
  folder = join(root, 'migrations');
  cpSync(SQL_FUNCTIONS, functions, { recursive: true });
  cpSync(MIGRATIONS, folder, { recursive: true });
  lines = [];
});
afterEach(async () => {
  await client.end();
  await database.drop();
  rmSync(root, { recursive: true });
});

const start = () => migrate(database.ownerUrl, { folder, functions, log: (line) => lines.push(line) });
const write = (path: string, text: string) => writeFileSync(join(functions, `${path}.sql`), text);

function edit(path: string, from: string | RegExp, to: string): void {
  const text = readFileSync(join(functions, `${path}.sql`), 'utf8');
  expect(text).toMatch(from);
  write(path, text.replace(from, to));
}

/** Returns each function of the database with its writing transaction and its rights. */
async function stand(): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; state: string }>(
    `SELECT proname AS name, concat_ws(' ', xmin, proacl, md5(prosrc)) AS state FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, state }) => [name, state]));
}

/** Returns the names of the functions that differ. */
function differing(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}

async function value(text: string): Promise<unknown> {
  return Object.values((await client.query<Record<string, unknown>>(text)).rows[0] ?? {})[0];
}

test('every SQL function of a migrated database has a file, and a second start changes none', async () => {
  const names = (await client.query<{ name: string }>('SELECT name FROM sql_functions ORDER BY name')).rows;
  expect(names.map(({ name }) => name)).toEqual(
    readFunctions()
      .map(({ name }) => name)
      .toSorted(),
  );
  const before = await stand();
  await start();
  expect(lines).toEqual([]);
  expect(differing(before, await stand())).toEqual([]);
});

test('only a function whose file changed is applied again', async () => {
  const before = await stand();
  edit('ledger/fee_of', 'basis_points / 10000.0', 'basis_points / 1000.0');
  await start();
  expect(lines).toEqual(['SQL functions applied: 1']);
  expect(differing(before, await stand())).toEqual(['fee_of']);
  await start();
  expect(lines).toHaveLength(1);
});

test('a dropped function is created again at the next start', async () => {
  await client.query('DROP FUNCTION fee_of');
  await start();
  expect(await value(`SELECT fee_of(gen_random_uuid(), 'canteen', 100)::text`)).toBe('0');
});

test('a function whose file moved to another feature is not changed', async () => {
  const before = await stand();
  write('tills/fee_of', readFileSync(join(functions, 'ledger/fee_of.sql'), 'utf8'));
  rmSync(join(functions, 'ledger/fee_of.sql'));
  await start();
  expect(differing(before, await stand())).toEqual([]);
});

test.each([
  ['a statement', 'ledger/fee_of', 'LANGUAGE sql STABLE', 'LANGUAGE sql NEVER', /ledger\/fee_of, line \d+: .*"NEVER"/],
  ['a column', 'ledger/fee_of', 'round(the_amount * basis_points', 'round(the_amount * nowhere', /fee_of.*"nowhere"/],
  ['a body', 'ledger/school_account', 'RETURN found_id', 'RETRUN found_id', /ledger\/school_account, line \d+: /],
])(
  'a function with an error in %s rolls back all functions and migrations of the start',
  async (_what, path, from, to, message) => {
    const before = await stand();
    writeFileSync(join(folder, '9001-desks.sql'), 'CREATE TABLE desks (id int);');
    edit('platform/refuse_change', 'append-only', 'only ever added to');
    edit(path, from, to);
    await expect(start()).rejects.toThrow(MigrationError);
    await expect(start()).rejects.toThrow(message);
    expect(lines).toEqual([]);
    expect(differing(before, await stand())).toEqual([]);
    expect(await value(`SELECT to_regclass('desks')`)).toBeNull();
    edit(path, to, from);
    expect(await start()).toEqual(['9001-desks']);
    expect(differing(before, await stand())).toEqual(['refuse_change']);
  },
);

test('concurrent starts apply a changed function once', async () => {
  edit('ledger/fee_of', 'basis_points / 10000.0', 'basis_points / 1000.0');
  await Promise.all([start(), start(), start()]);
  expect(lines).toEqual(['SQL functions applied: 1']);
});

test('functions that call each other are applied in either order', async () => {
  const asks = (name: string, of: string) =>
    `CREATE OR REPLACE FUNCTION ${name}(n int) RETURNS int LANGUAGE sql AS $$ SELECT CASE WHEN n > 0 THEN ${of}(n - 1) ELSE 7 END $$;`;
  write('platform/aa_even', asks('aa_even', 'zz_odd'));
  write('platform/zz_odd', asks('zz_odd', 'aa_even'));
  await start();
  expect(await value('SELECT aa_even(4)')).toBe(7);
});

test('a function with a new signature replaces the old one, with the grants of its file', async () => {
  const make = (signature: string, answer: string) => `
    CREATE OR REPLACE FUNCTION desks_of${signature} LANGUAGE sql AS $$ SELECT ${answer} $$;
    REVOKE ALL ON FUNCTION desks_of FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION desks_of TO mfuko_app;`;
  const versions = [
    ['(room int) RETURNS int', '1'],
    ['(room int, spare boolean) RETURNS int', '2'],
    ['(room int, free boolean) RETURNS int', '3'],
    ['(room int, free boolean) RETURNS text', `'4'`],
  ] as const;
  for (const [signature, answer] of versions) {
    write('platform/desks_of', make(signature, answer).replaceAll('\n    ', '\n'));
    await start();
    const { rows } = await client.query(
      `SELECT prosrc, has_function_privilege('mfuko_app', oid, 'EXECUTE') AS app, proacl::text ~ '[{,]=X' AS public
       FROM pg_proc WHERE proname = 'desks_of'`,
    );
    expect(rows).toEqual([{ prosrc: ` SELECT ${answer} `, app: true, public: false }]);
  }
});

test('a changed argument type leaves no overload of the old function', async () => {
  write(
    'platform/desks_of',
    'CREATE OR REPLACE FUNCTION desks_of(room int) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;',
  );
  await start();
  write(
    'platform/desks_of',
    'CREATE OR REPLACE FUNCTION desks_of(room text) RETURNS int LANGUAGE sql AS $$ SELECT 2 $$;',
  );
  await start();
  expect(await value(`SELECT string_agg(oid::regprocedure::text, ' ') FROM pg_proc WHERE proname = 'desks_of'`)).toBe(
    'desks_of(text)',
  );
});

test('a migration can use a new function and the old version of a changed one', async () => {
  mkdirSync(join(functions, 'gate'), { recursive: true });
  write(
    'gate/refuse_desk',
    readFileSync(join(functions, 'platform/refuse_change.sql'), 'utf8').replaceAll('refuse_change', 'refuse_desk'),
  );
  edit('ledger/fee_of', 'RETURNS bigint', 'RETURNS numeric');
  writeFileSync(
    join(folder, '9001-desks.sql'),
    `CREATE TABLE desks (fee_kind regtype);
     INSERT INTO desks SELECT pg_typeof(fee_of(gen_random_uuid(), 'canteen', 100));
     CREATE TRIGGER refuse_desk BEFORE INSERT ON desks EXECUTE FUNCTION refuse_desk();`,
  );
  await start();
  expect(await value('SELECT fee_kind::text FROM desks')).toBe('bigint');
  await expect(client.query('INSERT INTO desks DEFAULT VALUES')).rejects.toThrow('desks is append-only');
});

test("a removed REVOKE or GRANT in a function's file is removed in the database too", async () => {
  edit('platform/enqueue_job', /^REVOKE .*\n/m, '');
  await start();
  expect(await value(`SELECT proacl::text ~ '[{,]=X' FROM pg_proc WHERE proname = 'enqueue_job'`)).toBe(true);
  edit('platform/enqueue_one_job', /^GRANT .*\n/m, '');
  await start();
  expect(
    await value(
      `SELECT has_function_privilege('mfuko_app', oid, 'EXECUTE') FROM pg_proc WHERE proname = 'enqueue_one_job'`,
    ),
  ).toBe(false);
});

test('a new signature of a function that a view depends on is rejected, naming function and view', async () => {
  await client.query('CREATE VIEW fees AS SELECT fee_of(id, code, 100) FROM schools');
  const before = await stand();
  edit('ledger/fee_of', 'RETURNS bigint', 'RETURNS numeric');
  await expect(start()).rejects.toThrow(/Function ledger\/fee_of has another signature .*view fees.*new name/);
  expect(differing(before, await stand())).toEqual([]);
  writeFileSync(join(folder, '9001-fees.sql'), 'DROP VIEW fees;');
  expect(await start()).toEqual(['9001-fees']);
  expect(await value(`SELECT pg_typeof(fee_of(gen_random_uuid(), 'canteen', 100))::text`)).toBe('numeric');
});

test('a function without a file is logged at every start until a migration drops it', async () => {
  rmSync(join(functions, 'ledger/fee_of.sql'));
  await start();
  await start();
  const told = 'The SQL function fee_of has no file: a migration drops it.';
  expect(lines).toEqual([told, told]);
  writeFileSync(join(folder, '9001-no-fees.sql'), 'DROP FUNCTION fee_of;');
  await start();
  expect(lines.slice(2)).toEqual([expect.stringMatching(/^Migrated to 9001-no-fees/)]);
});

test("a function's file may create only the function of its name, and no function has two files", async () => {
  write('wallet/fees', readFileSync(join(functions, 'ledger/fee_of.sql'), 'utf8'));
  await expect(start()).rejects.toThrow('wallet/fees.sql creates something else than the function fees');
  write('wallet/fees', 'CREATE FUNCTION fees() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;');
  await expect(start()).rejects.toThrow(/wallet\/fees\.sql creates something else/);
  rmSync(join(functions, 'wallet/fees.sql'));
  edit('ledger/fee_of', /$/, 'CREATE TABLE fees (id int);\n');
  await expect(start()).rejects.toThrow(/ledger\/fee_of\.sql creates something else/);
  edit('ledger/fee_of', 'CREATE TABLE fees (id int);\n', '');
  mkdirSync(join(functions, 'gate'), { recursive: true });
  cpSync(join(functions, 'ledger/fee_of.sql'), join(functions, 'gate/fee_of.sql'));
  await expect(start()).rejects.toThrow('Two files create the function fee_of');
});
