import * as contract from '@mfuko/contract/collectors';
import { approveErase, eraseStudent, getBundle } from '@mfuko/contract/erasure';
import { addContact } from '@mfuko/contract/students';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, clientHeaders, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { type Db, openDatabase } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent } from '../students/index.ts';

let server: TestServer;
let owner: Db;
let school: string;
let office: Person;
let guard: Person;
let stranger: Person;

beforeAll(async () => {
  server = await openTestServer();
  owner = openDatabase(server.ownerUrl, 1);
  school = await server.aSchool('Kilimo');
  office = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
});
afterAll(async () => {
  await owner.close();
  await server.close();
});

interface Child {
  readonly id: string;
  readonly admissionNumber: string;
  readonly phone: string;
}

async function aChild(): Promise<Child> {
  const [id, number] = [newId(), aNumber()];
  const [admissionNumber, phone] = [String(4000 + number), `2547${String(40_000_000 + number)}`];
  const classId = await server.aClass(school);
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { id, admissionNumber, names: 'Achieng Odhiambo', classId, pinHash: null }),
  );
  const contact = { name: 'Mary Odhiambo', mobileNumber: phone, studentSYSID: id };
  expect((await office.ask(addContact, contact)).status).toBe(200);
  return { id, admissionNumber, phone };
}

/** Draws a face of one colour as a phone's camera sends it, with the place in its EXIF data. */
async function aFace(width = 1200, height = 900): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'peru' } })
    .withExif({ IFD0: { Make: 'Simu' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '1/1 17/1 0/1' } })
    .jpeg()
    .toBuffer();
}

const asFile = (bytes: Buffer, mimetype = 'image/jpeg') => ({ filename: 'face.jpg', mimetype, bytes });

const add = (child: Child, more: object = {}, by = office) =>
  by.ask<contract.Collector>(contract.addCollector, {
    studentSYSID: child.id,
    name: 'Joseph Otieno',
    relation: 'Uncle',
    ...more,
  });

const set = async (sysid: string, more: object = {}, by = office) =>
  by.ask<contract.Collector>(contract.setCollectorPhoto, {
    sysid,
    consent: true,
    Photo: asFile(await aFace()),
    ...more,
  });

interface Photos {
  readonly photos: readonly { readonly sysid: string; readonly b64Photo: string }[];
}
const atTheGate = (child: Child, by = guard) =>
  by.ask<Photos>(contract.getCheckCollectorPhotos, { admissionNumber: child.admissionNumber });
const inTheOffice = (child: Child, by = office) =>
  by.ask<Photos>(contract.getCollectorPhotos, { studentSYSID: child.id });

const rows = () =>
  owner.readSchool(school, (tx) =>
    tx.rows<{ id: string; sealed: Buffer }>('SELECT collector_id AS id, sealed FROM collector_photos'),
  );
const kept = async (id: string) => (await rows()).filter((row) => row.id === id);

async function textsTo(phone: string): Promise<string[]> {
  await server.runJobs();
  return server.sent.filter(({ to }) => to === phone).map(({ text }) => text);
}

