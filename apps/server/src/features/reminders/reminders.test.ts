import { getMessages, type MessageRow, updateMessageSettings } from '@mfuko/contract/messages';
import { updateStudent } from '@mfuko/contract/students';
import { reverse } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith } from '../../../tests/payments.testkit.ts';
import { aPhone, remindersBy } from './reminders.testkit.ts';

let server: TestServer;
let admin: Person;
let school: string;
let bursar: Person;
let head: Person;
let office: ReturnType<typeof remindersBy>;

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.aPerson('Admin');
});
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool('Kilimo');
  [bursar, head] = await Promise.all([server.aPerson('SchoolAdmin', school), server.aPerson('SchoolAdmin', school)]);
  office = remindersBy(bursar, await server.aClass(school));
});

const NONE = { left: 0, notLow: 0, noGuardian: 0, optedOut: 0, reminded: 0, pending: 0, samePhone: 0 };
/** Returns the texts sent to a phone. */
const textsTo = (phone: string) => server.sent.filter(({ to }) => to === phone).map(({ text }) => text);
const written = async (by = bursar) =>
  (await by.ask<MessageRow[]>(getMessages, { kind: 'balance-reminder' })).body.length;
const setState = (state: string) =>
  server.context.db.inSchool(school, (tx) =>
    tx.row(`UPDATE sms_messages SET state = $2 WHERE school_id = $1 AND kind = 'balance-reminder'`, [school, state]),
  );

