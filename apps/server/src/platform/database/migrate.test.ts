import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../tests/database.ts';
import { APP_ROLE, ensureAppRole } from './app-role.ts';
import { MIGRATIONS, migrate, QUEUE_REVISION, readMigrations } from './migrate.ts';
import { MigrationError } from './migration-error.ts';
import { SQL_FUNCTIONS } from './sql-functions.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await makeTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'mfuko-migrations-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
});

afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function opened(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row & pg.QueryResultRow>(text)).rows;
  } finally {
    await client.end();
  }
}

test('the template is at the newest migration, so nothing is left to apply', async () => {
  expect(await migrate(database.ownerUrl)).toEqual([]);
  const rows = await query<{ name: string }>(database.ownerUrl, 'SELECT name FROM migrations ORDER BY number');
  expect(rows.map((row) => row.name)).toEqual(readMigrations().map((migration) => migration.name));
});

test('new migrations are applied once when three servers start concurrently', async () => {
  writeFileSync(
    join(folder, '9001-desks.sql'),
    'CREATE TABLE desks (id int PRIMARY KEY); GRANT SELECT ON desks TO mfuko_app;',
  );
  const answers = await Promise.all([1, 2, 3].map(() => migrate(database.ownerUrl, { folder })));
  expect(answers.flat()).toEqual(['9001-desks']);
  expect(await query(database.appUrl, 'SELECT * FROM desks')).toEqual([]);
});

test('a migration waits for a running server of another version, and is applied once that ended', async () => {
  const served = await makeTestDatabase();
  onTestFinished(() => served.drop());
  const own = mkdtempSync(join(tmpdir(), 'mfuko-migrations-'));
  onTestFinished(() => rmSync(own, { recursive: true }));
  cpSync(MIGRATIONS, own, { recursive: true });
  const file = join(own, '9001-shelves.sql');
  writeFileSync(file, 'CREATE TABLE shelves (id int PRIMARY KEY);');
  const server = new pg.Client({ connectionString: served.ownerUrl, application_name: 'mfuko worker lives' });
  await server.connect();
  const lines: string[] = [];
  const leaving = { pauseMs: 20, tries: 3 };
  const update = () => migrate(served.ownerUrl, { folder: own, leaving, log: (line) => lines.push(line) });
  await expect(update()).rejects.toThrow(/Another server runs on this database with another version/);
  expect(lines).toEqual(['Another server runs on this database with another version: waiting for it to end.']);
  expect(await query(served.ownerUrl, `SELECT 1 FROM pg_class WHERE relname = 'shelves'`)).toEqual([]);
  // A server of the same version changes nothing, and may start at the same time.
  rmSync(file);
  expect(await update()).toEqual([]);
  // Changed functions alone also count as another version.
  const functions = mkdtempSync(join(tmpdir(), 'mfuko-functions-'));
  onTestFinished(() => rmSync(functions, { recursive: true }));
  cpSync(SQL_FUNCTIONS, functions, { recursive: true });
  writeFileSync(
    join(functions, 'platform', 'is_new.sql'),
    "CREATE OR REPLACE FUNCTION is_new() RETURNS boolean LANGUAGE sql AS 'SELECT true';",
  );
  await expect(migrate(served.ownerUrl, { folder: own, functions, leaving })).rejects.toThrow('Another server runs');
  writeFileSync(file, 'CREATE TABLE shelves (id int PRIMARY KEY);');
  const updating = migrate(served.ownerUrl, { folder: own, leaving: { pauseMs: 20, tries: 1_000 } });
  await server.end();
  expect(await updating).toEqual(['9001-shelves']);
});

test("the job queue's tables are not migrated while another server runs", async () => {
  const served = await makeTestDatabase();
  onTestFinished(() => served.drop());
  const revision = () =>
    query<{ newest: number }>(served.ownerUrl, 'SELECT max(id) AS newest FROM graphile_worker.migrations');
  // An update of the package with new migrations must change this constant; an unknown migration would be applied while a server runs.
  expect(await revision()).toEqual([{ newest: QUEUE_REVISION }]);
  const server = new pg.Client({ connectionString: served.ownerUrl, application_name: 'mfuko worker lives' });
  await server.connect();
  const leaving = { pauseMs: 20, tries: 3 };
  expect(await migrate(served.ownerUrl, { leaving })).toEqual([]);
  await query(served.ownerUrl, `DELETE FROM graphile_worker.migrations WHERE id = ${QUEUE_REVISION}`);
  await expect(migrate(served.ownerUrl, { leaving })).rejects.toThrow('Another server runs');
  expect(await revision()).toEqual([{ newest: QUEUE_REVISION - 1 }]);
  await server.end();
});

test('a failed migration is rolled back and reported with its name and line', async () => {
  const file = join(folder, '9002-broken.sql');
  writeFileSync(file, 'CREATE TABLE half (id int);\n\nSELECT nowhere FROM half;');
  await expect(migrate(database.ownerUrl, { folder })).rejects.toThrow(/9002-broken, line 3: column "nowhere"/);
  expect(await query(database.ownerUrl, `SELECT 1 FROM pg_class WHERE relname = 'half'`)).toEqual([]);
  rmSync(file);
});

