import { getPayments, type PaymentRow, requestPayment } from '@mfuko/contract/payments';
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
});
afterAll(async () => {
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
async function answer({ phone }: Reminded, action: 'pin' | 'cancel'): Promise<void> {
  const open = (await asks()).find((each) => each.msisdn === phone && each.code === null);
  await payments.tell('/simulator/answer', { checkoutRequestId: open?.checkoutRequestId, action, pin: '1234' });
}

describe('payment reminder', () => {
  it('asks each guardian once and reports who paid', async () => {
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
      ...{ sysid: body.sysid, asked: 3, waiting: 0, sent: 1, reached: 2, paid: 1, paidAmount: 300, stillLow: 2 },
    });
    expect((await office.students(body.sysid)).map(({ outcome, balance }) => [outcome, balance])).toEqual([
      ['paid', 310],
      ['cancelled', 20],
      ['sent', 30],
    ]);
  });

  it('leaves out a phone with an open request', async () => {
    const asked = await office.aStudent(10);
    const sibling = await office.aStudent(10, asked.phone);
    const { phone: mobileNumber, admissionNumber } = asked;
    await bursar.ask(requestPayment, { admissionNumber, amount: 50, mobileNumber });
    expect((await office.preview([asked, sibling], PROMPT)).skipped).toMatchObject({ pending: 2 });
    expect((await office.send([asked, sibling], PROMPT)).problem).toBe('message.nobody');
    expect(await pushesOf(sibling)).toEqual([]);
  });

  it('leaves out a student with an open request at another phone', async () => {
    const student = await office.aStudent(10);
    const { admissionNumber } = student;
    await bursar.ask(requestPayment, { admissionNumber, amount: 50, mobileNumber: aPhone() });
    expect((await office.preview([student], PROMPT)).skipped).toMatchObject({ pending: 1 });
  });

  it('concurrent reminders and a request by hand ask each student once', async () => {
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

  it('refuses amounts over the limit and with cents', async () => {
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
