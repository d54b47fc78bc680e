import { randomUUID } from 'node:crypto';
import { printStatements, type Statements } from '@mfuko/contract/statements';
import * as students from '@mfuko/contract/students';
import * as contract from '@mfuko/contract/wallet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AskOptions, aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';

const PIN = '274951';

let server: TestServer;
let school: string;
let classSYSID: string;
let admin: Person;
let bursar: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  classSYSID = await server.aClass(school);
  admin = await server.aPerson('Admin');
  bursar = await server.aPerson('SchoolAdmin', school);
});
afterAll(() => server.close());

async function aStudent(names = 'Amina Juma', inClass = classSYSID): Promise<string> {
  const admissionNumber = String(75_000 + aNumber());
  const student = { admissionNumber, names, classSYSID: inClass, checkPin: PIN };
  expect((await bursar.ask(students.createStudent, student)).status).toBe(200);
  return admissionNumber;
}

const own = () => ({ key: randomUUID() });
const deposit = (admissionNumber: string, amount: number, options: AskOptions = own(), more: object = {}) =>
  bursar.ask<contract.Moved>(contract.deposit, { admissionNumber, amount, ...more }, options);
const cashOut = (admissionNumber: string, amount: number, options: AskOptions = own(), who = bursar) =>
  who.ask<contract.Moved>(contract.cashOutPin, { admissionNumber, amount, pin: PIN }, options);

/** Returns a journal entry, with its legs in cents on the school's own accounts. */
async function entry(id: string) {
  const found = await server.context.db.inSchool(school, (tx) =>
    tx.row(
      `SELECT m.kind, m.method, m.reference, m.by_user, m.longitude, m.latitude,
              (SELECT a.kind FROM postings p JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
               WHERE p.school_id = m.school_id AND p.entry_id = m.id AND p.leg = 2) AS counter
       FROM journal_entries m WHERE m.school_id = $1 AND m.id = $2`,
      [school, id],
    ),
  );
  return found;
}

it('a journal entry stores its user, method, place, reference and counter account', async () => {
  const student = await aStudent();
  const nowhere = { ...own(), headers: { long: '', lat: '' } };
  const at = { longitude: 34.75, latitude: -0.09 };
  const noPlace = { longitude: null, latitude: null };
  const paidIn = (await deposit(student, 200, own(), { reference: 'Ms. Achieng' })).body.receipt;
  const byUser = { by_user: bursar.userId };
  expect(await entry(paidIn.sysid)).toEqual({
    ...byUser,
    ...at,
    kind: 'deposit',
    method: null,
    reference: 'Ms. Achieng',
    counter: 'cash-desk',
  });
  const bare = (await deposit(student, 20, nowhere)).body.receipt;
  expect(await entry(bare.sysid)).toMatchObject({ ...noPlace, reference: null });
  const paidOut = (await cashOut(student, 30)).body.receipt;
  expect(await entry(paidOut.sysid)).toMatchObject({ ...byUser, ...at, kind: 'cash-out', method: 'pin' });
  const bareOut = (await cashOut(student, 31, { ...nowhere, key: randomUUID() })).body.receipt;
  expect(await entry(bareOut.sysid)).toMatchObject(noPlace);
  const reverse = (sysid: string, options: AskOptions) =>
    admin.ask<contract.Moved>(contract.reverse, { sysid, reason: 'Wrong child' }, { ...options, school });
  const back = await reverse(paidOut.sysid, own());
  expect(back.body).toMatchObject({ balance: 189 });
  expect(await entry(back.body.receipt.sysid)).toMatchObject({
    ...at,
    kind: 'reversal',
    by_user: admin.userId,
    reference: 'Wrong child',
  });
  const bareBack = await reverse(bareOut.sysid, { ...nowhere, key: randomUUID() });
  expect(await entry(bareBack.body.receipt.sysid)).toMatchObject(noPlace);
});

it('a cash-out is audited once, with its entry and the method of identification', async () => {
  const student = await aStudent();
  await deposit(student, 100);
  // Without a key, the second press is the same cash-out.
  const [first, second] = [await cashOut(student, 40, {}), await cashOut(student, 40, {})];
  expect(second.body).toEqual(first.body);
  const trail = await server.context.db.inSchool(school, (tx) =>
    tx.rows(
      `SELECT e.actor_id, e.detail FROM audit_events e JOIN students s ON s.school_id = e.school_id AND s.id = e.subject_id
       WHERE e.school_id = $1 AND e.action = 'wallet.cash-out' AND s.admission_number = $2`,
      [school, student],
    ),
  );
  expect(trail).toEqual([{ actor_id: bursar.userId, detail: { movement: first.body.receipt.sysid, method: 'pin' } }]);
});

