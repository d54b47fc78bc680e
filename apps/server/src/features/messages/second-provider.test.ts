import { getMessageGateway } from '@mfuko/contract/messages';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunningSimulator } from '../../../../simulators/src/simulation/index.ts';
import { startSmsSimulator } from '../../../../simulators/src/sms/index.ts';
import { aNumber, openTestServer, type TestServer } from '../../../tests/kit.ts';
import { africasTalkingSms, partnerSms, type SmsGateway, tellSmsSimulator } from '../../gateways/sms/index.ts';
import type { Outcome } from './after-failure.ts';
import { enqueueMessage, sendNow } from './send.ts';
import { sendWaiting } from './waiting.ts';

const ACCOUNT = { username: 'nyota', apiKey: 'key' };
const PARTNER = { username: 'partner-7', apiKey: 'other key' };

let server: TestServer;
let school: string;
let first: RunningSimulator;
let second: RunningSimulator;

beforeAll(async () => {
  [first, second] = await Promise.all([started(), started()]);
}, 60_000);
afterAll(() => Promise.all([first.close(), second.close()]));
beforeEach(async () => {
  server = await openTestServer();
  school = await server.aSchool('Nyota');
  await calm();
});
afterEach(() => server.close());

async function started(port = 0): Promise<RunningSimulator> {
  const simulator = await startSmsSimulator({ port, clock: { now: () => 0 } });
  await tellSmsSimulator(simulator.url, ACCOUNT);
  await tellSmsSimulator(simulator.url, PARTNER);
  return simulator;
}
const portOf = ({ url }: RunningSimulator) => Number(new URL(url).port);

