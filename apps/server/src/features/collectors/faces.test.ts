import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import * as contract from '@mfuko/contract/collectors';
import { createDeviceCode, deleteDevice, enrolDevice } from '@mfuko/contract/devices';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aNumber, clientHeaders, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { type Db, openDatabase } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent } from '../students/index.ts';

let server: TestServer;
let owner: Db;
let school: string;
let office: Person;
let guard: Person;
let tablet: Device;
let child: string;
let face: Buffer;

interface Device {
  readonly sysid: string;
  readonly key: KeyObject;
}
type Faces = { faces: { sysid: string; photoAt: string; b64Photo: string }[] };

beforeAll(async () => {
  server = await openTestServer();
  owner = openDatabase(server.ownerUrl, 1);
  school = await server.aSchool('Kilimo');
  office = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  // Noise is the hardest picture to compress.
  const noise = Buffer.from(Array.from({ length: 640 * 480 * 3 }, (_, at) => (at * 2_654_435_761) >>> 24));
  face = await sharp(noise, { raw: { width: 640, height: 480, channels: 3 } })
    .jpeg()
    .toBuffer();
});
afterAll(async () => {
  await owner.close();
  await server.close();
});
beforeEach(async () => {
  child = newId();
  const admissionNumber = String(8000 + aNumber());
  const classId = await server.aClass(school);
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { id: child, admissionNumber, names: 'Achieng Odhiambo', classId, pinHash: null }),
  );
  tablet = await aDevice(office);
});

async function aDevice(by: Person): Promise<Device> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { code } = (await by.ask<{ code: string }>(createDeviceCode, { label: 'Gate tablet', role: 'CHECKINOUT' }))
    .body;
  const enrolled = await server
    .nobody()
    .ask<{ deviceSYSID: string }>(enrolDevice, { code, publicKey: publicKey.export({ format: 'jwk' }) });
  expect(enrolled.status).toBe(200);
  return { sysid: enrolled.body.deviceSYSID, key: privateKey };
}

async function add(more: object = {}): Promise<string> {
  const Photo = { filename: 'face.jpg', mimetype: 'image/jpeg', bytes: face };
  const person = { studentSYSID: child, name: 'Joseph Otieno', relation: 'Uncle', Photo, consent: true, ...more };
  const added = await office.ask<contract.Collector>(contract.addCollector, person);
  expect(added.status).toBe(200);
  return added.body.sysid;
}

/** Requests faces as a device does, with its signature in a header. */
async function ask(sysids: string[], device: Device | null = tablet, by = guard) {
  const [url, payload, ms] = [`/api/${contract.getDeviceFaces.path}`, JSON.stringify({ sysids }), Date.now()];
  const text = `POST ${url} ${ms} ${createHash('sha256').update(payload).digest('hex')}`;
  const signed = device && sign('sha256', Buffer.from(text), { key: device.key, dsaEncoding: 'ieee-p1363' });
  const answer = await server.app.inject({
    ...{ method: 'POST', url, payload },
    headers: {
      ...clientHeaders(server.context, by.token),
      'content-type': 'application/json',
      ...(signed ? { device: `${device.sysid}.${ms}.${signed.toString('base64url')}` } : {}),
    },
  });
  return { status: answer.statusCode, ...answer.json<Faces & { problem?: string; detail?: { why?: string } }>() };
}
const given = async (sysids: string[]) => (await ask(sysids)).faces.map(({ sysid }) => sysid);
const changed = (sql: string, id: string) => owner.inSchool(school, (tx) => tx.row(sql, [id]));

it('a device of the school gets 128-pixel faces of the named collectors, dated as in the list', async () => {
  const [uncle, aunt] = [await add(), await add({ name: 'Ruth Auma' })];
  const { status, faces } = await ask([uncle]);
  expect([status, faces.map(({ sysid }) => sysid)]).toEqual([200, [uncle]]);
  const jpeg = Buffer.from(faces[0]?.b64Photo ?? '', 'base64');
  const { format, width, height, exif } = await sharp(jpeg).metadata();
  expect([format, width, height, exif]).toEqual(['jpeg', 128, 128, undefined]);
  expect(jpeg.length).toBeLessThan(5_000);
  const { students } = (await guard.ask<{ students: contract.DeviceCollectors[] }>(contract.getDeviceCollectors)).body;
  const listed = students.flatMap(({ collectors }) => collectors).find(({ sysid }) => sysid === uncle);
  expect(listed?.photoAt).toBe(faces[0]?.photoAt);
  expect((await ask([uncle, aunt])).faces).toHaveLength(2);
});

