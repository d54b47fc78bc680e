import type { InputOf } from '@mfuko/contract/endpoint';
import * as contract from '@mfuko/contract/fingerprints';
import { createStudent } from '@mfuko/contract/students';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { asOwner as runAsOwner } from '../../../tests/owner.testkit.ts';
import { newId } from '../../platform/records/id.ts';
import { listFingerprints } from './enrolled.ts';
import { asBmp, asColourPng, asJpeg, asTiff, base64, capture, print } from './fingers.testkit.ts';
import { openTemplates, sealTemplate } from './vault.ts';

const CONSENT = { ConsentBy: 'Mary Odhiambo', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
const file = { filename: 'fingerprint.dat', mimetype: 'application/octet-stream', bytes: new Uint8Array(0) };

let server: TestServer;
let school: string;
let bursar: Person;
let classId: string;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  classId = await server.aClass(school);
});
afterAll(() => server.close());

interface Child {
  readonly sysid: string;
  readonly admissionNumber: string;
}

async function aChild(by = bursar, classSYSID = classId): Promise<Child> {
  const made = await by.ask<Child>(createStudent, {
    admissionNumber: String(2000 + aNumber()),
    names: 'Amina Noor',
    classSYSID,
  });
  expect(made.status).toBe(200);
  return made.body;
}

function enrol(child: Child, fields: object, by = bursar) {
  return by.ask(contract.uploadStudentFingerprintAdm, {
    AdmissionNumber: child.admissionNumber,
    ...CONSENT,
    ...fields,
  });
}

function sql(text: string, values: unknown[] = [], where = school) {
  return server.context.db.inSchool(where, (tx) => tx.rows<Record<string, unknown>>(text, [where, ...values]));
}

/** Runs a statement as the owner, who may do more than the application's role: the tests' attacker with access to the tables. */
const asOwner = (text: string, values: unknown[] = [], where = school) =>
  runAsOwner<Record<string, unknown>>(server, where, text, values);

