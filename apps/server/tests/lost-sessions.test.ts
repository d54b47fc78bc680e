import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listSources } from '../../../scripts/sources.ts';
import { withClient } from '../src/platform/database/migration-client.ts';
import { makeTestDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase('empty');
});
afterAll(() => database?.drop());

it('a terminated database session fails its statement without an uncaught exception', async () => {
  const died: unknown[] = [];
  const note = (error: unknown) => void died.push(error);
  process.on('uncaughtException', note);
  try {
    const work = withClient(database.ownerUrl, async (client) => {
      const gone = new Promise((resolve) => client.once('end', resolve));
      await client.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
      await gone;
      await client.query('SELECT 1');
    });
    await expect(work).rejects.toThrow();
    expect(died).toEqual([]);
  } finally {
    process.off('uncaughtException', note);
  }
});

it('every pg Client and Pool of the server has an error listener', () => {
  const opens = /(?:const|let) (\w+) = new pg\.(?:Client|Pool)\(/g;
  const unheard = listSources('.ts')
    .filter((file) => file.startsWith('apps/server/src/') && !/\.(test|testkit)\.ts$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
      const opened = [...text.matchAll(/new pg\.(?:Client|Pool)\(/g)].length;
      const named = [...text.matchAll(opens)];
      const heard = named.filter(([, name]) => text.includes(`${name}.on('error'`));
      return heard.length === opened ? [] : [file];
    });
  expect(unheard).toEqual([]);
});
