import { createStudent } from '@mfuko/contract/students';
import { openTill } from '@mfuko/contract/tills';
import { deposit, getBalances, takeBack } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { newId } from '../../platform/records/id.ts';

const CASH = { channel: 'cash' } as const;

let server: TestServer;
let owner: pg.Client;
let school: string;
let bursar: Person;
let amina: string;
let brian: string;

beforeAll(async () => {
  server = await openTestServer();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
});
beforeEach(async () => {
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  [amina, brian] = [await aStudent('Amina Juma'), await aStudent('Brian Otieno')];
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

async function aStudent(names: string): Promise<string> {
  const admissionNumber = String(5200 + aNumber());
  const classSYSID = await server.aClass(school);
  await bursar.ask(createStudent, { admissionNumber, names, classSYSID });
  return admissionNumber;
}

interface Answer {
  readonly receipt: { readonly sysid: string; readonly token: string; readonly date: string };
  readonly detail: unknown;
  readonly message: string;
}
/** A deposit whose client asks its user about a repeated one, as the console does. */
const payIn = (admissionNumber: string, more: object = {}, by = bursar) =>
  by.ask<Answer>(deposit, { admissionNumber, amount: 500, unlessRepeated: true, ...more }, { key: newId() });
const balances = async () => {
  const { body } = await bursar.ask<{ admissionNumber: string; balance: number }[]>(getBalances, {});
  return [amina, brian].map((one) => body.find(({ admissionNumber }) => admissionNumber === one)?.balance ?? 0);
};

describe('deposit with unlessRepeated', () => {
  it('is refused with the first receipt where the same was paid in a moment ago, and moves nothing', async () => {
    const { receipt } = (await payIn(amina)).body;
    expect(await payIn(amina)).toMatchObject({
      status: 409,
      problem: 'wallet.deposit-repeated',
      body: {
        message: 'You paid in KES 500.00 for Amina Juma a moment ago.',
        detail: { amount: 500, admissionNumber: amina, names: 'Amina Juma', minutes: 0, receipt },
      },
    });
    expect(await balances()).toEqual([500, 0]);
  });

  it('is recorded once of two that come at the same time', async () => {
    const statuses = (await Promise.all([payIn(amina), payIn(amina)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(await balances()).toEqual([500, 0]);
  });

  it('leaves out the repeated one of many at once, and records the others', async () => {
    await payIn(amina);
    const answers = await Promise.all([payIn(amina), payIn(brian), payIn(amina, { amount: 20 })]);
    expect(answers.map(({ status }) => status)).toEqual([409, 200, 200]);
    expect(await balances()).toEqual([520, 500]);
  });

  it.each([
    ['another student', () => payIn(brian)],
    ['another amount', () => payIn(amina, { amount: 500.5 })],
    ['another channel', () => payIn(amina, { channel: 'other' })],
    ['another reference', () => payIn(amina, { reference: 'from her aunt' })],
    ['another person', async () => payIn(amina, {}, await server.aPerson('SchoolAdmin', school))],
    ['a client that does not ask', () => payIn(amina, { unlessRepeated: undefined })],
    ['a client that says no', () => payIn(amina, { unlessRepeated: false })],
  ])('is no obstacle to %s', async (_, second) => {
    expect((await payIn(amina)).status).toBe(200);
    expect((await second()).status).toBe(200);
  });

  it('counts cash of the desk and of the till as one channel', async () => {
    await payIn(amina, CASH);
    await bursar.ask(openTill, { float: 0 });
    expect((await payIn(amina)).problem).toBe('wallet.deposit-repeated');
    await payIn(brian);
    expect((await payIn(brian, CASH)).problem).toBe('wallet.deposit-repeated');
  });

  it('is recorded again once the first was taken back', async () => {
    const { receipt } = (await payIn(amina)).body;
    await bursar.ask(takeBack, { sysid: receipt.sysid });
    expect((await payIn(amina)).status).toBe(200);
    expect(await balances()).toEqual([500, 0]);
  });

  it('is recorded again after ten minutes', async () => {
    await payIn(amina);
    await age('9 minutes 50 seconds');
    const asked = await payIn(amina);
    expect([asked.status, asked.body.message]).toEqual([409, 'You paid in KES 500.00 for Amina Juma 9 minutes ago.']);
    expect(asked.body.detail).toMatchObject({ minutes: 9 });
    await age('11 seconds');
    expect((await payIn(amina)).status).toBe(200);
  });

  it('tells of a used bank slip as such', async () => {
    const slip = { channel: 'bank', reference: 'FT 7001' };
    await payIn(amina, slip);
    expect((await payIn(amina, slip)).problem).toBe('wallet.reference-taken');
  });
});

/** Dates the school's entries back with triggers off, since the tables are append-only even for their owner. */
async function age(by: string): Promise<void> {
  await owner.query(`ALTER TABLE journal_entries DISABLE TRIGGER append_only; SET app.school_id = '${school}'`);
  const aged = await owner.query(`UPDATE journal_entries SET at = at - $1::interval`, [by]);
  expect(aged.rowCount).toBeGreaterThan(0);
  await owner.query('ALTER TABLE journal_entries ENABLE TRIGGER append_only');
}
