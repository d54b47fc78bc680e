import { getLooks, type Look } from '@mfuko/contract/looks';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { getSchoolConfig, getSchoolSettings, getSchools, updateClass, updateSchool } from '@mfuko/contract/schools';
import * as students from '@mfuko/contract/students';
import * as contract from '@mfuko/contract/visits';
import { deposit, getStatement } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { noteChange } from './index.ts';

const WHY = 'The head asked for help with the roll';

let server: TestServer;
let school: string;
let classSYSID: string;
let admin: Person;
let head: Person;
let student: { sysid: string; admissionNumber: string };

beforeAll(async () => {
  server = await openTestServer({ VISIT_REASONS: 'true' });
});
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  classSYSID = await server.aClass(school);
  admin = await server.aPerson('Admin');
  head = await server.aPerson('SchoolAdmin', school);
  student = await aStudent(server, head);
});

async function aStudent(at: TestServer, by: Person) {
  const admissionNumber = String(3000 + aNumber());
  await by.ask(students.createStudent, { admissionNumber, names: 'Amina Juma', classSYSID });
  const { body } = await by.ask<students.StudentRow[]>(students.getStudents, { search: admissionNumber });
  return { admissionNumber, sysid: body[0]?.sysid ?? '', at };
}
const begin = (who = admin, reason = WHY) => who.ask<{ until: string }>(contract.beginVisit, { reason }, { school });
const open = (who: Person) => who.ask(students.getStudent, { sysid: student.sysid }, who === admin ? { school } : {});
const visits = async (who = head) => (await who.ask<contract.PlatformVisit[]>(contract.getVisits)).body;

describe('visit of an Admin to a school', () => {
  it('needs a reason and lasts an hour', async () => {
    const refused = await open(admin);
    expect([refused.status, refused.problem]).toEqual([403, 'visit.reason-needed']);
    expect(await visits()).toEqual([]);
    const { body } = await begin();
    expect(Date.parse(body.until) - Date.now()).toBeGreaterThan(59 * 60_000);
    expect((await open(admin)).status).toBe(200);
    await owner(`UPDATE platform_visits SET ends_at = ends_at - interval '61 minutes'`);
    expect((await open(admin)).problem).toBe('visit.reason-needed');
  });

  it('does not cover another Admin or another school', async () => {
    await begin();
    const other = await server.aPerson('Admin');
    expect((await other.ask(students.getStudents, {}, { school })).problem).toBe('visit.reason-needed');
    expect((await admin.ask(students.getStudents, {}, { school: await server.aSchool() })).problem).toBe(
      'visit.reason-needed',
    );
  });

  it('is refused without a reason in words, and to a SchoolAdmin', async () => {
    expect((await begin(admin, '  ')).problem).toBe('input.malformed');
    expect((await begin(head)).problem).toBe('session.role');
  });

  it('is shown in the list, as a notice and in the audit trail', async () => {
    await begin();
    await open(admin);
    await open(admin);
    await admin.ask(updateClass, { sysid: classSYSID, className: 'Grade 9' }, { school });
    expect(await visits()).toMatchObject([
      {
        names: 'Wanjiru Otieno',
        reason: WHY,
        reads: 2,
        changes: 1,
        calls: [
          { path: 'student/getStudent', changes: false, times: 2 },
          { path: 'school/updateClass', changes: true, times: 1 },
        ],
      },
    ]);
    await server.runJobs();
    const bell = (await head.ask<NoticeRow[]>(getNotifications)).body.filter(({ kind }) => kind === 'visit.began');
    expect(bell.map(({ params }) => params)).toEqual([{ by: 'Wanjiru Otieno', why: WHY }]);
    const trail = await server.context.db.inSchool(school, (tx) =>
      tx.rows(`SELECT actor_id, detail FROM audit_events WHERE action = 'platform.visit'`),
    );
    expect(trail).toEqual([{ actor_id: admin.userId, detail: { reason: WHY } }]);
  });

  it('a change by school id is recorded, whatever the header says, and needs no reason', async () => {
    // Once without a school in the header, and once with this one.
    for (const named of [{}, { school }]) {
      const changed = await admin.ask(updateSchool, { sysid: school, town: 'Kisumu' }, named);
      expect(changed.status).toBe(200);
    }
    expect(await visits()).toMatchObject([
      { reason: null, reads: 0, changes: 2, calls: [{ path: 'school/updateSchool', times: 2 }] },
    ]);
    expect((await open(admin)).problem).toBe('visit.reason-needed');
  });

  it('a read of configuration or settings by school id is recorded', async () => {
    expect((await admin.ask(getSchoolConfig, { schoolSYSID: school })).status).toBe(200);
    expect((await admin.ask(getSchoolSettings, { sysid: school })).status).toBe(200);
    expect((await head.ask(getSchoolSettings, { sysid: school })).status).toBe(200);
    expect((await admin.ask(getSchoolConfig, { schoolSYSID: newId() })).status).toBe(404);
    expect(await visits()).toMatchObject([
      {
        reason: null,
        reads: 2,
        changes: 0,
        calls: expect.arrayContaining([
          expect.objectContaining({ path: 'school/getSchoolConfig', times: 1 }),
          expect.objectContaining({ path: 'school/getSchoolSettings', times: 1 }),
        ]),
      },
    ]);
  });

  it('is shown to the administrators of that school only', async () => {
    await begin();
    await open(admin);
    const elsewhere = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect(await visits(elsewhere)).toEqual([]);
    const agent = await server.aPerson('CheckAgent', school);
    expect((await agent.ask(contract.getVisits)).status).toBe(403);
  });

  it('records no refused call and no repeat of a key', async () => {
    await begin();
    const key = `again ${aNumber()}`;
    const rename = () => admin.ask(updateClass, { sysid: classSYSID, className: 'Grade 9' }, { school, key });
    expect([(await rename()).status, (await rename()).status]).toEqual([200, 200]);
    const nobody = { admissionNumber: '1', amount: 100 };
    expect((await admin.ask(deposit, nobody, { school, key: `${key}, refused` })).status).toBe(404);
    expect(await visits()).toMatchObject([{ reads: 0, changes: 1 }]);
  });

  it('calls without a school record no visit', async () => {
    expect((await admin.ask(getSchools)).status).toBe(200);
    expect(await visits()).toEqual([]);
  });

  it('of an unknown school answers school.not-found', async () => {
    const nowhere = { school: '01900000-0000-7000-8000-00000000dead' };
    expect((await admin.ask(contract.beginVisit, { reason: WHY }, nowhere)).problem).toBe('school.not-found');
  });
});

