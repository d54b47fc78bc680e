import { randomUUID } from 'node:crypto';
import * as students from '@mfuko/contract/students';
import type { Moved } from '@mfuko/contract/wallet';
import * as contract from '@mfuko/contract/wallet';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientHeaders, OFFLINE_KEY, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { makeApp } from '../../app.ts';
import type { Config } from '../../config.ts';
import { noDailyImage } from '../../gateways/dailyimage/port.ts';

const NUMBERS = ['1', '2', '3', '4', '5', '6'];
const LEFT = '7';

type App = TestServer['app'];

let server: TestServer;
/** Another server on the same database, which records each deposit in a transaction of its own. */
let alone: App;
let owner: pg.Client;

beforeAll(async () => {
  server = await openTestServer();
  alone = await anotherServer({ batchMaxCalls: 1 });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  // Replace the function in which a school's rules stand by a rule of this test.
  await owner.query(`CREATE OR REPLACE FUNCTION refused_by_rule(
      the_school uuid, the_entry_kind text, the_student uuid, the_amount bigint, the_user uuid, the_method text
    ) RETURNS jsonb LANGUAGE sql AS $$
      SELECT CASE the_amount WHEN 1300 THEN '{"problem": "wallet.over-limit", "message": "Not thirteen."}'::jsonb END $$`);
});
afterAll(async () => {
  await owner.end();
  await alone.close();
  await server.close();
});

async function anotherServer(change: Partial<Config> = {}): Promise<App> {
  const other = { ...server.context, config: { ...server.context.config, ...change } };
  const { app } = await makeApp(other, {
    dailyImage: noDailyImage,
    offlineKey: OFFLINE_KEY,
    maxEventLoopDelay: 0,
  });
  server.watchRequests(app);
  return app;
}

interface School {
  readonly id: string;
  readonly bursar: Person;
}

/** Opens a school with six students with KES 1 each, and a seventh who has left. */
async function aSchool(): Promise<School> {
  const id = await server.aSchool();
  const classSYSID = await server.aClass(id);
  const bursar = await server.aPerson('SchoolAdmin', id);
  for (const admissionNumber of [...NUMBERS, LEFT]) {
    await bursar.ask(students.createStudent, { admissionNumber, names: 'Amina Juma', classSYSID });
    expect((await pay(bursar, { admissionNumber, amount: 1 }, randomUUID())).status).toBe(200);
  }
  await owner.query(`SET app.school_id = '${id}'`);
  await owner.query(`UPDATE students SET status = 'left', left_at = now() WHERE admission_number = '${LEFT}'`);
  return { id, bursar };
}

async function payAt(app: App, bursar: Person, input: object, key: string | null) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/${contract.deposit.path}`,
    payload: input,
    headers: { ...clientHeaders(server.context, bursar.token), ...(key === null ? {} : { 'idempotency-key': key }) },
  });
  return { status: answer.statusCode, body: answer.json() as Moved & { readonly problem?: string } };
}

function pay(bursar: Person, input: object, key: string | null) {
  return payAt(server.app, bursar, input, key);
}

async function balances({ bursar }: School): Promise<number[]> {
  const list = await bursar.ask<{ balance: number }[]>(contract.getBalances, { sort: 'admissionNumber' });
  return list.body.map(({ balance }) => balance);
}

async function countOf(school: School, sql: string): Promise<number> {
  await owner.query(`SET app.school_id = '${school.id}'`);
  const { rows } = await owner.query(`SELECT (${sql})::int AS count`);
  return rows[0].count;
}

/** Locks a wallet as another transaction would; returns a function that releases the lock. */
async function hold(school: School, admissionNumber: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  await client.query(`BEGIN; SET LOCAL app.school_id = '${school.id}';
    SELECT 1 FROM accounts a JOIN students s ON s.school_id = a.school_id AND s.id = a.student_id
    WHERE a.school_id = '${school.id}' AND s.admission_number = '${admissionNumber}' FOR UPDATE OF a`);
  return () => client.end();
}

const input = fc.record({
  // One student has left, and the last number is nobody's.
  admissionNumber: fc.constantFrom(...NUMBERS, '1', '1', LEFT, '404'),
  amount: fc.constantFrom(1, 2.5, 13, 20_000, 20_000.01),
});
const request = fc.oneof(
  { weight: 6, arbitrary: fc.record({ input, key: fc.constant('new') }) },
  { weight: 1, arbitrary: fc.record({ input, key: fc.constantFrom('again', 'other input', 'none') }) },
);

it('concurrent deposits in batches give the same answers, balances and rows as sequential ones', async () => {
  const [atOnce, inTurn] = [await aSchool(), await aSchool()];
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 20, maxLength: 40 }), async (requests) => {
      const round = run++;
      const known = { admissionNumber: '2', amount: 3 };
      const used = `used ${round}`;
      const send = (app: App, { bursar }: School, place: number) => {
        const asked = requests[place];
        if (!asked) throw new TypeError('no such request');
        if (asked.key === 'again') return payAt(app, bursar, known, used);
        if (asked.key === 'other input') return payAt(app, bursar, { ...known, amount: 4 }, used);
        // The amount identifies a double press.
        if (asked.key === 'none') return payAt(app, bursar, { ...asked.input, amount: 10 + round }, null);
        return payAt(app, bursar, asked.input, `${round} ${place}`);
      };
      await pay(atOnce.bursar, known, used);
      await payAt(alone, inTurn.bursar, known, used);
      const together = await Promise.all(requests.map((_, place) => send(server.app, atOnce, place)));
      const single: Awaited<ReturnType<typeof send>>[] = [];
      for (const place of requests.keys()) single.push(await send(alone, inTurn, place));
      const told = ({ status, body }: (typeof single)[0]) => ({
        status,
        problem: body.problem,
        amount: body.amount,
        fee: body.fee,
        receipt: body.receipt?.token.length,
      });
      expect(together.map(told)).toEqual(single.map(told));
      expect(await balances(atOnce)).toEqual(await balances(inTurn));
    }),
    { numRuns: 2 },
  );
  for (const table of ['journal_entries', 'postings', 'receipts', 'audit_events', 'idempotency_keys']) {
    const counted = `SELECT count(*) FROM ${table} WHERE school_id =`;
    expect([table, await countOf(atOnce, `${counted} '${atOnce.id}'`)]).toEqual([
      table,
      await countOf(inTurn, `${counted} '${inTurn.id}'`),
    ]);
  }
  const transactions = 'SELECT count(DISTINCT xmin::text) FROM journal_entries WHERE school_id =';
  const entries = 'SELECT count(*) FROM journal_entries WHERE school_id =';
  expect(await countOf(atOnce, `${transactions} '${atOnce.id}'`)).toBeLessThan(
    await countOf(atOnce, `${entries} '${atOnce.id}'`),
  );
  expect(await countOf(inTurn, `${transactions} '${inTurn.id}'`)).toBe(
    await countOf(inTurn, `${entries} '${inTurn.id}'`),
  );
}, 60_000);

it('40 concurrent deposits with one idempotency key credit once and get one receipt', async () => {
  const school = await aSchool();
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => pay(school.bursar, { admissionNumber: '1', amount: 7 }, 'the one')),
  );
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.receipt?.sysid}`)).size).toBe(1);
  expect(await balances(school)).toEqual([8, 1, 1, 1, 1, 1, 1]);
});

