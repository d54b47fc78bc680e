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
    drop: () => dropDatabase(server, name),
  };
}

/** Runs one statement of the server's owner outside any test database. */
export async function onServer(server: TestServer, statement: string): Promise<void> {
  await asOwner(server, (client) => client.query(statement));
}

async function asOwner(server: TestServer, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Waits for a running vacuum, which the owner may not cancel; remaining databases are removed at the end of the run. Closing connections
 * get a moment to finish: a client that is terminated after its listeners are removed fails the whole run.
 */
async function dropDatabase(server: TestServer, name: string): Promise<void> {
  await asOwner(server, async (client) => {
    const isInUse = async () =>
      (await client.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1 LIMIT 1', [name])).rowCount === 1;
    for (let looks = 0; looks < 20 && (await isInUse()); looks++) await sleep(20);
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch((error: unknown) => {
      const notOurs = error instanceof pg.DatabaseError && (error.code === '42501' || error.code === '55006');
      if (!notOurs) throw error;
    });
  });
}
