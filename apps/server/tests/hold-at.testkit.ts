import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect } from 'vitest';
import { PLATFORM_SCHOOL } from '../src/platform/database/database.ts';
import { makeTestDatabase } from './database.ts';
import { openTestServer, type TestServer } from './kit.ts';
import { isBlocked } from './lock-waits.testkit.ts';
import { asOwner } from './owner.testkit.ts';

/** Advisory lock keys that the product does not use: one to wait at, and one to identify waiters. */
const GATE = 7_310_001;
const FIRST = 7_310_002;

/** Opens a server whose lock timeouts are long enough for a test that holds a call (`meet`). */
export async function openPatientServer(
  env: Record<string, string> = {},
  parts: Parameters<typeof openTestServer>[1] = {},
): Promise<TestServer> {
  const database = await makeTestDatabase();
  const appUrl = new URL(database.appUrl);
  for (const limit of ['statement_timeout', 'lock_timeout']) appUrl.searchParams.set(limit, '60000');
  const given = { database: { ...database, appUrl: appUrl.href }, masterKey: randomBytes(32) };
  const server = await openTestServer(env, parts, given);
  await asOwner(
    server,
    PLATFORM_SCHOOL,
    `CREATE FUNCTION hold_here() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF pg_try_advisory_xact_lock(${FIRST}) THEN
         PERFORM pg_advisory_xact_lock_shared(${GATE});
       END IF;
       RETURN coalesce(NEW, OLD);
     END $$`,
  );
  return server;
}

/** Answers of the held call and of the other one, and whether the second had to wait for the first. */
export interface Met<One, Other> {
  readonly one: One;
  readonly other: Other;
  readonly waited: boolean;
}

/**
 * Sends one call, holds it when it writes to a table, and sends the other. The first call continues once the second waits for a lock, or
 * has ended without waiting.
 */
export async function interleaveCalls<One, Other>(
  server: TestServer,
  school: string,
  table: string,
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<Met<One, Other>> {
  const trigger = `hold_here BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION hold_here()`;
  await asOwner(server, school, `CREATE TRIGGER ${trigger}`);
  const open = await shut(server);
  try {
    const first = one();
    expect(await isBlocked(server, first)).toBe(true);
    const second = other();
    const waited = await isBlocked(server, second, 2);
    await open();
    return { one: await first, other: await second, waited };
  } finally {
    await open();
    await asOwner(server, school, `DROP TRIGGER hold_here ON ${table}`);
  }
}

/** Closes the gate; returns the function that opens it. */
async function shut({ ownerUrl }: TestServer): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query('SELECT pg_advisory_lock($1)', [GATE]);
  let ended: Promise<void> | undefined;
  // The locks end with the session.
  return () => (ended ??= client.end());
}
