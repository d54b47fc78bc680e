import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { CHALLENGE_LIFE_MS, getCaptureChallenge, pairReader } from '@mfuko/contract/captures';
import * as devices from '@mfuko/contract/devices';
import { enrolAnew } from '@mfuko/contract/fingerprint-renewal';
import { identifyFingerprint } from '@mfuko/contract/fingerprints';
import { checkInFingerprint } from '@mfuko/contract/gate';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import { createStudent } from '@mfuko/contract/students';
import { cashOutFingerprint } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { print } from '../fingerprints/fingers.testkit.ts';
import { checkDevice } from './index.ts';

const FILE = Buffer.from(print(1, 1).B64Fingerprint, 'base64');

let server: TestServer;
let school: string;
let admin: Person;
let head: Person;
let guard: Person;
let serialNumber: string;
let sysid: string;
let reader: { publicKey: KeyObject; privateKey: KeyObject };

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  admin = await server.aPerson('Admin');
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  serialNumber = `READER-${aNumber()}`;
  const device = { serialNumber, deviceLabel: 'Gate reader', deviceRole: 'CHECKINOUT', schoolSYSID: school };
  sysid = (await admin.ask<devices.DeviceRow>(devices.addDevice, device)).body.sysid;
  reader = generateKeyPairSync('ec', { namedCurve: 'P-256' });
});

async function challengeOf(person = guard): Promise<string> {
  return (await person.ask<{ challenge: string }>(getCaptureChallenge, {})).body.challenge;
}

const signed = (text: string, key = reader.privateKey) =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');

async function pair(more: object = {}, by = head) {
  const challenge = await challengeOf();
  const proof = `${challenge}.${signed(`mfuko-reader ${serialNumber} ${challenge}`)}`;
  const publicKey = reader.publicKey.export({ format: 'jwk' });
  return by.ask<devices.DeviceRow>(pairReader, { sysid, publicKey, proof, ...more });
}

const sha256 = createHash('sha256').update(FILE).digest('hex');
const captureOf = (challenge: string, key = reader.privateKey, serial = serialNumber) => ({
  B64Fingerprint: FILE.toString('base64'),
  SerialNumber: serialNumber,
  CaptureSignature: `${challenge}.${signed(`mfuko-capture ${serial} ${challenge} ${sha256}`, key)}`,
});

/** Returns null for an accepted capture, otherwise the problem and its reason. */
async function said(capture: Parameters<typeof checkDevice>[3]): Promise<string | null> {
  try {
    await server.context.db.inSchool(school, (tx) =>
      checkDevice(tx, server.context, crypto.randomUUID(), capture, null),
    );
    return null;
  } catch (error) {
    const { problem, detail } = error as { problem: string; detail?: { why: string } };
    return `${problem} ${detail?.why}`;
  }
}

it("a paired reader's capture needs its signature", async () => {
  const bare = { B64Fingerprint: FILE.toString('base64'), SerialNumber: serialNumber };
  expect(await said(bare)).toBeNull();
  expect((await pair()).body).toMatchObject({ sysid, signsCaptures: true });
  expect(await said(bare)).toBe('device.unsigned-capture none');
  expect(await said(captureOf(await challengeOf()))).toBeNull();
});

it('rejects a signature by another key, over another picture, reader or challenge, or of another school', async () => {
  await pair();
  const challenge = await challengeOf();
  const wrong = 'device.unsigned-capture signature';
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  expect(await said(captureOf(challenge, stranger.privateKey))).toBe(wrong);
  expect(await said({ ...captureOf(challenge), B64Fingerprint: Buffer.from('another').toString('base64') })).toBe(
    wrong,
  );
  expect(await said(captureOf(challenge, reader.privateKey, 'READER-0'))).toBe(wrong);
  const elsewhere = await server.aPerson('SchoolAdmin', await server.aSchool());
  expect(await said(captureOf(await challengeOf(elsewhere)))).toBe(wrong);
  const [, mac = ''] = challenge.split('.');
  expect(await said(captureOf(`${server.context.clock.now() + 1}.${mac}`))).toBe(wrong);
  expect(await said({ ...captureOf(challenge), CaptureSignature: 'nonsense' })).toBe(wrong);
});

