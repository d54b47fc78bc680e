import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { APP_ROLE } from '../src/platform/database/app-role.ts';

/** The PostgreSQL of the test run, made by the global set-up. */
export interface TestServer {
  readonly ownerUrl: string;
  /** Role that sees every row, for what backups read. */
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
 * A database of the test's own, migrated and without rows, or with `empty` without tables too. Drop it in afterAll; the run's end
 * removes it anyway. Programs that are no test name the server.
 */
export async function makeTestDatabase(empty?: 'empty', server = inject('testServer')): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Nothing is flushed here, so copying the files beats writing them through the log.
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
 * Gives way to a vacuum that works there just then, which the owner may not end; the run's end removes what is left. Connections that are closing have
 * a moment to do so: a client that is ended when nobody listens to it any more fails the whole run.
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
