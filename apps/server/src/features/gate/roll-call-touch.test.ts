import { randomUUID } from 'node:crypto';
import { addDevice } from '@mfuko/contract/devices';
import { uploadStudentFingerprintAdm } from '@mfuko/contract/fingerprints';
import { checkInPin } from '@mfuko/contract/gate';
import * as contract from '@mfuko/contract/roll-calls';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import { createStudent } from '@mfuko/contract/students';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { print } from '../fingerprints/fingers.testkit.ts';

const PIN = '482916';
const [AMINA, BARAKA, STRANGER] = [71, 73, 72];

let server: TestServer;
let admin: Person;
let guard: Person;
let school: string;
let amina: string;
let baraka: string;
let sysid: string;
let shot = 1_000;

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.aPerson('Admin');
  school = await server.aSchool();
  const head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  const classSYSID = await server.aClass(school, 'Grade 4');
  const enrolled = async (finger: number, names: string, isIn: boolean) => {
    const AdmissionNumber = String(6000 + aNumber());
    await head.ask(createStudent, { admissionNumber: AdmissionNumber, names, classSYSID, checkPin: PIN });
    const consent = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
    for (const seed of [1, 2, 3])
      await head.ask(uploadStudentFingerprintAdm, { AdmissionNumber, ...consent, ...print(finger, seed) });
    if (isIn) await guard.ask(checkInPin, { admissionNumber: AdmissionNumber, pin: PIN });
    return AdmissionNumber;
  };
  amina = await enrolled(AMINA, 'Amina Juma', true);
  baraka = await enrolled(BARAKA, 'Baraka Otieno', false);
}, 90_000);
afterAll(() => server.close());
beforeEach(async () => {
  await allow(true);
  sysid = (await guard.ask<{ sysid: string }>(contract.openRollCall, { reason: 'Smoke' })).body.sysid;
});

const allow = (fingerOnlyGate: boolean) => admin.ask(updateSchoolSettings, { sysid: school, fingerOnlyGate });

interface Touched {
  readonly key: string;
  readonly accounted: number;
  readonly detail?: unknown;
}
const touch = (finger: number, more: object = {}, key?: string, by = guard) =>
  by.ask<Touched>(contract.tickByTouch, { sysid, ...print(finger, ++shot), ...more }, key ? { key } : {});
const undo = (key: string, by = guard) => by.ask<Touched>(contract.undoTickTouch, { sysid, key });
const byHand = (admissionNumber: string, key = randomUUID()) =>
  guard.ask(contract.tickRollCall, {
    sysid,
    ticks: [{ key, admissionNumber, at: new Date().toISOString(), by: 'Mwalimu Otieno' }],
  });

interface Shown {
  readonly accounted: number;
  readonly missing: readonly contract.RollCallChild[];
  readonly others: readonly contract.RollCallChild[];
  readonly ticks: readonly { readonly admissionNumber: string; readonly byFinger: boolean; readonly by: string }[];
  readonly seen?: readonly contract.SeenChild[];
}
const show = async () => (await guard.ask<Shown>(contract.getRollCall, { sysid, named: true })).body;

