import { addContact, createStudent, getStudents, updateStudent } from '@mfuko/contract/students';
import { getTill, openTill, type Till } from '@mfuko/contract/tills';
import { cashOutPin, deposit, getStatement, getWallet, type Moved, reverse, takeBack } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClockHand, takeClock } from '../../../tests/clock.testkit.ts';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { newId } from '../../platform/records/id.ts';

const PIN = '482916';

let server: TestServer;
let clock: ClockHand;
let school: string;
let bursar: Person;
let second: Person;
let student: string;

beforeAll(async () => {
  server = await openTestServer();
  clock = await takeClock(server.ownerUrl);
});
beforeEach(async () => {
  await clock.set(0);
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  second = await server.aPerson('SchoolAdmin', school);
  student = String(5400 + aNumber());
  const classSYSID = await server.aClass(school);
  await bursar.ask(createStudent, { admissionNumber: student, names: 'Amina Juma', classSYSID, checkPin: PIN });
});
afterAll(async () => {
  await clock.end();
  await server.close();
});

const payIn = async (amount: number, more: object = {}, by = bursar) =>
  (await by.ask<Moved>(deposit, { admissionNumber: student, amount, ...more }, { key: newId() })).body.receipt.sysid;
const take = (sysid: string, by = bursar, key?: string) =>
  by.ask<{ balance: number }>(takeBack, { sysid }, key ? { key } : {});
const balance = async () =>
  (await bursar.ask<{ balance: number }>(getWallet, { admissionNumber: student })).body.balance;
const rows = async () =>
  (
    await bursar.ask<{ kind: string; amount: number; reversed: boolean; takenBack: boolean }[]>(getStatement, {
      admissionNumber: student,
    })
  ).body;
const till = async (by = bursar) => (await by.ask<{ till: Till }>(getTill)).body.till;

describe('takeBack of an own deposit', () => {
  it('takeBack removes the whole deposit from wallet and till and marks it in the statement', async () => {
    await bursar.ask(openTill, { float: 100 });
    const sysid = await payIn(1_500);
    expect(await till()).toMatchObject({ holds: 1_600, paidIn: 1_500 });
    expect(await take(sysid)).toMatchObject({ status: 200, body: { balance: 0 } });
    expect(await till()).toMatchObject({ holds: 100, paidIn: 1_500, takenBack: -1_500, takenBackCount: 1 });
    expect(await rows()).toMatchObject([
      { kind: 'reversal', amount: -1_500, reversed: false, takenBack: true },
      { kind: 'deposit', amount: 1_500, reversed: true, takenBack: true },
    ]);
  });

  it('the guardians are notified once when a deposit is taken back or reversed by a second person', async () => {
    const phone = `2547${String(60_000_000 + aNumber())}`;
    const found = await bursar.ask<{ sysid: string }[]>(getStudents, { search: student });
    const contact = { studentSYSID: found.body[0]?.sysid, name: 'Mama Amina', mobileNumber: phone };
    expect((await bursar.ask(addContact, contact)).status).toBe(200);
    const told = async () => {
      await server.runJobs();
      return server.sent.filter(({ to, kind }) => to === phone && kind === 'security').map(({ text }) => text);
    };
    const [own, others] = [await payIn(300), await payIn(200)];
    await payIn(100);
    await take(own);
    await take(own);
    expect(await told()).toEqual([expect.stringMatching(/KES 300.00 that was paid in for Amina Juma was taken out/)]);
    expect((await second.ask(reverse, { sysid: others, reason: 'Wrong child' })).status).toBe(200);
    expect(await told()).toHaveLength(2);
    // The text fits one message: of a name, at most thirty letters.
    const names = 'Nyambura Wanjiku-Chelagat Auma Otieno';
    expect((await bursar.ask(updateStudent, { sysid: found.body[0]?.sysid, names })).status).toBe(200);
    await take(await payIn(30));
    expect((await told()).at(-1)).toContain(' for Nyambura Wanjiku-Chelagat Auma was taken out');
    const cash = await bursar.ask<Moved>(cashOutPin, { admissionNumber: student, amount: 50, pin: PIN });
    expect((await second.ask(reverse, { sysid: cash.body.receipt.sysid, reason: 'Not handed over' })).status).toBe(200);
    expect(await told()).toHaveLength(3);
  });

  it('repeated takeBack calls return the first answer and reverse the deposit once', async () => {
    const [sysid, key] = [await payIn(300), newId()];
    await payIn(20);
    const answers = [await take(sysid, bursar, key), await take(sysid, bursar, key), await take(sysid)];
    await payIn(7);
    answers.push(await take(sysid, bursar, newId()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect(await balance()).toBe(27);
    expect((await rows()).filter(({ kind }) => kind === 'reversal')).toHaveLength(1);
  });

  it('six concurrent takeBack calls reverse the deposit once', async () => {
    const sysid = await payIn(300);
    const answers = await Promise.all(Array.from({ length: 6 }, () => take(sysid)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(await balance()).toBe(0);
  });

  it('takeBack works for a minute; a repeat of one that was in time is still answered later', async () => {
    const [early, late] = [await payIn(300), await payIn(40)];
    await clock.set(50 / 3_600);
    expect((await take(early)).status).toBe(200);
    await clock.set(61 / 3_600);
    expect(await take(late)).toMatchObject({ status: 422, problem: 'wallet.too-late' });
    expect(await balance()).toBe(40);
    // An undo that was in time is answered again at any later time.
    expect((await take(early)).status).toBe(200);
    expect((await second.ask(reverse, { sysid: late, reason: 'Wrong child' })).status).toBe(200);
  });

  it('refuses to take back a deposit that has been spent in part', async () => {
    const sysid = await payIn(300);
    await bursar.ask(cashOutPin, { admissionNumber: student, amount: 1, pin: PIN });
    expect(await take(sysid)).toMatchObject({ status: 422, problem: 'wallet.insufficient-funds' });
    expect(await balance()).toBe(299);
  });

  it('taking back a deposit frees its bank slip', async () => {
    const slip = { channel: 'bank', reference: 'S1' };
    await take(await payIn(300, slip));
    await payIn(400, slip);
    expect(await balance()).toBe(400);
  });
});

describe('takeBack refusals', () => {
  it("refuses to take back another user's deposit, a cash-out or an unknown entry", async () => {
    const sysid = await payIn(300);
    expect(await take(sysid, second)).toMatchObject({ status: 422, problem: 'wallet.not-own' });
    const paid = await bursar.ask<Moved>(cashOutPin, { admissionNumber: student, amount: 10, pin: PIN });
    const message = 'This cannot be reversed. Record the opposite movement instead.';
    const refused = { status: 422, problem: 'wallet.not-reversible', body: { message } };
    expect(await take(paid.body.receipt.sysid)).toMatchObject(refused);
    expect((await take(newId())).problem).toBe('wallet.receipt-not-found');
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect(await take(sysid, stranger)).toMatchObject({ status: 404, problem: 'wallet.receipt-not-found' });
    expect(await balance()).toBe(290);
  });

  it('refuses to take back a deposit that another person has reversed', async () => {
    const sysid = await payIn(300);
    await second.ask(reverse, { sysid, reason: 'Wrong child' });
    expect(await take(sysid)).toMatchObject({ status: 409, problem: 'wallet.already-reversed' });
  });

  it("reverse still refuses the user's own deposit", async () => {
    const sysid = await payIn(300);
    expect((await bursar.ask(reverse, { sysid, reason: 'Mine' })).problem).toBe('wallet.same-person');
  });
});
