import { randomUUID } from 'node:crypto';
import { consumeMenuFingerprint, consumeMenuPin, createMenu, type MenuItem } from '@mfuko/contract/canteen';
import * as fingerprints from '@mfuko/contract/fingerprints';
import { createItem, createItemFingerprint, createItemPin } from '@mfuko/contract/items';
import { type Approval, approve, requestApproval } from '@mfuko/contract/limits';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import * as students from '@mfuko/contract/students';
import { cashOutFingerprint, cashOutPin, deposit, getWallet } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { print } from '../src/features/fingerprints/fingers.testkit.ts';
import { type Db, openDatabase } from '../src/platform/database/database.ts';
import { aNumber, openTestServer, type Person, type TestServer } from './kit.ts';
import { setTimeZoneToNoon } from './noon.testkit.ts';

/** Money by a PIN or finger that has just been changed or set, at every counter. */
const PIN = '274951';
const NEW_PIN = '836042';
const MOTHER = '254722000111';

let server: TestServer;
let owner: Db;
let school: string;
let classSYSID: string;
let office: Person;
let second: Person;
let cook: Person;
let admin: Person;
let child: { sysid: string; admissionNumber: string };
let item: MenuItem;
let seed = 300;

beforeAll(async () => {
  server = await openTestServer();
  owner = openDatabase(server.ownerUrl, 1);
  school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  classSYSID = await server.aClass(school);
  admin = await server.aPerson('Admin');
  [office, second] = [await server.aPerson('SchoolAdmin', school), await server.aPerson('SchoolAdmin', school)];
  cook = await server.aPerson('CheckAgent', school, ['canteen']);
  item = (await office.ask<MenuItem>(createMenu, { name: 'Pilau', quantityPerPerson: 9, price: 60 })).body;
});
afterAll(async () => {
  await owner.close();
  await server.close();
});
beforeEach(async () => {
  child = await aChild({ checkPin: PIN });
});

async function aChild(more: object, pocketMoney = 1_000): Promise<{ sysid: string; admissionNumber: string }> {
  const admissionNumber = String(70_000 + aNumber());
  const made = await office.ask<{ sysid: string }>(students.createStudent, {
    ...{ admissionNumber, names: 'Amina Juma', classSYSID, ...more },
  });
  const contact = { studentSYSID: made.body.sysid, name: 'Mama Amina', mobileNumber: MOTHER };
  expect((await office.ask(students.addContact, contact)).status).toBe(200);
  if (pocketMoney > 0) expect((await office.ask(deposit, { admissionNumber, amount: pocketMoney })).status).toBe(200);
  return { sysid: made.body.sysid, admissionNumber };
}

/** Makes what was recorded of the child 25 hours older. */
const older = (table: string, column: string) =>
  owner.inSchool(school, (tx) =>
    tx.row(`UPDATE ${table} SET ${column} = ${column} - interval '25 hours' WHERE school_id = $1 AND student_id = $2`, [
      school,
      child.sysid,
    ]),
  );
const setPin = (checkPin: string) => office.ask(students.updateStudent, { sysid: child.sysid, checkPin });
const eat = (by: Person, menuItemSYSID = item.sysid, key = randomUUID()) =>
  by.ask(consumeMenuPin, { menuItemSYSID, admissionNumber: child.admissionNumber, pin: NEW_PIN }, { key });
const balance = async () =>
  (await office.ask<{ balance: number }>(getWallet, { admissionNumber: child.admissionNumber })).body.balance;
const cashOut = (amount: number, pin = NEW_PIN) =>
  office.ask(cashOutPin, { admissionNumber: child.admissionNumber, amount, pin });