async function turn(simulator: RunningSimulator, path: string, body: object) {
  const response = await fetch(`${simulator.url}/simulator/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}
const CALM = { refuseEachWith: 0, busyPercent: 0, silentPercent: 0 };
const calm = () => Promise.all([first, second].map((each) => turn(each, 'knobs', CALM)));

const gateway = (): SmsGateway => ({
  ...africasTalkingSms({ ...ACCOUNT, senderId: null, baseUrl: first.url, timeoutMs: 2_000 }),
  second: partnerSms({
    partnerId: '7',
    apiKey: PARTNER.apiKey,
    senderId: 'NYOTA',
    baseUrl: second.url,
    timeoutMs: 2_000,
  }),
});
const db = () => server.context.db;
const rows = (sql: string) => db().inPlatform((tx) => tx.rows<Record<string, unknown>>(sql));

interface Written {
  readonly text: string;
  readonly id: string;
  try(): Promise<Outcome>;
}

async function write(kind = 'cash-out-receipt'): Promise<Written> {
  const text = `No. ${aNumber()}`;
  const to = `2547${String(60_000_000 + aNumber())}`;
  await db().inSchool(school, (tx) =>
    enqueueMessage(tx, server.context, { to, text, kind }, kind.endsWith('-code') ? 300 : 24 * 3600),
  );
  const [row] = await rows('SELECT id FROM sms_messages ORDER BY created_at DESC LIMIT 1');
  const id = String(row?.id);
  return { text, id, try: () => sendNow(server.context, gateway(), { id, schoolId: school }) };
}
async function send(kind?: string) {
  const written = await write(kind);
  return { ...written, outcome: await written.try() };
}

const stateOf = async (id: string) => (await rows(`SELECT state FROM sms_messages WHERE id = '${id}'`))[0]?.state;

/** Simulates the passing of time for all that waits. */
async function pass(seconds: number) {
  await db().inSchool(school, (tx) =>
    tx.row(`UPDATE sms_messages SET next_try_at = next_try_at - make_interval(secs => $1)`, [seconds]),
  );
  await db().inPlatform((tx) =>
    tx.row(
      `UPDATE sms_gateway SET primary_retry_at = primary_retry_at - make_interval(secs => $1),
         primary_failing_since = primary_failing_since - make_interval(secs => $1), probe_at = probe_at - make_interval(secs => $1)`,
      [seconds],
    ),
  );
}
async function minute() {
  await sendWaiting(server.context, gateway());
  await server.runJobs();
}

/** Counts how often a text arrived at the provider. */
async function came(simulator: RunningSimulator, { text }: { readonly text: string }): Promise<number> {
  const truth = await (await fetch(`${simulator.url}/simulator/truth`)).json();
  return (truth as { messages: { text: string }[] }).messages.filter((one) => one.text === text).length;
}
const cameTo = async (message: Written) => [await came(first, message), await came(second, message)];

describe('unreachable primary SMS provider', () => {
  it('messages surely not taken go to the second provider at once, codes too, until the primary is back', async () => {
    const port = portOf(first);
    await first.close();
    const receipt = await send();
    const code = await send('sign-in-code');
    expect([receipt.outcome, code.outcome]).toEqual(['sent', 'sent']);
    expect(await rows('SELECT unreachable_since FROM sms_gateway')).toEqual([{ unreachable_since: null }]);
    first = await started(port);
    expect(await cameTo(receipt)).toEqual([0, 1]);
    expect(await cameTo(code)).toEqual([0, 1]);

    const meanwhile = await send();
    await pass(61);
    await minute();
    const later = await send();
    expect(await cameTo(meanwhile)).toEqual([0, 1]);
    expect(await cameTo(later)).toEqual([1, 0]);
  });

  it('is an outage only if the second is unreachable too, and ends with either', async () => {
    const ports = [portOf(first), portOf(second)] as const;
    await Promise.all([first.close(), second.close()]);
    const { outcome, ...receipt } = await send();
    expect(outcome).toBe('away');
    second = await started(ports[1]);
    await pass(61);
    await minute();
    expect(await stateOf(receipt.id)).toBe('sent');
    first = await started(ports[0]);
    expect(await cameTo(receipt)).toEqual([0, 1]);
  });
});

describe('primary provider with an empty account', () => {
  it('messages go to the second, Admins are notified after ten minutes, and a text (never a code) probes the primary', async () => {
    const admin = await server.aPerson('Admin');
    await turn(first, 'knobs', { refuseEachWith: 405 });
    const receipt = await send();
    expect(receipt.outcome).toBe('sent');
    expect(await rows('SELECT stopped_until FROM sms_gateway')).toEqual([{ stopped_until: null }]);
    await turn(first, 'knobs', CALM);
    await minute();
    const told = async () =>
      (await admin.ask<NoticeRow[]>(getNotifications, {}, { method: 'GET' })).body.filter(
        ({ kind }) => kind === 'sms.second',
      );
    expect(await told()).toEqual([]);
    await pass(11 * 60);
    await minute();
    expect(await told()).toMatchObject([{ params: { why: 'the gateway refused with 405' } }]);
    const code = await send('sign-in-code');
    const text = await send();
    expect(await cameTo(code)).toEqual([0, 1]);
    expect(await cameTo(text)).toEqual([1, 0]);
    expect(await rows('SELECT primary_failing_since FROM sms_gateway')).toEqual([{ primary_failing_since: null }]);
  });
});

describe('primary provider that may have taken a message', () => {
  it('keeps the message to itself, and a code is not sent twice', async () => {
    await turn(first, 'knobs', { silentPercent: 100 });
    const receipt = await send();
    const code = await send('sign-in-code');
    expect([receipt.outcome, await stateOf(receipt.id)]).toEqual(['waits', 'waiting']);
    // The second provider was chosen for the code at once, since the first had just failed.
    expect(await cameTo(code)).toEqual([0, 1]);
    const port = portOf(first);
    expect(await came(first, receipt)).toBe(1);
    await first.close();
    for (let time = 0; time < 4; time++) {
      await pass(16 * 60);
      await minute();
    }
    expect([await stateOf(receipt.id), await came(second, receipt)]).toEqual(['waiting', 0]);
    first = await started(port);
    await pass(16 * 60);
    await minute();
    expect(await stateOf(receipt.id)).toBe('sent');
    expect(await came(second, receipt)).toBe(0);
  });

  it('a code with an unknown outcome is given up and not sent by the second', async () => {
    await turn(first, 'knobs', { silentPercent: 100 });
    const code = await send('sign-in-code');
    await pass(120);
    await minute();
    expect([await stateOf(code.id), await cameTo(code)]).toEqual(['failed', [1, 0]]);
  });

  it('a message answered as busy stays with the primary, others go to the second', async () => {
    await turn(first, 'knobs', { busyPercent: 100 });
    const receipt = await send();
    const other = await send();
    await turn(first, 'knobs', CALM);
    expect([receipt.outcome, other.outcome]).toEqual(['waits', 'sent']);
    expect(await cameTo(other)).toEqual([0, 1]);
    await pass(61);
    await minute();
    expect(await cameTo(receipt)).toEqual([1, 0]);
  });

  it('a message whose process died stays with the primary', async () => {
    const receipt = await write();
    const gone = Promise.withResolvers<never>();
    const asked = Promise.withResolvers<void>();
    const silent = () => {
      asked.resolve();
      return gone.promise;
    };
    const where = { id: receipt.id, schoolId: school };
    const dying = sendNow(server.context, { ...gateway(), send: silent }, where).catch(() => 'died');
    await asked.promise;
    const port = portOf(first);
    await first.close();
    await pass(121);
    await minute();
    expect([await stateOf(receipt.id), await came(second, receipt)]).toEqual(['waiting', 0]);
    first = await started(port);
    gone.reject(new Error('the process is gone'));
    expect(await dying).toBe('died');
  });
});

it('a code whose process died is given up and never sent twice', async () => {
  for (const dying of [gateway(), africasTalkingSms({ ...ACCOUNT, senderId: null, baseUrl: first.url })]) {
    const code = await write('sign-in-code');
    const gone = Promise.withResolvers<never>();
    const taken = Promise.withResolvers<void>();
    const send: SmsGateway['send'] = async (sms) => {
      await dying.send(sms);
      taken.resolve();
      return gone.promise;
    };
    const died = sendNow(server.context, { ...dying, send }, { id: code.id, schoolId: school }).catch(() => 'died');
    await taken.promise;
    await pass(121);
    await sendWaiting(server.context, dying);
    expect([await stateOf(code.id), await cameTo(code)]).toEqual(['failed', [1, 0]]);
    gone.reject(new Error('the process is gone'));
    expect(await died).toBe('died');
  }
});

it('a message the second provider may have taken stays with it', async () => {
  const port = portOf(first);
  await first.close();
  await turn(second, 'knobs', { silentPercent: 100 });
  const receipt = await send();
  first = await started(port);
  await turn(second, 'knobs', CALM);
  await pass(61);
  await minute();
  await pass(61);
  await minute();
  expect(await came(first, receipt)).toBe(0);
  expect(await stateOf(receipt.id)).toBe('sent');
});

it('getMessageGateway shows since when and why the second provider is used', async () => {
  const admin = await server.aPerson('Admin');
  const look = async () => (await admin.ask(getMessageGateway, {}, { method: 'GET' })).body;
  expect(await look()).toMatchObject({ second: null });
  Object.assign(server.context.config, { smsProvider: 'africastalking', smsSecond: {} });
  expect(await look()).toMatchObject({ second: { bySecond: null } });
  await turn(first, 'knobs', { refuseEachWith: 405 });
  await send();
  expect(await look()).toMatchObject({ stopped: null, second: { bySecond: { why: 'the gateway refused with 405' } } });
});
