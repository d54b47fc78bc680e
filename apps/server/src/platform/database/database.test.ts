import { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../tests/database.ts';
import { ahead, type Db, openDatabase, PLATFORM_SCHOOL, type ReadTx, sqlState, type Tx } from './database.ts';

/** Socket method beside `_write`, which Node's types do not declare. */
interface Writev {
  _writev(chunks: unknown, done: unknown): void;
}

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

it('inPlatform commits a last statement that was not awaited', async () => {
  await db.inPlatform(async (tx) => {
    await tx.row(INSERT, values('waited for'));
    void tx.row(INSERT, values('last'));
  });
  expect([await isThere('waited for'), await isThere('last')]).toEqual([true, true]);
});

it('inPlatform pipelines unawaited statements with BEGIN and COMMIT in one socket write', async () => {
  await db.inPlatform((tx) => tx.row('SELECT 1 AS one'));
  const writes = [vi.spyOn(Socket.prototype, '_write'), vi.spyOn(Socket.prototype as unknown as Writev, '_writev')];
  const written = () => writes.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  try {
    await db.inPlatform(async (tx) => {
      await Promise.all([tx.row('SELECT 1 AS one'), tx.row('SELECT 2 AS two')]);
      expect(written()).toBe(1);
      await tx.row('SELECT 3 AS three');
      expect(written()).toBe(2);
      void tx.row('SELECT 4 AS four');
    });
    expect(written()).toBe(3);
  } finally {
    for (const spy of writes) spy.mockRestore();
  }
});

it('inPlatform rolls back when a last unawaited statement fails', async () => {
  const done = db.inPlatform(async (tx) => {
    await tx.row(INSERT, values('before'));
    void tx.row(INSERT, values('before'));
  });
  await expect(done).rejects.toSatisfy((error) => sqlState(error) === '23505');
  expect(await isThere('before')).toBe(false);
});

it.each([
  ['that was committed', (end: Promise<unknown>) => end],
  ['that was taken back', (end: Promise<unknown>) => expect(end).rejects.toThrow('refused')],
] as const)('rejects a statement that is sent after the end of a transaction %s', async (name, ended) => {
  let late: Promise<unknown> | undefined;
  const key = `late: ${name}`;
  await ended(
    db.inPlatform(async (tx) => {
      await tx.row('SELECT 1 AS one');
      late = ahead(tx.row('SELECT 2 AS two').then(() => tx.row(INSERT, values(key))));
      if (name.endsWith('back')) throw new Error('refused');
    }),
  );
  await expect(late).rejects.toThrow('The transaction has ended.');
  expect(await isThere(key)).toBe(false);
});

it('a transaction rejects with the error of its first failed statement', async () => {
  const done = db.inPlatform(async (tx) => {
    await tx.row(INSERT, values('first'));
    const begun = ahead(tx.row(INSERT, values('first')));
    await tx.row('SELECT 1 AS one');
    await begun;
  });
  await expect(done).rejects.toSatisfy((error) => sqlState(error) === '23505');
});

it('inPlatform rejects when PostgreSQL rolled back after a swallowed error', async () => {
  const done = db.inPlatform(async (tx) => {
    await tx.row(INSERT, values('swallowed'));
    await tx.row(INSERT, values('swallowed')).catch(() => undefined);
  });
  await expect(done).rejects.toThrow('rolled the transaction back');
  expect(await isThere('swallowed')).toBe(false);
});

it('inSchool rejects an id that is not a UUID and an insert for another school', async () => {
  await expect(db.inSchool('no id', async () => undefined)).rejects.toThrow('is not a UUID');
  const other = db.inSchool('01990000-0000-7000-8000-000000000001', (tx) => tx.row(INSERT, values('other')));
  await expect(other).rejects.toSatisfy((error) => sqlState(error) === '42501');
  expect(await isThere('other')).toBe(false);
});

describe('a read-only transaction', () => {
  const SCHOOL = '01990000-0000-7000-8000-000000000002';

  it('is rejected by PostgreSQL when it writes, locks a row or enqueues a job', async () => {
    const reads: ((text: string) => Promise<unknown>)[] = [
      (text) => db.readSchool(SCHOOL, (tx) => tx.row(text)),
      (text) => db.readPlatform((tx) => tx.row(text)),
      (text) => db.askPlatform({ name: `a read: ${text}`, text }, []),
    ];
    for (const text of [
      'DELETE FROM idempotency_keys',
      'SELECT 1 AS one FROM schools FOR UPDATE',
      `SELECT enqueue_job('nothing', '{}')`,
    ]) {
      for (const read of reads) {
        await expect(read(text), text).rejects.toSatisfy((error) => sqlState(error) === '25006');
      }
    }
  });

  it('does not fit a function that writes, while a writing transaction fits one that reads', async () => {
    const write = (tx: Tx) => tx.row('DELETE FROM idempotency_keys');
    const look = (tx: ReadTx) => tx.row('SHOW transaction_read_only');
    // @ts-expect-error: it takes a transaction that may write.
    await expect(db.readSchool(SCHOOL, write)).rejects.toSatisfy((error) => sqlState(error) === '25006');
    // @ts-expect-error: handed on by hand, it does not fit either.
    await expect(db.readSchool(SCHOOL, (tx) => write(tx))).rejects.toSatisfy((error) => sqlState(error) === '25006');
    expect(await db.readSchool(SCHOOL, look)).toEqual({ transaction_read_only: 'on' });
    expect(await db.inSchool(SCHOOL, look)).toEqual({ transaction_read_only: 'off' });
  });
});

it('use() counts the used connections and the waiting calls', async () => {
  const gate = Promise.withResolvers<void>();
  const held = Array.from({ length: 5 }, () => db.readPlatform(() => gate.promise));
  const { most, waiting } = db.use();
  gate.resolve();
  await Promise.all(held);
  expect([most, waiting]).toEqual([2, 3]);
  expect(db.use()).toMatchObject({ used: 0, waiting: 0 });
});