describe('SMS reminder', () => {
  it('the preview shows texts, cost and skipped students, and sending matches it', async () => {
    const english = await office.aStudent(40);
    const swahili = await office.aStudent(0, aPhone(), 'sw');
    const rich = await office.aStudent(100);
    const alone = await office.aStudent(0, null);
    const gone = await office.aStudent(5);
    await bursar.ask(updateStudent, { sysid: gone.sysid, status: 'left' });
    const unwanted = await office.aStudent();
    await server.context.db.inPlatform((tx) =>
      tx.row('INSERT INTO sms_opt_outs (phone_hash) VALUES ($1)', [
        server.context.keys.digest('phone', unwanted.phone),
      ]),
    );
    const all = [english, swahili, rich, alone, gone, unwanted];
    const skipped = { ...NONE, notLow: 1, noGuardian: 1, left: 1, optedOut: 1 };
    expect(await office.preview(all)).toEqual({
      recipients: 2,
      inKiswahili: 1,
      groups: 2,
      groupsInKiswahili: 1,
      shared: [],
      cost: 1.6,
      left: 5000,
      ready: false,
      texts: [
        {
          language: 'en',
          text: `Kilimo: pocket money of Achieng O. (${english.admissionNumber}) is low, balance KES 40.`,
        },
        {
          language: 'sw',
          text: `Kilimo: pesa za matumizi za Achieng O. (${swahili.admissionNumber}) zimepungua, salio KES 0.`,
        },
      ],
      skipped,
    });
    expect(await written()).toBe(0);
    const sent = await office.send(all, { recipients: 2 });
    expect(sent.body).toMatchObject({
      way: 'sms',
      below: 100,
      amount: null,
      asked: 2,
      skipped: 4,
      waiting: 2,
      paid: 0,
    });
    await server.runJobs();
    expect(textsTo(english.phone)).toEqual([
      `Kilimo: pocket money of Achieng O. (${english.admissionNumber}) is low, balance KES 40.`,
    ]);
    expect(textsTo(swahili.phone)).toEqual([
      `Kilimo: pesa za matumizi za Achieng O. (${swahili.admissionNumber}) zimepungua, salio KES 0.`,
    ]);
    for (const other of [rich, gone, unwanted]) expect(textsTo(other.phone)).toEqual([]);
  });

  it('a guardian of two students gets one text that names both and is charged once', async () => {
    const phone = aPhone();
    const children = [await office.aStudent(1, phone), await office.aStudent(2, phone)];
    const [first, second] = children.map(({ admissionNumber }) => admissionNumber);
    const text = `Kilimo: pocket money is low: Achieng O. (${first}) KES 1, Achieng O. (${second}) KES 2.`;
    expect(await office.preview(children)).toMatchObject({
      ...{ recipients: 2, groups: 1, groupsInKiswahili: 0, cost: 0.8, texts: [{ language: 'en', text }] },
      shared: [[{ admissionNumber: first }, { admissionNumber: second }]],
    });
    const { body } = await office.send(children);
    expect(body).toMatchObject({ asked: 2, waiting: 2 });
    await server.runJobs();
    expect(textsTo(phone)).toEqual([text]);
    // A text about two children is paid for once.
    await server.context.db.inSchool(school, (tx) =>
      tx.row('UPDATE sms_messages SET cost = 8000 WHERE school_id = $1', [school]),
    );
    expect(await office.list()).toMatchObject([{ asked: 2, cost: 0.8 }]);
    expect((await office.preview(children)).skipped).toEqual({ ...NONE, reminded: 2 });
  });

  it('a text names four students at most, with the account of each', async () => {
    const phone = aPhone();
    const children = [];
    for (let child = 0; child < 5; child += 1) children.push(await office.aStudent(child, phone, 'sw'));
    await collectsWith(admin, school, '600310');
    const preview = await office.preview(children);
    expect([preview.groups, preview.shared.map((group) => group.length)]).toEqual([2, [4]]);
    const accounts = children.slice(0, 4).map(({ admissionNumber }) => admissionNumber);
    expect(preview.texts[0]?.text).toContain(
      `Kuongeza: M-Pesa paybill 600310, akaunti ${accounts.join(', ')}, moja kwa kila mtoto.`,
    );
  });

  it('repeated calls send one reminder', async () => {
    const student = await office.aStudent(10);
    const answers = [await office.send([student], {}, 'one-press'), await office.send([student], {}, 'one-press')];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect((await office.send([student], {}, 'another')).problem).toBe('message.nobody');
    expect((await office.preview([student])).skipped).toEqual({ ...NONE, reminded: 1 });
    expect(await written()).toBe(1);
    expect(await office.list()).toHaveLength(1);
  });

  it('of two concurrent reminders one sends', async () => {
    const students = await Promise.all([1, 2, 3].map((balance) => office.aStudent(balance)));
    const answers = await Promise.all([office.send(students), office.send(students, {}, undefined, head)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await written()).toBe(3);
  });

  it('can be sent again when the first failed', async () => {
    const student = await office.aStudent(10);
    await office.send([student]);
    await setState('failed');
    expect((await office.send([student])).status).toBe(200);
    expect(await written()).toBe(2);
  });

  it('is refused for more recipients than shown', async () => {
    const students = [await office.aStudent(10), await office.aStudent(20)];
    const { status, problem } = await office.send(students, { recipients: 1 });
    expect([status, problem]).toEqual([409, 'message.audience-changed']);
    expect(await written()).toBe(0);
    // Fewer recipients than shown are accepted: one student's balance has risen since.
    await office.pay(students[1]?.admissionNumber ?? '', 500);
    expect((await office.send(students, { recipients: 2 })).body).toMatchObject({ asked: 1, skipped: 1 });
  });

  it('is refused beyond the monthly cap', async () => {
    const students = [await office.aStudent(10), await office.aStudent(20)];
    await admin.ask(updateMessageSettings, { cap: 1 }, { school });
    expect((await office.preview(students)).left).toBe(1);
    expect((await office.send(students)).problem).toBe('message.over-cap');
    expect([await written(), await office.list()]).toEqual([0, []]);
    expect((await office.send(students.slice(1))).status).toBe(200);
  });

  it('refuses over 500 students and invalid values', async () => {
    const student = await office.aStudent();
    const many = Array.from({ length: 501 }, () => student);
    expect((await office.send(many)).status).toBe(400);
    for (const more of [{ below: 0 }, { way: 'letter' }, { recipients: 0 }, { way: 'prompt' }])
      expect((await office.send([student], more)).status).toBe(400);
  });

  it('reaches no student of another school and is not visible there', async () => {
    const student = await office.aStudent(10);
    const elsewhere = await server.aSchool();
    const stranger = await server.aPerson('SchoolAdmin', elsewhere);
    expect((await office.send([student], {}, undefined, stranger)).problem).toBe('message.nobody');
    const { sysid } = (await office.send([student])).body;
    expect([await office.list(stranger), await office.students(sysid, stranger)]).toEqual([[], []]);
    expect(await office.students(sysid)).toHaveLength(1);
  });
});

describe('reminder outcome', () => {
  it('reports who was reached, who paid and whose balance is still low', async () => {
    const [paying, slow, unheard] = [await office.aStudent(10), await office.aStudent(20), await office.aStudent(30)];
    const skipped = await office.aStudent(300);
    const { sysid } = (await office.send([paying, slow, unheard, skipped])).body;
    await setState('delivered');
    await office.pay(paying.admissionNumber, 200);
    await office.pay(slow.admissionNumber, 5);
    // This payment does not count: the guardian was skipped.
    await office.pay(skipped.admissionNumber, 50);
    expect(await office.list()).toMatchObject([
      {
        ...{ sysid, asked: 3, skipped: 1, waiting: 0, reached: 3, failed: 0 },
        ...{ paid: 2, paidAmount: 205, stillLow: 2, by: 'Wanjiru Otieno' },
      },
    ]);
    const rows = await office.students(sysid);
    expect(
      rows.map(({ outcome, balanceThen, paid, balance, low }) => [outcome, balanceThen, paid, balance, low]),
    ).toEqual([
      ['paid', 10, 200, 210, false],
      ['paid', 20, 5, 25, true],
      ['arrived', 30, 0, 30, true],
      ['skipped', 300, 0, 350, false],
    ]);
    expect(rows[3]).toMatchObject({ skipped: 'notLow' });
    expect(rows[0]?.mobileNumber).toMatch(/^2547…\d{3}$/);
    expect(await office.students(sysid, bursar, { outcome: 'arrived' })).toHaveLength(1);
  });

  it('does not count reversed payments', async () => {
    const student = await office.aStudent(10);
    await office.send([student]);
    const receipt = await office.pay(student.admissionNumber, 200);
    expect(await office.list()).toMatchObject([{ paid: 1, stillLow: 0 }]);
    expect((await head.ask(reverse, { sysid: receipt, reason: 'Another child' })).status).toBe(200);
    expect(await office.list()).toMatchObject([{ paid: 0, paidAmount: 0, stillLow: 1 }]);
  });
});
