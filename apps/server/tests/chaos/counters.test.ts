import { randomUUID } from 'node:crypto';
import { encodePng } from '@mfuko/fingerprint/decoding/png';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type WireClient } from '../../../../e2e/client.ts';
import { type RunningServer, startServer } from '../../../../e2e/server.ts';

// Servers start here, on a machine that may be busy with the other tests.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const PHONE = '254711000002';
const PIN = '274951';
const PRICE = 10;
const ROUNDS = 200;
/** Rounds that run at once; one child in each, for five tries in flight would look like five wrong PINs. */
const CHILDREN = ['1', '2', '3', '4'];

let first: RunningServer;
let second: RunningServer;
let counters: readonly [WireClient, WireClient];

beforeAll(async () => {
  first = await startServer();
  await first.createAdmin(PHONE);
  const client = await connect(first.url);
  await client.signIn(PHONE, () => first.codeFor(PHONE));
  const counties = await client.call('school/getCounties', {}, 'GET');
  const form = new FormData();
  const fields = { SchoolCode: 'L1', OfficialName: 'Lunch', ShortName: 'Lunch', Pobox: '1', Town: 'Lamu' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('CountySYSID', String(counties.body[0]?.sysid));
  const logo = encodePng({ width: 8, height: 8, dpi: 500, pixels: new Uint8Array(64) });
  form.set('Logo', new Blob([new Uint8Array(logo)], { type: 'image/png' }), 'logo.png');
  const school = String((await client.call('school/createSchool', form)).body.sysid);
  client.actOn(school);
  second = await startServer({ SHARED_FOLDER: 'true' }, first.dataDir);
  const other = await connect(second.url, client.token());
  other.actOn(school);
  counters = [client, other];
  const { sysid: classSYSID } = (await client.call('school/createClass', { className: 'Grade 1' })).body;
  for (const admissionNumber of CHILDREN) {
    await client.call('student/createStudent', { admissionNumber, names: 'Amina Juma', classSYSID, checkPin: PIN });
    await client.call('wallet/deposit', { admissionNumber, amount: 20_000 });
  }
});
afterAll(async () => {
  await second?.end('SIGTERM');
  await first?.stop();
});

/** Both counters ask for the same at once; what each was answered. */
async function atBoth(path: string, input: Record<string, unknown>): Promise<string[]> {
  const answers = await Promise.all(
    counters.map((counter) => counter.call(path, input, 'POST', { 'idempotency-key': randomUUID() })),
  );
  return answers.map(({ status, body }) => (status === 200 ? 'served' : String(body.problem))).toSorted();
}

/** Each round's answers; four children at a time, so that the two processes meet in the database under load. */
async function playRounds(round: (child: string, turn: number) => Promise<string[]>): Promise<string[][]> {
  const played: string[][] = [];
  let turn = 0;
  await Promise.all(
    CHILDREN.map(async (child) => {
      while (turn < ROUNDS) played.push(await round(child, turn++));
    }),
  );
  return played;
}

async function balances(): Promise<number> {
  let sum = 0;
  for (const admissionNumber of CHILDREN) {
    sum += Number((await counters[0].call('wallet/getWallet', { admissionNumber }, 'GET')).body.balance);
  }
  return sum;
}

describe('two servers racing for the last piece of one student', () => {
  it(`hand out one plate, ${ROUNDS} times`, async () => {
    const before = await balances();
    const played = await playRounds(async (admissionNumber, turn) => {
      const item = { name: `Plate ${turn}`, quantityPerPerson: 2, price: PRICE };
      const menuItemSYSID = (await counters[0].call('school/createMenu', item)).body.sysid;
      const meal = { menuItemSYSID, admissionNumber, pin: PIN };
      // The first plate is handed out undisturbed, so that a row exists to be locked when both ask for the last one.
      expect(await counters[turn % 2]?.call('check/consumeMenuPin', meal)).toMatchObject({ status: 200 });
      return atBoth('check/consumeMenuPin', meal);
    });
    expect(played).toHaveLength(ROUNDS);
    expect(new Set(played.map(String))).toEqual(new Set(['canteen.over-quantity,served']));
    expect((await counters[1].call('reports/menuTracking', {}, 'GET')).body).toHaveLength(2 * ROUNDS);
    expect(await balances()).toBe(before - 2 * ROUNDS * PRICE);
  });

  it(`hand out one piece of an item, and give its money back once, ${ROUNDS} times`, async () => {
    const before = await balances();
    const played = await playRounds(async (admissionNumber, turn) => {
      const item = { admissionNumber, itemName: `Tie ${turn}`, quantity: 1, price: PRICE };
      const { sysid } = (await counters[0].call('student/createItem', item)).body;
      const out = await atBoth('student/handOutItem', { sysid, quantity: 1 });
      const back = await atBoth('student/returnItem', { sysid, quantity: 1, reason: 'Too small' });
      return [...out, ...back];
    });
    expect(played).toHaveLength(ROUNDS);
    const once = 'item.over-quantity,served';
    expect(new Set(played.map(String))).toEqual(new Set([`${once},${once}`]));
    expect(await balances()).toBe(before);
  });
});
