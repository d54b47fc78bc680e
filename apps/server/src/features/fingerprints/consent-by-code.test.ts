import * as contract from '@mfuko/contract/fingerprints';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import { addContact, createStudent, deleteContact } from '@mfuko/contract/students';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { print } from './fingers.testkit.ts';

let server: TestServer;
let school: string;
let admin: Person;
let bursar: Person;
let clerk: Person;
let classId: string;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool('Kilimo');
  admin = await server.aPerson('Admin');
  bursar = await server.aPerson('SchoolAdmin', school);
  clerk = await server.aPerson('SchoolAdmin', school);
  classId = await server.aClass(school);
});
afterAll(() => server.close());

const demand = async (requireConsentCode: boolean) =>
  expect((await admin.ask(updateSchoolSettings, { sysid: school, requireConsentCode })).status).toBe(200);

interface Child {
  readonly sysid: string;
  readonly finger: number;
}

async function aChild(): Promise<Child> {
  const finger = aNumber();
  const { body } = await bursar.ask<{ sysid: string }>(createStudent, {
    admissionNumber: String(6000 + finger),
    names: 'Amina Njeri Noor',
    classSYSID: classId,
  });
  return { sysid: body.sysid, finger };
}

async function aGuardian({ sysid: studentSYSID }: Child): Promise<{ sysid: string; phone: string }> {
  const phone = `2547${String(40_000_000 + aNumber())}`;
  const input = { name: 'Mary Odhiambo', mobileNumber: phone, language: 'en', studentSYSID };
  return { phone, sysid: (await bursar.ask<{ sysid: string }>(addContact, input)).body.sysid };
}

async function aCode({ sysid }: Child, guardian: { sysid: string; phone: string }): Promise<string> {
  const sent = await bursar.ask(contract.sendConsentCode, { sysid, contactSYSID: guardian.sysid });
  expect(sent.status).toBe(200);
  await server.runJobs();
  return /^\d{6}/.exec(server.sent.findLast(({ to }) => to === guardian.phone)?.text ?? '')?.[0] ?? 'none';
}

const ON_PAPER = { ConsentBy: 'Mary Odhiambo', ConsentRelation: 'mother', ConsentMethod: 'paper' };

function enrol({ sysid, finger }: Child, consent: object = {}, { by = bursar, impression = 1 } = {}) {
  return by.ask<{ detail: object }>(contract.uploadStudentFingerprint, {
    StudentSYSID: sysid,
    ...print(finger, impression),
    ...consent,
  });
}

const record = ({ sysid }: Child, by: Person) =>
  by.ask(contract.recordConsent, {
    studentSYSID: sysid,
    givenBy: 'Mary Odhiambo',
    relation: 'mother',
    method: 'paper',
  });

const asks = (code: string) => ({
  problem: 'fingerprint.no-consent',
  body: { detail: { fieldCodes: { ConsentMethod: { code } } } },
});

describe('school that requires a consent code', () => {
  it('paper consent is refused once the school requires a code, whether new or recorded before', async () => {
    const child = await aChild();
    const guardian = await aGuardian(child);
    await demand(false);
    expect((await enrol(child, ON_PAPER)).status).toBe(200);
    await demand(true);
    for (const consent of [ON_PAPER, { ...ON_PAPER, ConsentMethod: 'witnessed' }, {}]) {
      const refused = await enrol(child, consent, { impression: 2 });
      expect(refused).toMatchObject(asks('consent-by-code'));
    }
    expect((await record(child, clerk)).status).toBe(200);
    expect(await enrol(child, {}, { impression: 2 })).toMatchObject(asks('consent-by-code'));
    const code = { ConsentMethod: 'otp', ConsentCode: await aCode(child, guardian) };
    expect((await enrol(child, code, { impression: 2 })).body).toMatchObject({ impressions: 2 });
    expect((await enrol(child, {}, { impression: 3 })).body).toMatchObject({ impressions: 3 });
  });

  it('a school that certifies its consent forms still needs the code', async () => {
    await demand(true);
    const child = await aChild();
    await aGuardian(child);
    await admin.ask(updateSchoolSettings, { sysid: school, consentPolicy: 'school' });
    expect(await enrol(child)).toMatchObject(asks('consent-by-code'));
    await admin.ask(updateSchoolSettings, { sysid: school, consentPolicy: 'student' });
  });

  it('a new code is needed after the consent was withdrawn', async () => {
    await demand(true);
    const child = await aChild();
    const guardian = await aGuardian(child);
    const code = { ConsentMethod: 'otp', ConsentCode: await aCode(child, guardian) };
    expect((await enrol(child, code)).status).toBe(200);
    const back = { studentSYSID: child.sysid, withdrawnBy: 'Mary Odhiambo', relation: 'mother' };
    expect((await bursar.ask(contract.withdrawConsent, back)).status).toBe(200);
    expect(await enrol(child, {}, { impression: 2 })).toMatchObject(asks('consent-by-code'));
  });

  it('refuses the code of a guardian whose number has just replaced another', async () => {
    await demand(true);
    const child = await aChild();
    const mother = await aGuardian(child);
    await server.context.db.inSchool(school, (tx) =>
      tx.row(`UPDATE guardians SET created_at = created_at - interval '2 hours' WHERE school_id = $1 AND id = $2`, [
        school,
        mother.sysid,
      ]),
    );
    expect((await bursar.ask(deleteContact, { sysid: mother.sysid })).status).toBe(200);
    const accomplice = await aGuardian(child);
    const code = { ConsentMethod: 'otp', ConsentCode: await aCode(child, accomplice) };
    expect(await enrol(child, code)).toMatchObject(asks('consent-new-number'));
  });
});

describe("consent without a guardian's number", () => {
  it('two office users are needed: one records the form, another enrols', async () => {
    await demand(true);
    const child = await aChild();
    expect(await enrol(child, ON_PAPER)).toMatchObject(asks('consent-by-two'));
    expect((await record(child, bursar)).status).toBe(200);
    expect(await enrol(child, ON_PAPER)).toMatchObject(asks('consent-by-two'));
    expect((await enrol(child, {}, { by: clerk })).status).toBe(200);
  });

  it('refuses two accounts of one person as the two office users', async () => {
    await demand(true);
    const child = await aChild();
    const second = await server.aPerson('SchoolAdmin', school);
    await server.context.db.inPlatform((tx) =>
      tx.row(`INSERT INTO account_ties (user_id, by_user, why) VALUES ($1, $2, 'made')`, [
        second.userId,
        bursar.userId,
      ]),
    );
    expect((await record(child, bursar)).status).toBe(200);
    const refused = await enrol(child, {}, { by: second });
    expect([refused.status, refused.problem]).toEqual([422, 'session.one-hand']);
  });

  it('recording a consent is audited with its method', async () => {
    const child = await aChild();
    await record(child, bursar);
    const rows = await server.context.db.inSchool(school, (tx) =>
      tx.rows(
        `SELECT action, detail->>'method' AS method FROM audit_events
         WHERE school_id = $1 AND subject_id = $2 AND action = 'student.consent'`,
        [school, child.sysid],
      ),
    );
    expect(rows).toEqual([{ action: 'student.consent', method: 'paper' }]);
  });
});