describe('enrolment', () => {
  it('enrols three impressions of each of three fingers, by id, by number and as a form', async () => {
    const child = await aChild();
    const first = await bursar.ask(contract.uploadStudentFingerprint, {
      StudentSYSID: child.sysid,
      ...CONSENT,
      B64Finger: print(1, 1).B64Fingerprint,
      SerialNumber: 'U4500-17',
      Width: '300',
      Height: '400',
      DPI: '500',
      Size: '120000',
      Template: file,
      FingerprintTemplate: file,
    });
    expect(first).toMatchObject({
      status: 200,
      body: { finger: 'right-index', impressions: 1, admissionNumber: child.admissionNumber },
    });
    expect((await enrol(child, print(1, 2))).body).toMatchObject({ impressions: 2, studentSYSID: child.sysid });
    expect((await enrol(child, { b64Fingerprint: print(1, 3).B64Fingerprint })).body).toMatchObject({ impressions: 3 });
    expect(await enrol(child, print(1, 4))).toMatchObject({ status: 409, problem: 'fingerprint.full' });
    expect((await enrol(child, { ...print(2, 1), Finger: 'left-index' })).status).toBe(200);
    expect((await enrol(child, { ...print(3, 1), Finger: 'right-thumb' })).status).toBe(200);
    expect(await enrol(child, { ...print(4, 1), Finger: 'left-thumb' })).toMatchObject({ problem: 'fingerprint.full' });
    const trail = await sql(
      `SELECT detail::text FROM audit_events WHERE school_id = $1 AND action = 'fingerprint.enrol' AND subject_id = $2`,
      [child.sysid],
    );
    expect(trail).toHaveLength(5);
  });

  it('rejects an invalid picture before looking for the student', async () => {
    const nobody = { sysid: '', admissionNumber: '999999999999' };
    const wide = { width: 1001, height: 10, dpi: 500, pixels: new Uint8Array(10_010) };
    for (const picture of [
      'not base64!',
      'aGVsbG8',
      base64(Buffer.from('hello, this is no picture')),
      base64(Buffer.alloc(2 * 1024 * 1024 + 1)),
      base64(asBmp(wide)),
      `data:image/png;base64,${base64(Buffer.from('89504e470d0a1a0a0000', 'hex'))}`,
    ]) {
      const answer = await enrol(nobody, { B64Fingerprint: picture });
      expect(answer).toMatchObject({ status: 400, problem: 'fingerprint.bad-image' });
    }
    expect((await enrol(nobody, { B64Fingerprint: '' })).problem).toBe('input.malformed');
    expect((await enrol(nobody, print(1, 90))).problem).toBe('student.not-found');
  });

  it('a corrupted picture is answered with 400 or 404', async () => {
    const nobody = { sysid: '', admissionNumber: '999999999999' };
    const whole = [
      asBmp(capture(1, 92)),
      asColourPng(capture(1, 92)),
      Buffer.from(print(1, 92).B64Fingerprint, 'base64'),
      await asJpeg(capture(1, 92)),
      await asTiff(capture(1, 92)),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...whole),
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), { maxLength: 12 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (picture, slips, kept) => {
          const spoilt = Buffer.from(picture.subarray(0, Math.ceil(picture.length * Math.max(0.01, kept))));
          // Most of the changes hit the first bytes, which hold sizes and lengths.
          for (const [place, value] of slips) spoilt[Math.floor(place ** 4 * spoilt.length)] = value;
          const { status, problem } = await enrol(nobody, { B64Fingerprint: base64(spoilt) });
          expect([`400 fingerprint.bad-image`, '404 student.not-found']).toContain(`${status} ${problem}`);
        },
      ),
      { numRuns: 120 },
    );
  });

  it('refuses a picture without a finger and returns its quality score', async () => {
    const child = await aChild();
    const blank = { width: 200, height: 200, dpi: 500, pixels: new Uint8Array(40_000).fill(240) };
    const answer = await enrol(child, { B64Fingerprint: base64(asBmp(blank)) });
    expect(answer).toMatchObject({ status: 422, problem: 'fingerprint.low-quality', body: { detail: { score: 0 } } });
  });

  it("refuses another finger under an enrolled finger's name", async () => {
    const child = await aChild();
    expect((await enrol(child, print(20, 1))).status).toBe(200);
    expect(await enrol(child, print(21, 1))).toMatchObject({
      status: 422,
      problem: 'fingerprint.no-match',
      body: { detail: { finger: 'right-index' } },
    });
    expect((await enrol(child, { ...print(21, 1), Finger: 'right-middle' })).status).toBe(200);
  });

  it('refuses agents, other schools and students who have left', async () => {
    const child = await aChild();
    const agent = await server.aPerson('CheckAgent', school, ['gate']);
    expect((await enrol(child, print(1, 91), agent)).status).toBe(403);
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await enrol(child, print(1, 91), stranger)).problem).toBe('student.not-found');
    await sql(`UPDATE students SET status = 'left' WHERE school_id = $1 AND id = $2`, [child.sysid]);
    expect((await enrol(child, print(1, 91))).problem).toBe('student.not-found');
    const byId = await bursar.ask(contract.uploadStudentFingerprint, {
      StudentSYSID: child.sysid,
      ...CONSENT,
      ...print(1, 91),
    });
    expect(byId.problem).toBe('student.not-found');
  });
});

