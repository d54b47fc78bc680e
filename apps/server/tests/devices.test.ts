import * as canteen from '@mfuko/contract/canteen';
import * as devices from '@mfuko/contract/devices';
import * as enrolment from '@mfuko/contract/fingerprints';
import * as contract from '@mfuko/contract/gate';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { cashOutFingerprint } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { print } from '../src/features/fingerprints/fingers.testkit.ts';
import { addStudent } from '../src/features/students/index.ts';
import { newId } from '../src/platform/records/id.ts';
import { openTestServer, type Person, type TestServer } from './kit.ts';

const NUMBER = '4001';
const FINGER = 311;

let server: TestServer;
let school: string;
let admin: Person;
let guard: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  admin = await server.aPerson('Admin');
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  const classId = await server.aClass(school);
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { id: newId(), admissionNumber: NUMBER, names: 'Achieng Odhiambo', classId, pinHash: null }),
  );
  for (const take of [1, 2]) {
    const consent = { ConsentBy: 'Odhiambo Otieno', ConsentRelation: 'father', ConsentMethod: 'paper' };
    const answer = await admin.ask(
      enrolment.uploadStudentFingerprintAdm,
      { AdmissionNumber: NUMBER, ...print(FINGER, take), ...consent },
      { school },
    );
    expect(answer.status).toBe(200);
  }
});
afterAll(() => server.close());

it('fingerprint passages are refused from a device of the wrong role or a revoked device', async () => {
  const tablet = { serialNumber: 'GATE-1', deviceLabel: 'Main gate', deviceRole: 'CHECKIN' };
  const made = await admin.ask(devices.addDevice, { ...tablet, schoolSYSID: school });
  let take = 10;
  const pass = (call: typeof contract.checkInFingerprint, SerialNumber?: string) =>
    guard.ask(call, { admissionNumber: NUMBER, ...print(FINGER, take++), SerialNumber });
  expect((await pass(contract.checkInFingerprint, 'GATE-1')).status).toBe(200);
  expect((await pass(contract.checkOutFingerprint, 'GATE-1')).problem).toBe('device.wrong-role');
  await admin.ask(devices.updateDevice, { sysid: made.body.sysid, deviceRole: 'CHECKINOUT' }, { school });
  expect((await pass(contract.checkOutFingerprint, 'gate-1')).status).toBe(200);
  await admin.ask(devices.deleteDevice, { sysid: made.body.sysid }, { school });
  expect((await pass(contract.checkInFingerprint, 'GATE-1')).problem).toBe('device.revoked');
  expect((await pass(contract.checkInFingerprint, 'ANOTHER')).status).toBe(200);
  const used = await server.context.db.inSchool(school, (tx) =>
    tx.rows(`SELECT 1 AS one FROM audit_events WHERE school_id = $1 AND action = 'device.revoked.used'`, [school]),
  );
  expect(used).toHaveLength(1);
});

it('lastSeen of a device is set by calls that are refused for another reason', async () => {
  const reader = { serialNumber: 'GATE-9', deviceLabel: 'Back gate', deviceRole: 'CHECKIN' };
  const made = await admin.ask<{ sysid: string }>(devices.addDevice, { ...reader, schoolSYSID: school });
  const lastSeen = async () =>
    (await admin.ask<devices.DeviceRow>(devices.getDevice, { sysid: made.body.sysid }, { school })).body.lastSeen;
  expect(await lastSeen()).toBeNull();
  for (const asked of [{ B64Fingerprint: 'AAAA' }, { ...print(FINGER, 90), admissionNumber: 'nobody' }]) {
    const answer = await guard.ask(contract.checkInFingerprint, {
      ...{ admissionNumber: NUMBER, SerialNumber: 'GATE-9' },
      ...asked,
    });
    expect(answer.status).not.toBe(200);
  }
  expect(await lastSeen()).not.toBeNull();
});

it('a revoked device can neither identify a student nor cash out, and raises one notice', async () => {
  const reader = { serialNumber: 'DESK-1', deviceLabel: 'Cash desk', deviceRole: 'CANTEEN' };
  const made = await admin.ask(devices.addDevice, { ...reader, schoolSYSID: school });
  const calls = [enrolment.identifyFingerprint, cashOutFingerprint] as const;
  const ask = () =>
    Promise.all(
      calls.map(async (call) => {
        const input = { admissionNumber: NUMBER, amount: 10, ...print(FINGER, 30), SerialNumber: 'desk-1' };
        return (await admin.ask(call, input, { school })).problem;
      }),
    );
  expect(await ask()).toEqual([undefined, 'wallet.insufficient-funds']);
  await admin.ask(devices.deleteDevice, { sysid: made.body.sysid }, { school });
  expect(await ask()).toEqual(['device.revoked', 'device.revoked']);
  await server.runJobs();
  const bell = await admin.ask<NoticeRow[]>(getNotifications, {}, { school });
  const about = bell.body.filter(({ subject }) => subject?.id === made.body.sysid);
  expect(about.map(({ kind }) => kind)).toEqual(['device.revoked-used']);
});

it('a meal is refused from a device with the gate role', async () => {
  const gate = { serialNumber: 'GATE-2', deviceLabel: 'Side gate', deviceRole: 'CHECKINOUT' };
  await admin.ask(devices.addDevice, { ...gate, schoolSYSID: school });
  const item = await admin.ask<{ sysid: string }>(
    canteen.createMenu,
    { name: 'Githeri', description: 'Maize and beans', quantityPerPerson: 2 },
    { school },
  );
  const eat = (SerialNumber: string, take: number) =>
    admin.ask(
      canteen.consumeMenuFingerprint,
      { menuItemSYSID: item.body.sysid, admissionNumber: NUMBER, ...print(FINGER, take), SerialNumber },
      { school },
    );
  expect((await eat('GATE-2', 40)).problem).toBe('device.wrong-role');
  expect((await eat('never linked', 41)).status).toBe(200);
});
