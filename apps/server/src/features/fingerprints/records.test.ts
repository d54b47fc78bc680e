import * as contract from '@mfuko/contract/fingerprints';
import { createStudent } from '@mfuko/contract/students';
import { cashOutFingerprint, deposit } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { asOwner } from '../../../tests/owner.testkit.ts';
import { newId } from '../../platform/records/id.ts';
import { print, rebuiltPrint } from './fingers.testkit.ts';
import { FINGERPRINT_BUNDLE } from './index.ts';
import { keepSketch, MAX_SKETCHES } from './sketches.ts';

const FIRST = '2026-03-02T08:00:00.000Z';
const LAST = '2026-05-04T09:30:00.000Z';

let server: TestServer;
let school: string;
let head: Person;
let bursar: Person;
let child: { readonly sysid: string; readonly admissionNumber: string };

beforeAll(async () => {
  server = await openTestServer({ REFUSE_REBUILT_FINGERS: 'true' });
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  bursar = await server.aPerson('SchoolAdmin', school);
  const admissionNumber = String(5000 + aNumber());
  const classSYSID = await server.aClass(school);
  child = (await head.ask<typeof child>(createStudent, { admissionNumber, names: 'Juma Ali', classSYSID })).body;
});

async function enrol(who: Person, seed: number): Promise<void> {
  const consent = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
  const input = { StudentSYSID: child.sysid, ...consent, ...print(401, seed) };
  expect((await who.ask(contract.uploadStudentFingerprint, input)).status).toBe(200);
}

const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  server.context.db.inSchool(school, (tx) => tx.rows<Row>(text, [school, ...values]));

describe('finger with two impressions by two users', () => {
  beforeEach(async () => {
    await enrol(head, 1);
    await enrol(bursar, 2);
    const days: [Person, string, string][] = [
      [head, FIRST, 'Amina'],
      [bursar, LAST, 'Baraka'],
    ];
    for (const [{ userId }, at, name] of days) {
      await asOwner(server, school, 'UPDATE fingerprints SET enrolled_at = $2 WHERE enrolled_by = $1', [userId, at]);
      await asOwner(server, school, 'UPDATE users SET first_name = $2 WHERE id = $1', [userId, name]);
    }
  });

  it('getFingerprints shows the date and user of the latest impression', async () => {
    const { body } = await head.ask(contract.getFingerprints, { studentSYSID: child.sysid });
    expect(body).toMatchObject([{ impressions: 2, dateEnrolled: LAST, enrolledBy: 'Baraka Otieno' }]);
  });

  it("the student's bundle shows the date and user of the first impression", async () => {
    const fingers = FINGERPRINT_BUNDLE.find(({ name }) => name === 'fingers');
    const subject = { id: child.sysid, admissionNumber: '', names: '', guardians: [] };
    if (!fingers) throw new TypeError('The bundle has no part of fingers.');
    const told = await server.context.db.readSchool(school, (tx) => fingers.read(tx, server.context, subject));
    expect(told).toMatchObject([{ impressions: 2, date: new Date(FIRST), by: head.userId }]);
  });
});

describe('audit of a rebuilt picture', () => {
  it('a rebuilt picture used for money is audited with student and purpose', async () => {
    await enrol(head, 1);
    const { sysid, admissionNumber } = child;
    await head.ask(deposit, { admissionNumber, amount: 500 });
    const refused = await head.ask(cashOutFingerprint, { admissionNumber, amount: 10, ...rebuiltPrint(401, 1) });
    expect(refused.problem).toBe('fingerprint.replayed');
    const trail = await rows(
      `SELECT actor_id AS by, subject_id AS child, detail FROM audit_events
       WHERE school_id = $1 AND action = 'fingerprint.rebuilt'`,
    );
    expect(trail).toEqual([{ by: head.userId, child: sysid, detail: { purpose: 'money' } }]);
  });
});

describe('stored sketches', () => {
  const kept = async () =>
    (
      await rows<{ id: string }>('SELECT id FROM picture_sketches WHERE school_id = $1 AND student_id = $2', [
        child.sysid,
      ])
    ).map(({ id }) => id);
  const keep = () =>
    server.context.db.inSchool(school, (tx) =>
      keepSketch(tx, server.context, child.sysid, Buffer.from('a sketch'), { enrolled: false, key: null }),
    );

  it('keepSketch drops the oldest sketches by time, then by id', async () => {
    await enrol(head, 1);
    const [enrolled] = await kept();
    const early = Array.from({ length: MAX_SKETCHES }, newId).toSorted();
    const late = new Date(Date.now() - 60_000);
    for (const [place, id] of early.entries()) {
      // The two oldest share one time; the sketch with the lowest id is the newest by its time.
      const at = place === 0 ? late : new Date(late.getTime() - 60_000 * (MAX_SKETCHES - Math.max(place, 2)));
      await asOwner(
        server,
        school,
        `INSERT INTO picture_sketches (school_id, id, student_id, enrolled, sealed, made_at) VALUES ($1, $2, $3, false, '', $4)`,
        [school, id, child.sysid, at],
      );
    }
    await keep();
    const [newest, first, second, ...others] = early;
    const left = await kept();
    expect(left).toHaveLength(MAX_SKETCHES + 1);
    expect(left).not.toContain(first);
    expect(left).toEqual(expect.arrayContaining([enrolled, newest, second, ...others]));
  });
});