it('refuses faces without a device signature or to a revoked device', async () => {
  const uncle = await add();
  expect(await ask([uncle], null)).toMatchObject({ status: 403, problem: 'device.unknown', detail: { why: 'none' } });
  expect(await ask([uncle], null, office)).toMatchObject({ status: 403, problem: 'device.unknown' });
  expect((await office.ask(deleteDevice, { sysid: tablet.sysid })).status).toBe(200);
  expect(await ask([uncle])).toMatchObject({ status: 403, problem: 'device.unknown', detail: { why: 'revoked' } });
});

it('refuses faces to other schools and to other duties', async () => {
  const uncle = await add();
  const other = await server.aSchool();
  const theirs = await aDevice(await server.aPerson('SchoolAdmin', other));
  const stranger = await server.aPerson('CheckAgent', other, ['gate']);
  expect(await ask([uncle], theirs, stranger)).toMatchObject({ status: 200, faces: [] });
  expect(await ask([uncle], tablet, stranger)).toMatchObject({ status: 403, problem: 'device.unknown' });
  const cook = await server.aPerson('CheckAgent', school, ['canteen']);
  expect(await ask([uncle], tablet, cook)).toMatchObject({ status: 403, problem: 'session.role' });
});

it("omits faces after consent, removal, expiry, block or the student's leaving", async () => {
  // Four names: a block counts for whoever has the name.
  const names = ['Joseph Otieno', 'Mary Atieno', 'Peter Kamau', 'Jane Wairimu'];
  const [erased = '', removed = '', late = '', blocked = ''] = await Promise.all(names.map((name) => add({ name })));
  expect(await given([erased, removed, late, blocked])).toHaveLength(4);
  expect((await office.ask(contract.removeCollectorPhoto, { sysid: erased })).status).toBe(200);
  expect((await office.ask(contract.removeCollector, { sysid: removed })).status).toBe(200);
  await changed(`UPDATE collectors SET valid_until = '2020-01-01' WHERE id = $1`, late);
  await changed(`UPDATE collectors SET blocked_reason = 'Court order' WHERE id = $1`, blocked);
  expect(await given([erased, removed, late, blocked])).toEqual([]);
  const last = await add({ name: 'Ruth Auma' });
  expect(await given([last])).toEqual([last]);
  await changed(`UPDATE students SET status = 'left' WHERE id = $1`, child);
  expect(await given([last])).toEqual([]);
});

it('omits the face of a person blocked by another entry, until that block is removed', async () => {
  const uncle = await add({ mobileNumber: '0712345678' });
  const block = async (more: object) => {
    const entry = { studentSYSID: child, relation: 'Unknown', blockedReason: 'Court order', ...more };
    const { status, body } = await office.ask<contract.Collector>(contract.addCollector, entry);
    expect(status).toBe(200);
    return body.sysid;
  };
  const [cousin, other] = [await add({ name: 'Ruth Auma' }), 'Somebody Else'];
  for (const entry of [{ name: 'OTIENO, Joseph' }, { name: other, mobileNumber: '0712345678' }]) {
    const sysid = await block(entry);
    expect(await given([uncle, cousin])).toEqual([cousin]);
    expect((await office.ask(contract.removeCollector, { sysid })).status).toBe(200);
    expect((await given([uncle, cousin])).toSorted()).toEqual([uncle, cousin].toSorted());
  }
});

it('limits the number of faces per call', async () => {
  const many = Array.from({ length: contract.FACES_AT_ONCE + 1 }, newId);
  expect((await ask(many.slice(1))).status).toBe(200);
  expect((await ask(many)).status).toBe(400);
  expect((await ask([])).status).toBe(400);
});
