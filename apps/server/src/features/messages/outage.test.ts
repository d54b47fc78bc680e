import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSmsSimulator } from '../../../../simulators/src/sms/index.ts';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { africasTalkingSms, tellSmsSimulator } from '../../gateways/sms/index.ts';
import { enqueueMessage, sendNow } from './send.ts';
import { sendWaiting } from './waiting.ts';

const ACCOUNT = { username: 'nyota', apiKey: 'key' };
const MINUTES = 60;
const HOURS = 60 * MINUTES;

let server: TestServer;
let school: string;
let simulator: Awaited<ReturnType<typeof startSmsSimulator>>;
let bursar: Person;
let admin: Person;
let port: number;

beforeAll(async () => {
  simulator = await startSmsSimulator({ port: 0, clock: { now: () => 0 } });
  await tellSmsSimulator(simulator.url, ACCOUNT);
  port = Number(new URL(simulator.url).port);
}, 60_000);
afterAll(() => simulator.close());
beforeEach(async () => {
  server = await openTestServer();
  school = await server.aSchool('Nyota');
  [bursar, admin] = await Promise.all([server.aPerson('SchoolAdmin', school), server.aPerson('Admin')]);
});
afterEach(() => server.close());

/** Takes the provider off the network: nothing listens at its port any more. */
async function goAway() {
  await simulator.close();
}
async function comeBack() {
  simulator = await startSmsSimulator({ port, clock: { now: () => 0 } });
  await tellSmsSimulator(simulator.url, ACCOUNT);
}

const gateway = () =>
  africasTalkingSms({ ...ACCOUNT, senderId: null, baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 2_000 });
const db = () => server.context.db;

/** Writes messages to guardians of the school, and tries each as its job does. Returns their texts. */
async function write(many: number, kind = 'cash-out-receipt', lifeSeconds = 24 * HOURS): Promise<string[]> {
  const texts = Array.from({ length: many }, () => `No. ${aNumber()}`);
  for (const text of texts) {
    const to = `2547${String(60_000_000 + aNumber())}`;
    await db().inSchool(school, (tx) => enqueueMessage(tx, server.context, { to, text, kind }, lifeSeconds));
  }
  const fresh = await rows(`SELECT id FROM sms_messages WHERE state = 'waiting' AND tries = 0 ORDER BY created_at`);
  for (const { id } of fresh) await sendNow(server.context, gateway(), { id: String(id), schoolId: school });
  return texts;
}

const rows = (sql: string) => db().inPlatform((tx) => tx.rows<Record<string, unknown>>(sql));
const states = async () =>
  Object.fromEntries(
    (await rows('SELECT state, count(*)::int AS n FROM sms_messages GROUP BY state')).map(({ state, n }) => [state, n]),
  );

/** Simulates the passing of time: shifts all times of messages and of the gateway into the past. */
async function pass(seconds: number) {
  await db().inSchool(school, (tx) =>
    tx.row(
      `UPDATE sms_messages SET created_at = created_at - make_interval(secs => $1), state_at = state_at - make_interval(secs => $1),
         expires_at = expires_at - make_interval(secs => $1), next_try_at = next_try_at - make_interval(secs => $1)`,
      [seconds],
    ),
  );
  const older = (table: string, columns: readonly string[]) =>
    `UPDATE ${table} SET ${columns.map((one) => `${one} = ${one} - make_interval(secs => $1)`).join(', ')}`;
  await db().inSchool(school, (tx) => tx.row(older('sms_outage_alerts', ['expired_since']), [seconds]));
  await db().inPlatform(async (tx) => {
    await tx.row(older('sms_gateway', ['stopped_until', 'probe_at']), [seconds]);
    // An outage is identified by its beginning, so the record of notified schools is shifted along.
    await tx.row(older('sms_gateway', ['unreachable_since']), [seconds]);
    await tx.row(older('sms_outage_alerts', ['outage']), [seconds]);
  });
  await db().inSchool(school, (tx) => tx.row(older('sms_outage_alerts', ['outage']), [seconds]));
}

/** Runs the job of each minute, and the notices that it queued. */
async function minute(by = gateway()) {
  await sendWaiting(server.context, by);
  await server.runJobs();
}