describe('tickByTouch', () => {
  it('a touch ticks the student whose finger it is and is recorded as a tick by finger', async () => {
    const key = randomUUID();
    const picture = print(AMINA, ++shot);
    const first = await touch(AMINA, picture, key);
    expect(first.body).toMatchObject({
      ...{ admissionNumber: amina, names: 'Amina Juma', className: 'Grade 4', expected: 1, accounted: 1 },
    });
    expect((await touch(AMINA, picture, key)).body).toEqual(first.body);
    expect((await touch(AMINA, picture)).problem).toBe('fingerprint.replayed');
    const shown = await show();
    expect([shown.accounted, shown.missing, shown.ticks.length]).toEqual([1, [], 1]);
    expect(shown.ticks).toMatchObject([{ admissionNumber: amina, byFinger: true }]);
    expect(shown.seen).toMatchObject([{ admissionNumber: amina, byFinger: true, by: shown.ticks[0]?.by }]);
  });

  it('a touch after a tick by hand adds a tick, and the tick by hand stays the first', async () => {
    await byHand(amina);
    expect((await touch(AMINA)).status).toBe(200);
    const { ticks, seen } = await show();
    expect(ticks.map(({ byFinger }) => byFinger)).toEqual([false, true]);
    expect(seen).toMatchObject([{ admissionNumber: amina, byFinger: false, by: 'Mwalimu Otieno' }]);
  });

  it('a touch is refused without searching when the school does not allow it', async () => {
    await allow(false);
    expect((await touch(AMINA)).problem).toBe('gate.number-needed');
    expect((await touch(STRANGER)).problem).toBe('gate.number-needed');
    expect((await show()).accounted).toBe(0);
  });

  it("a touch of a student who is not expected is refused with the student's name and ticks nobody", async () => {
    const refused = await touch(BARAKA);
    expect(refused.problem).toBe('roll-call.not-expected');
    expect(refused.body.detail).toEqual({ admissionNumber: baraka, names: 'Baraka Otieno', className: 'Grade 4' });
    expect(await show()).toMatchObject({ accounted: 0, others: [], ticks: [] });
  });

  it('refuses a touch by an unknown finger, on a canteen reader or from another school', async () => {
    expect((await touch(STRANGER)).problem).toBe('fingerprint.no-match');
    const device = { serialNumber: 'KITCHEN', deviceLabel: 'Kitchen', deviceRole: 'CANTEEN', schoolSYSID: school };
    expect((await admin.ask(addDevice, device)).status).toBe(200);
    expect((await touch(AMINA, { SerialNumber: 'KITCHEN' })).problem).toBe('device.wrong-role');
    const elsewhere = await server.aSchool();
    expect((await admin.ask(updateSchoolSettings, { sysid: elsewhere, fingerOnlyGate: true })).status).toBe(200);
    const stranger = await server.aPerson('CheckAgent', elsewhere, ['gate']);
    expect((await touch(AMINA, {}, undefined, stranger)).problem).toBe('roll-call.not-found');
    expect((await show()).accounted).toBe(0);
  });
});

describe('undoTickTouch', () => {
  it('undoing a touch removes the tick, and the student is missing again', async () => {
    const { key } = (await touch(AMINA)).body;
    expect((await undo(key)).body).toMatchObject({ admissionNumber: amina, names: 'Amina Juma', accounted: 0 });
    expect(await show()).toMatchObject({
      ...{ accounted: 0, missing: [{ admissionNumber: amina }], others: [], ticks: [], seen: [] },
    });
    expect((await undo(key)).body).toMatchObject({ accounted: 0 });
    expect((await touch(AMINA)).body).toMatchObject({ accounted: 1 });
    expect((await undo(key)).body).toMatchObject({ accounted: 1 });
  });

  it("undoing a touch leaves another marshal's tick of the student", async () => {
    const { key } = (await touch(AMINA)).body;
    await byHand(amina);
    expect((await undo(key)).body).toMatchObject({ accounted: 1 });
    expect((await show()).ticks).toMatchObject([{ admissionNumber: amina, byFinger: false }]);
  });

  it("refuses to undo another marshal's touch", async () => {
    const { key } = (await touch(AMINA)).body;
    const other = await server.aPerson('CheckAgent', school, ['gate']);
    expect((await undo(key, other)).problem).toBe('roll-call.no-touch');
    expect((await show()).ticks).toHaveLength(1);
  });

  it('undoing a tick by hand removes it, and the same key cannot tick again', async () => {
    const key = randomUUID();
    await byHand(amina, key);
    expect((await undo(key)).body).toMatchObject({ admissionNumber: amina, accounted: 0 });
    expect(await show()).toMatchObject({ accounted: 0, missing: [{ admissionNumber: amina }], ticks: [], seen: [] });
    // The device sends the same tick again, because it did not receive the answer.
    await byHand(amina, key);
    expect(await show()).toMatchObject({ accounted: 0, ticks: [] });
    expect((await undo(key)).body).toMatchObject({ accounted: 0 });
    await byHand(amina);
    expect((await undo(key)).body).toMatchObject({ accounted: 1 });
    const other = await server.aPerson('CheckAgent', school, ['gate']);
    expect((await undo(key, other)).problem).toBe('roll-call.no-touch');
  });

  it('undoing a key affects its own roll call only', async () => {
    const key = randomUUID();
    await byHand(amina, key);
    const first = sysid;
    sysid = (await guard.ask<{ sysid: string }>(contract.openRollCall, { reason: 'Fire drill' })).body.sysid;
    // A device that received no answer sends its ticks to the roll call that is open now.
    await byHand(amina, key);
    expect((await guard.ask<Touched>(contract.undoTickTouch, { sysid: first, key })).body).toMatchObject({
      accounted: 0,
    });
    expect(await show()).toMatchObject({ accounted: 1, missing: [], ticks: [{ admissionNumber: amina }] });
  });

  it('three concurrent undo calls succeed and remove the tick', async () => {
    const { key } = (await touch(AMINA)).body;
    const answers = await Promise.all([undo(key), undo(key), undo(key)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await show()).accounted).toBe(0);
  });
});
