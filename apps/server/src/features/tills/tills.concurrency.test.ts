import { randomUUID } from 'node:crypto';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import * as contract from '@mfuko/contract/tills';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { openCashDesk, type TestCashDesk } from './tills.testkit.ts';

let server: TestServer;
let desk: TestCashDesk;

beforeAll(async () => {
  server = await openTestServer();
  desk = await openCashDesk(server);
}, 60_000);
afterAll(() => server.close());

function key() {
  return { key: randomUUID() };
}

/** Returns the problems of the refusals, without server.busy, which a slow machine may cause by lock timeouts. */
function whyNot(answers: readonly { problem: string | undefined }[]): Set<string> {
  return new Set(answers.flatMap(({ problem }) => (problem && problem !== 'server.busy' ? [problem] : [])));
}

/** Opens a transaction in the school on another connection, as another server would. */
async function anotherServer(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.appUrl });
  await client.connect();
  await client.query(`BEGIN; SET LOCAL app.school_id = '${desk.school}'`);
  return client;
}

async function commit(client: pg.Client): Promise<void> {
  await client.query('COMMIT');
  await client.end();
}

/** Starts a payment that has done its work and has not committed. */
async function onItsWay(who: Person, student: string, amount: number): Promise<pg.Client> {
  const client = await anotherServer();
  await client.query(
    `SELECT move_pocket_money($1, json_build_array(json_build_object(
       'id', $2::uuid, 'kind', 'cash-out', 'student', s.id, 'direction', -1, 'amount', $3::bigint, 'counter', 'till',
       'by_user', $4::uuid, 'method', 'pin', 'token', $5::text)))
     FROM students s WHERE s.school_id = $1 AND s.admission_number = $6`,
    [desk.school, randomUUID(), amount * 100, who.userId, randomUUID().slice(0, 16), student],
  );
  return client;
}

/** Waits until a query of the test's database waits for a lock. */
async function somebodyWaits(): Promise<void> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    for (let tries = 0; tries < 400; tries++) {
      const { rows } = await client.query(
        `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
         WHERE a.datname = current_database() AND NOT l.granted`,
      );
      if (rows.length > 0) return;
    }
    throw new Error('nobody waits');
  } finally {
    await client.end();
  }
}

/** Waits until a query waits for a lock of that connection. */
async function somebodyWaitsFor(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const looker = new pg.Client({ connectionString: server.ownerUrl });
  await looker.connect();
  try {
    for (let tries = 0; tries < 400; tries++) {
      const waiting = await looker.query('SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [
        rows[0]?.pid,
      ]);
      if (waiting.rowCount) return;
    }
    throw new Error('nobody waits for it');
  } finally {
    await looker.end();
  }
}

describe('concurrent till calls', () => {
  it('of five concurrent openTill calls one succeeds, and a remainder returns once', async () => {
    const agent = await desk.anAgent();
    const before = await desk.held('cash-desk');
    const answers = await Promise.all(Array.from({ length: 5 }, () => desk.open(agent, 100, {}, key())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(whyNot(answers)).toEqual(new Set(['till.already-open']));
    expect(await desk.held('cash-desk')).toBe(before - 100);
    // A till that was closed with cash in it: its remainder is returned once.
    await desk.close(agent, { counted: 100, left: 40 });
    const again = await Promise.all(Array.from({ length: 4 }, () => desk.open(agent, 10, {}, key())));
    expect(again.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await desk.held('cash-desk')).toBe(before - 10);
  });

  it('a remainder returns to the cash desk once when two openings wait for each other', async () => {
    const agent = await desk.anAgent();
    const { sysid } = (await desk.open(agent, 40)).body;
    await desk.close(agent, { counted: 40, left: 40 });
    const other = await anotherServer();
    await other.query('SELECT 1 FROM tills WHERE id = $1 FOR UPDATE', [sysid]);
    const fetched = { id: randomUUID(), kind: 'till-close', gains_till: sysid, loses: 'cash-desk', amount: 4000 };
    await other.query('SELECT move_school_money($1, $2)', [
      desk.school,
      JSON.stringify([{ ...fetched, by_user: agent.userId }]),
    ]);
    const opening = desk.open(agent, 10);
    await somebodyWaits();
    await commit(other);
    expect((await opening).body).toMatchObject({ holds: 10 });
  });

  it('of six concurrent closeTill calls one succeeds, and of four countersignatures one', async () => {
    const agent = await desk.anAgent();
    const second = await desk.anAgent();
    const { sysid } = (await desk.open(agent, 60)).body;
    const lost = await desk.held('till-variance');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, place) =>
        desk.close(place % 2 ? agent : second, { sysid, counted: 50 + place }, key()),
      ),
    );
    const [closed, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(whyNot(answers)).toEqual(new Set(['till.not-open']));
    expect(await desk.held('till-variance')).toBe(lost - (closed?.body.closing?.variance ?? 0));
    const confirmed = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const third = await desk.anAgent();
        return third.ask(contract.countersignTill, { sysid });
      }),
    );
    expect(confirmed.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('concurrent cash-outs never overdraw a till', async () => {
    const agent = await desk.anAgent();
    const students = await Promise.all(Array.from({ length: 6 }, () => desk.aStudent(500)));
    await desk.open(agent, 300);
    const answers = await Promise.all(
      students.flatMap((student) => [desk.cashOut(agent, student, 40, key()), desk.cashOut(agent, student, 30, key())]),
    );
    const paid = answers.filter(({ status }) => status === 200).reduce((sum, { body }) => sum + body.amount, 0);
    expect(whyNot(answers)).toEqual(new Set(['till.not-enough-cash']));
    expect((await desk.till(agent))?.holds).toBe(300 - paid);
    expect(paid).toBeLessThanOrEqual(300);
    expect(paid).toBeGreaterThan(260);
  });
});

