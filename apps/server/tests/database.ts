import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { APP_ROLE } from '../src/platform/database/app-role.ts';

/** PostgreSQL of the test run, started by the global set-up. */
export interface TestServer {
  readonly ownerUrl: string;
  /** Role that reads every row, for backups. */
  readonly superuserUrl: string;
  readonly template: string;
  readonly appPassword: string;
}

export interface TestDatabase {
  readonly ownerUrl: string;
  readonly appUrl: string;
  drop(): Promise<void>;
}

/**
 * Creates a database for a test, migrated and without rows, or with `empty` without tables. Drop it in afterAll; otherwise it is removed
 * at the end of the run. Callers outside of tests pass the server.
 */
export async function makeTestDatabase(empty?: 'empty', server = inject('testServer')): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copying files is faster than writing them through the WAL, since nothing is flushed here.
  const template = empty ? 'template1' : server.template;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const owner = new URL(server.ownerUrl);
  owner.pathname = name;
  const app = new URL(owner);
  app.username = APP_ROLE;
  app.password = server.appPassword;
  return {
    ownerUrl: owner.href,
    appUrl: app.href,
    async drop() {
      await closeOwnerPool(owner.href);
      await dropDatabase(server, name);
    },
  };
}

/** Runs one statement of the server's owner outside any test database. */
export async function onServer(server: TestServer, statement: string): Promise<void> {
  await ownerPool(server.ownerUrl).query(statement);
}

const pools = new Map<string, pg.Pool>();

/**
 * Returns the process's pool of owner connections to a database, which stay open until the database is dropped: each new connection
 * costs PostgreSQL a process that loads its catalogue anew. It does not keep the process alive.
 */
export function ownerPool(ownerUrl: string): pg.Pool {
  const known = pools.get(ownerUrl);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 3, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The server may end first.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  pools.set(ownerUrl, pool);
  return pool;
}

/** Ends the process's owner connections to a database; a later statement opens others. */
export async function closeOwnerPool(ownerUrl: string): Promise<void> {
  const pool = pools.get(ownerUrl);
  pools.delete(ownerUrl);
  await pool?.end();
}

/**
 * Waits for a running vacuum, which the owner may not cancel; remaining databases are removed at the end of the run. Closing connections
 * get a moment to finish: a client that is terminated after its listeners are removed fails the whole run.
 */
async function dropDatabase(server: TestServer, name: string): Promise<void> {
  const owner = ownerPool(server.ownerUrl);
  const isInUse = async () =>
    (await owner.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1 LIMIT 1', [name])).rowCount === 1;
  for (let looks = 0; looks < 20 && (await isInUse()); looks++) await sleep(20);
  await owner.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch((error: unknown) => {
    const notOurs = error instanceof pg.DatabaseError && (error.code === '42501' || error.code === '55006');
    if (!notOurs) throw error;
  });
}
