import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { type Db, openDatabase, PLATFORM_SCHOOL, sqlState } from './database.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await makeTestDatabase();
  db = openDatabase(database.appUrl, 2);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const INSERT = 'INSERT INTO idempotency_keys (school_id, key, input_hash, status, answer) VALUES ($1, $2, $3, 0, $4)';
const values = (key: string) => [PLATFORM_SCHOOL, key, Buffer.alloc(1), ''];

async function isThere(key: string): Promise<boolean> {
  const text = 'SELECT 1 FROM idempotency_keys WHERE school_id = $1 AND key = $2';
  const rows = await db.askPlatform({ name: 'is-there', text }, [PLATFORM_SCHOOL, key]);
  return rows.length === 1;
}

it('commits a last statement that nobody waited for', async () => {
  await db.inPlatform(async (tx) => {
    await tx.row(INSERT, values('waited for'));
    void tx.row(INSERT, values('last'));
  });
  expect([await isThere('waited for'), await isThere('last')]).toEqual([true, true]);
});

it('undoes everything where that last statement fails', async () => {
  const done = db.inPlatform(async (tx) => {
    await tx.row(INSERT, values('before'));
    void tx.row(INSERT, values('before'));
  });
  await expect(done).rejects.toSatisfy((error) => sqlState(error) === '23505');
  expect(await isThere('before')).toBe(false);
});

it('does not call a transaction done that PostgreSQL took back', async () => {
  const done = db.inPlatform(async (tx) => {
    await tx.row(INSERT, values('swallowed'));
    await tx.row(INSERT, values('swallowed')).catch(() => undefined);
  });
  await expect(done).rejects.toThrow('its transaction went on');
  expect(await isThere('swallowed')).toBe(false);
});

it('lets nothing run outside a transaction of its school', async () => {
  await expect(db.inSchool('no id', async () => undefined)).rejects.toThrow('must be a UUID');
  const other = db.inSchool('01990000-0000-7000-8000-000000000001', (tx) => tx.row(INSERT, values('other')));
  await expect(other).rejects.toSatisfy((error) => sqlState(error) === '42501');
  expect(await isThere('other')).toBe(false);
});
