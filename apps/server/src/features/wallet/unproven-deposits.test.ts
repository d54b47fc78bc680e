// A stolen session may fill an accomplice's wallet up to a bound, and no further.
import { randomBytes } from 'node:crypto';
import { stepUp } from '@mfuko/contract/second-factor';
import { settleFactor } from '@mfuko/contract/staff';
import { createStudent } from '@mfuko/contract/students';
import { type DepositRoom, deposit, getDepositRoom, getWallet } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import type { Actor } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { anAuthenticator, anotherSession } from '../session/second-factor.testkit.ts';
import { findRoom, holdRoom } from './unproven-deposits.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  APP_WIRE_KEY: 'Kq7fTz2mWv9xLb4h',
  MASTER_KEY: randomBytes(32).toString('base64'),
  AFRICASTALKING_USERNAME: 'school',
  AFRICASTALKING_API_KEY: 'key',
  PUBLIC_URL: 'https://shule.example',
  TIME_SERVER: 'none',
};
const admissionNumber = '4001';

let server: TestServer;
let school: string;
let bursar: Person;
let phone: Awaited<ReturnType<typeof anAuthenticator>>;

/** Pays in: with a key in a batch, without a key alone. */
const pays = (amount: number, key: string | undefined = newId(), who = bursar, number = admissionNumber) =>
  who.ask(deposit, { admissionNumber: number, amount }, key === '' ? {} : { key });
const balance = async () => (await bursar.ask<{ balance: number }>(getWallet, { admissionNumber })).body.balance;
const room = async (who = bursar) => (await who.ask<{ room: DepositRoom | null }>(getDepositRoom)).body.room;
async function opensSchool(): Promise<void> {
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  await bursar.ask(createStudent, { admissionNumber, names: 'Imani Were', classSYSID: await server.aClass(school) });
}
/** Dates the deposits and proofs back. */
async function goesOn(time: string): Promise<void> {
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  try {
    await owner.query(
      `BEGIN; SET LOCAL app.school_id = '${school}'; ALTER TABLE journal_entries DISABLE TRIGGER append_only`,
    );
    await owner.query('UPDATE journal_entries SET at = at - $1::interval WHERE by_user = $2', [time, bursar.userId]);
    await owner.query('ALTER TABLE journal_entries ENABLE TRIGGER append_only; COMMIT');
  } finally {
    await owner.end();
  }
  await server.context.db.inPlatform((tx) =>
    tx.row(
      'UPDATE sessions SET stepped_up_at = stepped_up_at - $1::interval, proven_at = proven_at - $1::interval WHERE user_id = $2',
      [time, bursar.userId],
    ),
  );
}