async function told(person: Person, kind: string): Promise<NoticeRow[]> {
  const { body } = await person.ask<NoticeRow[]>(getNotifications, {}, { method: 'GET' });
  return body.filter((one) => one.kind === kind);
}

async function arrived(): Promise<string[]> {
  const truth = await (await fetch(`${simulator.url}/simulator/truth`)).json();
  return (truth as { messages: { text: string }[] }).messages.map(({ text }) => text);
}

describe('provider outage', () => {
  it('messages of a 50-minute outage wait, are announced once and sent in order afterwards', async () => {
    await goAway();
    const texts = await write(3);
    await minute();
    expect(await told(bursar, 'sms.outage')).toEqual([]);
    for (let gone = 0; gone < 10; gone++) {
      await pass(5 * MINUTES);
      await minute();
    }
    texts.push(...(await write(2)));
    expect(await states()).toEqual({ waiting: 5 });
    expect(await told(bursar, 'sms.outage')).toMatchObject([{ params: { count: 3 } }]);
    expect(await told(admin, 'sms.outage')).toMatchObject([{ severity: 'urgent', params: { count: 3 } }]);
    expect(String((await told(bursar, 'sms.outage'))[0]?.params.since)).toMatch(/^\d\d:\d\d$/);
    expect(await told(bursar, 'sms.outage-over')).toEqual([]);

    await comeBack();
    await pass(30);
    await minute();
    expect(await states()).toEqual({ sent: 5 });
    expect(await arrived()).toEqual(texts);
    await minute();
    for (const person of [bursar, admin]) {
      expect(await told(person, 'sms.outage-over')).toHaveLength(1);
      expect(await told(person, 'sms.outage')).toHaveLength(1);
      expect(await told(person, 'sms.expired')).toEqual([]);
    }
  });

  it('an unreachable provider is probed every half minute at most, by no message', async () => {
    let asked = 0;
    let sent = 0;
    const down = createServer((request, response) => {
      if (request.method === 'POST') sent++;
      else asked++;
      response.writeHead(503).end();
    });
    await new Promise<void>((done) => down.listen(0, '127.0.0.1', done));
    const baseUrl = `http://127.0.0.1:${(down.address() as AddressInfo).port}`;
    const busy = africasTalkingSms({ ...ACCOUNT, senderId: null, baseUrl });
    for (let each = 0; each < 20; each++) {
      const sms = { to: `2547${String(60_000_000 + aNumber())}`, text: 'x', kind: 'cash-out-receipt' };
      await db().inSchool(school, (tx) => enqueueMessage(tx, server.context, sms, 24 * HOURS));
    }
    for (const { id } of await rows('SELECT id FROM sms_messages'))
      await sendNow(server.context, busy, { id: String(id), schoolId: school });
    for (let time = 0; time < 5; time++) await minute(busy);
    expect([sent, asked]).toEqual([1, 0]);
    await pass(6);
    for (let time = 0; time < 5; time++) await minute(busy);
    expect([sent, asked]).toEqual([1, 1]);
    down.close();
    down.closeAllConnections();
  });

  it('an expired code is not sent after the outage, while a receipt is', async () => {
    await goAway();
    const [receipt] = await write(1);
    const [code] = await write(1, 'sign-in-code', 5 * MINUTES);
    await pass(4 * MINUTES);
    await minute();
    expect(await states()).toEqual({ waiting: 2 });
    await pass(2 * MINUTES);
    await comeBack();
    await minute();
    expect(await rows('SELECT kind, state FROM sms_messages ORDER BY kind')).toEqual([
      { kind: 'cash-out-receipt', state: 'sent' },
      { kind: 'sign-in-code', state: 'failed' },
    ]);
    const came = await arrived();
    expect([came.includes(receipt ?? ''), came.includes(code ?? '')]).toEqual([true, false]);
  });

  it('during an outage a code is tried once and sent first afterwards', async () => {
    await goAway();
    await write(1);
    let tries = 0;
    const counted = {
      ...gateway(),
      send: (sms: Parameters<ReturnType<typeof gateway>['send']>[0]) => {
        tries++;
        return gateway().send(sms);
      },
    };
    const code = { to: `2547${String(60_000_000 + aNumber())}`, text: '123456', kind: 'sign-in-code' };
    await db().inSchool(school, (tx) => enqueueMessage(tx, server.context, code, 5 * MINUTES));
    const [found] = await rows(`SELECT id FROM sms_messages WHERE kind = 'sign-in-code'`);
    const where = { id: String(found?.id), schoolId: school };
    expect(await sendNow(server.context, counted, where)).toBe('away');
    expect(await sendNow(server.context, counted, where)).toBe('away');
    expect(tries).toBe(1);
    await comeBack();
    await pass(30);
    await minute();
    // Codes are sent before older messages.
    expect((await arrived()).slice(-2)[0]).toBe('123456');
    expect(await states()).toEqual({ sent: 2 });
  });

  it('messages older than a day are given up, with one notice of their number afterwards', async () => {
    await goAway();
    await write(6);
    await minute();
    await pass(24 * HOURS + 30 * MINUTES);
    await minute();
    expect(await states()).toEqual({ failed: 6 });
    await write(2);
    await pass(30 * MINUTES);
    await minute();
    expect(await told(bursar, 'sms.expired')).toEqual([]);
    await comeBack();
    await pass(30);
    await minute();
    await minute();
    expect(await states()).toEqual({ failed: 6, sent: 2 });
    expect(await told(bursar, 'sms.expired')).toMatchObject([{ params: { count: 6 } }]);
    expect(await told(bursar, 'sms.unreached')).toEqual([]);
    expect(await told(admin, 'sms.failed')).toEqual([]);
    const month = await db().inSchool(school, (tx) => tx.rows('SELECT cost FROM sms_months'));
    expect(month).toEqual([{ cost: 16_000n }]);
  });

  it('messages given up during an outage are announced every six hours at most', async () => {
    await goAway();
    await write(2);
    await minute();
    await pass(24 * HOURS);
    await minute();
    await pass(6 * HOURS);
    await minute();
    await minute();
    expect(await told(bursar, 'sms.expired')).toMatchObject([{ params: { count: 2 } }]);
    await comeBack();
  });
});