test('pending migrations are applied in one transaction or not at all', async () => {
  writeFileSync(join(folder, '9002-chairs.sql'), 'CREATE TABLE chairs (id int PRIMARY KEY);');
  const file = join(folder, '9003-broken.sql');
  writeFileSync(file, 'SELECT nowhere;');
  await expect(migrate(database.ownerUrl, { folder })).rejects.toThrow(/9003-broken/);
  expect(await query(database.ownerUrl, `SELECT 1 FROM pg_class WHERE relname = 'chairs'`)).toEqual([]);
  rmSync(file);
});

test('a migration can alter a table that the previous one filled with deferred constraints', async () => {
  writeFileSync(
    join(folder, '9003-rows.sql'),
    `ALTER TABLE chairs ADD COLUMN beside int REFERENCES chairs DEFERRABLE INITIALLY DEFERRED;
     INSERT INTO chairs VALUES (1, 2), (2, 1);`,
  );
  writeFileSync(join(folder, '9004-colours.sql'), 'ALTER TABLE chairs ADD COLUMN colour text;');
  expect(await migrate(database.ownerUrl, { folder })).toEqual(['9002-chairs', '9003-rows', '9004-colours']);
});

test('an applied migration that was edited or removed, and a new one with a lower number, are rejected', async () => {
  const file = join(folder, '9001-desks.sql');
  writeFileSync(file, 'CREATE TABLE desks (id bigint PRIMARY KEY);');
  await expect(migrate(database.ownerUrl, { folder })).rejects.toThrow(/9001-desks was edited/);
  await expect(migrate(database.ownerUrl, { folder })).rejects.toThrow(/released version .*keep the data as it is/);
  await expect(migrate(database.ownerUrl, { folder })).rejects.not.toThrow(/delet|throw|DATA_DIR/);
  rmSync(file);
  await expect(migrate(database.ownerUrl, { folder })).rejects.toThrow(/9001-desks, which this version does not know/);
  writeFileSync(join(folder, '9000-late.sql'), 'SELECT 1;');
  await expect(migrate(database.ownerUrl, { folder })).rejects.toThrow(MigrationError);
});

test('an installation between two releases gets two migrations numbered below one it has applied', async () => {
  const between = await makeTestDatabase('empty');
  onTestFinished(() => between.drop());
  const older = mkdtempSync(join(tmpdir(), 'mfuko-migrations-'));
  onTestFinished(() => rmSync(older, { recursive: true }));
  cpSync(MIGRATIONS, older, { recursive: true });
  const late = ['0163-fingerprints', '0166-notices'];
  for (const name of late) rmSync(join(older, `${name}.sql`));
  await migrate(between.ownerUrl, { folder: older, upTo: 190 });
  expect(await migrate(between.ownerUrl)).toEqual(expect.arrayContaining(late));
});

test('a migration that waits for a table lock does not block readers, and gives up after its last try', async () => {
  const busy = await makeTestDatabase('empty');
  onTestFinished(() => busy.drop());
  const [own, functions] = ['migrations', 'functions'].map((name) => mkdtempSync(join(tmpdir(), `mfuko-${name}-`)));
  if (!own || !functions) throw new Error('No folder was made.');
  onTestFinished(() => {
    for (const each of [own, functions]) rmSync(each, { recursive: true });
  });
  const given = { folder: own, functions };
  writeFileSync(join(own, '9001-desks.sql'), 'CREATE TABLE desks (id int);');
  await migrate(busy.ownerUrl, given);
  writeFileSync(join(own, '9002-drawers.sql'), 'ALTER TABLE desks ADD COLUMN drawers int;');
  const [reader, gate] = await Promise.all([opened(busy.ownerUrl), opened(busy.ownerUrl)]);
  await reader.query('BEGIN; SELECT * FROM desks');
  const patience = { lockMs: 300, pauseMs: 300, tries: 1_000 };
  const said: string[] = [];
  const migrating = migrate(busy.ownerUrl, { ...given, patience, log: (line) => said.push(line) });
  await expect.poll(() => said).toContain('Another session has locked a table: waiting for it to end.');
  // Without the lock timeout of the migration, these statements would wait behind it forever.
  await gate.query(`SET lock_timeout = '60s'`);
  for (let each = 0; each < 5; each++) await gate.query('SELECT * FROM desks');
  await reader.query('COMMIT');
  expect(await migrating).toEqual(['9002-drawers']);
  await reader.query('BEGIN; SELECT * FROM desks');
  writeFileSync(join(own, '9003-locks.sql'), 'ALTER TABLE desks ADD COLUMN locks int;');
  const impatient = migrate(busy.ownerUrl, { ...given, patience: { lockMs: 10, pauseMs: 10, tries: 3 } });
  await expect(impatient).rejects.toThrow(/has locked a table of the database.*Nothing was changed/);
});

