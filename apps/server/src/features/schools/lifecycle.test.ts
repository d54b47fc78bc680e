import * as bus from '@mfuko/contract/bus';
import { checkInPin, checkOutPin } from '@mfuko/contract/gate';
import * as contract from '@mfuko/contract/schools';
import { seal } from '@mfuko/contract/seal';
import { logout, requestCode, whoAmI } from '@mfuko/contract/session';
import { createStudent } from '@mfuko/contract/students';
import { cashOutPin, deposit } from '@mfuko/contract/wallet';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { newId } from '../../platform/records/id.ts';

const PIN = '482916';

let server: TestServer;
let admin: Person;
let school: string;
let bursar: Person;

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.aPerson('Admin');
});
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
});

type Answer = contract.SchoolRecord;
const change = (more: object) => admin.ask<Answer>(contract.updateSchool, { sysid: school, ...more });
const suspend = () => change({ status: 'suspended' });
const remove = (sysid = school) => admin.ask<Answer>(contract.deleteSchool, { sysid });
const restore = (sysid = school) => admin.ask<Answer>(contract.restoreSchool, { sysid });
const listed = async (query: object = {}) =>
  (await admin.ask<Answer[]>(contract.getSchools, query)).body.map(({ sysid }) => sysid);

async function aStudent(): Promise<string> {
  const admissionNumber = String(7000 + aNumber());
  const classSYSID = await server.aClass(school);
  const made = await bursar.ask(createStudent, { admissionNumber, names: 'Amina Juma', classSYSID, checkPin: PIN });
  expect(made.status).toBe(200);
  return admissionNumber;
}

/** Returns the events of the school's history, newest last. */
async function history() {
  return server.context.db.inSchool(school, (tx) =>
    tx.rows<{ action: string; detail: { changes?: object } }>(
      `SELECT action, detail FROM audit_events WHERE school_id = $1 AND subject_kind = 'school' ORDER BY at`,
      [school],
    ),
  );
}

describe('updateSchool', () => {
  it('also takes the field names of the list', async () => {
    const { body } = await admin.ask<Answer>(contract.getSchool, { sysid: school });
    const changed = {
      officialName: 'Kilimo Boys',
      shortName: 'KB',
      schoolCode: `B${aNumber()}`,
      pobox: '7',
      town: 'Yala',
    };
    expect((await change({ ...changed, countySYSID: body.countySYSID })).body).toEqual({
      ...body,
      ...changed,
      updated: expect.any(String),
    });
    expect((await change({ town: '' })).body).toMatchObject({ detail: { fields: { town: 'is required' } } });
  });

  it('changes only the given fields and records old and new values in the history', async () => {
    const before = (await admin.ask<Answer>(contract.getSchool, { sysid: school })).body;
    const answer = await change({ OfficialName: 'Kilimo  Girls', Town: 'Siaya' });
    expect(answer.body).toEqual({
      ...before,
      officialName: 'Kilimo Girls',
      town: 'Siaya',
      updated: expect.any(String),
    });
    expect((await admin.ask(contract.getSchool, { sysid: school })).body).toEqual(answer.body);
    expect(await history()).toEqual([
      {
        action: 'school.update',
        detail: {
          changes: {
            officialName: { from: before.officialName, to: 'Kilimo Girls' },
            town: { from: 'Kisumu', to: 'Siaya' },
          },
        },
      },
    ]);
  });

  it('replaces the logo and refuses a file that is no picture', async () => {
    const red = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#c01c28' } })
      .png()
      .toBuffer();
    const logo = (bytes: Buffer) => ({ Logo: { filename: 'logo.png', mimetype: 'image/png', bytes } });
    expect((await change(logo(Buffer.from('no picture')))).problem).toBe('school.bad-logo');
    const answer = await change(logo(red));
    expect((await sharp(Buffer.from(answer.body.b64Logo ?? '', 'base64')).metadata()).width).toBe(60);
    expect((await history()).at(-1)?.detail.changes).toEqual({ logo: { from: null, to: 'changed' } });
  });

  it('refuses a taken code, an unknown county, a bad status and an unknown school', async () => {
    const other = (await admin.ask<Answer>(contract.getSchool, { sysid: await server.aSchool() })).body;
    expect((await change({ SchoolCode: other.schoolCode.toLowerCase() })).problem).toBe('school.duplicate');
    expect((await change({ CountySYSID: crypto.randomUUID() })).body).toMatchObject({
      detail: { fields: { CountySYSID: 'is not a county' } },
    });
    expect((await change({ status: 'deleted' })).status).toBe(400);
    const nowhere = await admin.ask(contract.updateSchool, { sysid: crypto.randomUUID(), Town: 'Busia' });
    expect(nowhere.problem).toBe('school.not-found');
  });
});