describe('deposit bound without step-up, for users with a second factor', () => {
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await opensSchool();
    phone = await anAuthenticator(bursar);
  });

  it.each([
    ['in a batch', undefined],
    ['alone', ''],
  ])('accepts KES 50,000 %s and then asks for a step-up', async (_way, key) => {
    for (const amount of [20_000, 19_999, 10_001]) expect((await pays(amount, key)).status).toBe(200);
    const refused = await pays(1, key);
    expect([refused.status, refused.problem]).toEqual([403, 'session.step-up']);
    expect(refused.body).toHaveProperty('detail', { hasFactor: true, why: 'paid-in', limit: 50_000 });
    expect(await balance()).toBe(50_000);
    await bursar.ask(stepUp, { totp: phone.code() });
    expect((await pays(1, key)).status).toBe(200);
  });

  it('after the step-up the refused key succeeds, and the bound starts again from the proof', async () => {
    for (const amount of [20_000, 20_000, 10_000]) await pays(amount);
    const key = newId();
    expect((await pays(500, key)).problem).toBe('session.step-up');
    await bursar.ask(stepUp, { totp: phone.code() });
    for (const again of [key, key]) expect((await pays(500, again)).status).toBe(200);
    // While the proof is recent there is no bound; the deposits count afterwards.
    for (const amount of [20_000, 20_000]) expect((await pays(amount)).status).toBe(200);
    await goesOn('11 minutes');
    expect((await pays(9_500)).status).toBe(200);
    expect((await pays(1)).problem).toBe('session.step-up');
    expect(await balance()).toBe(100_000);
  });

  it("counts the user's deposits in all sessions, and a step-up lifts the bound of its own session only", async () => {
    const thief = await anotherSession(server, bursar);
    for (const amount of [20_000, 20_000]) await pays(amount);
    expect((await pays(10_001, undefined, thief)).problem).toBe('session.step-up');
    expect((await pays(10_000, undefined, thief)).status).toBe(200);
    await bursar.ask(stepUp, { totp: phone.code() });
    for (const amount of [20_000, 20_000]) expect((await pays(amount)).status).toBe(200);
    // The owner's proof does not help a stolen session.
    for (const key of [undefined, '']) expect((await pays(1, key, thief)).problem).toBe('session.step-up');
    const colleague = await server.aPerson('SchoolAdmin', school);
    await anAuthenticator(colleague);
    expect((await pays(20_000, undefined, colleague)).status).toBe(200);
  });

  it('counts bank slips towards the bound as well', async () => {
    const bySlip = (amount: number, reference: string) =>
      bursar.ask(deposit, { admissionNumber, amount, channel: 'bank', reference }, { key: newId() });
    for (const amount of [20_000, 20_000, 10_000])
      expect((await bySlip(amount, `FT${amount}${newId()}`)).status).toBe(200);
    expect((await bySlip(1, 'FT1')).problem).toBe('session.step-up');
    await bursar.ask(stepUp, { totp: phone.code() });
    expect((await bySlip(1, 'FT1')).status).toBe(200);
  });

  it('a first factor that still waits cannot lift the bound until a colleague confirms it', async () => {
    await pays(20_000);
    // A user who can prove a factor is asked when it is due, and told nothing before.
    expect(await room()).toBeNull();
    for (const amount of [20_000, 10_000]) await pays(amount);
    const key = newId();
    const factor = await server.context.db.inPlatform((tx) =>
      tx.row<{ until: Date }>(
        `UPDATE second_factors SET counts_from = date_trunc('milliseconds', clock_timestamp() + interval '1 day') WHERE user_id = $1
         RETURNING counts_from AS until`,
        [bursar.userId],
      ),
    );
    expect((await pays(1, key)).problem).toBe('session.step-up');
    expect(await room()).toEqual({ limit: 50_000, left: 0, waitsUntil: factor?.until.toISOString() });
    expect((await bursar.ask(stepUp, { totp: phone.code() })).problem).toBe('session.factor-waits');
    expect((await pays(1, key)).problem).toBe('session.step-up');
    const colleague = await server.aPerson('SchoolAdmin', school);
    const theirs = await anAuthenticator(colleague);
    await colleague.ask(stepUp, { totp: theirs.code() });
    const word = { sysid: bursar.userId, waitsUntil: factor?.until.toISOString(), theirs: true };
    expect((await colleague.ask(settleFactor, word)).status).toBe(200);
    expect((await bursar.ask(stepUp, { totp: phone.code() })).status).toBe(200);
    expect((await pays(1, key)).status).toBe(200);
  });

  it('a double press at the bound returns the first receipt and does not count', async () => {
    for (const amount of [20_000, 20_000]) await pays(amount);
    const first = await pays(10_000, '');
    const second = await pays(10_000, '');
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await balance()).toBe(50_000);
  });

  it('other refusals come before the step-up', async () => {
    for (const amount of [20_000, 20_000, 10_000]) await pays(amount);
    expect((await bursar.ask(deposit, { admissionNumber: '9999', amount: 1 }, { key: newId() })).status).toBe(404);
    expect((await pays(1_000_000)).problem).toBe('wallet.over-limit');
  });

  it('deposits count towards the bound for 24 hours', async () => {
    for (const amount of [20_000, 20_000, 10_000]) await pays(amount);
    expect((await pays(1)).problem).toBe('session.step-up');
    await goesOn('23 hours');
    expect((await pays(1)).problem).toBe('session.step-up');
    await goesOn('1 hour');
    expect((await pays(20_000)).status).toBe(200);
  });

  it.each([
    ['in batches', () => newId()],
    ['alone', () => ''],
  ])('concurrent deposits for many students cannot exceed the bound %s', async (_way, key) => {
    const classSYSID = await server.aClass(school);
    const numbers = [...Array(8).keys()].map((place) => String(5000 + place));
    for (const number of numbers)
      await bursar.ask(createStudent, { admissionNumber: number, names: 'Otieno Were', classSYSID });
    const all = await Promise.all(numbers.map((number) => pays(10_001, key(), bursar, number)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(all.filter(({ problem }) => problem === 'session.step-up')).toHaveLength(4);
  });

  it("findRoom reports no room without waiting while another transaction holds the user's room", async () => {
    const { db } = server.context;
    const actor = { userId: bursar.userId, hasFactor: true, steppedUp: false } as Actor;
    const room = () => db.inSchool(school, (tx) => findRoom(tx, [{ actor, amount: 1n }], false));
    await db.inSchool(school, async (tx) => {
      await holdRoom(tx, actor, false);
      expect(await room()).toEqual([false]);
    });
    expect(await room()).toEqual([true]);
  });

  it("findRoom counts earlier deposits of the same batch across the user's sessions", async () => {
    const actor = { userId: bursar.userId, hasFactor: true, steppedUp: false } as Actor;
    const elsewhere = { ...actor, provenAt: new Date(0) };
    const asked = [actor, elsewhere, actor].map((of) => ({ actor: of, amount: 20_000_00n }));
    const room = await server.context.db.inSchool(school, (tx) => findRoom(tx, asked, false));
    expect(room).toEqual([true, true, false]);
  });
});

it('a trial sets no deposit bound for users without a second factor', async () => {
  server = await openTestServer();
  await opensSchool();
  for (let place = 0; place < 4; place++) expect((await pays(20_000)).status).toBe(200);
  expect(await room()).toBeNull();
  await server.close();
});

it('production bounds the deposits of users without a second factor, batched and single', async () => {
  server = await openTestServer(PRODUCTION);
  await opensSchool();
  const none = { limit: 50_000, waitsUntil: null };
  expect(await room()).toEqual({ ...none, left: 50_000 });
  await pays(20_000);
  expect(await room()).toEqual({ ...none, left: 30_000 });
  await goesOn('1 day');
  expect(await room()).toEqual({ ...none, left: 50_000 });
  for (const amount of [20_000, 20_000, 10_000]) expect((await pays(amount)).status).toBe(200);
  expect(await room(await server.aPerson('SchoolAdmin', school))).toEqual({ ...none, left: 50_000 });
  for (const key of [undefined, '']) {
    const refused = await pays(1, key);
    expect([refused.status, refused.problem]).toEqual([403, 'session.step-up']);
  }
  expect(await balance()).toBe(70_000);
  await server.close();
});
