import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import * as contract from '@mfuko/contract/devices';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import * as students from '@mfuko/contract/students';
import { deposit, getWallet } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, clientHeaders, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';

const PIN = '482916';

let server: TestServer;
let school: string;
let admin: Person;
let head: Person;
let guard: Person;
let classSYSID: string;
let admissionNumber: string;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  admin = await server.aPerson('Admin');
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  classSYSID = await server.aClass(school);
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  admissionNumber = String(6000 + aNumber());
  await head.ask(students.createStudent, { admissionNumber, names: 'Juma Ali', classSYSID, checkPin: PIN });
  await demandDevices(false);
});

interface Device {
  readonly sysid: string;
  readonly key: KeyObject;
}

async function aCode(role = 'CHECKINOUT', by = head): Promise<string> {
  const made = await by.ask<{ code: string; until: string }>(contract.createDeviceCode, { label: 'Gate tablet', role });
  expect(made.status).toBe(200);
  return made.body.code;
}

const publicKeyOf = (key: KeyObject) => key.export({ format: 'jwk' });

function enrol(code: string, publicKey: object) {
  return server.nobody().ask<{ deviceSYSID: string; role: string }>(contract.enrolDevice, { code, publicKey });
}

async function aDevice(by = head): Promise<Device> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const enrolled = await enrol(await aCode('CHECKINOUT', by), publicKeyOf(publicKey));
  expect(enrolled.status).toBe(200);
  return { sysid: enrolled.body.deviceSYSID, key: privateKey };
}

async function demandDevices(requireDevices: boolean): Promise<void> {
  expect((await admin.ask(updateSchoolSettings, { sysid: school, requireDevices })).status).toBe(200);
}

interface Wish {
  readonly method?: 'GET' | 'POST';
  readonly path?: string;
  readonly body?: string;
  readonly by?: Person;
  readonly at?: number;
  /** Signed instead of what is sent. */
  readonly signed?: { readonly method?: string; readonly path?: string; readonly body?: string; readonly ms?: number };
  readonly header?: string;
  readonly key?: string;
}

function headerOf(device: Device, text: string, ms: number): string {
  const signature = sign('sha256', Buffer.from(text), { key: device.key, dsaEncoding: 'ieee-p1363' });
  return `${device.sysid}.${ms}.${signature.toString('base64url')}`;
}

/** Looks up a student, or records a passage, as a device sends it. */
async function call(device: Device | null, wish: Wish = {}) {
  const { method = 'POST', by = guard, at = Date.now(), signed = {} } = wish;
  const path = wish.path ?? '/api/check/inPin';
  const body = wish.body ?? JSON.stringify({ admissionNumber, pin: PIN });
  const sent = method === 'GET' ? '' : body;
  const digest = createHash('sha256')
    .update(signed.body ?? sent)
    .digest('hex');
  const ms = signed.ms ?? at;
  const text = `${signed.method ?? method} ${signed.path ?? path.split('?')[0]} ${ms} ${digest}`;
  const header = wish.header ?? (device ? headerOf(device, text, at) : undefined);
  const answer = await server.app.inject({
    method,
    url: path,
    ...(method === 'GET' ? {} : { payload: sent }),
    headers: {
      ...clientHeaders(server.context, by.token),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(header === undefined ? {} : { device: header }),
      ...(wish.key === undefined ? {} : { 'idempotency-key': wish.key }),
    },
  });
  const { problem = null, detail } = answer.json<{ problem?: string; detail?: { why?: string } }>();
  return { status: answer.statusCode, problem, why: detail?.why, header };
}

const REFUSED = (why: string) => ({ status: 403, problem: 'device.unknown', why });

