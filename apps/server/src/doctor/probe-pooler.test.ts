import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { PGBOUNCER, type PgBouncer, startPgBouncer } from '../../tests/pgbouncer.testkit.ts';
import { askPooler } from './probe-pooler.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database?.drop());

const ask = (pooler: string, app = database.appUrl) => askPooler({ owner: database.ownerUrl, app, pooler }, 10);

it('askPooler tells an unreachable address, and one that is the database itself', async () => {
  expect(await ask('postgresql://127.0.0.1:1')).toEqual({ unreachable: 'ECONNREFUSED' });
  expect(await ask(database.appUrl)).toMatchObject({ hands: 'nothing', sameDatabase: true, size: null });
});

it('askPooler throws when the database connection is lost during the probe', async () => {
  // Stands for a pooler that loses its database: it ends the doctor's own session there, and hangs up.
  const pooler = createServer((socket) => {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    const ending = owner
      .connect()
      .then(() =>
        owner.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'mfuko doctor'`,
        ),
      )
      .finally(() => owner.end());
    void ending.finally(() => socket.destroy());
  });
  await new Promise<void>((listens) => pooler.listen(0, '127.0.0.1', listens));
  const { port } = pooler.address() as AddressInfo;
  await expect(ask(`postgresql://127.0.0.1:${port}`)).rejects.toThrow();
  await new Promise((closed) => pooler.close(closed));
});

describe.skipIf(PGBOUNCER === null)('askPooler of PgBouncer', () => {
  const open: PgBouncer[] = [];
  const start = async (more: Record<string, string>, sessions?: number) => {
    const pooler = await startPgBouncer([database.appUrl, database.ownerUrl], sessions, more);
    open.push(pooler);
    return pooler.through(database.appUrl);
  };
  afterAll(() => Promise.all(open.map((pooler) => pooler.stop())));

  it('reports transaction mode, the same database and the pool size', async () => {
    const url = await start({ stats_users: 'mfuko_app' }, 7);
    expect(await ask(url)).toMatchObject({
      hands: 'transactions',
      sameDatabase: true,
      size: { clients: 500, sessions: 7 },
      wanted: { connections: 10, direct: 9, mostOfDatabase: expect.any(Number) },
    });
  });

  it('reports max_db_connections when it is below the pool size', async () => {
    const url = await start({ stats_users: 'mfuko_app', max_db_connections: '5' }, 7);
    expect(await ask(url)).toMatchObject({ size: { sessions: 5 } });
  });

  it.each([
    ['session', 'sessions'],
    ['statement', 'statements'],
  ] as const)('in %s mode reports that it hands out %s', async (pool_mode, hands) => {
    const url = await start({ pool_mode });
    expect(await ask(url)).toMatchObject({ hands, sameDatabase: true });
  });

  it('reports hidden figures when the application may not read the statistics', async () => {
    expect(await ask(await start({}))).toMatchObject({ hands: 'transactions', size: 'hidden' });
  });

  it('reports a pooler that leads to another database', async () => {
    const other = await makeTestDatabase();
    try {
      const url = new URL(await start({}));
      url.pathname = new URL(other.appUrl).pathname;
      expect(await ask(url.href)).toMatchObject({ sameDatabase: false });
    } finally {
      await other.drop();
    }
  });

  it('reports the SQL state when the pooler rejects the password', async () => {
    const stranger = new URL(database.appUrl);
    stranger.password = 'of somebody else';
    expect(await ask(await start({}), stranger.href)).toEqual({ unreachable: '08P01' });
  });

  it('counts the running servers', async () => {
    const url = await start({});
    const server = new pg.Client({ connectionString: database.ownerUrl, application_name: 'mfuko worker lives' });
    expect(await ask(url)).toMatchObject({ wanted: { servers: 0 } });
    await server.connect();
    expect(await ask(url)).toMatchObject({ wanted: { servers: 1 } });
    await server.end();
  });
});
