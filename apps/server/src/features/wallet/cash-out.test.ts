import { randomUUID } from 'node:crypto';
import { consumeMenuFingerprint, consumeMenuPin, createMenu } from '@mfuko/contract/canteen';
import * as fingerprints from '@mfuko/contract/fingerprints';
import { setLimits } from '@mfuko/contract/limits';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import * as students from '@mfuko/contract/students';
import type { Moved, StatementRow } from '@mfuko/contract/wallet';
import * as contract from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { print, rebuiltPrint } from '../fingerprints/fingers.testkit.ts';

const FINGER = 11;
const PIN = '274951';

let server: TestServer;
let school: string;
let bursar: Person;
let admissionNumber: string;
let shot = 20;

beforeAll(async () => {
  server = await openTestServer({ REFUSE_REBUILT_FINGERS: 'true' });
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  admissionNumber = String(600 + aNumber());
  const classSYSID = await server.aClass(school);
  await bursar.ask(students.createStudent, { admissionNumber, names: 'Juma Ali', classSYSID, checkPin: PIN });
  for (const seed of [1, 2, 3]) {
    const consent = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
    const enrolled = await bursar.ask(fingerprints.uploadStudentFingerprintAdm, {
      AdmissionNumber: admissionNumber,
      ...consent,
      ...print(FINGER, seed),
    });
    expect(enrolled.status).toBe(200);
  }
  await bursar.ask(contract.deposit, { admissionNumber, amount: 500 });
}, 60_000);
afterAll(() => server.close());

function cashOut(amount: number, picture: object, key?: string) {
  return bursar.ask<Moved>(contract.cashOutFingerprint, { admissionNumber, amount, ...picture }, key ? { key } : {});
}

async function balance(): Promise<number> {
  return (await bursar.ask<{ balance: number }>(contract.getWallet, { admissionNumber })).body.balance;
}

/** Dates the recorded entries back. The trigger is off, since the tables are append-only even for their owner. */
async function wait(seconds: number): Promise<void> {
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(
    `BEGIN; SET LOCAL app.school_id = '${school}'; ALTER TABLE journal_entries DISABLE TRIGGER append_only`,
  );
  await owner.query('UPDATE journal_entries SET at = at - make_interval(secs => $1)', [seconds]);
  await owner.query('ALTER TABLE journal_entries ENABLE TRIGGER append_only; COMMIT');
  await owner.end();
}

describe('cash-out by fingerprint', () => {
  it('a cash-out by a matching finger is paid and appears in the statement', async () => {
    const before = await balance();
    const paid = await cashOut(30, print(FINGER, ++shot));
    expect(paid.body).toMatchObject({ amount: 30, balance: before - 30 });
    const statement = await bursar.ask<StatementRow[]>(contract.getStatement, { admissionNumber });
    expect(statement.body[0]).toMatchObject({ kind: 'cash-out', amount: -30, sysid: paid.body.receipt.sysid });
  });

  it('the same picture within ten seconds returns the first receipt; later it is rejected as a replay', async () => {
    const picture = print(FINGER, ++shot);
    const first = await cashOut(20, picture);
    expect(first.status).toBe(200);
    const held = await balance();
    expect((await cashOut(20, picture)).body).toEqual(first.body);
    expect((await cashOut(21, picture)).problem).toBe('fingerprint.replayed');
    await wait(11);
    expect((await cashOut(20, picture)).problem).toBe('fingerprint.replayed');
    expect((await cashOut(20, picture, randomUUID())).problem).toBe('fingerprint.replayed');
    expect(await balance()).toBe(held);
  });

  it('above the limit for a finger alone, cash-outs and meals by finger are refused and those by PIN succeed', async () => {
    const { sysid } = (await bursar.ask<{ sysid: string }>(students.getStudent, { admissionNumber })).body;
    const limit = (fingerAlone: number | null) =>
      bursar.ask(setLimits, { scope: 'guardian', sysid, fingerAlone, wishedBy: 'Mama Juma', wishedHow: 'in-person' });
    expect((await limit(40)).status).toBe(200);
    const held = await balance();
    const picture = print(FINGER, ++shot);
    const refused = await cashOut(40.01, picture, randomUUID());
    expect([refused.status, refused.problem]).toEqual([422, 'wallet.pin-needed']);
    expect(refused.body).toMatchObject({ detail: { limit: 40, setBy: 'guardian' } });
    expect((await cashOut(40, picture, randomUUID())).status).toBe(200);
    const menu = { name: 'Pilau', quantityPerPerson: 9, price: 45 };
    const menuItemSYSID = (await bursar.ask<{ sysid: string }>(createMenu, menu)).body.sysid;
    const meal = { admissionNumber, menuItemSYSID };
    expect((await bursar.ask(consumeMenuFingerprint, { ...meal, ...print(FINGER, ++shot) })).problem).toBe(
      'wallet.pin-needed',
    );
    expect((await bursar.ask(consumeMenuPin, { ...meal, pin: PIN })).status).toBe(200);
    expect((await bursar.ask(contract.cashOutPin, { admissionNumber, amount: 41, pin: PIN })).status).toBe(200);
    expect(await balance()).toBe(held - 40 - 45 - 41);
    await limit(null);
  });

  it('a repeated idempotency key returns the first answer an hour later, and a refusal does not use up the picture', async () => {
    const picture = print(FINGER, ++shot);
    const refused = await cashOut(9_000, picture, randomUUID());
    expect(refused.problem).toBe('wallet.insufficient-funds');
    const key = randomUUID();
    const paid = await cashOut(10, picture, key);
    expect(paid.status).toBe(200);
    await wait(3600);
    expect((await cashOut(10, picture, key)).body).toEqual(paid.body);
  });

  it('refuses a cash-out with a picture rebuilt from a template and notifies the office; the PIN still pays', async () => {
    const held = await balance();
    const refused = await cashOut(10, rebuiltPrint(FINGER, 1), randomUUID());
    expect([refused.status, refused.problem]).toEqual([422, 'fingerprint.replayed']);
    expect(await balance()).toBe(held);
    await server.runJobs();
    const told = (await bursar.ask<NoticeRow[]>(getNotifications)).body.filter(({ kind }) => kind === 'finger.rebuilt');
    expect(told).toMatchObject([
      { severity: 'warning', subject: { kind: 'student', id: admissionNumber }, params: {} },
    ]);
    expect((await bursar.ask(contract.cashOutPin, { admissionNumber, amount: 10, pin: PIN })).status).toBe(200);
    expect((await cashOut(10, print(FINGER, ++shot), randomUUID())).status).toBe(200);
    expect(await balance()).toBe(held - 20);
  });

  it("refuses a cash-out by another person's finger", async () => {
    const held = await balance();
    expect((await cashOut(10, print(FINGER + 1, 1))).problem).toBe('fingerprint.no-match');
    expect(await balance()).toBe(held);
  });
});

describe('wallet permissions', () => {
  it.each([['gate'], ['canteen'], ['bus']] as const)(
    'a CheckAgent with the duty %s may call no wallet endpoint',
    async (duty) => {
      const agent = await server.aPerson('CheckAgent', school, [duty]);
      const calls = [
        contract.deposit,
        contract.cashOutFingerprint,
        contract.cashOutPin,
        contract.getStatement,
        contract.getWallet,
      ];
      for (const call of calls) expect((await agent.ask(call, { admissionNumber })).problem).toBe('session.role');
    },
  );
});
