import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { APP_ROLE } from '../src/platform/migrate.ts';

/** The PostgreSQL of the test run, made by the global set-up. */
export interface TestServer {
  readonly ownerUrl: string;
  readonly template: string;
  readonly appPassword: string;
}

export interface TestDatabase {
  readonly ownerUrl: string;
  readonly appUrl: string;
  drop(): Promise<void>;
}

/** A migrated, empty database of the test's own. Drop it in afterAll; the run's end removes it anyway. */
export async function makeTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Nothing is flushed here, so copying the files beats writing them through the log.
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${server.template} STRATEGY FILE_COPY`);
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
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Gives way to a vacuum that works there just then, which the owner may not end; the run's end removes what is left. */
async function dropDatabase(server: TestServer, name: string): Promise<void> {
  await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch((error: unknown) => {
    const notOurs = error instanceof pg.DatabaseError && (error.code === '42501' || error.code === '55006');
    if (!notOurs) throw error;
  });
}