test('a migration is retried after a deadlock with a backup', async () => {
  const busy = await makeTestDatabase('empty');
  onTestFinished(() => busy.drop());
  const [own, functions] = ['migrations', 'functions'].map((name) => mkdtempSync(join(tmpdir(), `mfuko-${name}-`)));
  if (!own || !functions) throw new Error('No folder was made.');
  onTestFinished(() => {
    for (const each of [own, functions]) rmSync(each, { recursive: true });
  });
  const given = { folder: own, functions };
  const tables = ['desks', 'chairs', 'saved'].map((name) => `CREATE TABLE ${name} (id int);`);
  writeFileSync(join(own, '9001-desks.sql'), tables.join('\n'));
  await migrate(busy.ownerUrl, given);
  const asSuperuser = new URL(inject('testServer').superuserUrl);
  asSuperuser.pathname = new URL(busy.ownerUrl).pathname;
  const backup = await opened(asSuperuser.href);
  // In a deadlock PostgreSQL ends the session that checks first: the migration, after a second.
  await backup.query(`SET deadlock_timeout = '600s'; BEGIN; LOCK TABLE desks IN ACCESS SHARE MODE`);
  const onChairs = (granted: string) => `SELECT 1 FROM pg_locks WHERE relation = 'chairs'::regclass AND ${granted}
    AND mode = 'Access' || CASE WHEN granted THEN 'Exclusive' ELSE 'Share' END || 'Lock'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  writeFileSync(
    join(own, '9002-drawers.sql'),
    `ALTER TABLE chairs ADD COLUMN legs int;
     DO $$ BEGIN
       WHILE NOT EXISTS (${onChairs('NOT granted')}) AND NOT EXISTS (SELECT FROM saved) LOOP PERFORM pg_sleep(0.01); END LOOP;
     END $$;
     ALTER TABLE desks ADD COLUMN drawers int;`,
  );
  const said: string[] = [];
  const patience = { lockMs: 60_000, pauseMs: 100, tries: 1_000 };
  const migrating = migrate(busy.ownerUrl, { ...given, patience, log: (line) => said.push(line) });
  const done = expect(migrating).resolves.toEqual(['9002-drawers']);
  await expect.poll(() => query(busy.ownerUrl, onChairs('granted'))).toHaveLength(1);
  await backup.query('LOCK TABLE chairs IN ACCESS SHARE MODE; INSERT INTO saved VALUES (1); COMMIT');
  await done;
  expect(said).toContain('Another session has locked a table: waiting for it to end.');
});

test('readMigrations rejects a migration that creates a function', async () => {
  const own = mkdtempSync(join(tmpdir(), 'mfuko-migrations-'));
  writeFileSync(
    join(own, '0001-desks.sql'),
    'CREATE TABLE desks (id int);\ncreate function desk() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;',
  );
  expect(() => readMigrations(own)).toThrow('Migration 0001-desks makes a function');
  rmSync(own, { recursive: true });
});

test('migrate rejects a database with other migrations and changes nothing in it', async () => {
  const other = await makeTestDatabase();
  await query(other.ownerUrl, `UPDATE migrations SET name = '0001-house', hash = 'another' WHERE number = 1`);
  await query(other.ownerUrl, 'DROP FUNCTION fee_of');
  await expect(migrate(other.ownerUrl)).rejects.toThrow(
    /other migrations: it has 0001-house, this version 0001-platform/,
  );
  await expect(migrate(other.ownerUrl)).rejects.toThrow(MigrationError);
  expect(await query(other.ownerUrl, `SELECT 1 FROM pg_proc WHERE proname = 'fee_of'`)).toEqual([]);
  await other.drop();
});

test("the application's role may log in, but not create tables, read migrations or bypass row-level security", async () => {
  const [role] = await query(
    database.ownerUrl,
    `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin FROM pg_roles WHERE rolname = '${APP_ROLE}'`,
  );
  expect(role).toEqual({
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolcanlogin: true,
  });
  await expect(query(database.appUrl, 'CREATE TABLE mine (id int)')).rejects.toThrow(/permission denied/);
  await expect(query(database.appUrl, 'SELECT * FROM migrations')).rejects.toThrow(/permission denied/);
});

test("ensureAppRole resets the role's password and rejects a role with CREATEDB", async () => {
  const url = await ensureAppRole(database.ownerUrl, { role: 'spare_app', password: 'first' });
  await ensureAppRole(database.ownerUrl, { role: 'spare_app', password: 'second' });
  await expect(query(url, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  await query(database.ownerUrl, 'ALTER ROLE spare_app CREATEDB');
  await expect(ensureAppRole(database.ownerUrl, { role: 'spare_app', password: 'second' })).rejects.toThrow(
    MigrationError,
  );
  await query(database.ownerUrl, 'DROP ROLE spare_app');
});