it('two concurrent first calls of an Admin make one visit', async () => {
  const actor = { userId: admin.userId, names: 'Wanjiru Otieno', role: 'Admin' } as Actor;
  const note = (tx: Tx) => noteChange(tx, actor, { path: 'school/updateSchool', kind: 'record' });
  let second: Promise<void> | undefined;
  await server.context.db.inSchool(school, async (tx) => {
    await note(tx);
    second = server.context.db.inSchool(school, note);
    await isBlocked(server, second);
  });
  await second;
  expect(await visits()).toMatchObject([{ changes: 2 }]);
});

it('without VISIT_REASONS no reason is asked, and visits are listed', async () => {
  const trial = await openTestServer();
  try {
    const its = await trial.aSchool();
    const root = await trial.aPerson('Admin');
    const itsHead = await trial.aPerson('SchoolAdmin', its);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => root.ask(students.getStudents, {}, { school: its })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const { body } = await itsHead.ask<contract.PlatformVisit[]>(contract.getVisits);
    expect(body).toMatchObject([{ reason: null, reads: 20, changes: 0 }]);
    expect((await root.ask(students.getStudents, {}, { school: '01900000-0000-7000-8000-00000000dead' })).problem).toBe(
      'school.not-found',
    );
    await trial.runJobs();
    const bell = await itsHead.ask<NoticeRow[]>(getNotifications);
    expect(bell.body.filter(({ kind }) => kind === 'visit.began')).toEqual([]);
  } finally {
    await trial.close();
  }
});

describe("look at a student's record", () => {
  const looks = async () => (await head.ask<Look[]>(getLooks, { sysid: student.sysid, sort: 'names' })).body;

  it('is recorded per user and day with its count, whatever the call', async () => {
    const agent = await server.aPerson('CheckAgent', school, ['gate']);
    await begin();
    await open(admin);
    await open(head);
    await head.ask(getStatement, { admissionNumber: student.admissionNumber });
    await agent.ask(students.getCheckStudent, { admissionNumber: student.admissionNumber });
    const seen = (await looks()).map(({ role, times, names }) => [role, times, names]);
    expect(seen.sort()).toEqual([
      ['Admin', 1, 'Wanjiru Otieno'],
      ['CheckAgent', 1, 'Wanjiru Otieno'],
      ['SchoolAdmin', 2, 'Wanjiru Otieno'],
    ]);
  });

  it("is not recorded when refused or of another school's student", async () => {
    const elsewhere = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await elsewhere.ask(students.getStudent, { sysid: student.sysid })).status).toBe(404);
    expect((await open(admin)).status).toBe(403);
    expect(await looks()).toEqual([]);
    expect((await elsewhere.ask(getLooks, { sysid: student.sysid })).body).toEqual([]);
  });
});

/** Runs a statement as the database's owner, since the application's role may not change visits. */
async function owner(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    await client.query(`BEGIN; ALTER TABLE platform_visits NO FORCE ROW LEVEL SECURITY`);
    await client.query(sql);
    await client.query(`ALTER TABLE platform_visits FORCE ROW LEVEL SECURITY; COMMIT`);
  } finally {
    await client.end();
  }
}
