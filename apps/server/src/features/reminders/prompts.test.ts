import { getPayments, type PaymentRow, requestPayment } from '@mfuko/contract/payments';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { aPhone, type Reminded, remindersBy } from './reminders.testkit.ts';

let server: TestServer;
let payments: SimulatedPayments;
let admin: Person;
let bursar: Person;
let head: Person;
let school: string;
let owner: pg.Client;
let office: ReturnType<typeof remindersBy>;
const PROMPT = { way: 'prompt', amount: 300 } as const;

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  admin = await server.aPerson('Admin');
  school = await server.aSchool();
  [bursar, head] = await Promise.all([server.aPerson('SchoolAdmin', school), server.aPerson('SchoolAdmin', school)]);
  office = remindersBy(bursar, await server.aClass(school));
  await collectsWith(admin, school, '600300');
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
});
afterAll(async () => {
  await owner.end();
  await payments.close();
  await server.close();
});

const pushesOf = async ({ admissionNumber }: Reminded) =>
  (await bursar.ask<PaymentRow[]>(getPayments, { admissionNumber })).body;

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
/** The accounts for which a phone was asked, in turn. */
const asksOf = async (phone: string) =>
  (await asks()).filter(({ msisdn }) => msisdn === phone).map(({ account }) => account);

/** Everything that was asked for lies so much further back, and so does what waits to be asked for. */
async function minutesLater(minutes: number): Promise<void> {
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

describe('a reminder on the phone', () => {
  it('asks each guardian once, and says who paid and who did not', async () => {
    const [paying, cancelling, silent] = [
      await office.aStudent(10),
      await office.aStudent(20),
      await office.aStudent(30),
    ];
    const { cost, left, ready, texts } = await office.preview([paying], PROMPT);
    expect([cost, left, ready, texts]).toEqual([null, null, true, []]);
    const { body } = await office.send([paying, cancelling, silent], PROMPT);
    expect(body).toMatchObject({ way: 'prompt', amount: 300, asked: 3, waiting: 3, reached: 0, cost: null });
    await payments.settle(server);
    await answer(paying, 'pin');
    await answer(cancelling, 'cancel');
    await payments.settle(server);
    expect((await office.list())[0]).toMatchObject({
      ...{ sysid: body.sysid, asked: 3, waiting: 0, reached: 2, paid: 1, paidAmount: 300, stillLow: 2 },
    });
    expect((await office.students(body.sysid)).map(({ outcome, balance }) => [outcome, balance])).toEqual([
      ['paid', 310],
      ['cancelled', 20],
      ['sent', 30],
    ]);
  });

  it('leaves out a phone on which a request is open, whoever asked and for whichever child', async () => {
    const asked = await office.aStudent(10);
    const sibling = await office.aStudent(10, asked.phone);
    const { phone: mobileNumber, admissionNumber } = asked;
    await bursar.ask(requestPayment, { admissionNumber, amount: 50, mobileNumber });
    expect((await office.preview([asked, sibling], PROMPT)).skipped).toMatchObject({ pending: 2 });
    expect((await office.send([asked, sibling], PROMPT)).problem).toBe('message.nobody');
    expect(await pushesOf(sibling)).toEqual([]);
  });

  it('leaves out a student for whom another phone is asked', async () => {
    const student = await office.aStudent(10);
    const { admissionNumber } = student;
    await bursar.ask(requestPayment, { admissionNumber, amount: 50, mobileNumber: aPhone() });
    expect((await office.preview([student], PROMPT)).skipped).toMatchObject({ pending: 1 });
  });

  it('asks one phone for each child, one after the other, and says so before', async () => {
    const first = await office.aStudent(10);
    const second = await office.aStudent(20, first.phone);
    const preview = await office.preview([first, second], PROMPT);
    expect(preview).toMatchObject({ recipients: 2, groups: 1, skipped: { samePhone: 0 } });
    expect(preview.shared.map((group) => group.map((one) => one.admissionNumber))).toEqual([
      [first.admissionNumber, second.admissionNumber],
    ]);
    const { sysid } = (await office.send([first, second], PROMPT)).body;
    await payments.settle(server);
    // The phone shows one request; the other is not lost meanwhile.
    expect(await asksOf(first.phone)).toEqual([first.admissionNumber]);
    await minutesLater(0);
    await payments.settle(server);
    expect(await asksOf(first.phone)).toEqual([first.admissionNumber]);
    await answer(first, 'pin');
    await payments.settle(server);
    // M-Pesa refuses the same amount of a phone that paid it less than two minutes ago.
    await owner.query(`UPDATE stk_pushes SET sent_at = sent_at - interval '1 hour'`);
    await minutesLater(0);
    await payments.settle(server);
    expect(await asksOf(first.phone)).toEqual([first.admissionNumber]);
    await minutesLater(3);
    await payments.settle(server);
    expect(await asksOf(first.phone)).toEqual([first.admissionNumber, second.admissionNumber]);
    await answer(second, 'pin');
    await payments.settle(server);
    expect((await office.students(sysid)).map(({ outcome, balance }) => [outcome, balance])).toEqual([
      ['paid', 310],
      ['paid', 320],
    ]);
  });

  it('asks for a child whose sibling was never answered for, once the phone has let go of it', async () => {
    const first = await office.aStudent(10);
    const second = await office.aStudent(20, first.phone);
    await office.send([first, second], PROMPT);
    await payments.settle(server);
    await answer(first, 'cancel');
    await minutesLater(6);
    await payments.settle(server);
    expect(await asksOf(first.phone)).toEqual([first.admissionNumber, second.admissionNumber]);
  });

  it('does not ask for a child whose turn did not come for an hour', async () => {
    const first = await office.aStudent(10);
    const second = await office.aStudent(20, first.phone);
    const { sysid } = (await office.send([first, second], PROMPT)).body;
    await payments.settle(server);
    await minutesLater(61);
    await payments.settle(server);
    expect(await asksOf(first.phone)).toEqual([first.admissionNumber]);
    expect((await office.students(sysid)).at(-1)).toMatchObject({ outcome: 'failed' });
  });

  it('asks one phone for four children at most', async () => {
    const first = await office.aStudent(10);
    const others = [];
    for (let child = 0; child < 4; child += 1) others.push(await office.aStudent(10, first.phone));
    const all = [first, ...others];
    expect(await office.preview(all, PROMPT)).toMatchObject({ recipients: 4, groups: 1, skipped: { samePhone: 1 } });
    expect((await office.send(all, PROMPT)).body).toMatchObject({ asked: 4, skipped: 1 });
  });

  it('by hand queues behind another child where it is told to, and each child once', async () => {
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
    await minutesLater(3);
    await payments.settle(server);
    expect(await asksOf(first.phone)).toEqual([first.admissionNumber, second.admissionNumber]);
  });

  it('of two people at once asks once, and not while one asks by hand', async () => {
    const students = await Promise.all([1, 2].map((balance) => office.aStudent(balance)));
    const [first] = students as [Reminded, ...Reminded[]];
    const byHand = { admissionNumber: first.admissionNumber, amount: 300, mobileNumber: first.phone };
    await Promise.all([
      office.send(students, PROMPT),
      office.send(students, PROMPT, undefined, head),
      head.ask(requestPayment, byHand),
    ]);
    for (const student of students) expect(await pushesOf(student)).toHaveLength(1);
  });

  it('asks for what one payment may be, in whole shillings', async () => {
    const student = await office.aStudent(10);
    expect((await office.send([student], { ...PROMPT, amount: 250_001 })).problem).toBe('wallet.over-limit');
    expect((await office.send([student], { ...PROMPT, amount: 10.5 })).status).toBe(400);
    expect(await pushesOf(student)).toEqual([]);
  });

  it('needs a school that collects by M-Pesa', async () => {
    const other = await server.aSchool();
    const theirs = remindersBy(await server.aPerson('SchoolAdmin', other), await server.aClass(other));
    const student = await theirs.aStudent(10);
    expect((await theirs.preview([student], PROMPT)).ready).toBe(false);
    expect((await theirs.send([student], PROMPT)).problem).toBe('payment.not-configured');
  });
});
