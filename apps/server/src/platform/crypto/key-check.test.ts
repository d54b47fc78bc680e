import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../tests/database.ts';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { ConfigError } from '../../config.ts';
import { type HeldKeys, hasData, proveKeys } from './key-check.ts';
import { openKeys } from './keys.ts';
import { makeOfflineKey, openOfflineKey } from './offline-key.ts';

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await makeTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});
beforeEach(() => owner.query('DROP TABLE IF EXISTS key_checks'));

const someKeys = (): HeldKeys => ({
  dataDir: '/data',
  keys: openKeys(randomBytes(32)),
  offline: openOfflineKey(makeOfflineKey()),
});

async function checks(client = owner): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM key_checks ORDER BY name');
  return rows.map(({ name }) => name);
}

describe('proveKeys on a database without check values', () => {
  it('stores check values of the first keys and rejects a different master key later', async () => {
    const held = someKeys();
    await proveKeys(database.ownerUrl, held);
    await proveKeys(database.ownerUrl, held);
    expect(await checks()).toEqual(['master', 'offline']);
    const wrong = proveKeys(database.ownerUrl, { ...held, keys: openKeys(randomBytes(32)) });
    await expect(wrong).rejects.toThrow(/The master key is not the one that this database was made with/);
    await expect(wrong).rejects.toThrow(ConfigError);
  });

  it('accepts only one of two master keys that eight concurrent calls prove', async () => {
    const [one, other] = [someKeys(), someKeys()];
    const both = Array.from({ length: 4 }, () => [one, other]).flat();
    const tried = await Promise.allSettled(both.map((held) => proveKeys(database.ownerUrl, held)));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    for (const each of tried)
      if (each.status === 'rejected') expect(String(each.reason)).toMatch(/The master key is not the one/);
  });

  it('hasData is true once the database was migrated or its keys were proven', async () => {
    expect(await hasData(database.ownerUrl)).toBe(true);
    await owner.query('ALTER TABLE migrations RENAME TO elsewhere');
    expect(await hasData(database.ownerUrl)).toBe(false);
    await proveKeys(database.ownerUrl, someKeys());
    expect(await hasData(database.ownerUrl)).toBe(true);
    await owner.query('ALTER TABLE elsewhere RENAME TO migrations');
  });
});

it('proveKeys rejects another offline key, naming its file, until the operator renews it', async () => {
  const held = someKeys();
  await proveKeys(database.ownerUrl, held);
  const other = { ...held, offline: someKeys().offline };
  await expect(proveKeys(database.ownerUrl, other)).rejects.toThrow(
    /\/data\/keys\/offline\.key is not the key.*keys:renew -- offline/s,
  );
  await proveKeys(database.ownerUrl, other, 'offline');
  await proveKeys(database.ownerUrl, other);
  await expect(proveKeys(database.ownerUrl, held)).rejects.toThrow(ConfigError);
});

describe('proveKeys on a school database that predates check values', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
    await server.aSchool();
  });
  afterAll(() => server.close());

  it("rejects a master key that cannot decrypt the schools' data, and stores no check value of it", async () => {
    await expect(proveKeys(server.ownerUrl, someKeys())).rejects.toThrow(/The master key is not the one/);
    expect(await hasData(server.ownerUrl)).toBe(true);
    const client = new pg.Client({ connectionString: server.ownerUrl });
    await client.connect();
    try {
      await expect(checks(client)).rejects.toThrow(/does not exist/);
      await proveKeys(server.ownerUrl, { ...someKeys(), keys: server.context.keys });
      expect(await checks(client)).toEqual(['master', 'offline']);
    } finally {
      await client.end();
    }
  });
});
