import * as contract from '@mfuko/contract/fingerprints';
import { addContact, createStudent, deleteContact, updateContact } from '@mfuko/contract/students';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { asBmp, base64, print } from './fingers.testkit.ts';

/** A child with a finger on the reader, whose guardian consents by code. */
interface Child {
  readonly sysid: string;
  readonly admissionNumber: string;
  readonly guardian: string;
  readonly phone: string;
  readonly finger: number;
}

let server: TestServer;
let school: string;
let bursar: Person;
let classId: string;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool('Kilimo');
  bursar = await server.aPerson('SchoolAdmin', school);
  classId = await server.aClass(school);
});
afterAll(() => server.close());

async function aGuardian(of: string, phone: string, language = 'en'): Promise<string> {
  const input = { name: 'Mary Odhiambo', mobileNumber: phone, language, studentSYSID: of };
  return (await bursar.ask<{ sysid: string }>(addContact, input)).body.sysid;
}

async function aChild(): Promise<Child> {
  const finger = aNumber();
  const admissionNumber = String(6000 + finger);
  const phone = `2547${String(40_000_000 + finger)}`;
  const { body } = await bursar.ask<{ sysid: string }>(createStudent, {
    admissionNumber,
    names: 'Amina Njeri Noor',
    classSYSID: classId,
  });
  return { sysid: body.sysid, admissionNumber, guardian: await aGuardian(body.sysid, phone), phone, finger };
}

const send = (child: Child, by = bursar, contactSYSID = child.guardian) =>
  by.ask(contract.sendConsentCode, { sysid: child.sysid, contactSYSID });

/** Reads the last code that was sent to a number. */
async function codeOf(phone: string): Promise<string> {
  await server.runJobs();
  const sms = server.sent.findLast(({ to }) => to === phone);
  return /^\d{6}/.exec(sms?.text ?? '')?.[0] ?? 'none';
}

async function aCode(child: Child): Promise<string> {
  expect((await send(child)).status).toBe(200);
  return codeOf(child.phone);
}

function upload(child: Child, ConsentCode: string | undefined, fields: object = {}) {
  return bursar.ask(contract.uploadStudentFingerprint, {
    StudentSYSID: child.sysid,
    ...print(child.finger, 1),
    ConsentBy: 'Mary Odhiambo',
    ConsentRelation: 'Mother',
    ConsentMethod: 'otp',
    ConsentCode,
    ...fields,
  });
}

const other = (code: string) => (code === '111111' ? '222222' : '111111');

const BLANK = { width: 200, height: 200, dpi: 500, pixels: new Uint8Array(40_000).fill(240) };

/** Moves the codes of a child into the past. */
function age(child: Child, interval: string) {
  return server.context.db.inSchool(school, (tx) =>
    tx.row(
      `UPDATE guardian_codes SET created_at = created_at - $3::interval WHERE school_id = $1 AND student_id = $2`,
      [school, child.sysid, interval],
    ),
  );
}

