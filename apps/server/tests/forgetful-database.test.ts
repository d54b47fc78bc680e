import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { bootstrap } from '../src/bootstrap.ts';
import { readConfig } from '../src/config.ts';
import { makeTestDatabase, type TestDatabase } from './database.ts';

/** The PostgreSQL of the tests flushes nothing: just what production must not run on. */
const MASTER_KEY = 'hJ0Vq3m9x2TzR5wY8cKd1fGn4sLp7uAeBiOoQrStUvE=';
let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await makeTestDatabase('empty');
  dataDir = mkdtempSync(join(tmpdir(), 'mfuko-forgetful-'));
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  // The role of the application belongs to all tests: it keeps its password.
  writeFileSync(join(dataDir, 'keys/database-app.key'), inject('testServer').appPassword, { mode: 0o600 });
  vi.stubEnv('MASTER_KEY', MASTER_KEY);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (env: Record<string, string>) =>
  bootstrap(readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.ownerUrl, MASTER_KEY, ...env }), () => undefined, {
    makeKeys: true,
  });

it('a server in production rejects a database with fsync=off; a trial server accepts it', async () => {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query(`SELECT setting FROM pg_settings WHERE name = 'fsync'`);
  await owner.end();
  expect(rows).toEqual([{ setting: 'off' }]);
  await (await start({})).close();
  const production = start({
    NODE_ENV: 'production',
    APP_WIRE_KEY: 'Kq7fTz2mWv9xLb4h',
    AFRICASTALKING_USERNAME: 'school',
    AFRICASTALKING_API_KEY: 'key',
    TIME_SERVER: 'none',
  });
  await expect(production).rejects.toThrow(/Refusing to start in production: the database runs with \w+=off/);
}, 60_000);