describe('temporarily refused message', () => {
  it('is retried for its whole life at growing intervals', async () => {
    await knobs({ refuseEachWith: 500 });
    await write(1);
    const tries = async () => Number((await rows('SELECT tries FROM sms_messages'))[0]?.tries);
    expect(await tries()).toBe(1);
    await minute();
    expect(await tries()).toBe(1);
    await pass(31);
    await minute();
    expect(await tries()).toBe(2);
    for (let quarter = 0; quarter < 90; quarter++) {
      await pass(15 * MINUTES);
      await sendWaiting(server.context, gateway());
    }
    expect(await tries()).toBe(92);
    expect(await states()).toEqual({ waiting: 1 });
    await knobs({ refuseEachWith: 0 });
    await pass(15 * MINUTES);
    await minute();
    expect(await states()).toEqual({ sent: 1 });
  });

  it('is sent although its job was lost', async () => {
    const sms = { to: `2547${String(60_000_000 + aNumber())}`, text: 'x', kind: 'cash-out-receipt' };
    await db().inSchool(school, (tx) => enqueueMessage(tx, server.context, sms, 24 * HOURS));
    await pass(2 * MINUTES);
    await minute();
    expect(await states()).toEqual({ sent: 1 });
  });
});

it('a message with an unknown outcome is sent six times at most, a code once', async () => {
  await knobs({ silentPercent: 100 });
  await write(1);
  const sent = async () => (await arrived()).length;
  const before = await sent();
  for (let quarter = 0; quarter < 94; quarter++) {
    await pass(15 * MINUTES);
    await sendWaiting(server.context, gateway());
  }
  await server.runJobs();
  expect((await sent()) - before).toBe(5);
  expect(await states()).toEqual({ failed: 1 });
  expect(await told(bursar, 'sms.unreached')).toHaveLength(1);
  await db().inPlatform((tx) => tx.row('UPDATE sms_gateway SET unreachable_since = NULL, probe_at = NULL'));
  const then = await sent();
  await write(1, 'sign-in-code', 5 * MINUTES);
  await pass(60);
  await minute();
  expect((await sent()) - then).toBe(1);
  await knobs({ silentPercent: 0 });
});

async function knobs(turned: object) {
  const response = await fetch(`${simulator.url}/simulator/knobs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(turned),
  });
  expect(response.status).toBe(200);
}