describe('suspending a school', () => {
  it('ends the sessions of its users at once and no others', async () => {
    const guard = await server.aPerson('CheckAgent', school);
    const elsewhere = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await suspend()).body.status).toBe('suspended');
    expect((await bursar.ask(contract.getClasses)).status).toBe(401);
    expect((await guard.ask(whoAmI)).status).toBe(401);
    expect((await elsewhere.ask(contract.getClasses)).status).toBe(200);
    expect((await history()).map(({ action }) => action)).toEqual(['school.suspend']);
  });

  it('lets its users sign in again only to be told and to log out', async () => {
    await suspend();
    const anew = await server.aPerson('SchoolAdmin', school);
    expect((await anew.ask(contract.getClasses)).problem).toBe('school.suspended');
    expect((await anew.ask(logout)).status).toBe(200);
  });

  it('is undone by status active', async () => {
    await suspend();
    expect((await change({ status: 'active' })).body.status).toBe('active');
    const anew = await server.aPerson('SchoolAdmin', school);
    expect((await anew.ask(contract.getClasses)).status).toBe(200);
    expect((await history()).map(({ action }) => action)).toEqual(['school.suspend', 'school.resume']);
  });

  it('filters the list of schools', async () => {
    await suspend();
    expect(await listed({ status: 'suspended' })).toContain(school);
    expect(await listed({ status: 'active' })).not.toContain(school);
    expect(await listed()).toContain(school);
  });
});