describe('consent before enrolment', () => {
  it('enrolment needs a complete consent until it is withdrawn, and records each giver once', async () => {
    const child = await aChild();
    const bare = (fields: object) =>
      bursar.ask(contract.uploadStudentFingerprintAdm, { AdmissionNumber: child.admissionNumber, ...fields });
    expect(await bare(print(30, 1))).toMatchObject({ status: 422, problem: 'fingerprint.no-consent' });
    const half = await bare({ ...print(30, 1), ConsentBy: 'Mary', ConsentMethod: 'otp' });
    expect(half).toMatchObject({
      problem: 'fingerprint.no-consent',
      body: { detail: { fields: { ConsentRelation: 'is required' } } },
    });
    expect(await sql('SELECT 1 FROM fingerprints WHERE school_id = $1 AND student_id = $2', [child.sysid])).toEqual([]);
    expect((await bare({ ...print(30, 1), ...CONSENT })).status).toBe(200);
    expect((await bare(print(30, 2))).status).toBe(200);
    expect((await bare({ ...print(30, 3), ...CONSENT })).status).toBe(200);
    const kept = await sql(
      'SELECT given_by, relation, method, recorded_by FROM consents WHERE school_id = $1 AND student_id = $2',
      [child.sysid],
    );
    expect(kept).toEqual([
      { given_by: 'Mary Odhiambo', relation: 'Mother', method: 'paper', recorded_by: bursar.userId },
    ]);
    // Consent by another person is a second one, which stays in force when the first is withdrawn.
    const more = { ...print(31, 1), Finger: 'left-index', ...CONSENT, ConsentBy: 'Ruth Odhiambo' };
    expect((await bare(more)).status).toBe(200);
    const given = await sql(
      'SELECT given_by FROM consents WHERE school_id = $1 AND student_id = $2 ORDER BY given_by',
      [child.sysid],
    );
    expect(given).toEqual([{ given_by: 'Mary Odhiambo' }, { given_by: 'Ruth Odhiambo' }]);
    await sql('UPDATE consents SET withdrawn_at = now() WHERE school_id = $1 AND student_id = $2', [child.sysid]);
    expect((await bare({ ...print(31, 2), Finger: 'left-index' })).problem).toBe('fingerprint.no-consent');
  });

  it('a school that certifies its consent forms needs no consent per student', async () => {
    const certified = await server.aSchool();
    await sql(`UPDATE schools SET consent_policy = 'school' WHERE id = $1`, [], certified);
    const clerk = await server.aPerson('SchoolAdmin', certified);
    const child = await aChild(clerk, await server.aClass(certified));
    const answer = await clerk.ask(contract.uploadStudentFingerprintAdm, {
      AdmissionNumber: child.admissionNumber,
      ...print(32, 1),
    });
    expect(answer.status).toBe(200);
  });
});

describe('duplicate fingers', () => {
  it('a finger of another student of the school is refused, also under another name; another school takes it', async () => {
    const [child, second] = [await aChild(), await aChild()];
    expect((await enrol(child, print(40, 1))).status).toBe(200);
    const answer = await enrol(second, { ...print(40, 2), Finger: 'left-thumb' });
    expect(answer).toMatchObject({
      status: 409,
      problem: 'fingerprint.duplicate',
      body: { detail: { admissionNumber: child.admissionNumber } },
    });
    const other = await server.aSchool();
    const clerk = await server.aPerson('SchoolAdmin', other);
    const twin = await aChild(clerk, await server.aClass(other));
    expect((await enrol(twin, print(40, 2), clerk)).status).toBe(200);
    await sql(`UPDATE students SET status = 'left' WHERE school_id = $1 AND id = $2`, [child.sysid]);
    expect((await enrol(second, print(40, 3))).problem).toBe('fingerprint.duplicate');
  });

  it('of four concurrent enrolments of one finger one succeeds', async () => {
    for (let round = 0; round < 3; round++) {
      const children = await Promise.all(Array.from({ length: 4 }, () => aChild()));
      const answers = await Promise.all(children.map((child, place) => enrol(child, print(50 + round, place + 1))));
      expect(answers.map(({ problem }) => problem ?? 'ok').toSorted()).toEqual([
        'fingerprint.duplicate',
        'fingerprint.duplicate',
        'fingerprint.duplicate',
        'ok',
      ]);
    }
  });

  it('concurrent enrolments of different fingers all succeed, each once per idempotency key', async () => {
    const children = await Promise.all(Array.from({ length: 5 }, () => aChild()));
    const ask = (child: Child, place: number) =>
      bursar.ask(
        contract.uploadStudentFingerprintAdm,
        { AdmissionNumber: child.admissionNumber, ...CONSENT, ...print(60 + place, 1) },
        { key: `many-${place}` },
      );
    const answers = await Promise.all([...children.map(ask), ...children.map(ask)]);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(answers.map(({ body }) => (body as { sysid: string }).sysid)).size).toBe(5);
  });

  it('the same picture is refused as a replay in any file format, and a repeated key returns the answer', async () => {
    const [child, second] = [await aChild(), await aChild()];
    expect((await enrol(child, print(70, 1))).status).toBe(200);
    expect((await enrol(child, print(70, 1))).problem).toBe('fingerprint.replayed');
    expect((await enrol(second, { B64Fingerprint: base64(asBmp(capture(70, 1))) })).problem).toBe(
      'fingerprint.replayed',
    );
    const once = { ...print(70, 2) };
    const ask = () =>
      bursar.ask(
        contract.uploadStudentFingerprintAdm,
        { AdmissionNumber: child.admissionNumber, ...once },
        { key: 'enrol-70' },
      );
    const [first, repeat] = [await ask(), await ask()];
    expect(repeat).toMatchObject({ status: 200, body: first.body as object });
  });
});