describe('concurrent payments of one till', () => {
  it('a second cash-out sees what the first took out of the till', async () => {
    const agent = await desk.anAgent();
    const [one, other] = [await desk.aStudent(500), await desk.aStudent(500)];
    await desk.open(agent, 100);
    const first = await onItsWay(agent, one, 80);
    const second = desk.cashOut(agent, other, 80, key());
    await somebodyWaits();
    await commit(first);
    expect((await second).body).toMatchObject({ problem: 'till.not-enough-cash', detail: { holds: 20 } });
  });
});

describe('updateTillRules', () => {
  it('of two concurrent updates of the variance limit one is refused as changed', async () => {
    const admins = [await server.aPerson('Admin'), await server.aPerson('Admin')] as const;
    const set = (who: Person, varianceLimit: number, updated?: string) =>
      who.ask<contract.TillRules>(contract.updateTillRules, { varianceLimit, updated }, { school: desk.school });
    const { updated } = (await set(admins[0], 50)).body;
    const holder = await anotherServer();
    await holder.query('SELECT 1 FROM till_rules WHERE school_id = $1 FOR UPDATE', [desk.school]);
    const both = admins.map((who, place) => set(who, 60 + place, updated));
    const waiting = async () => (await holder.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rows.length;
    await expect.poll(waiting).toBe(2);
    await commit(holder);
    expect((await Promise.all(both)).map(({ status, problem }) => problem ?? status).sort()).toEqual([
      200,
      'record.changed',
    ]);
    expect((await set(admins[0], 100)).status).toBe(200);
  });
});

describe('closeTill', () => {
  it('waits for a payment in progress and counts it', async () => {
    const agent = await desk.anAgent();
    const student = await desk.aStudent(500);
    const { sysid } = (await desk.open(agent, 200)).body;
    const payment = await onItsWay(agent, student, 80);
    const closing = desk.close(agent, { counted: 120 });
    await somebodyWaits();
    await commit(payment);
    expect((await closing).body).toMatchObject({ sysid, paidOut: 80, closing: { expected: 120, variance: 0 } });
  });

  it('payments that wait for the close are made by the cash desk', async () => {
    const agent = await desk.anAgent();
    const student = await desk.aStudent(500);
    const { sysid } = (await desk.open(agent, 200)).body;
    const before = await desk.held('cash-desk');
    const closer = await anotherServer();
    await closer.query('SELECT 1 FROM tills WHERE id = $1 FOR UPDATE', [sysid]);
    const late = desk.cashOut(agent, student, 30, key());
    const handedIn = desk.payIn(agent, await desk.aStudent(), 7, key());
    await somebodyWaits();
    await closer.query(
      `UPDATE tills SET closed_at = now(), closed_by = user_id, expected = 20000, counted = 20000, left_in = 20000 WHERE id = $1`,
      [sysid],
    );
    await commit(closer);
    expect((await late).status).toBe(200);
    expect((await handedIn).status).toBe(200);
    expect(await desk.held('cash-desk')).toBe(before - 30 + 7);
    const report = await agent.ask(contract.getTillReport, { sysid });
    expect(report.body).toMatchObject({ holds: 200, paidOut: 0, paidIn: 0 });
  });

  it.each(['in', 'out'] as const)(
    'refuses cash %s that waited for the close, where a till is required',
    async (way) => {
      const admin = await server.aPerson('Admin');
      const demand = (requireTill: boolean) => admin.ask(updateSchoolSettings, { sysid: desk.school, requireTill });
      const agent = await desk.anAgent();
      const student = await desk.aStudent(500);
      const { sysid } = (await desk.open(agent, 200)).body;
      await demand(true);
      try {
        const before = await desk.held('cash-desk');
        const closer = await anotherServer();
        await closer.query('SELECT 1 FROM tills WHERE id = $1 FOR UPDATE', [sysid]);
        const late = way === 'in' ? desk.payIn(agent, student, 7, key()) : desk.cashOut(agent, student, 30, key());
        await somebodyWaitsFor(closer);
        await closer.query(
          `UPDATE tills SET closed_at = now(), closed_by = user_id, expected = 20000, counted = 20000, left_in = 20000 WHERE id = $1`,
          [sysid],
        );
        await commit(closer);
        expect((await late).problem).toBe('till.required');
        expect(await desk.held('cash-desk')).toBe(before);
      } finally {
        await demand(false);
      }
    },
  );

  it("each concurrent payment is in the till's count or at the cash desk", async () => {
    const agent = await desk.anAgent();
    const students = await Promise.all(Array.from({ length: 5 }, () => desk.aStudent(500)));
    const before = await desk.held('cash-desk');
    const { sysid } = (await desk.open(agent, 1000)).body;
    const payments = students.flatMap((student) => [
      desk.cashOut(agent, student, 11, key()),
      desk.payIn(agent, student, 3, key()),
    ]);
    const closing = desk.close(agent, { counted: 0, reason: 'Counted by nobody' });
    const more = students.map((student) => desk.cashOut(agent, student, 5, key()));
    const made = await Promise.all([...payments, ...more]);
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200]));
    const closed = (await closing).body;
    const moved = 5 * (11 - 3 + 5);
    expect(closed.closing?.expected).toBe(1000 - closed.paidOut + closed.paidIn);
    // Cash that the count did not find is the variance; all other cash left the cash desk.
    const gone = -(closed.closing?.variance ?? 0);
    expect(await desk.held('cash-desk')).toBe(before - gone - moved);
    const after = await agent.ask(contract.getTillReport, { sysid });
    expect(after.body).toEqual(closed);
  });
});
