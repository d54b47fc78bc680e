import { updateSchoolSettings } from '@mfuko/contract/schools';
import * as students from '@mfuko/contract/students';
import {
  cashOutPin,
  deposit,
  getOwnPayments,
  getWallet,
  type Moved,
  type OwnPayment,
  reverse,
} from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';

const PIN = '274951';

let server: TestServer;
let owner: pg.Client;
let school: string;
let bursar: Person;
let other: Person;
let admin: Person;
let student: string;

beforeAll(async () => {
  server = await openTestServer();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  school = await server.aSchool();
  const classSYSID = await server.aClass(school);
  bursar = await server.aPerson('SchoolAdmin', school);
  other = await server.aPerson('SchoolAdmin', school);
  admin = await server.aPerson('Admin');
  student = String(70_000 + aNumber());
  await bursar.ask(students.createStudent, {
    admissionNumber: student,
    names: 'Amina Juma',
    classSYSID,
    checkPin: PIN,
  });
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const own = async (who: Person) => (await who.ask<OwnPayment[]>(getOwnPayments, { page: 1, pageSize: 10 })).body;
const mostCash = async () =>
  (await bursar.ask<{ mostCash: number }>(getWallet, { admissionNumber: student })).body.mostCash;
const setFee = (fixed: number, percent: number, cap: number | null) =>
  admin.ask(updateSchoolSettings, { sysid: school, cashOutFee: { fixed, percent, cap } });

describe('getOwnPayments', () => {
  it("lists a user's own payments, newest first, with the fields of their receipts", async () => {
    const paidIn = (await bursar.ask<Moved>(deposit, { admissionNumber: student, amount: 500.5, reference: 'Slip 7' }))
      .body;
    const paidOut = (await bursar.ask<Moved>(cashOutPin, { admissionNumber: student, amount: 120, pin: PIN })).body;
    await other.ask(deposit, { admissionNumber: student, amount: 40 });
    const who = { admissionNumber: student, names: 'Amina Juma', reversed: false };
    expect(await own(bursar)).toEqual([
      { ...paidOut, ...who, kind: 'cash-out', method: 'pin', reference: null, channel: null },
      { ...paidIn, ...who, kind: 'deposit', method: null, reference: 'Slip 7', channel: 'cash' },
    ]);
    await other.ask(reverse, { sysid: paidOut.receipt.sysid, reason: 'Wrong child' });
    expect((await own(bursar)).map(({ reversed }) => reversed)).toEqual([true, false]);
    expect((await own(other)).map(({ amount }) => amount)).toEqual([40]);
  });

  it('lists own payments of the current school and the last 24 hours only', async () => {
    expect((await admin.ask<OwnPayment[]>(getOwnPayments, {}, { school })).body).toEqual([]);
    await owner.query(
      `BEGIN; SET LOCAL app.school_id = '${school}'; ALTER TABLE journal_entries DISABLE TRIGGER append_only`,
    );
    await owner.query(`UPDATE journal_entries SET at = at - interval '25 hours' WHERE by_user = $1`, [other.userId]);
    await owner.query('ALTER TABLE journal_entries ENABLE TRIGGER append_only; COMMIT');
    expect(await own(other)).toEqual([]);
    expect(await own(bursar)).toHaveLength(2);
  });
});

describe('mostCash', () => {
  it.each([
    ['without a fee', 0, 0, null, 540],
    ['with a fixed one', 25, 0, null, 515],
    ['with a percentage', 0, 10, null, 491],
    ['with a percentage and its cap', 0, 10, 20, 520],
    ['with one that is more than there is', 600, 0, null, 0],
  ] as const)('%s, mostCash can be paid out and a shilling more is refused', async (_, fixed, percent, cap, most) => {
    await setFee(fixed, percent, cap);
    expect(await mostCash()).toBe(most);
    const out = await bursar.ask(cashOutPin, { admissionNumber: student, amount: most + 1, pin: PIN });
    expect(out.problem).toBe('wallet.insufficient-funds');
    if (most === 0) return;
    const made = (await bursar.ask<Moved>(cashOutPin, { admissionNumber: student, amount: most, pin: PIN })).body;
    expect(made.amount).toBe(most);
    await other.ask(reverse, { sysid: made.receipt.sysid, reason: 'Only tried' });
  });
});