describe('templates at rest', () => {
  it('a sealed template opens only in its own row and for its own student', async () => {
    const [child, second] = [await aChild(), await aChild()];
    await enrol(child, print(80, 1));
    await enrol(child, print(80, 2));
    await enrol(second, print(81, 1));
    const open = (id: string) =>
      server.context.db.inSchool(
        school,
        async (tx) => (await openTemplates(tx, server.context, await listFingerprints(tx, server.context, id))).length,
      );
    expect([await open(child.sysid), await open(second.sysid)]).toEqual([2, 1]);
    const own = `SELECT id FROM fingerprints WHERE student_id = $1 ORDER BY id`;
    const [first, next] = await asOwner(own, [child.sysid]);
    // Copies a template to another row of the same student, then to another student.
    await asOwner(
      'UPDATE fingerprints SET sealed_template = (SELECT sealed_template FROM fingerprints WHERE id = $2) WHERE id = $1',
      [first?.id, next?.id],
    );
    expect(await open(child.sysid)).toBe(1);
    await asOwner('UPDATE fingerprints SET student_id = $2 WHERE id = $1', [next?.id, second.sysid]);
    expect([await open(child.sysid), await open(second.sysid)]).toEqual([0, 1]);
    await asOwner(
      'UPDATE student_keys SET wrapped = (SELECT wrapped FROM student_keys WHERE student_id = $2) WHERE student_id = $1',
      [second.sysid, child.sysid],
    );
    expect(await open(second.sysid)).toBe(0);
    // Nothing new can be sealed under a key that belongs to another student.
    const seal = server.context.db.inSchool(school, (tx) =>
      sealTemplate(tx, server.context, second.sysid, newId(), Buffer.from('MFTP')),
    );
    await expect(seal).rejects.toMatchObject({ name: 'KeyError' });
  });

  it('the database holds no picture, template or pixel digest in clear', async () => {
    const child = await aChild();
    await enrol(child, print(82, 1));
    const tables = await asOwner(
      `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    const everything = [];
    for (const { table_name } of tables)
      everything.push(
        ...(await asOwner(`SELECT t::text AS text FROM public.${table_name} t`)).map(({ text }) => String(text)),
      );
    const dump = everything.join('\n').toLowerCase();
    expect(dump).toContain(child.sysid);
    const picture = capture(82, 1);
    const [digest] = [
      await import('node:crypto').then(({ createHash }) =>
        createHash('sha256').update(`300x400:`).update(picture.pixels).digest('hex'),
      ),
    ];
    // Traces: the first bytes of PNG and template, as bytea's hex and as base64, and the unkeyed digest of the pixels.
    for (const trace of [
      '89504e470d0a',
      'ivborw0kggo',
      '4d465450',
      Buffer.from('MFTP').toString('base64').toLowerCase().slice(0, 5),
      digest,
    ]) {
      expect(dump.includes(trace)).toBe(false);
    }
  });
});

describe('identifyFingerprint', () => {
  it('identifies active students of the own school, and sees database changes at once', async () => {
    const hall = await server.aSchool();
    const clerk = await server.aPerson('SchoolAdmin', hall);
    const agent = await server.aPerson('CheckAgent', hall, ['gate']);
    const room = await server.aClass(hall, 'Grade 9');
    const children = [];
    for (let each = 0; each < 6; each++) {
      const child = await aChild(clerk, room);
      children.push(child);
      expect((await enrol(child, print(100 + each, 1), clerk)).status).toBe(200);
    }
    const find = (finger: number, seed: number, by = agent) =>
      by.ask<{ admissionNumber: string }>(contract.identifyFingerprint, print(finger, seed));
    const found = await find(103, 7);
    expect(found).toMatchObject({
      status: 200,
      body: { admissionNumber: children[3]?.admissionNumber, className: 'Grade 9', names: 'Amina Noor' },
    });
    expect(await find(120, 1)).toMatchObject({ status: 422, problem: 'fingerprint.no-match' });
    expect((await find(103, 1)).problem).toBe('fingerprint.replayed');
    const elsewhere = await server.aPerson('CheckAgent', school, ['gate']);
    expect((await find(103, 8, elsewhere)).problem).toBe('fingerprint.no-match');
    const cook = await server.aPerson('CheckAgent', hall, ['canteen']);
    expect((await find(103, 8, cook)).status).toBe(403);
    // A change in the database must take effect at once, although workers cache templates.
    await sql(`UPDATE students SET status = 'left' WHERE school_id = $1 AND id = $2`, [children[3]?.sysid], hall);
    expect((await find(103, 8)).problem).toBe('fingerprint.no-match');
    await sql(`UPDATE students SET status = 'active' WHERE school_id = $1 AND id = $2`, [children[3]?.sysid], hall);
    expect((await find(103, 9)).status).toBe(200);
    await sql('DELETE FROM fingerprints WHERE school_id = $1 AND student_id = $2', [children[3]?.sysid], hall);
    expect((await find(103, 10)).problem).toBe('fingerprint.no-match');
  });

  it('identifies correctly during concurrent enrolments', async () => {
    const hall = await server.aSchool();
    const clerk = await server.aPerson('SchoolAdmin', hall);
    const room = await server.aClass(hall);
    const children = await Promise.all(Array.from({ length: 6 }, () => aChild(clerk, room)));
    await Promise.all(children.slice(0, 2).map((child, place) => enrol(child, print(140 + place, 1), clerk)));
    const enrolling = children.slice(2).map((child, place) => enrol(child, print(142 + place, 1), clerk));
    const finding = Array.from({ length: 8 }, (_, turn) =>
      clerk.ask<Child>(contract.identifyFingerprint, print(140 + (turn % 2), 10 + turn)),
    );
    expect((await Promise.all(enrolling)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const found = (await Promise.all(finding)).map(({ body }) => body.admissionNumber);
    expect(found).toEqual(Array.from({ length: 8 }, (_, turn) => children[turn % 2]?.admissionNumber));
  });

  it('refuses as ambiguous when two students have the same finger', async () => {
    const hall = await server.aSchool();
    const clerk = await server.aPerson('SchoolAdmin', hall);
    const room = await server.aClass(hall);
    const [child, second] = [await aChild(clerk, room), await aChild(clerk, room)];
    await enrol(child, print(130, 1), clerk);
    await enrol(second, print(131, 1), clerk);
    // Stores one finger for two students, as before duplicates were searched for.
    await server.context.db.inSchool(hall, async (tx) => {
      const [open] = await openTemplates(tx, server.context, await listFingerprints(tx, server.context, child.sysid));
      const [row] = await listFingerprints(tx, server.context, second.sysid);
      if (!open || !row) throw new Error('not enrolled');
      const sealed = await sealTemplate(tx, server.context, second.sysid, row.id, open.bytes);
      await asOwner('UPDATE fingerprints SET sealed_template = $2 WHERE id = $1', [row.id, sealed], hall);
    });
    const answer = await clerk.ask(
      contract.identifyFingerprint,
      print(130, 5) satisfies Partial<InputOf<typeof contract.identifyFingerprint>>,
    );
    expect(answer).toMatchObject({ status: 422, problem: 'fingerprint.ambiguous' });
  });
});