it('a deposit that waits for a locked wallet does not delay the other deposits of its batch', async () => {
  const school = await aSchool();
  const release = await hold(school, '1');
  const held = pay(school.bursar, { admissionNumber: '1', amount: 5 }, randomUUID());
  const others = await Promise.all(
    NUMBERS.slice(1).map((admissionNumber) => pay(school.bursar, { admissionNumber, amount: 5 }, randomUUID())),
  );
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await Promise.race([held, Promise.resolve('waits')])).toBe('waits');
  const theirs = `SELECT count(DISTINCT xmin::text) FROM journal_entries WHERE school_id = '${school.id}' AND amount = 500`;
  expect(await countOf(school, theirs)).toBeLessThan(5);
  await release();
  expect((await held).status).toBe(200);
  expect(await balances(school)).toEqual([6, 6, 6, 6, 6, 6, 1]);
});

it('where a batch fails, its deposits are recorded one by one and only the faulty one fails', async () => {
  const school = await aSchool();
  await owner.query(`CREATE FUNCTION break_batch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.reference = 'breaks' THEN RAISE EXCEPTION 'broken'; END IF; RETURN NEW; END $$`);
  await owner.query(
    'CREATE TRIGGER break_batch BEFORE INSERT ON journal_entries FOR EACH ROW EXECUTE FUNCTION break_batch()',
  );
  try {
    const answers = await Promise.all(
      NUMBERS.map((admissionNumber, place) =>
        pay(school.bursar, { admissionNumber, amount: 2, reference: place === 3 ? 'breaks' : 'fine' }, randomUUID()),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 500, 200, 200]);
    expect(await balances(school)).toEqual([3, 3, 3, 1, 3, 3, 1]);
  } finally {
    await owner.query('DROP FUNCTION break_batch CASCADE');
  }
});

it('checks the session, the role and the school of each deposit in a batch', async () => {
  const school = await aSchool();
  const agent = await server.aPerson('CheckAgent', school.id);
  const ended = await server.aPerson('SchoolAdmin', school.id);
  const elsewhere = await aSchool();
  await server.context.db.inPlatform((tx) =>
    tx.row('UPDATE sessions SET ended_at = clock_timestamp() WHERE user_id = $1', [ended.userId]),
  );
  const from = (who: Person) => pay(who, { admissionNumber: '1', amount: 5 }, randomUUID());
  const all = [school.bursar, agent, ended, school.bursar, server.nobody(), elsewhere.bursar];
  const answers = await Promise.all(all.map(from));
  expect(answers.map(({ status }) => status)).toEqual([200, 403, 401, 200, 401, 200]);
  expect((await balances(school))[0]).toBe(11);

  await server.context.db.inPlatform((tx) =>
    tx.row(`UPDATE schools SET status = 'suspended' WHERE id = $1`, [school.id]),
  );
  expect((await Promise.all([from(school.bursar), from(school.bursar)])).map(({ status }) => status)).toEqual([
    403, 403,
  ]);
});

it('two servers that get the same 60 keys at once record each deposit once and answer alike', async () => {
  const school = await aSchool();
  const second = await anotherServer();
  const keys = Array.from({ length: 60 }, (_, place) => ({ key: randomUUID(), admissionNumber: `${1 + (place % 6)}` }));
  const send = async (app: App, { key, admissionNumber }: (typeof keys)[0]): Promise<string> => {
    const { status, body } = await payAt(app, school.bursar, { admissionNumber, amount: 1 }, key);
    // A call that waited for the other for too long is refused as busy, and the client sends it again.
    return status === 503 ? send(app, { key, admissionNumber }) : `${status} ${body.receipt?.sysid}`;
  };
  const [here, there] = await Promise.all([
    Promise.all(keys.map((one) => send(server.app, one))),
    Promise.all(keys.toReversed().map((one) => send(second, one))),
  ]);
  expect(here).toEqual(there.toReversed());
  expect(here.every((answer) => answer.startsWith('200 '))).toBe(true);
  expect(await balances(school)).toEqual([11, 11, 11, 11, 11, 11, 1]);
  await second.close();
}, 40_000);
