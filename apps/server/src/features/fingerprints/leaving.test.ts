import * as contract from '@mfuko/contract/fingerprints';
import { checkInFingerprint } from '@mfuko/contract/gate';
import { createStudent, deleteStudent, restoreStudent, updateStudent } from '@mfuko/contract/students';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { print } from './fingers.testkit.ts';

const CONSENT = { ConsentBy: 'Mary Odhiambo', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
const WITHDRAWAL = { withdrawnBy: 'Mary Odhiambo', relation: 'Mother' };

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

async function aChild(): Promise<Child> {
  const admissionNumber = String(2000 + aNumber());
  const made = await bursar.ask<Child>(createStudent, { admissionNumber, names: 'Amina Noor', classSYSID: classId });
  return made.body;
}
const enrol = ({ admissionNumber }: Child, picture: object, consent: object = CONSENT) =>
  bursar.ask<{ message: string }>(contract.uploadStudentFingerprintAdm, {
    ...{ AdmissionNumber: admissionNumber, ...consent, ...picture },
  });
const identify = (picture: object) => bursar.ask<Child>(contract.identifyFingerprint, picture);
const enter = ({ admissionNumber }: Child, picture: object) =>
  bursar.ask(checkInFingerprint, { admissionNumber, ...picture });
const setStatus = ({ sysid }: Child, status: string) => bursar.ask(updateStudent, { sysid, status });
const fingersOf = async ({ sysid }: Child) =>
  (await bursar.ask<{ finger: string; impressions: number }[]>(contract.getFingerprints, { studentSYSID: sysid })).body;

function sql(text: string, values: unknown[] = []) {
  return server.context.db.inSchool(school, (tx) => tx.rows<Record<string, unknown>>(text, [school, ...values]));
}

/** Tells whether a statement of the server waits for a lock. */
async function waits(statement: string): Promise<boolean> {
  const found = await sql(
    `SELECT 1 AS one FROM pg_stat_activity
     WHERE $1::uuid IS NOT NULL AND datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $2`,
    [statement],
  );
  return found.length > 0;
}

describe('fingerprints of a student who has left', () => {
  it('a student who left is neither identified nor admitted, and is again after returning', async () => {
    const child = await aChild();
    expect((await enrol(child, print(1, 1))).status).toBe(200);
    expect((await identify(print(1, 2))).body).toMatchObject({ admissionNumber: child.admissionNumber });
    await setStatus(child, 'left');
    expect((await identify(print(1, 3))).problem).toBe('fingerprint.no-match');
    expect((await enter(child, print(1, 3))).problem).toBe('student.not-found');
    await setStatus(child, 'active');
    expect((await identify(print(1, 3))).body).toMatchObject({ admissionNumber: child.admissionNumber });
    expect((await enter(child, print(1, 3))).status).toBe(200);
  });

  it('enrolling the finger again is refused with advice to let the student return', async () => {
    const [child, again] = [await aChild(), await aChild()];
    await enrol(child, print(2, 1));
    await setStatus(child, 'left');
    const refused = await enrol(again, print(2, 2));
    expect([refused.problem, refused.body.message]).toEqual([
      'fingerprint.duplicate',
      `This finger is enrolled for a student who has left: ${child.admissionNumber}. Let that student return instead of adding them again.`,
    ]);
  });
});

describe('fingerprints of a deleted student', () => {
  it('a deleted student is not identified, and is again after being restored', async () => {
    const child = await aChild();
    await enrol(child, print(3, 1));
    await bursar.ask(deleteStudent, { sysid: child.sysid });
    expect((await identify(print(3, 2))).problem).toBe('fingerprint.no-match');
    await bursar.ask(restoreStudent, { sysid: child.sysid });
    expect((await identify(print(3, 2))).body).toMatchObject({ admissionNumber: child.admissionNumber });
  });

  it("a deleted student's finger moves to the student it is enrolled for, with an audit event", async () => {
    const [twice, right] = [await aChild(), await aChild()];
    await enrol(twice, print(4, 1));
    await enrol(twice, { ...print(5, 1), Finger: 'left-index' });
    await bursar.ask(deleteStudent, { sysid: twice.sysid });
    expect((await enrol(right, print(4, 2))).status).toBe(200);
    await bursar.ask(restoreStudent, { sysid: twice.sysid });
    expect((await fingersOf(twice)).map(({ finger }) => finger)).toEqual(['left-index']);
    expect((await identify(print(4, 3))).body).toMatchObject({ admissionNumber: right.admissionNumber });
    expect((await enter(twice, print(4, 3))).problem).toBe('fingerprint.no-match');
    const [told] = await sql(
      `SELECT detail FROM audit_events WHERE school_id = $1 AND action = 'fingerprint.taken' AND subject_id = $2`,
      [twice.sysid],
    );
    expect(told?.detail).toEqual({ by: right.admissionNumber });
  });

  it('all impressions of that finger are removed from the deleted student, even dissimilar ones', async () => {
    const [twice, right] = [await aChild(), await aChild()];
    await enrol(twice, print(50, 1));
    await enrol(twice, { ...print(51, 1), Finger: 'left-index' });
    const owner = new pg.Client(server.ownerUrl);
    await owner.connect();
    await owner.query(`SELECT set_config('app.school_id', $1, false)`, [school]);
    await owner.query(`UPDATE fingerprints SET finger = 'right-index' WHERE student_id = $1`, [twice.sysid]);
    await owner.end();
    await bursar.ask(deleteStudent, { sysid: twice.sysid });
    expect((await enrol(right, print(50, 2))).status).toBe(200);
    await bursar.ask(restoreStudent, { sysid: twice.sysid });
    expect(await fingersOf(twice)).toEqual([]);
  });

  it('restoring the deleted student waits for an enrolment of the same finger in progress', async () => {
    const [first, second] = [await aChild(), await aChild()];
    await enrol(first, print(52, 1));
    await bursar.ask(deleteStudent, { sysid: first.sysid });
    let enrolled: Promise<{ status: number }> | undefined;
    let restored: Promise<{ status: number }> | undefined;
    await server.context.db.inSchool(school, async (tx) => {
      // The enrolment has read the deleted students' fingers, and waits for this transaction before it records the consent.
      await tx.row('SELECT 1 AS one FROM students WHERE school_id = $1 AND id = $2 FOR UPDATE', [school, second.sysid]);
      enrolled = enrol(second, print(52, 2));
      await expect.poll(() => waits('%INSERT INTO consents%'), { timeout: 10_000 }).toBe(true);
      restored = bursar.ask(restoreStudent, { sysid: first.sysid });
      expect(await isBlocked(server, restored, 2)).toBe(true);
    });
    expect([(await enrolled)?.status, (await restored)?.status]).toEqual([200, 200]);
    expect([await fingersOf(first), (await fingersOf(second)).length]).toEqual([[], 1]);
  });

  it('a concurrent enrolment and restoration leave the finger with one student', async () => {
    for (let round = 0; round < 4; round++) {
      const [first, second] = [await aChild(), await aChild()];
      await enrol(first, print(30 + round, 1));
      await bursar.ask(deleteStudent, { sysid: first.sysid });
      const [enrolled] = await Promise.all([
        enrol(second, print(30 + round, 2)),
        bursar.ask(restoreStudent, { sysid: first.sysid }),
      ]);
      const owners = [await fingersOf(first), await fingersOf(second)].filter((fingers) => fingers.length > 0);
      expect([round, owners.length]).toEqual([round, 1]);
      expect(['fingerprint.duplicate', undefined]).toContain(enrolled.problem);
    }
  });
});

describe('withdrawConsent', () => {
  const withdraw = ({ sysid }: Child, by = bursar) =>
    by.ask<{ erased: number }>(contract.withdrawConsent, { studentSYSID: sysid, ...WITHDRAWAL });
  const consents = async ({ sysid }: Child) =>
    (await bursar.ask<{ kind: string; standing: boolean }[]>(contract.getConsents, { studentSYSID: sysid })).body;

  it('withdrawal erases all impressions, sketches and the key, and the next enrolment needs a new consent', async () => {
    const child = await aChild();
    await enrol(child, print(6, 1));
    await enrol(child, print(6, 2));
    expect(await fingersOf(child)).toMatchObject([{ finger: 'right-index', impressions: 2 }]);
    expect((await identify(print(6, 3))).status).toBe(200);
    const kept = await sql('SELECT id FROM fingerprints WHERE school_id = $1 AND student_id = $2', [child.sysid]);
    expect(kept).toHaveLength(2);
    expect((await withdraw(child)).body).toMatchObject({ erased: 2 });
    for (const table of ['fingerprints', 'picture_sketches', 'student_keys']) {
      expect(await sql(`SELECT 1 FROM ${table} WHERE school_id = $1 AND student_id = $2`, [child.sysid])).toEqual([]);
    }
    expect((await identify(print(6, 3))).problem).toBe('fingerprint.no-match');
    expect((await enter(child, print(6, 3))).problem).toBe('fingerprint.not-enrolled');
    expect((await enrol(child, print(6, 4), {})).problem).toBe('fingerprint.no-consent');
    expect(await consents(child)).toMatchObject([
      { kind: 'withdrawn', by: 'Mary Odhiambo', standing: false, method: null },
      { kind: 'given', by: 'Mary Odhiambo', standing: false, method: 'paper' },
    ]);
    expect((await enrol(child, print(6, 4))).status).toBe(200);
    expect((await consents(child)).map(({ standing }) => standing)).toEqual([true, false, false]);
    const trail = await sql(`SELECT detail FROM audit_events WHERE school_id = $1 AND action = 'consent.withdraw'`);
    expect(trail).toMatchObject([{ detail: { erased: 2 } }]);
  });

  it('a withdrawal overrides the forms that a school certifies', async () => {
    const child = await aChild();
    await sql(`UPDATE schools SET consent_policy = 'school' WHERE id = $1`);
    try {
      expect((await enrol(child, print(7, 1), {})).status).toBe(200);
      expect((await withdraw(child)).body).toMatchObject({ erased: 1 });
      expect((await enrol(child, print(7, 2), {})).problem).toBe('fingerprint.no-consent');
    } finally {
      await sql(`UPDATE schools SET consent_policy = 'student' WHERE id = $1`);
    }
  });

  it('no impression remains when one is enrolled during the withdrawal', async () => {
    for (let round = 0; round < 4; round++) {
      const child = await aChild();
      await enrol(child, print(40 + round, 1));
      const [, late] = await Promise.all([withdraw(child), enrol(child, print(40 + round, 2), {})]);
      expect(['fingerprint.no-consent', undefined]).toContain(late.problem);
      expect([round, await fingersOf(child)]).toEqual([round, []]);
    }
  });

  it('a withdrawal waits for an enrolment in progress', async () => {
    const child = await aChild();
    let asked: Promise<unknown> | undefined;
    await server.context.db.inSchool(school, async (tx) => {
      await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`enrolment:${school}`]);
      asked = withdraw(child);
      expect(await isBlocked(server, asked)).toBe(true);
    });
    expect(await asked).toMatchObject({ status: 200 });
  });

  it("only the school's own office can withdraw and read consents", async () => {
    const child = await aChild();
    const agent = await server.aPerson('CheckAgent', school, ['gate']);
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await withdraw(child, agent)).status).toBe(403);
    expect((await withdraw(child, stranger)).problem).toBe('student.not-found');
    for (const call of [contract.getConsents, contract.getFingerprints]) {
      expect((await stranger.ask(call, { studentSYSID: child.sysid })).problem).toBe('student.not-found');
    }
  });
});
