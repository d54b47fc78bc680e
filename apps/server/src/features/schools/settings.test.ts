import * as canteen from '@mfuko/contract/canteen';
import { uploadStudentFingerprintAdm } from '@mfuko/contract/fingerprints';
import * as contract from '@mfuko/contract/schools';
import { createStudent } from '@mfuko/contract/students';
import { cashOutPin, deposit } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { print } from '../fingerprints/fingers.testkit.ts';

const PIN = '482916';

let server: TestServer;
let admin: Person;
let school: string;
let bursar: Person;
let admissionNumber: string;

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.aPerson('Admin');
});
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  admissionNumber = String(7000 + aNumber());
  const classSYSID = await server.aClass(school);
  await bursar.ask(createStudent, { admissionNumber, names: 'Amina Juma', classSYSID, checkPin: PIN });
});

type Settings = contract.SchoolSettings;
const set = (more: object) => admin.ask<Settings>(contract.updateSchoolSettings, { sysid: school, ...more });
const FRESH = {
  consentPolicy: 'student',
  movementLimit: 20_000,
  requireTill: false,
  requireDevices: false,
  requireConsentCode: false,
  requireCollector: false,
  requireExeat: false,
  requireSecondFactor: false,
  requireSignedCaptures: false,
  fingerOnlyGate: false,
  holdAfterChangeHours: 24,
  holdFirstMeans: false,
  pinLength: 4,
  tripAlarmMinutes: 120,
  arrivalAlarmMinutes: 30,
  lateFrom: null,
  absentFrom: null,
  schoolDays: [1, 2, 3, 4, 5],
  dailyCheckIn: false,
  tellAbsent: false,
  tellLate: false,
  tellOverdueExeats: false,
  requireProofForItems: false,
  eraseLeaversDays: 0,
  forgetPlacesDays: 0,
  cashOutFee: null,
  collectionFee: null,
  canteenFee: null,
  updated: expect.any(String),
};

describe('school settings', () => {
  it("have the contract's defaults and can be read by the own staff only", async () => {
    const own = await bursar.ask<Settings>(contract.getSchoolSettings, { sysid: school });
    expect(own.body).toEqual({ sysid: school, ...FRESH });
    const other = await server.aSchool();
    expect((await bursar.ask(contract.getSchoolSettings, { sysid: other })).problem).toBe('school.not-found');
    expect((await bursar.ask(contract.updateSchoolSettings, { sysid: school })).problem).toBe('session.role');
  });

  it('change where given, with old and new values in the audit rows', async () => {
    await set({ movementLimit: '5000.50', cashOutFee: { fixed: 10, percent: '1.5', cap: 50 } });
    const answer = await set({
      consentPolicy: 'school',
      cashOutFee: { fixed: 0, percent: 2 },
      canteenFee: { fixed: 3 },
    });
    expect(answer.body).toEqual({
      ...FRESH,
      sysid: school,
      consentPolicy: 'school',
      movementLimit: 5000.5,
      cashOutFee: { fixed: 0, percent: 2, cap: null },
      canteenFee: { fixed: 3, percent: 0, cap: null },
    });
    const rows = await server.context.db.inSchool(school, (tx) =>
      tx.rows(
        `SELECT detail->'changes' AS changes FROM audit_events
         WHERE school_id = $1 AND action = 'school.update-settings' ORDER BY at`,
        [school],
      ),
    );
    expect(rows).toEqual([
      {
        changes: {
          movementLimit: { from: 20_000, to: 5000.5 },
          cashOutFee: { from: null, to: 'KES 10.00 + 1.5 %, at most KES 50.00' },
        },
      },
      {
        changes: {
          consentPolicy: { from: 'student', to: 'school' },
          cashOutFee: { from: 'KES 10.00 + 1.5 %, at most KES 50.00', to: '2 %' },
          canteenFee: { from: null, to: 'KES 3.00' },
        },
      },
    ]);
  });

  it.each([
    ['a limit of nothing', { movementLimit: 0 }],
    ['a policy that is none', { consentPolicy: 'nobody' }],
    ['more than the whole', { cashOutFee: { percent: 100.01 } }],
    ['less than nothing', { cashOutFee: { percent: -1 } }],
    ['a third decimal', { canteenFee: { percent: '1.005' } }],
    ['a cap of nothing', { canteenFee: { fixed: 5, cap: 0 } }],
  ])('refuse %s', async (_what, input) => {
    expect((await set(input)).status).toBe(400);
  });

  it('of a deleted school are not found', async () => {
    await admin.ask(contract.deleteSchool, { sysid: school });
    expect((await admin.ask(contract.getSchoolSettings, { sysid: school })).problem).toBe('school.not-found');
    expect((await set({ movementLimit: 10 })).problem).toBe('school.not-found');
  });
});

describe('each setting takes effect:', () => {
  const upload = (finger: number) =>
    bursar.ask(uploadStudentFingerprintAdm, { AdmissionNumber: admissionNumber, ...print(finger, 1) });
  const pay = (amount: number) => bursar.ask(deposit, { admissionNumber, amount });

  it('movementLimit', async () => {
    expect((await pay(5001)).status).toBe(200);
    await set({ movementLimit: 5000 });
    expect(await pay(5001)).toMatchObject({ problem: 'wallet.over-limit', body: { detail: { limit: 5000 } } });
    expect((await pay(5000)).status).toBe(200);
  });

  it('consentPolicy', async () => {
    expect((await upload(51)).problem).toBe('fingerprint.no-consent');
    await set({ consentPolicy: 'school' });
    expect((await upload(51)).status).toBe(200);
  });

  it('cashOutFee with percentage and cap', async () => {
    await pay(3000);
    const cash = async (amount: number) =>
      (await bursar.ask<{ fee: number }>(cashOutPin, { admissionNumber, pin: PIN, amount })).body.fee;
    expect(await cash(100)).toBe(0);
    await set({ cashOutFee: { fixed: 5, percent: 2.5, cap: 20 } });
    expect([await cash(200), await cash(1000)]).toEqual([10, 20]);
    await set({ cashOutFee: null });
    expect(await cash(300)).toBe(0);
  });

  it('canteenFee', async () => {
    await pay(500);
    const item = await bursar.ask<{ sysid: string }>(canteen.createMenu, {
      name: 'Chapati',
      quantityPerPerson: 5,
      price: 40,
    });
    await set({ canteenFee: { fixed: 2 } });
    const meal = await bursar.ask(canteen.consumeMenuPin, {
      menuItemSYSID: item.body.sysid,
      admissionNumber,
      pin: PIN,
    });
    expect(meal.body).toMatchObject({ amount: 40, balance: 458 });
  });

  it('collectionFee', async () => {
    await set({ collectionFee: { percent: 1 } });
    const fee = await server.context.db.inSchool(school, (tx) =>
      tx.row(`SELECT fee_of($1, 'collection', 50000)::int AS fee`, [school]),
    );
    expect(fee).toEqual({ fee: 500 });
  });
});