describe('collector photos', () => {
  it('a photo is stored with the consent and shown to the office and the gate', async () => {
    const child = await aChild();
    const added = await add(child, { Photo: asFile(await aFace()), consent: true });
    expect(added.status).toBe(200);
    const { sysid } = added.body;
    expect(added.body.photo).toEqual({ askedAt: expect.any(String), askedBy: added.body.addedBy });
    expect(Math.abs(Date.parse(String(added.body.photo?.askedAt)) - Date.now())).toBeLessThan(60_000);
    const [atGate, atOffice] = [await atTheGate(child), await inTheOffice(child)];
    expect(atGate.body.photos.map((photo) => photo.sysid)).toEqual([sysid]);
    expect(atOffice.body).toEqual(atGate.body);
    const gate = await guard.ask<contract.CheckCollectors>(contract.getCheckCollectors, {
      admissionNumber: child.admissionNumber,
    });
    expect(gate.body.collectors).toMatchObject([{ sysid, photo: true }]);
    expect(JSON.stringify(gate.body)).not.toContain('b64');
    const device = await guard.ask<{ students: contract.DeviceCollectors[] }>(contract.getDeviceCollectors);
    const known = device.body.students.find(({ admissionNumber }) => admissionNumber === child.admissionNumber);
    expect(known?.collectors).toMatchObject([{ sysid, photo: true }]);
  });

  it('a photo is reduced to a small JPEG without EXIF and sealed for its row', async () => {
    const child = await aChild();
    const { sysid } = (await add(child, { Photo: asFile(await aFace()), consent: true })).body;
    const { b64Photo } = (await atTheGate(child)).body.photos[0] ?? { b64Photo: '' };
    const jpeg = Buffer.from(b64Photo, 'base64');
    const seen = await sharp(jpeg).metadata();
    expect([seen.format, seen.width, seen.height, seen.exif]).toEqual(['jpeg', 480, 360, undefined]);
    expect(jpeg.includes('Simu')).toBe(false);
    const [row] = await kept(sysid);
    expect(row?.sealed.includes(jpeg.subarray(0, 20))).toBe(false);
    // A sealed photo that was moved to another collector's row cannot be opened.
    const second = (await add(child, { name: 'Ruth Auma', Photo: asFile(await aFace()), consent: true })).body.sysid;
    await owner.inSchool(school, (tx) =>
      tx.row('UPDATE collector_photos SET sealed = $1 WHERE collector_id = $2', [row?.sealed, second]),
    );
    expect((await atTheGate(child)).status).toBe(500);
  });

  it("refuses a photo without the person's consent and adds nothing", async () => {
    const child = await aChild();
    for (const consent of [undefined, false, 'false']) {
      const refused = await add(child, { Photo: asFile(await aFace()), ...(consent === undefined ? {} : { consent }) });
      expect(refused).toMatchObject({
        status: 400,
        body: { detail: { fieldCodes: { consent: { code: 'required' } } } },
      });
    }
    const { sysid } = (await add(child)).body;
    expect((await set(sysid, { consent: false })).status).toBe(400);
    expect(await kept(sysid)).toEqual([]);
    expect(
      (await office.ask<contract.Collector[]>(contract.getCollectors, { studentSYSID: child.id })).body,
    ).toMatchObject([{ sysid, photo: null }]);
  });

  it.each([
    ['a text', async () => Buffer.from('no picture')],
    ['a drawing that is a program', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="200"/>')],
    [
      'a GIF',
      () =>
        sharp(Buffer.alloc(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } })
          .gif()
          .toBuffer(),
    ],
    ['half a JPEG', async () => (await aFace()).subarray(0, 900)],
    ['too small to know a face by', () => aFace(95, 400)],
    ['more pixels than a photo has', () => aFace(4100, 4000)],
  ])('refuses a photo that is %s', async (_what, make) => {
    const { sysid } = (await add(await aChild())).body;
    const refused = await set(sysid, { Photo: asFile(await make()) });
    expect([refused.status, refused.problem]).toEqual([400, 'collector.bad-photo']);
    expect(await kept(sysid)).toEqual([]);
  });

  it('refuses a photo of a blocked person', async () => {
    const child = await aChild();
    const banned = { blockedReason: 'Court order' };
    const refused = await add(child, { ...banned, Photo: asFile(await aFace()), consent: true });
    expect(refused.problem).toBe('collector.blocked');
    const { sysid } = (await add(child, banned)).body;
    expect((await set(sysid)).problem).toBe('collector.blocked');
    expect(await kept(sysid)).toEqual([]);
  });

  it('another school can neither set, erase nor see a photo', async () => {
    const child = await aChild();
    const { sysid } = (await add(child, { Photo: asFile(await aFace()), consent: true })).body;
    const [before] = await kept(sysid);
    expect((await set(sysid, {}, stranger)).status).toBe(404);
    expect((await stranger.ask(contract.removeCollectorPhoto, { sysid })).status).toBe(404);
    expect((await inTheOffice(child, stranger)).status).toBe(404);
    expect((await atTheGate(child, stranger)).status).toBe(404);
    expect(await kept(sysid)).toEqual([before]);
  });

  it("a new photo starts the collector's hold again, and the guardians are notified of changes", async () => {
    const child = await aChild();
    const { sysid } = (await add(child)).body;
    await owner.inSchool(school, (tx) =>
      tx.row(`UPDATE collectors SET added_at = added_at - interval '2 days' WHERE id = $1`, [sysid]),
    );
    const first = await set(sysid);
    expect(first.body.heldUntil).not.toBeNull();
    const [one] = await kept(sysid);
    await owner.inSchool(school, (tx) =>
      tx.row(`UPDATE collector_photos SET asked_at = asked_at - interval '2 days' WHERE collector_id = $1`, [sysid]),
    );
    const settled = await office.ask<contract.Collector[]>(contract.getCollectors, { studentSYSID: child.id });
    expect(settled.body).toMatchObject([{ heldUntil: null }]);
    expect((await set(sysid)).body.heldUntil).not.toBeNull();
    const [other, ...more] = await kept(sysid);
    expect(other?.sealed.equals(one?.sealed ?? Buffer.alloc(0))).toBe(false);
    expect(more).toEqual([]);
    const gone = await office.ask<contract.Collector>(contract.removeCollectorPhoto, { sysid });
    expect(gone.body.photo).toBeNull();
    expect(await kept(sysid)).toEqual([]);
    expect((await office.ask(contract.removeCollectorPhoto, { sysid })).status).toBe(404);
    const texts = (await textsTo(child.phone)).filter((text) => text.includes('photo'));
    expect(texts.map((text) => /(a new photo|no longer has a photo)/.exec(text)?.[1])).toEqual([
      'a new photo',
      'a new photo',
      'no longer has a photo',
    ]);
  });

  it('removing a collector deletes the photo', async () => {
    const child = await aChild();
    const { sysid } = (await add(child, { Photo: asFile(await aFace()), consent: true })).body;
    const stays = (await add(child, { name: 'Ruth Auma', Photo: asFile(await aFace()), consent: true })).body.sysid;
    expect((await office.ask(contract.removeCollector, { sysid })).status).toBe(200);
    expect(await kept(sysid)).toEqual([]);
    expect(await kept(stays)).toHaveLength(1);
    expect((await set(sysid)).status).toBe(404);
  });

  it('a photo set during the removal of its collector is refused', async () => {
    const { sysid } = (await add(await aChild())).body;
    let setting: ReturnType<typeof set> | undefined;
    await server.context.db.inSchool(school, async (tx) => {
      const takeOff = 'UPDATE collectors SET removed_at = now(), removed_by = $3 WHERE school_id = $1 AND id = $2';
      await tx.row(takeOff, [school, sysid, office.userId]);
      setting = set(sysid);
      expect(await isBlocked(server, setting)).toBe(true);
    });
    expect((await setting)?.status).toBe(404);
    expect(await kept(sysid)).toEqual([]);
  });

  it("erasing a student deletes the photos of that student's collectors only", async () => {
    const [child, sibling] = [await aChild(), await aChild()];
    const photo = { Photo: asFile(await aFace()), consent: true };
    const { sysid } = (await add(child, photo)).body;
    const stays = (await add(sibling, photo)).body.sysid;
    expect((await office.ask(eraseStudent, { sysid: child.id, reason: 'The family moves' })).status).toBe(200);
    const second = await server.aPerson('SchoolAdmin', school);
    expect((await second.ask(approveErase, { sysid: child.id })).status).toBe(200);
    expect(await kept(sysid)).toEqual([]);
    expect(await kept(stays)).toHaveLength(1);
  });

  it("the student's bundle contains the photo, the audit trail does not", async () => {
    const child = await aChild();
    await add(child, { Photo: asFile(await aFace()), consent: true });
    const { b64Photo } = (await atTheGate(child)).body.photos[0] ?? { b64Photo: 'none' };
    const answer = await server.app.inject({
      method: 'GET',
      url: `/api/${getBundle.path}`,
      query: { sysid: child.id },
      headers: clientHeaders(server.context, office.token),
    });
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    const files = unzipSync(answer.rawPayload);
    const [json, html] = ['bundle.json', 'bundle.html'].map((name) => Buffer.from(files[name] ?? []).toString('utf8'));
    expect(JSON.parse(String(json)).collectorPhotos).toEqual([
      { date: expect.any(String), name: 'Joseph Otieno', by: 'Wanjiru Otieno', picture: b64Photo },
    ]);
    expect(html).toContain(`<img alt="" src="data:image/jpeg;base64,${b64Photo}">`);
    // The audit trail records the photo, but none of its pixels.
    expect(JSON.stringify(JSON.parse(String(json)).trail)).not.toContain(b64Photo.slice(0, 40));
  });
});
