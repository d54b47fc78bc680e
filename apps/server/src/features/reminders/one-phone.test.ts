import { requestPayment } from '@mfuko/contract/payments';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { type Reminded, remindersBy } from './reminders.testkit.ts';

let server: TestServer;
let payments: SimulatedPayments;
let bursar: Person;
let school: string;
let owner: pg.Client;
let office: ReturnType<typeof remindersBy>;
const PROMPT = { way: 'prompt', amount: 300 } as const;

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  office = remindersBy(bursar, await server.aClass(school));
  await collectsWith(await server.aPerson('Admin'), school, '600320');
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
});
afterAll(async () => {
  await owner.end();
  await payments.close();
  await server.close();
});

interface Ask {
  readonly checkoutRequestId: string;
  readonly msisdn: string;
  readonly account: string;
  readonly code: number | null;
}
const asks = async () => {
  const truth = await fetch(`${payments.simulator.url}/simulator/truth`);
  return ((await truth.json()) as { pushes: Ask[] }).pushes;
};
/** Returns the accounts for which a phone was asked, in order. */
const asksOf = async (phone: string) =>
  (await asks()).filter(({ msisdn }) => msisdn === phone).map(({ account }) => account);

/** Moves all requests, and the waiting jobs, some minutes into the past. */
async function passMinutes(minutes: number): Promise<void> {
  const by = `${minutes} minutes`;
  await owner.query(
    `UPDATE stk_pushes SET requested_at = requested_at - $1::interval, sent_at = sent_at - $1::interval`,
    [by],
  );
  await owner.query(`UPDATE payments SET paid_at = least(paid_at, now()) - $1::interval`, [by]);
  await payments.later(server, minutes * 60_000);
}

async function answer({ phone }: Reminded, action: 'pin' | 'cancel'): Promise<void> {
  const open = (await asks()).find((each) => each.msisdn === phone && each.code === null);
  await payments.tell('/simulator/answer', { checkoutRequestId: open?.checkoutRequestId, action, pin: '1234' });
}