describe('device code', () => {
  it('enrols one device, in any spelling, and expires after about a quarter of an hour', async () => {
    const made = await head.ask<{ code: string; until: string }>(contract.createDeviceCode, {
      label: 'Gate tablet',
      role: 'BUS',
    });
    const left = Date.parse(made.body.until) - Date.now();
    expect(left).toBeGreaterThan(10 * 60_000);
    expect(left).toBeLessThan(20 * 60_000);
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const typed = ` ${made.body.code.toLowerCase().replace('-', ' ')} `;
    const enrolled = await enrol(typed, publicKeyOf(publicKey));
    const listed = await head.ask<contract.DeviceRow[]>(contract.getDevices, {});
    expect(listed.body.find(({ sysid }) => sysid === enrolled.body.deviceSYSID)).toMatchObject({
      ...{ deviceLabel: 'Gate tablet', deviceRole: 'BUS', enrolled: true, serialNumber: '', lastSeen: null },
    });
    expect((await enrol(made.body.code, publicKeyOf(publicKey))).problem).toBe('device.code');
  });

  it('of two concurrent enrolments with one code one succeeds', async () => {
    const code = await aCode();
    const fresh = () => publicKeyOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey);
    const holder = new pg.Client({ connectionString: server.ownerUrl });
    await holder.connect();
    await holder.query(`BEGIN; SET LOCAL app.school_id = '${school}'; SELECT 1 FROM device_codes FOR UPDATE`);
    // Both requests have found the code before either uses it.
    const asked = Promise.all([enrol(code, fresh()), enrol(code, fresh())]);
    expect(await isBlocked(server, asked, 2)).toBe(true);
    await holder.query('COMMIT');
    await holder.end();
    expect((await asked).map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  it('an expired or unknown code is refused', async () => {
    const code = await aCode();
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    await owner.connect();
    await owner.query(
      `SET app.school_id = '${school}'; UPDATE device_codes SET expires_at = clock_timestamp() - interval '1 second'`,
    );
    await owner.end();
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect((await enrol(code, publicKeyOf(publicKey))).problem).toBe('device.code');
    expect((await enrol('AAAAA-AAAAA', publicKeyOf(publicKey))).problem).toBe('device.code');
  });

  it('accepts valid P-256 keys only', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey;
    expect((await enrol(await aCode(), publicKeyOf(other))).status).toBe(400);
    const x = 'A'.repeat(43);
    expect((await enrol(await aCode(), { kty: 'EC', crv: 'P-256', x, y: x })).status).toBe(400);
  });

  it.each([
    ['gate', 'CHECKINOUT'],
    ['bus', 'BUS'],
    ['CANTEEN', 'CANTEEN'],
    ['Cashier', 'CASHIER'],
  ])('accepts the role %s', async (role, deviceRole) => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { body } = await enrol(await aCode(role), publicKeyOf(publicKey));
    expect(body.role).toBe(deviceRole);
    expect((await head.ask(contract.getDevice, { sysid: body.deviceSYSID })).body).toMatchObject({ deviceRole });
  });

  it('refuses unknown roles', async () => {
    const wrong = await head.ask(contract.createDeviceCode, { label: 'A', role: 'kitchen' });
    expect([wrong.status, wrong.problem]).toEqual([400, 'input.malformed']);
  });

  it('refuses agents', async () => {
    expect((await guard.ask(contract.createDeviceCode, { label: 'A', role: 'CHECKIN' })).problem).toBe('session.role');
  });
});

