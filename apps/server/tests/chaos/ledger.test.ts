import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodePng } from '@mfuko/fingerprint/png';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type WireClient } from '../../../../e2e/client.ts';
import { type RunningServer, startServer } from '../../../../e2e/server.ts';

// Servers start and end here, on a machine that may be busy with the other tests.
vi.setConfig({ testTimeout: 60_000 });

const PHONE = '254711000001';
const PIN = '274951';
const STUDENTS = ['1', '2', '3', '4'];

/** What the client knows: a key that it sent, and the receipt it was answered, if it was. */
interface Sent {
  readonly key: string;
  readonly path: 'wallet/deposit' | 'wallet/cashOutPin';
  readonly input: Record<string, unknown>;
  receipt: string | null;
  refused: boolean;
}

let server: RunningServer;
let client: WireClient;
let school: string;
const sent: Sent[] = [];

async function reconnect(): Promise<void> {
  const token = client?.token();
  client = await connect(server.url, token);
  client.actOn(school);
}

beforeAll(async () => {
  server = await startServer();
  await server.createAdmin(PHONE);
  client = await connect(server.url);
  await client.signIn(PHONE, () => server.codeFor(PHONE));
  const counties = await client.call('school/getCounties', {}, 'GET');
  const form = new FormData();
  const fields = {
    CountySYSID: counties.body[0]?.sysid,
    SchoolCode: 'C1',
    OfficialName: 'Chaos',
    ShortName: 'Chaos',
    Pobox: '1',
    Town: 'Lamu',
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  const logo = encodePng({ width: 8, height: 8, dpi: 500, pixels: new Uint8Array(64) });
  form.set('Logo', new Blob([new Uint8Array(logo)], { type: 'image/png' }), 'logo.png');
  school = String((await client.call('school/createSchool', form)).body.sysid);
  client.actOn(school);
  const { sysid } = (await client.call('school/createClass', { className: 'Grade 1' })).body;
  for (const admissionNumber of STUDENTS) {
    await client.call('student/createStudent', {
      admissionNumber,
      names: 'Amina Juma',
      classSYSID: sysid,
      checkPin: PIN,
    });
  }
}, 120_000);
afterAll(() => server?.stop());

function next(place: number): Sent {
  const admissionNumber = STUDENTS[place % STUDENTS.length];
  const out = place % 5 === 4;
  return {
    key: randomUUID(),
    path: out ? 'wallet/cashOutPin' : 'wallet/deposit',
    input: { admissionNumber, amount: 1 + (place % 97), ...(out ? { pin: PIN } : {}) },
    receipt: null,
    refused: false,
  };
}

/** Sends, or sends again; throws where the connection dies, which leaves the outcome unknown to us. */
async function send(movement: Sent): Promise<void> {
  const answer = await client.call(movement.path, movement.input, 'POST', { 'idempotency-key': movement.key });
  if (answer.status === 200) {
    const { sysid } = answer.body.receipt as { sysid: string };
    if (movement.receipt !== null) expect(sysid).toBe(movement.receipt);
    movement.receipt = sysid;
  } else if (answer.status === 422) {
    movement.refused = true;
  } else {
    throw new Error(`${movement.path} was answered ${answer.status}`);
  }
}

async function isReady(): Promise<boolean> {
  return (await fetch(`${server.url}/api/health/ready`)).ok;
}

async function sendUntilItDies(clients: number, most: number): Promise<void> {
  let dead = false;
  let place = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (!dead && place < most) {
        const movement = next(place++);
        sent.push(movement);
        await send(movement).catch(() => {
          dead = true;
        });
      }
    }),
  );
}

/** The books against the client's own list: nothing acknowledged is missing, nothing is there twice or unasked. */
async function checkBooks(): Promise<void> {
  const booked: { sysid: string; amount: number }[] = [];
  for (const admissionNumber of STUDENTS) {
    const rows = (await client.call('wallet/getStatement', { admissionNumber }, 'GET'))
      .body as unknown as typeof booked;
    const wallet = await client.call('wallet/getWallet', { admissionNumber }, 'GET');
    expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(wallet.body.balance);
    booked.push(...rows);
  }
  const receipts = sent.flatMap((movement) => movement.receipt ?? []);
  expect(new Set(receipts).size).toBe(receipts.length);
  expect(booked.map((row) => row.sysid).toSorted()).toEqual(receipts.toSorted());
}

describe('the ledger under kill -9', () => {
  it.each(['before-work', 'before-commit', 'after-commit'])(
    'loses and doubles nothing where the server dies %s',
    async (point) => {
      await server.end('SIGTERM');
      server = await startServer({ MFUKO_CRASH_AT: `${point}:${20 + Math.floor(Math.random() * 20)}` }, server.dataDir);
      await reconnect();
      await sendUntilItDies(8, 400);
      await server.ended;
      const unknown = sent.filter((movement) => movement.receipt === null && !movement.refused);
      expect(unknown.length).toBeGreaterThan(0);

      server = await startServer({}, server.dataDir);
      await reconnect();
      for (const movement of unknown) await send(movement);
      // What was acknowledged is answered alike, and moves nothing.
      for (const movement of sent.slice(-20)) await send(movement);
      await checkBooks();
    },
  );

  it('loses and doubles nothing where the database itself is killed, and finds it again without a restart', async () => {
    const from = sent.length;
    const sending = sendUntilItDies(8, 4000);
    while (sent.length < from + 60) await sleep(5);
    const [pid] = readFileSync(join(server.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await sending;
    const unknown = sent.filter((movement) => movement.receipt === null && !movement.refused);
    expect(unknown.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThan(from + 4000);

    for (let tries = 0; !(await isReady()); tries++) {
      expect(tries).toBeLessThan(200);
      await sleep(100);
    }
    for (const movement of unknown) await send(movement);
    for (const movement of sent.slice(from)) await send(movement);
    await checkBooks();
  });

  it('pays out no shilling twice from two servers at once', async () => {
    const second = await startServer({}, server.dataDir);
    try {
      const other = await connect(second.url, client.token());
      other.actOn(school);
      const cashOut = async (desk: WireClient, amount: number) => {
        const input = { admissionNumber: '1', amount, pin: PIN };
        return (await desk.call('wallet/cashOutPin', input, 'POST', { 'idempotency-key': randomUUID() })).status;
      };
      // A right PIN forgets the tries that were charged when a server died over them.
      expect(await cashOut(client, 1)).toBe(200);
      const before = Number((await client.call('wallet/getWallet', { admissionNumber: '1' }, 'GET')).body.balance);
      const amount = Math.ceil(before / 6);
      // Four at a time: five tries in flight for one student would look like five wrong PINs in a row.
      const answers = await Promise.all(
        [client, other, client, other].map(async (desk) => {
          const statuses: number[] = [];
          for (let place = 0; place < 3; place++) statuses.push(await cashOut(desk, amount));
          return statuses;
        }),
      );
      const paid = answers.flat().filter((status) => status === 200).length;
      expect(paid).toBe(Math.floor(before / amount));
      expect(answers.flat().filter((status) => status === 422)).toHaveLength(12 - paid);
      const left = Number((await other.call('wallet/getWallet', { admissionNumber: '1' }, 'GET')).body.balance);
      expect(left).toBe(before - paid * amount);
    } finally {
      await second.end('SIGTERM');
    }
  });
});