async function notifiedSince<T>(work: () => Promise<T>): Promise<{ answer: T; told: string[] }> {
  await server.runJobs();
  const before = server.sent.length;
  const answer = await work();
  await server.runJobs();
  const texts = server.sent.slice(before).filter(({ to, kind }) => to === MOTHER && kind === 'security');
  return { answer, told: texts.map(({ text }) => text) };
}
const enrol = (finger: number, more: object) =>
  office.ask(fingerprints.uploadStudentFingerprintAdm, {
    ...{
      AdmissionNumber: child.admissionNumber,
      Finger: 'right-index',
      ConsentBy: 'Mother',
      ConsentRelation: 'Mother',
    },
    ...{ ConsentMethod: 'paper', ...print(finger, ++seed), ...more },
  });
const cashOutBy = (finger: number) =>
  office.ask(cashOutFingerprint, { admissionNumber: child.admissionNumber, amount: ++seed, ...print(finger, seed) });
async function byRule<T>(work: () => Promise<T>): Promise<T> {
  const set = (holdFirstMeans: boolean) => admin.ask(updateSchoolSettings, { sysid: school, holdFirstMeans });
  expect((await set(true)).body).toMatchObject({ holdFirstMeans: true });
  try {
    return await work();
  } finally {
    await set(false);
  }
}

describe('a meal by a recently changed PIN', () => {
  it('is held for the person who changed the PIN until a second person approves', async () => {
    await setPin(NEW_PIN);
    expect(await eat(office)).toMatchObject({ status: 422, problem: 'wallet.hold' });
    expect(await balance()).toBe(1_000);
    const asked = await office.ask<Approval>(requestApproval, {
      ...{ admissionNumber: child.admissionNumber, amount: 60, reason: 'Lunch' },
    });
    expect((await second.ask(approve, { sysid: asked.body.sysid })).status).toBe(200);
    expect((await eat(office)).status).toBe(200);
    expect((await eat(office)).problem).toBe('wallet.hold');
    expect(await balance()).toBe(940);
  });

  it('is served by another person and notified to the guardian', async () => {
    await setPin(NEW_PIN);
    const { answer, told } = await notifiedSince(() => eat(cook));
    expect(answer.status).toBe(200);
    expect(told).toEqual([
      expect.stringMatching(/Amina Juma had a meal for KES 60.00 by the PIN or finger that was changed/),
    ]);
    expect(await balance()).toBe(940);
  });

  it('without a price is served by the person who changed the PIN', async () => {
    await setPin(NEW_PIN);
    const free = await office.ask<MenuItem>(createMenu, { name: 'Uji', quantityPerPerson: 9, price: 0 });
    expect((await eat(office, free.body.sysid)).status).toBe(200);
  });

  it('is served without notification after the hold has ended', async () => {
    await setPin(NEW_PIN);
    await older('money_holds', 'since');
    const { answer, told } = await notifiedSince(() => eat(office));
    expect([answer.status, told]).toEqual([200, []]);
  });
});

describe('an item sale', () => {
  const sale = () => ({ admissionNumber: child.admissionNumber, itemName: 'Sweater', quantity: 1, price: 700 });

  it('by a recently changed PIN is held for every seller, unless the price is zero', async () => {
    await setPin(NEW_PIN);
    for (const by of [office, second])
      expect((await by.ask(createItemPin, { ...sale(), pin: NEW_PIN })).problem).toBe('wallet.hold');
    expect(await balance()).toBe(1_000);
    expect((await office.ask(createItemPin, { ...sale(), price: 0, pin: NEW_PIN })).status).toBe(200);
    expect((await office.ask(createItem, sale())).status).toBe(200);
  });

  it('by a recently added finger is held', async () => {
    await enrol(51, {});
    await enrol(52, { Finger: 'left-index' });
    expect((await office.ask(createItemFingerprint, { ...sale(), ...print(52, ++seed) })).problem).toBe('wallet.hold');
    expect((await office.ask(createItemFingerprint, { ...sale(), ...print(51, ++seed) })).status).toBe(200);
  }, 60_000);

  it('a meal by a recently added finger is held for the person who added it', async () => {
    await enrol(53, {});
    await enrol(54, { Finger: 'left-index' });
    const meal = { menuItemSYSID: item.sysid, admissionNumber: child.admissionNumber };
    expect((await office.ask(consumeMenuFingerprint, { ...meal, ...print(54, ++seed) })).problem).toBe('wallet.hold');
    expect((await office.ask(consumeMenuFingerprint, { ...meal, ...print(53, ++seed) })).status).toBe(200);
  }, 60_000);
});

