import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { APP_ROLE } from '../apps/server/src/platform/database/app-role.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { PGBOUNCER, type PgBouncer, startPgBouncer } from '../apps/server/tests/pgbouncer.testkit.ts';
import { connect, type WireClient } from './client.ts';
import { copyFolder } from './copy-folder.ts';
import { startProxy } from './proxy.ts';
import { type RunningServer, runServer } from './server.ts';

// People, students and PINs of the demo school.
const BURSAR = '254700000002';
const GUARD = '254700000003';
const PIN = '274951';
const PAID = '4010';
const CHECKED = '4011';
const LOCKED = '4012';
const IMPORTED = '98001';

let dataDir: string;
let postgres: EmbeddedPostgres;
let pooler: PgBouncer;
let servers: RunningServer[] = [];
let proxy: Server;
/** Clients behind the proxy: each call goes to the next server in turn. */
let bursar: WireClient;
let guard: WireClient;
/** Expected receipts once each cash-out has been reported. */
let due = 0;

const proxyUrl = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
/** One connection a call, so that the calls of one client take turns between the servers. */
const EACH_ALONE = { connection: 'close' };

async function balanceOf(number: string): Promise<number> {
  const { body } = await bursar.call('student/getStudent', { admissionNumber: number }, 'GET', EACH_ALONE);
  return Number(body.balance);
}

interface Sent {
  readonly to: string;
  readonly text: string;
  readonly kind: string;
}
const sent = (): Sent[] =>
  readFileSync(join(dataDir, 'sms-outbox.ndjson'), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Sent);

const receipts = () => sent().filter(({ kind }) => kind === 'cash-out-receipt');

const pay = (server: WireClient, amount: number, key: string) =>
  server.call('wallet/deposit', { admissionNumber: PAID, amount, reference: '' }, 'POST', {
    ...EACH_ALONE,
    'idempotency-key': key,
  });

async function signIn(phone: string): Promise<WireClient> {
  const client = await connect(proxyUrl());
  await client.signIn(phone, () => servers[0]?.codeFor(phone) ?? Promise.reject(new Error('no server')));
  return client;
}