describe('device signature', () => {
  it('a signed call passes and updates lastSeen', async () => {
    const device = await aDevice();
    expect(await call(device)).toMatchObject({ status: 200 });
    const shown = await head.ask<contract.DeviceRow>(contract.getDevice, { sysid: device.sysid });
    expect(Date.parse(shown.body.lastSeen ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('covers the path without its query, and an empty body', async () => {
    const device = await aDevice();
    const path = `/api/check/getStudent?admissionNumber=${admissionNumber}`;
    expect(await call(device, { method: 'GET', path })).toMatchObject({ status: 200 });
    const whole = { method: 'GET' as const, path, signed: { path } };
    expect(await call(device, whole)).toMatchObject(REFUSED('signature'));
  });

  it.each<[string, Wish['signed']]>([
    ['another body', { body: '{}' }],
    ['another method', { method: 'GET' }],
    ['another path', { path: '/api/check/outPin' }],
    ['another time', { ms: 1 }],
  ])('is rejected over %s', async (_, signed) => {
    const device = await aDevice();
    expect(await call(device, { signed: signed ?? {} })).toMatchObject(REFUSED('signature'));
    expect(await call(device)).toMatchObject({ status: 200 });
  });

  it('is accepted once', async () => {
    const device = await aDevice();
    const path = `/api/check/getStudent?admissionNumber=${admissionNumber}`;
    const first = await call(device, { method: 'GET', path });
    expect(first.status).toBe(200);
    const again = { method: 'GET' as const, path, header: first.header ?? '' };
    expect(await call(device, again)).toMatchObject(REFUSED('used'));
  });

  it('a call refused for its key uses up the signature too', async () => {
    const device = await aDevice();
    const key = randomUUID();
    expect(await call(device, { key })).toMatchObject({ status: 200 });
    const other = JSON.stringify({ admissionNumber, pin: '000000' });
    const refused = await call(device, { key, body: other });
    expect(refused).toMatchObject({ problem: 'idempotency.other-input' });
    const again = { key, body: other, header: refused.header ?? '' };
    expect(await call(device, again)).toMatchObject(REFUSED('used'));
    expect(await call(device, { key, signed: { ms: 1 } })).toMatchObject(REFUSED('signature'));
    expect(await call(device, { key, path: '/api/check/inPin' })).toMatchObject({ status: 200 });
  });

  it.each([-6, 6])('is rejected when the clock is off by %i minutes', async (minutes) => {
    const device = await aDevice();
    expect(await call(device, { at: Date.now() + minutes * 60_000 })).toMatchObject(REFUSED('clock'));
    expect(await call(device, { at: Date.now() + (minutes / 2) * 60_000 })).toMatchObject({ status: 200 });
  });

  it("is rejected from the device's revocation on", async () => {
    const device = await aDevice();
    expect(await call(device)).toMatchObject({ status: 200 });
    expect((await head.ask(contract.deleteDevice, { sysid: device.sysid })).status).toBe(200);
    expect(await call(device)).toMatchObject(REFUSED('revoked'));
  });

  it('is rejected for another device and for one of another school', async () => {
    const [one, two] = [await aDevice(), await aDevice()];
    expect(await call({ sysid: one.sysid, key: two.key })).toMatchObject(REFUSED('signature'));
    expect(await call({ sysid: randomUUID(), key: two.key })).toMatchObject(REFUSED('revoked'));
    const elsewhere = await aDevice(await server.aPerson('SchoolAdmin', await server.aSchool()));
    expect(await call(elsewhere)).toMatchObject(REFUSED('revoked'));
  });

  it.each(['', 'x', `${randomUUID()}.1`, `${randomUUID()}.${Date.now()}.${'A'.repeat(85)}`])(
    'is rejected with the header %j',
    async (header) => {
      expect(await call(null, { header })).toMatchObject({ status: 403, problem: 'device.unknown' });
    },
  );
});

describe('requireDevices', () => {
  const money = () => ({
    path: '/api/wallet/deposit',
    body: JSON.stringify({ admissionNumber, amount: 10 }),
    by: head,
  });

  it("accepts desk calls from the school's devices only", async () => {
    const device = await aDevice();
    await demandDevices(true);
    expect(await call(null)).toMatchObject(REFUSED('none'));
    expect(await call(null, money())).toMatchObject(REFUSED('none'));
    expect(await call(device)).toMatchObject({ status: 200 });
    expect(await call(device, money())).toMatchObject({ status: 200 });
  });

  it('lets the office read and edit without a device', async () => {
    await demandDevices(true);
    expect((await head.ask(getWallet, { admissionNumber })).status).toBe(200);
    expect((await head.ask(students.getStudents, {})).status).toBe(200);
    const child = { admissionNumber: String(6000 + aNumber()), names: 'Amina Ali', classSYSID };
    expect((await head.ask(students.createStudent, child)).status).toBe(200);
  });

  it("refuses an Admin's desk calls, but not reads", async () => {
    await demandDevices(true);
    const asked = await admin.ask(deposit, { admissionNumber, amount: 10 }, { school });
    expect(asked).toMatchObject({ status: 403, problem: 'device.unknown' });
    expect((await admin.ask(getWallet, { admissionNumber }, { school })).status).toBe(200);
    const other = await server.aSchool();
    const elsewhere = await admin.ask(deposit, { admissionNumber, amount: 10 }, { school: other });
    expect(elsewhere.problem).toBe('student.not-found');
  });

  it('asks for no device once it is off', async () => {
    await demandDevices(true);
    await demandDevices(false);
    expect((await head.ask(deposit, { admissionNumber, amount: 10 })).status).toBe(200);
  });
});