describe('a first PIN', () => {
  it('is notified to the guardian', async () => {
    child = await aChild({}, 0);
    const { told } = await notifiedSince(() => setPin(NEW_PIN));
    expect(told).toEqual([expect.stringMatching(/a first PIN was set for Amina Juma, .*\. If you did not/)]);
  });

  it("for a wallet in use is held when the school's rule says so, set by hand or by slips", async () => {
    child = await aChild({});
    await byRule(async () => {
      const { told } = await notifiedSince(() => setPin(NEW_PIN));
      expect(told).toEqual([expect.stringMatching(/first PIN .* Cash by it waits 24 h/)]);
      expect((await cashOut(50)).problem).toBe('wallet.hold');
      child = await aChild({});
      const made = await office.ask<{ slips: { pin: string }[] }>(students.makePins, { sysids: [child.sysid] });
      expect((await cashOut(50, made.body.slips[0]?.pin)).problem).toBe('wallet.hold');
    });
  });

  it("is not held for a wallet that never held money, nor without the school's rule", async () => {
    await byRule(async () => {
      child = await aChild({}, 0);
      const { told } = await notifiedSince(() => office.ask(students.makePins, { sysids: [child.sysid] }));
      expect(told).toEqual([]);
      child = await aChild({ checkPin: NEW_PIN });
      expect((await cashOut(50)).status).toBe(200);
    });
    child = await aChild({});
    await setPin(NEW_PIN);
    expect((await cashOut(50)).status).toBe(200);
  });
});

describe('a first finger', () => {
  it('is notified once per sitting, and again when it is enrolled later', async () => {
    const first = await notifiedSince(async () => {
      for (let each = 0; each < 2; each++) expect((await enrol(61, {})).status).toBe(200);
    });
    expect(first.told).toEqual([expect.stringMatching(/a finger of Amina Juma was registered/)]);
    await older('fingerprints', 'enrolled_at');
    const again = await notifiedSince(() => enrol(61, {}));
    expect(again.told).toEqual([
      expect.stringMatching(/a registered finger of Amina Juma was scanned and added once more/),
    ]);
    expect((await cashOutBy(61)).status).toBe(200);
  }, 60_000);

  it("holds cash by the school's rule unless a guardian gave a consent code", async () => {
    await byRule(async () => {
      const { told } = await notifiedSince(() => enrol(62, {}));
      expect(told).toEqual([expect.stringMatching(/a finger of Amina Juma was registered, .*Cash by it waits 24 h/)]);
      expect((await cashOutBy(62)).problem).toBe('wallet.hold');
      const contacts = await office.ask<{ sysid: string }[]>(students.getContacts, { studentSYSID: child.sysid });
      child = await aChild({ checkPin: PIN });
      const own = await office.ask<{ sysid: string }[]>(students.getContacts, { studentSYSID: child.sysid });
      expect(own.body[0]?.sysid).not.toBe(contacts.body[0]?.sysid);
      const sent = await office.ask(fingerprints.sendConsentCode, {
        ...{ sysid: child.sysid, contactSYSID: own.body[0]?.sysid },
      });
      expect(sent.status).toBe(200);
      await server.runJobs();
      const ConsentCode = /\d{6}/.exec(server.sent.findLast(({ kind }) => kind === 'consent-code')?.text ?? '')?.[0];
      expect((await enrol(63, { ConsentMethod: 'otp', ConsentCode })).status).toBe(200);
      expect((await cashOutBy(63)).status).toBe(200);
    });
    child = await aChild({ checkPin: PIN });
    expect((await enrol(64, {})).status).toBe(200);
    expect((await cashOutBy(64)).status).toBe(200);
  }, 90_000);
});