it('a capture signature is valid for a quarter of an hour, and offline for a week', async () => {
  await pair();
  const capture = captureOf(await challengeOf());
  const now = server.context.clock.now();
  const atTheGate = async () => (await guard.ask(checkInFingerprint, { admissionNumber: '1', ...capture })).problem;
  expect(await atTheGate()).toBe('student.not-found');
  const clock = vi.spyOn(server.context.clock, 'now').mockReturnValue(now + CHALLENGE_LIFE_MS + 1_000);
  try {
    expect(await said(capture)).toBe('device.unsigned-capture old');
    expect(await atTheGate()).toBe('device.unsigned-capture');
    expect(await said({ ...capture, offline: true })).toBeNull();
    clock.mockReturnValue(now + 9 * 24 * 60 * 60_000);
    expect(await said({ ...capture, offline: true })).toBe('device.unsigned-capture old');
  } finally {
    clock.mockRestore();
  }
});

it('an unsigned capture of a paired reader is audited', async () => {
  await pair();
  const bare = { B64Fingerprint: FILE.toString('base64'), SerialNumber: serialNumber };
  const asked = await guard.ask(identifyFingerprint, bare);
  expect(asked.problem).toBe('device.unsigned-capture');
  const trail = await server.context.db.inSchool(school, (tx) =>
    tx.rows('SELECT action, detail FROM audit_events WHERE school_id = $1 AND subject_id = $2 AND actor_id IS NULL', [
      school,
      sysid,
    ]),
  );
  expect(trail).toEqual([{ action: 'device.unsigned-capture', detail: { use: null, why: 'none' } }]);
});

it('pairReader needs a proof of the key and the office, and can be undone', async () => {
  const { problem } = await pair({ proof: `${await challengeOf()}.${signed('mfuko-reader somebody else')}` });
  expect(problem).toBe('device.unsigned-capture');
  expect((await pair({}, guard)).status).toBe(403);
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  expect((await pair({ publicKey: stranger })).problem).toBe('device.unsigned-capture');
  expect((await pair({ publicKey: null })).status).toBe(400);
  await pair();
  const freed = await head.ask<devices.DeviceRow>(pairReader, { sysid, publicKey: null, proof: null });
  expect(freed.body.signsCaptures).toBe(false);
  await head.ask(devices.deleteDevice, { sysid });
  expect((await pair()).problem).toBe('device.not-found');
});

it('requireSignedCaptures accepts captures of paired readers only', async () => {
  const demand = (requireSignedCaptures: boolean) =>
    admin.ask(updateSchoolSettings, { sysid: school, requireSignedCaptures });
  const bare = { B64Fingerprint: FILE.toString('base64') };
  await demand(true);
  try {
    expect(await said(bare)).toBe('device.unsigned-capture not-paired');
    // Without a reader, and for an unknown child: the capture is checked before anything else.
    expect((await guard.ask(checkInFingerprint, { admissionNumber: '1', ...bare })).problem).toBe(
      'device.unsigned-capture',
    );
    const paid = await head.ask(cashOutFingerprint, { admissionNumber: '1', amount: 1, userName: head.phone, ...bare });
    expect(paid.problem).toBe('device.unsigned-capture');
    expect(await said({ ...bare, SerialNumber: 'NOBODYS' })).toBe('device.unsigned-capture not-paired');
    expect(await said({ ...bare, SerialNumber: serialNumber })).toBe('device.unsigned-capture not-paired');
    await pair();
    expect(await said(captureOf(await challengeOf()))).toBeNull();
  } finally {
    await demand(false);
  }
  expect(await said(bare)).toBeNull();
});

it.each([
  ['by PIN', { pin: '274951' }],
  ['by code', { consentCode: '123456' }],
])('enrolAnew needs freshly signed captures: %s', async (_, word) => {
  const made = { admissionNumber: String(aNumber()), names: 'Juma Ali', classSYSID: await server.aClass(school) };
  const { sysid: studentSYSID } = (await head.ask<{ sysid: string }>(createStudent, made)).body;
  await pair();
  const captures = Array<ReturnType<typeof captureOf>>(3).fill(captureOf(await challengeOf(head)));
  const anew = async (of: object[]) =>
    (await head.ask(enrolAnew, { studentSYSID, finger: 'right-index', captures: of, ...word })).problem;
  const bare = captures.map(({ CaptureSignature: _signature, ...rest }) => rest);
  expect(await anew(bare)).toBe('device.unsigned-capture');
  const now = server.context.clock.now();
  const clock = vi.spyOn(server.context.clock, 'now').mockReturnValue(now + CHALLENGE_LIFE_MS + 1_000);
  try {
    expect(await anew(captures)).toBe('device.unsigned-capture');
  } finally {
    clock.mockRestore();
  }
  expect(await anew(captures)).not.toBe('device.unsigned-capture');
});