describe('consent by code', () => {
  it('the code goes to the guardian by SMS and is neither stored nor returned in clear', async () => {
    const child = await aChild();
    const sent = await send(child);
    expect(sent.body).toEqual({
      to: expect.stringMatching(/^2547…\d{3}$/),
      name: 'Mary Odhiambo',
      resendAfter: 30,
      seconds: 300,
    });
    const code = await codeOf(child.phone);
    expect(code).toMatch(/^\d{6}$/);
    const sms = server.sent.findLast(({ to }) => to === child.phone);
    expect(sms).toMatchObject({ kind: 'consent-code', text: expect.stringContaining('Kilimo') });
    expect(sms?.text).toContain('Amina Njeri Noor');
    expect(JSON.stringify(sent.body)).not.toContain(child.phone);
    const kept = await server.context.db.inSchool(school, (tx) =>
      tx.rows(
        'SELECT c.*::text, a.detail FROM guardian_codes c, audit_events a WHERE c.school_id = $1 AND a.school_id = $1',
        [school],
      ),
    );
    expect(JSON.stringify(kept)).not.toContain(code);
    expect(JSON.stringify(kept)).not.toContain(child.phone);
  });

  it("the SMS is in the guardian's language", async () => {
    const child = await aChild();
    const phone = `2547${String(50_000_000 + aNumber())}`;
    await send(child, bursar, await aGuardian(child.sysid, phone, 'sw'));
    await codeOf(phone);
    expect(server.sent.at(-1)?.text).toMatch(/^\d{6} ni msimbo wa idhini/);
  });

  it('the right code enrols and records who gave the consent; later impressions need none', async () => {
    const child = await aChild();
    const code = await aCode(child);
    const enrolled = await upload(child, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(enrolled.status).toBe(200);
    const consents = await bursar.ask<object[]>(contract.getConsents, { studentSYSID: child.sysid });
    expect(consents.body).toMatchObject([{ by: 'Mary Odhiambo', relation: 'Mother', method: 'otp', standing: true }]);
    const more = await upload(child, undefined, {
      ...print(child.finger, 2),
      ConsentBy: undefined,
      ConsentRelation: undefined,
      ConsentMethod: undefined,
    });
    expect(more.body).toMatchObject({ impressions: 2 });
  });

  it("the guardian's name is recorded when no other is given", async () => {
    const child = await aChild();
    const code = await aCode(child);
    expect((await upload(child, code, { ConsentBy: undefined, ConsentRelation: undefined })).status).toBe(200);
    const consents = await bursar.ask<object[]>(contract.getConsents, { studentSYSID: child.sysid });
    expect(consents.body).toMatchObject([{ by: 'Mary Odhiambo', relation: 'Guardian', method: 'otp' }]);
  });

  it('rejects a missing, wrong or malformed code, and any before one was sent', async () => {
    const child = await aChild();
    expect((await upload(child, '123456')).problem).toBe('fingerprint.consent-code');
    const code = await aCode(child);
    for (const wrong of [undefined, '', other(code), 'abcdef', `${code}0`]) {
      const refused = await upload(child, wrong);
      expect([wrong, refused.status, refused.problem]).toEqual([wrong, 422, 'fingerprint.consent-code']);
    }
    expect((await upload(child, code)).status).toBe(200);
  });

  it('a consent code enrols once, also with concurrent uploads', async () => {
    const child = await aChild();
    const code = await aCode(child);
    const both = await Promise.all([upload(child, code), upload(child, code, print(child.finger, 2))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await upload(child, code, print(child.finger, 3))).problem).toBe('fingerprint.consent-code');
  });

  it('a picture of low quality uses up neither the code nor a try', async () => {
    const child = await aChild();
    const code = await aCode(child);
    for (let time = 0; time < 6; time++) {
      const blurred = await upload(child, code, { B64Fingerprint: base64(asBmp(BLANK)) });
      expect(blurred.problem).toBe('fingerprint.low-quality');
    }
    expect((await upload(child, code)).status).toBe(200);
  });

  it('five concurrent wrong tries use up a consent code', async () => {
    const child = await aChild();
    const code = await aCode(child);
    await Promise.all(Array.from({ length: 5 }, () => upload(child, other(code))));
    expect((await upload(child, code)).problem).toBe('fingerprint.consent-code');
  });

  it('a consent code expires after five minutes or when a newer one is sent', async () => {
    const child = await aChild();
    const old = await aCode(child);
    await age(child, '5 minutes 1 second');
    expect((await upload(child, old)).problem).toBe('fingerprint.consent-code');
    const first = await aCode(child);
    await age(child, '31 seconds');
    const second = await aCode(child);
    if (first !== second) expect((await upload(child, first)).problem).toBe('fingerprint.consent-code');
    expect((await upload(child, second)).status).toBe(200);
  });

  it('a consent code is bound to its student, its guardian and their number', async () => {
    const [one, two] = [await aChild(), await aChild()];
    const code = await aCode(one);
    expect((await upload(two, code)).problem).toBe('fingerprint.consent-code');
    await bursar.ask(updateContact, { sysid: one.guardian, mobileNumber: `2547${String(60_000_000 + aNumber())}` });
    expect((await upload(one, code)).problem).toBe('fingerprint.consent-code');
    await bursar.ask(updateContact, { sysid: one.guardian, mobileNumber: one.phone });
    await bursar.ask(deleteContact, { sysid: one.guardian });
    expect((await upload(one, code)).problem).toBe('fingerprint.consent-code');
  });

  it("a consent code is sent only to a guardian of the student, by the school's office", async () => {
    const [one, two] = [await aChild(), await aChild()];
    expect((await send(one, bursar, two.guardian)).problem).toBe('guardian.not-found');
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await send(one, stranger)).problem).toBe('student.not-found');
    const guard = await server.aPerson('CheckAgent', school);
    expect((await send(one, guard)).status).toBe(403);
  });

  it('a consent code is resent after 30 seconds, at most five times an hour and ten a day', async () => {
    const child = await aChild();
    expect((await send(child)).status).toBe(200);
    const soon = await send(child);
    expect([soon.status, soon.problem]).toEqual([429, 'session.resend-too-soon']);
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(20);
    for (let time = 2; time <= 10; time++) {
      await age(child, time === 6 ? '1 hour' : '31 seconds');
      expect([time, (await send(child)).status]).toEqual([time, 200]);
      if (time === 5) {
        await age(child, '31 seconds');
        expect((await send(child)).problem).toBe('session.too-many-codes');
      }
    }
    await age(child, '1 hour');
    expect((await send(child)).problem).toBe('session.too-many-codes');
    expect(await codeOf(child.phone)).toMatch(/^\d{6}$/);
  });
});
