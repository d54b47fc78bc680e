import { createStudent, getStudents, updateStudent } from '@mfuko/contract/students';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine, see } from '../src/features/fingerprints/engine.ts';
import { print } from '../src/features/fingerprints/fingers.testkit.ts';
import { inNameOf } from '../src/platform/process/in-name-of.ts';
import { type Answered, aNumber, openTestServer, type Person, type TestServer } from './kit.ts';

const FLOOD = 40;
/** Most connections of one person: half of those that a test server opens. */
const SHARE = 5;

let server: TestServer;
let owner: pg.Client;
let watcher: pg.Client;
let school: string;
let classSYSID: string;
let flooder: Person;
let other: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  classSYSID = await server.aClass(school);
  flooder = await server.aPerson('SchoolAdmin', school);
  other = await server.aPerson('SchoolAdmin', school);
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
  watcher = new pg.Client({ connectionString: server.ownerUrl });
  await watcher.connect();
});
afterAll(async () => {
  await watcher.end();
  await owner.end();
  await server.close();
});

const create = (by: Person) =>
  by.ask<{ sysid: string }>(createStudent, {
    ...{ admissionNumber: String(5_000 + aNumber()), names: 'Neema Otieno', classSYSID, checkPin: '482613' },
  });

/** Makes all calls of the flooder at once, and that of somebody else behind them: how many of the former are answered before it. */
async function answeredBefore(flood: () => Promise<Answered>, call: () => Promise<Answered>) {
  let answered = 0;
  const flooded = Array.from({ length: FLOOD }, async () => {
    const { status } = await flood();
    answered++;
    return status;
  });
  const { status } = await call();
  const before = answered;
  return { status, before, flooded: new Set(await Promise.all(flooded)) };
}

describe('one user who floods the server with calls', () => {
  it('blocked on a row lock, holds at most half of the connections while another user is served', async () => {
    const { sysid } = (await create(other)).body;
    await owner.query('BEGIN');
    await owner.query('SELECT FROM students WHERE school_id = $1 AND id = $2 FOR UPDATE', [school, sysid]);
    const update = () => flooder.ask(updateStudent, { sysid, names: 'Neema Achieng Otieno' });
    let held = 0;
    const told = await answeredBefore(update, async () => {
      await hangs(SHARE);
      const answer = await other.ask(getStudents);
      held = await hanging();
      return answer;
    });
    await owner.query('ROLLBACK');
    expect(told.status).toBe(200);
    // All connections would be waiting for the lock, and the other user for one of them to give up.
    expect(held).toBeLessThanOrEqual(SHARE);
    expect(told.before).toBeLessThan(FLOOD / 2);
  });

  it("shares the hashing of PINs: another user's call is answered before half of the flood", async () => {
    const told = await answeredBefore(
      () => create(flooder),
      () => create(other),
    );
    expect(told).toMatchObject({ status: 200, flooded: new Set([200]) });
    expect(told.before).toBeLessThan(FLOOD / 2);
  });

  it("shares the fingerprint engine: another user's task runs before half of the flood", async () => {
    const engine = openEngine(server.context);
    const picture = print(401, 1);
    await see(engine, picture);
    // Directly at the engine: a call passes the database pool first, whose queue would hide this one.
    const order: string[] = [];
    const look = (who: string) => inNameOf(who, () => see(engine, picture)).then(() => void order.push(who));
    await Promise.all([...Array.from({ length: FLOOD }, () => look('flooder')), look('other')]);
    await engine.close();
    expect(order.indexOf('other')).toBeLessThan(FLOOD / 2);
  });
});

/** Waits until so many sessions wait for a lock. */
async function hangs(sessions: number): Promise<void> {
  while ((await hanging()) < sessions);
}

/** Returns how many sessions wait for a lock. Uses its own connection, since the server's may all be taken, and no transaction. */
async function hanging(): Promise<number> {
  const { rows } = await watcher.query<{ count: number }>(
    `SELECT count(DISTINCT l.pid)::int AS count FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE NOT l.granted AND a.datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
}
