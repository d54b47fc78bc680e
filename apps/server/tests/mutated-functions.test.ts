import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  failingDefinition,
  findSqlMutants,
  mutatedDefinition,
  readSqlFunctions,
  type SqlFunction,
} from '../../../scripts/mutate/sql-functions.ts';
import { listSources } from '../../../scripts/sources.ts';
import { makeTestDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
let client: pg.Client;
let functions: SqlFunction[];

const BODY = ` SELECT CASE WHEN amount > 100 THEN 5 ELSE 0 END `;

beforeAll(async () => {
  database = await makeTestDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query(`CREATE FUNCTION planted_fee(amount int) RETURNS int LANGUAGE sql AS $$${BODY}$$`);
  functions = await readSqlFunctions(database.ownerUrl);
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

test('a mutated SQL function replaces the original, and a failing one throws to its caller', async () => {
  const planted = functions.find(({ name }) => name === 'planted_fee(integer)');
  if (!planted) throw new Error('The planted function is not found.');
  const file = `-- Before.\nCREATE FUNCTION … AS $$${BODY}$$`;
  const mutants = findSqlMutants('planted.sql', file, [planted]);
  const boundary = mutants.find(({ change }) => change === '> → >=');
  if (!boundary) throw new Error('The boundary has no mutant.');
  expect(boundary).toMatchObject({ line: 2, sqlFunction: 'planted_fee(integer)' });
  const fee = async () => (await client.query<{ fee: number }>('SELECT planted_fee(100) AS fee')).rows[0]?.fee;
  expect(await fee()).toBe(0);
  await client.query(mutatedDefinition(planted, file, boundary));
  expect(await fee()).toBe(5);
  await client.query(failingDefinition(planted));
  await expect(fee()).rejects.toThrow('a test reaches this function');
});

test('PostgreSQL accepts every mutant of every SQL function', async () => {
  const refused: string[] = [];
  let tried = 0;
  for (const file of listSources('.sql').filter((one) => !one.endsWith('schema.sql'))) {
    const source = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    for (const mutant of findSqlMutants(file, source, functions)) {
      const made = functions.find(({ name }) => name === mutant.sqlFunction);
      if (!made) continue;
      tried += 1;
      await client.query('BEGIN');
      await client.query(mutatedDefinition(made, source, mutant)).catch((error: Error) => {
        refused.push(`${file}:${mutant.line} ${mutant.change}: ${error.message}`);
      });
      await client.query('ROLLBACK');
    }
  }
  expect(refused).toEqual([]);
  expect(tried).toBeGreaterThan(300);
});
