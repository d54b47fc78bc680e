import { MAX_LIST_ROWS } from '@mfuko/contract/lists';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../tests/database.ts';
import { type Db, openDatabase } from './database.ts';
import { type ListQuery, readPage } from './lists.ts';

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

/** Statements that a list has asked of the database. */
let asked: string[];

/** A list of so many rows, of 1 cent, 2 cents and so on. */
const listed = (rows: number, query: ListQuery) =>
  db.inPlatform((tx) => {
    asked = [];
    const counting = {
      ...tx,
      rows: (sql: string, values: readonly unknown[]) => asked.push(sql) && tx.rows(sql, values),
      row: (sql: string, values: readonly unknown[]) => asked.push(sql) && tx.row(sql, values),
    } as typeof tx;
    return readPage<{ tie: string; amount: bigint }>(counting, query, {
      sql: 'SELECT lpad(n::text, 6, $$0$$) AS tie, n::bigint AS amount FROM generate_series(1, $1::int) AS n',
      values: [rows],
      searched: ['tie'],
      sort: 'tie',
      tie: 'tie',
      sum: 'amount',
    });
  });

it('readPage sums all filtered rows, and omits the sum above MAX_LIST_ROWS', async () => {
  const page = { page: 1, pageSize: 2 };
  expect(await listed(100, page)).toMatchObject({ total: 100, sum: 5050n, rows: [{}, {}] });
  expect(await listed(100, { ...page, page: 3, search: '09' })).toMatchObject({ total: 11, sum: 954n });
  expect(await listed(100, { ...page, search: 'nobody' })).toEqual({ rows: [], total: 0, sum: 0n });
  expect((await listed(MAX_LIST_ROWS, page)).sum).toBe(50_005_000n);
  expect(await listed(MAX_LIST_ROWS + 1, page)).toMatchObject({ total: MAX_LIST_ROWS + 1, rows: [{}, {}] });
  expect((await listed(MAX_LIST_ROWS + 1, page)).sum).toBeUndefined();
});

it.each([
  ['a page', 100, { page: 2, pageSize: 2 }, 5050n],
  ['a page of what is searched', 100, { page: 1, pageSize: 2, search: '09' }, 954n],
  ['the whole list', 100, { pageSize: 2 }, 5050n],
  ['the longest whole list', MAX_LIST_ROWS, { pageSize: 2 }, 50_005_000n],
  ['a longer list', MAX_LIST_ROWS + 1, { page: 1, pageSize: 2 }, undefined],
])('readPage reads the rows, count and sum of %s in one statement', async (_, rows, query, sum) => {
  expect((await listed(rows, query)).sum).toBe(sum);
  expect(asked).toHaveLength(1);
});

it('readPage returns count and sum for a page beyond the last one', async () => {
  expect(await listed(100, { page: 60, pageSize: 2 })).toEqual({ rows: [], total: 100, sum: 5050n });
});

it('readPage sorts a column of names with numbers as people do, in both directions', async () => {
  const names = ['Form 10', 'FORM 3', 'Form 2', 'Form 2 East', 'Form 2A', 'Grade 1', 'Alumni', '2 B', '10 A'];
  const sorted = (sort: string) =>
    db.inPlatform((tx) =>
      readPage<{ name: string }>(
        tx,
        { pageSize: 50, sort },
        {
          sql: 'SELECT name FROM unnest($1::text[]) AS name',
          values: [names],
          searched: ['name'],
          sort: 'name',
          natural: ['name'],
          tie: 'name',
        },
      ),
    );
  const wanted = ['2 B', '10 A', 'Alumni', 'Form 2', 'Form 2 East', 'Form 2A', 'FORM 3', 'Form 10', 'Grade 1'];
  expect((await sorted('name')).rows.map(({ name }) => name)).toEqual(wanted);
  expect((await sorted('-name')).rows.map(({ name }) => name)).toEqual(wanted.toReversed());
});
