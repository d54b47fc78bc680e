import { createStudent } from '@mfuko/contract/students';
import { deposit } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { clientHeaders, OFFLINE_KEY, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { hearStatements, textOf } from '../../../tests/statements.testkit.ts';
import { makeApp } from '../../app.ts';
import { noDailyImage } from '../../gateways/dailyimage/port.ts';
import { proverOf } from '../../platform/audit/proof.ts';
import { type Db, openDatabase } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';

const admissionNumber = '4001';

let server: TestServer;
let bursar: Person;
/** Database of a server with a single connection, so that all statements run there. */
let db: Db;
let app: TestServer['app'];

beforeAll(async () => {
  server = await openTestServer();
  const school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  await bursar.ask(createStudent, { admissionNumber, names: 'Imani Were', classSYSID: await server.aClass(school) });
  db = openDatabase(server.appUrl, 1, null, proverOf(server.context.keys));
  const parts = { dailyImage: noDailyImage, offlineKey: OFFLINE_KEY, maxEventLoopDelay: 0 };
  ({ app } = await makeApp({ ...server.context, db }, parts));
  server.watchRequests(app);
  // Pay in once before, since the first time creates the wallet and the school's account.
  await payIn();
});
afterAll(async () => {
  await app.close();
  await db.close();
  await server.close();
});

async function payIn(): Promise<void> {
  const headers = { ...clientHeaders(server.context, bursar.token), 'idempotency-key': newId() };
  const payload = { admissionNumber, amount: 5 };
  const { statusCode, body } = await app.inject({ method: 'POST', url: `/api/${deposit.path}`, payload, headers });
  expect(statusCode, body).toBe(200);
}

it('a single deposit takes four statements, two transactions and three writes', async () => {
  const heard = await hearStatements(payIn);
  const { length: statements } = heard.statements;
  expect({ ...heard, statements }, heard.statements.join('\n')).toEqual({ statements: 4, transactions: 2, writes: 3 });
});

it('a single deposit sets a lock timeout of 50 ms', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await payIn();
    const begun = sent.mock.calls.map(([query]) => textOf(query)).filter((text) => /^BEGIN;/.test(text));
    expect(begun).toEqual([expect.stringContaining('SET LOCAL lock_timeout = 50')]);
  } finally {
    sent.mockRestore();
  }
});

it('the statements of a deposit get a generic plan per connection and are not planned again', async () => {
  for (let place = 0; place < 12; place++) await payIn();
  const planned = await db.readPlatform((tx) =>
    tx.rows<{ name: string; again: boolean }>(
      // PostgreSQL makes five custom plans before it decides on a generic one.
      `SELECT name, custom_plans > 5 AS again FROM pg_prepared_statements WHERE name <> '' AND generic_plans + custom_plans > 10 ORDER BY name`,
    ),
  );
  expect(planned).toEqual(
    ['audit', 'find-session', 'move-pocket-money', 'store-new-answer'].map((name) => ({ name, again: false })),
  );
});
