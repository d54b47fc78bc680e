import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { aKnownChild } from './known-child.testkit.ts';

/** Tables of which an erasure empties columns, each with one of its text or number columns and another value for it. */
const EMPTIED = {
  gate_events: ['override_reason', `'made up'`],
  bus_events: ['override_reason', `'made up'`],
  meals: ['longitude', '1.5'],
  item_events: ['reason', `'made up'`],
} as const;

let server: TestServer;
let owner: pg.Client;

beforeAll(async () => {
  server = await openTestServer();
  const school = await server.aSchool();
  const head = await server.aPerson('SchoolAdmin', school);
  await aKnownChild(server, head, await server.aClass(school));
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SELECT set_config('app.school_id', $1, false)`, [school]);
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

describe.for(Object.entries(EMPTIED))('a row of %s', ([table, [column, another]]) => {
  const change = (what: string) => owner.query(`UPDATE ${table} SET ${what}`);

  it('is changed and removed by nobody, the owner of the database among them', async () => {
    await expect(change(`at = at - interval '1 day'`)).rejects.toThrow(/append-only/);
    await expect(change(`${column} = NULL, at = at - interval '1 day'`)).rejects.toThrow(/append-only/);
    await expect(owner.query(`DELETE FROM ${table}`)).rejects.toThrow(/append-only/);
  });

  it('is given no other text or place, and only emptied', async () => {
    await expect(change(`${column} = ${another}`)).rejects.toThrow(/append-only/);
    expect((await change(`${column} = NULL`)).rowCount).toBeGreaterThan(0);
    await expect(change(`${column} = ${another}`)).rejects.toThrow(/append-only/);
  });
});