describe('deleting a school', () => {
  it("hides it, ends its users' sessions and can be undone", async () => {
    expect((await remove()).body).toMatchObject({ sysid: school, status: 'deleted' });
    expect((await bursar.ask(whoAmI)).status).toBe(401);
    expect(await listed()).not.toContain(school);
    expect(await listed({ status: 'suspended' })).not.toContain(school);
    expect(await listed({ status: 'deleted' })).toContain(school);
    expect((await admin.ask(contract.getSchool, { sysid: school })).problem).toBe('school.not-found');
    expect((await admin.ask(contract.getClasses, {}, { school })).problem).toBe('school.not-found');
    expect((await change({ Town: 'Siaya' })).problem).toBe('school.not-found');
    expect((await remove()).problem).toBe('school.not-found');
    expect((await restore()).body.status).toBe('active');
    expect(await listed()).toContain(school);
    expect((await history()).map(({ action }) => action)).toEqual(['school.delete', 'school.restore']);
  });

  it('leaves its users without sign-in codes', async () => {
    const ask = async ({ phone }: Person) => {
      const userName = seal(server.context.config.wireKey, 'userName', phone);
      expect((await server.nobody().ask(requestCode, { userName })).status).toBe(200);
      await server.runJobs();
      return server.sent.filter(({ to }) => to === phone).length;
    };
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    await remove();
    expect([await ask(bursar), await ask(stranger)]).toEqual([0, 1]);
  });

  it('frees its school code, and a restore is refused once another school has it', async () => {
    const { schoolCode } = (await admin.ask<Answer>(contract.getSchool, { sysid: school })).body;
    await remove();
    const heir = await server.aSchool();
    await admin.ask(contract.updateSchool, { sysid: heir, SchoolCode: schoolCode });
    expect((await restore()).problem).toBe('school.duplicate');
  });

  it('is refused while its wallets hold money', async () => {
    const admissionNumber = await aStudent();
    await bursar.ask(deposit, { admissionNumber, amount: 1250 });
    const answer = await remove();
    expect(answer).toMatchObject({
      status: 409,
      problem: 'school.in-use',
      body: {
        message: 'This school cannot be deleted: its wallets hold KES 1,250.00.',
        detail: { held: 1250, inside: 0, aboard: 0 },
      },
    });
    await bursar.ask(cashOutPin, { admissionNumber, pin: PIN, amount: 1250 });
    expect((await remove()).status).toBe(200);
  });

  it('is refused while a student is inside today, not for one left inside yesterday', async () => {
    const admissionNumber = await aStudent();
    await bursar.ask(checkInPin, { admissionNumber, pin: PIN });
    expect((await remove()).body).toMatchObject({
      message: 'This school cannot be deleted: 1 student is inside today.',
      detail: { inside: 1 },
    });
    await bursar.ask(checkOutPin, { admissionNumber, pin: PIN });
    await bursar.ask(checkInPin, { admissionNumber, pin: PIN });
    await server.context.db.inSchool(school, (tx) =>
      tx.row(`UPDATE gate_states SET since = since - interval '1 day' WHERE school_id = $1`, [school]),
    );
    expect((await remove()).status).toBe(200);
  });

  it('is refused while a student is on a bus', async () => {
    const admissionNumber = await aStudent();
    await bursar.ask(bus.createBus, { busNumberPlate: 'KDA 123A', label: 'Nyalenda' });
    await bursar.ask(bus.onBusKids, { admissionNumber, busNumberPlate: 'KDA 123A' });
    expect((await remove()).body).toMatchObject({ problem: 'school.in-use', detail: { aboard: 1 } });
  });

  it('waits for a concurrent deposit and is then refused', async () => {
    const student = await aStudent();
    // Create the accounts first, since their creation would lock the school too.
    await bursar.ask(deposit, { admissionNumber: student, amount: 10 });
    await bursar.ask(cashOutPin, { admissionNumber: student, pin: PIN, amount: 10 });
    let removing: ReturnType<typeof remove> | undefined;
    await server.context.db.inSchool(school, async (tx) => {
      await moveMoney(tx, student, 'deposit');
      removing = remove();
      expect(await isBlocked(server, removing)).toBe(true);
    });
    expect((await removing)?.problem).toBe('school.in-use');
  });

  it('refuses later deposits and still books M-Pesa collections', async () => {
    const student = await aStudent();
    await remove();
    const move = (kind: string) => server.context.db.inSchool(school, (tx) => moveMoney(tx, student, kind));
    await expect(move('deposit')).rejects.toMatchObject({ code: 'MF404' });
    expect(await move('collection')).toMatchObject({ outcome: 'moved' });
  });

  it('answers a deposit that waited for it with school.not-found', async () => {
    const admissionNumber = await aStudent();
    const { db } = server.context;
    let depositing: Promise<{ problem: string | undefined }> | undefined;
    // The deletion holds its lock; the deposit passes the admission and waits for the lock.
    await db.inSchool(school, async (tx) => {
      await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('school:' || $1, 0))`, [school]);
      depositing = bursar.ask(deposit, { admissionNumber, amount: 10 });
      expect(await isBlocked(server, depositing)).toBe(true);
      await tx.row('UPDATE schools SET deleted_at = now() WHERE id = $1', [school]);
    });
    expect((await depositing)?.problem).toBe('school.not-found');
  });
});

type Tx = Parameters<Parameters<TestServer['context']['db']['inSchool']>[1]>[0];

async function moveMoney(tx: Tx, admissionNumber: string, kind: string) {
  const student = await tx.row<{ id: string }>(
    'SELECT id FROM students WHERE school_id = $1 AND admission_number = $2',
    [tx.schoolId, admissionNumber],
  );
  return tx.row('SELECT * FROM move_pocket_money($1, $2)', [
    tx.schoolId,
    JSON.stringify([
      {
        ...{ id: newId(), token: `token-${aNumber()}`, kind, student: student?.id },
        ...{ direction: 1, amount: 5000, counter: 'cash-desk' },
      },
    ]),
  ]);
}