it('a receipt token shows its own cash-out, the cashier and whether it was used', async () => {
  const [one, other] = [await aStudent('Amina Juma'), await aStudent('Baraka Otieno')];
  for (const student of [one, other]) await deposit(student, 100);
  await cashOut(other, 11);
  const mine = (await cashOut(one, 12)).body.receipt;
  const byAdmin = (await cashOut(other, 13, { ...own(), school }, admin)).body.receipt;
  const look = (token: string) =>
    bursar.ask<Record<string, unknown>>(contract.validateToken, { token, spend: false }).then(({ body }) => body);
  expect(await look(mine.token)).toEqual({
    status: 'valid',
    amount: 12,
    studentName: 'Amina Juma',
    admissionNumber: one,
    date: mine.date,
    cashedBy: 'Wanjiru Otieno',
    usedAt: null,
  });
  expect(await look(byAdmin.token)).toMatchObject({ amount: 13, studentName: 'Baraka Otieno', cashedBy: 'Platform' });
  await bursar.ask(contract.validateToken, { token: mine.token });
  expect(await look(mine.token)).toMatchObject({ status: 'used', usedAt: expect.any(String) });
  expect(await look(byAdmin.token)).toMatchObject({ status: 'valid', usedAt: null });
});

it('printed statements add up, for one student or for a class', async () => {
  const together = await server.aClass(school);
  const [one, two] = [await aStudent('Zawadi Kamau', together), await aStudent('Akinyi Odera', together)];
  await aStudent('Wambui Njeri');
  await deposit(one, 100, own(), { reference: 'Cash' });
  await cashOut(one, 30.5);
  const wrong = (await cashOut(one, 9)).body.receipt.sysid;
  await admin.ask(contract.reverse, { sysid: wrong, reason: 'Wrong child' }, { school });
  // A single cent counts, in and out.
  await deposit(one, 0.01);
  await cashOut(one, 0.01);
  const print = async (input: object) => (await bursar.ask<Statements>(printStatements, input)).body.statements;
  const [sheet, ...more] = await print({ admissionNumber: one });
  expect(more).toEqual([]);
  expect(sheet).toMatchObject({
    names: 'Zawadi Kamau',
    opening: 0,
    closing: 69.5,
    moneyIn: 109.01,
    moneyOut: 39.51,
    fees: 0,
  });
  expect(sheet?.lines.map(({ kind, amount, balance, reference }) => [kind, amount, balance, reference])).toEqual([
    ['deposit', 100, 100, 'Cash'],
    ['cash-out', -30.5, 69.5, null],
    ['cash-out', -9, 60.5, null],
    ['reversal', 9, 69.5, 'Wrong child'],
    ['deposit', 0.01, 69.51, null],
    ['cash-out', -0.01, 69.5, null],
  ]);
  const ofClass = await print({ classSYSID: together });
  expect(ofClass.map(({ admissionNumber, closing, lines }) => [admissionNumber, closing, lines.length])).toEqual([
    [two, 0, 0],
    [one, 69.5, 6],
  ]);
});

it('a printed period includes its last day and opens with the balance before it', async () => {
  const student = await aStudent();
  await deposit(student, 80);
  // Use dates by the school's clock, so that another time zone's midnight does not matter.
  const days = await server.context.db.inSchool(school, (tx) =>
    tx.row<{ today: string; yesterday: string; tomorrow: string }>(
      `SELECT (now() AT TIME ZONE time_zone)::date::text AS today, ((now() AT TIME ZONE time_zone)::date - 1)::text AS yesterday,
              ((now() AT TIME ZONE time_zone)::date + 1)::text AS tomorrow FROM schools WHERE id = $1`,
      [school],
    ),
  );
  const print = async (from?: string, to?: string) => {
    const { body } = await bursar.ask<Statements>(printStatements, { admissionNumber: student, from, to });
    const [sheet] = body.statements;
    return [sheet?.opening, sheet?.closing, sheet?.lines.length];
  };
  expect(await print(days?.yesterday, days?.yesterday)).toEqual([0, 0, 0]);
  expect(await print(days?.yesterday, days?.today)).toEqual([0, 80, 1]);
  expect(await print(days?.today, days?.today)).toEqual([0, 80, 1]);
  expect(await print(days?.tomorrow, days?.tomorrow)).toEqual([80, 80, 0]);
});