describe('payment reminder for students sharing a phone', () => {
  it('asks the phone for one student after the other', async () => {
    const first = await office.aStudent(10);
    const second = await office.aStudent(20, first.phone);
    const preview = await office.preview([first, second], PROMPT);
    expect(preview).toMatchObject({ recipients: 2, groups: 1, skipped: { samePhone: 0 } });
    expect(preview.shared.map((group) => group.map((one) => one.admissionNumber))).toEqual([
      [first.admissionNumber, second.admissionNumber],
    ]);
    const { sysid } = (await office.send([first, second], PROMPT)).body;
    await payments.settle(server);
    // The phone shows one request; the other stays queued meanwhile.
    expect(await asksOf(first.phone)).toEqual([first.admissionNumber]);
    await passMinutes(0);
    await payments.settle(server);
    expect(await asksOf(first.phone)).toEqual([first.admissionNumber]);
    await answer(first, 'pin');
    await payments.settle(server);
    // M-Pesa refuses the same amount from a phone that has paid it less than two minutes ago.
    await owner.query(`UPDATE stk_pushes SET sent_at = sent_at - interval '1 hour'`);
    await passMinutes(0);
    await payments.settle(server);
    expect(await asksOf(first.phone)).toEqual([first.admissionNumber]);
    await passMinutes(3);
    await payments.settle(server);
    expect(await asksOf(first.phone)).toEqual([first.admissionNumber, second.admissionNumber]);
    await answer(second, 'pin');
    await payments.settle(server);
    expect((await office.students(sysid)).map(({ outcome, balance }) => [outcome, balance])).toEqual([
      ['paid', 310],
      ['paid', 320],
    ]);
  });

  it('asks for the next student once the former request has expired', async () => {
    const first = await office.aStudent(10);
    const second = await office.aStudent(20, first.phone);
    await office.send([first, second], PROMPT);
    await payments.settle(server);
    await answer(first, 'cancel');
    await passMinutes(6);
    await payments.settle(server);
    expect(await asksOf(first.phone)).toEqual([first.admissionNumber, second.admissionNumber]);
  });

  it('gives up a student whose turn did not come within an hour', async () => {
    const first = await office.aStudent(10);
    const second = await office.aStudent(20, first.phone);
    const { sysid } = (await office.send([first, second], PROMPT)).body;
    await payments.settle(server);
    await passMinutes(61);
    await payments.settle(server);
    expect(await asksOf(first.phone)).toEqual([first.admissionNumber]);
    expect((await office.students(sysid)).at(-1)).toMatchObject({ outcome: 'failed' });
  });

  it('asks one phone for four students at most', async () => {
    const first = await office.aStudent(10);
    const others = [];
    for (let child = 0; child < 4; child += 1) others.push(await office.aStudent(10, first.phone));
    const all = [first, ...others];
    expect(await office.preview(all, PROMPT)).toMatchObject({ recipients: 4, groups: 1, skipped: { samePhone: 1 } });
    expect((await office.send(all, PROMPT)).body).toMatchObject({ asked: 4, skipped: 1 });
  });

  it('a queued request by hand waits for the phone, once per student', async () => {
    const first = await office.aStudent(10);
    const second = await office.aStudent(20, first.phone);
    const askFor = ({ admissionNumber }: Reminded, more: object = {}, key = admissionNumber) =>
      bursar.ask(requestPayment, { admissionNumber, amount: 50, mobileNumber: first.phone, ...more }, { key });
    expect((await askFor(first, { queue: true })).status).toBe(200);
    await payments.settle(server);
    expect((await askFor(second, {}, 'at once')).problem).toBe('payment.asked-already');
    expect((await askFor(second, { queue: true })).status).toBe(200);
    expect((await askFor(second, { queue: true }, 'another press')).problem).toBe('payment.asked-already');
    await payments.settle(server);
    expect(await asksOf(first.phone)).toEqual([first.admissionNumber]);
    await answer(first, 'pin');
    await payments.settle(server);
    await passMinutes(3);
    await payments.settle(server);
    expect(await asksOf(first.phone)).toEqual([first.admissionNumber, second.admissionNumber]);
  });

  it('of two concurrent requests for one student at different phones one succeeds', async () => {
    const colleague = await server.aPerson('SchoolAdmin', school);
    for (let tries = 0; tries < 5; tries += 1) {
      const child = await office.aStudent(10);
      const other = await office.aStudent(10);
      const runOf = (who: Person, mobileNumber: string) =>
        who.ask(
          requestPayment,
          { admissionNumber: child.admissionNumber, amount: 50, mobileNumber, queue: true },
          { key: `${child.admissionNumber} ${mobileNumber}` },
        );
      const atOnce = await Promise.all([runOf(bursar, child.phone), runOf(colleague, other.phone)]);
      expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 429]);
    }
  });

  it('a queued request is allowed once an hour per student unless the former failed', async () => {
    const child = await office.aStudent(10);
    const colleague = await server.aPerson('SchoolAdmin', school);
    const { admissionNumber } = child;
    const runOf = (who: Person, key: string) =>
      who.ask<{ detail: { seconds: number } }>(
        requestPayment,
        { admissionNumber, amount: 50, mobileNumber: child.phone, queue: true },
        { key: `${admissionNumber} ${key}` },
      );
    const atOnce = await Promise.all([runOf(bursar, 'first'), runOf(colleague, 'second')]);
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 429]);
    await payments.settle(server);
    await answer(child, 'cancel');
    await payments.settle(server);
    await passMinutes(3);
    expect((await runOf(bursar, 'after a refusal on the phone')).status).toBe(200);
    await payments.settle(server);
    await answer(child, 'pin');
    await payments.settle(server);
    await passMinutes(10);
    const paid = await runOf(colleague, 'after the payment');
    expect(paid.problem).toBe('payment.asked-already');
    expect(paid.body.detail.seconds).toBeGreaterThan(2_900);
    await passMinutes(50);
    expect((await runOf(colleague, 'after the hour')).status).toBe(200);
  });
});