describe.skipIf(PGBOUNCER === null)('two servers on one database, behind a proxy and a pooler', () => {
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'mfuko-journey-'));
    copyFolder(inject('preparedFolders').demo, dataDir);
    rmSync(join(dataDir, 'postgres.port'), { force: true });
    postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    const app = new URL(postgres.ownerUrl);
    app.username = APP_ROLE;
    app.password = readFileSync(join(dataDir, 'keys/database-app.key'), 'utf8').trim();
    // Fewer sessions than the two pools have: each transaction gets whichever is free.
    pooler = await startPgBouncer([app.href], 5);
    const env = { SEED: 'demo', SHARED_FOLDER: 'true', DATABASE_POOLER_URL: pooler.through(app.href) };
    servers = [await runServer(env, dataDir), await runServer(env, dataDir)];
    proxy = await startProxy(servers);
  });
  afterAll(async () => {
    proxy?.close();
    for (const server of servers) await server.end('SIGTERM');
    await postgres?.stop();
    await pooler?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('a sign-in code sent by one server is accepted at the other, and the session is valid at both', async () => {
    bursar = await signIn(BURSAR);
    guard = await signIn(GUARD);
    for (const { url } of servers) {
      const there = await connect(url, bursar.token());
      expect((await there.call('student/getStudent', { admissionNumber: PAID }, 'GET')).status).toBe(200);
    }
  });

  it('a deposit whose idempotency key reaches both servers at once is booked once', async () => {
    const before = await balanceOf(PAID);
    const clients = await Promise.all(servers.map(({ url }) => connect(url, bursar.token())));
    const keys = Array.from({ length: 10 }, () => crypto.randomUUID());
    const answers = await Promise.all(keys.flatMap((key) => clients.map((client) => pay(client, 50, key))));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const receipts = answers.map(({ body }) => (body.receipt as { sysid: string }).sysid);
    expect(new Set(receipts).size).toBe(keys.length);
    expect(await balanceOf(PAID)).toBe(before + 500);
  });

  it('concurrent cash-outs at two servers never exceed the balance', async () => {
    const before = await balanceOf(PAID);
    const told = receipts().length;
    const each = Math.ceil(before / 3.5 / 50) * 50;
    const clients = await Promise.all(servers.map(({ url }) => connect(url, bursar.token())));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, place) =>
        clients[place % 2]?.call(
          'wallet/cashOutPin',
          { admissionNumber: PAID, amount: each, pin: PIN, userName: BURSAR },
          'POST',
          { 'idempotency-key': crypto.randomUUID() },
        ),
      ),
    );
    const paid = answers.filter((answer) => answer?.status === 200);
    const fees = paid.reduce((sum, answer) => sum + Number(answer?.body.fee), 0);
    due = told + paid.length;
    expect(paid.length).toBeGreaterThan(0);
    expect(paid.length).toBeLessThan(8);
    const after = await balanceOf(PAID);
    expect(after).toBe(before - paid.length * each - fees);
    expect(after).toBeGreaterThanOrEqual(0);
  });

  it('a second check-in is refused by the other server', async () => {
    const statuses: string[] = [];
    for (const { url } of servers) {
      const there = await connect(url, guard.token());
      const { body } = await there.call('check/inPin', { admissionNumber: CHECKED, pin: PIN }, 'POST', {
        'idempotency-key': crypto.randomUUID(),
      });
      statuses.push(String(body.problem ?? 'recorded'));
    }
    expect(statuses).toEqual(['recorded', 'gate.already-in']);
  });

  it('two servers count wrong PINs together, and one streams the lock that the other set', async () => {
    const there = await connect(servers[1]?.url ?? '', bursar.token());
    const heard = listen(there);
    const clients = await Promise.all(servers.map(({ url }) => connect(url, guard.token())));
    const problems: string[] = [];
    for (let tries = 0; tries < 8 && problems.at(-1) !== 'pin.locked'; tries++) {
      const answer = await clients[tries % 2]?.call('check/inPin', { admissionNumber: LOCKED, pin: '905172' }, 'POST', {
        'idempotency-key': crypto.randomUUID(),
      });
      problems.push(String(answer?.body.problem));
    }
    expect(problems.at(-1)).toBe('pin.locked');
    expect([...new Set(problems.slice(0, -1))]).toEqual(['pin.wrong']);
    expect(await heard).toContain('pin.locked');
  });

  it('a roll imported by one server is found at the other', async () => {
    const sheet = `ADM NO.,First Name,Surname,Class,PIN\n${IMPORTED},Amina,Otieno,Form 1,482613\n`;
    const form = new FormData();
    form.set('Students', new Blob([sheet], { type: 'text/csv' }), 'roll.csv');
    form.set('createClasses', 'true');
    const [one, two] = await Promise.all(servers.map(({ url }) => connect(url, bursar.token())));
    const taken = await one?.call('school/uploadStudents', form, 'POST', { 'idempotency-key': crypto.randomUUID() });
    expect(taken?.body).toMatchObject({ created: 1, errors: [] });
    const found = await two?.call('student/getStudent', { admissionNumber: IMPORTED }, 'GET');
    expect(found?.body).toMatchObject({ admissionNumber: IMPORTED });
  });

  it('each cash-out is reported in exactly one message', async () => {
    await expect.poll(() => receipts().length, { timeout: 60_000 }).toBe(due);
    const texts = receipts().map(({ to, text }) => `${to} ${text}`);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('a session ended at one server is rejected at the other', async () => {
    const leaving = await connect(servers[0]?.url ?? '', guard.token());
    expect((await leaving.call('auth/logout')).status).toBe(200);
    const left = await connect(servers[1]?.url ?? '', guard.token());
    expect((await left.call('check/onCampus', {}, 'GET')).status).toBe(401);
  });

  it('calls and messages continue at the other server when one is killed', async () => {
    await servers[0]?.end('SIGKILL');
    const before = await balanceOf(PAID);
    const count = sent().length;
    expect((await pay(bursar, 70, crypto.randomUUID())).status).toBe(200);
    expect(await balanceOf(PAID)).toBe(before + 70);
    const paid = await bursar.call(
      'wallet/cashOutPin',
      { admissionNumber: PAID, amount: 20, pin: PIN, userName: BURSAR },
      'POST',
      { ...EACH_ALONE, 'idempotency-key': crypto.randomUUID() },
    );
    expect(paid.body).toMatchObject({ amount: 20 });
    await expect.poll(() => sent().length, { timeout: 60_000 }).toBeGreaterThan(count);
  });
});

/** Reads the kinds of notices from a stream, until the lock of a PIN is among them. */
async function listen(client: WireClient): Promise<string> {
  const answer = await client.stream('notifications/stream');
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let told = '';
  while (reader && !told.includes('pin.locked')) {
    const { value, done } = await reader.read();
    if (done) break;
    told += value;
  }
  await reader?.cancel();
  return told;
}
