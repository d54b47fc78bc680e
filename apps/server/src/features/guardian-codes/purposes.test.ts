import * as collectors from '@mfuko/contract/collectors';
import * as fingerprints from '@mfuko/contract/fingerprints';
import { checkInPin, checkOutPin } from '@mfuko/contract/gate';
import { addContact } from '@mfuko/contract/students';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { print } from '../fingerprints/fingers.testkit.ts';
import { addStudent, hashPin } from '../students/index.ts';

const PHONE = '254740000001';
const NUMBER = '4001';
const PIN = '482916';

let server: TestServer;
let office: Person;
let guard: Person;
let school: string;
let sysid: string;
let contactSYSID: string;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  office = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  const classId = await server.aClass(school);
  sysid = newId();
  const pinHash = await hashPin(server.context, school, sysid, PIN);
  const child = { id: sysid, admissionNumber: NUMBER, names: 'Amina Njeri Noor', classId, pinHash };
  await server.context.db.inSchool(school, (tx) => addStudent(tx, child));
  const mother = { name: 'Mary Odhiambo', mobileNumber: PHONE, studentSYSID: sysid };
  contactSYSID = (await office.ask<{ sysid: string }>(addContact, mother)).body.sysid;
  // The guardian's number is old enough not to be held.
  await server.context.db.inSchool(school, (tx) => tx.row(`UPDATE money_holds SET since = '-infinity'`));
});
afterAll(() => server.close());

async function codeOf(kind: string): Promise<string> {
  await server.runJobs();
  const sms = server.sent.findLast((each) => each.to === PHONE && each.kind === kind);
  return /\d{6}/.exec(sms?.text ?? '')?.[0] ?? 'none';
}

const enrol = (ConsentCode: string) =>
  office.ask(fingerprints.uploadStudentFingerprint, {
    ...{ StudentSYSID: sysid, ...print(77, 1), ConsentMethod: 'otp', ConsentCode },
  });
const out = (collectorCode: string) => guard.ask(checkOutPin, { admissionNumber: NUMBER, pin: PIN, collectorCode });

it('a consent code and a collector code are separate and do not end each other', async () => {
  expect((await office.ask(fingerprints.sendConsentCode, { sysid, contactSYSID })).status).toBe(200);
  const consent = await codeOf('consent-code');
  const name = 'Peter Kamau';
  const sent = await guard.ask(collectors.sendCollectorCode, { admissionNumber: NUMBER, contactSYSID, name });
  // Another purpose has a pause of its own.
  expect([sent.status, sent.problem]).toEqual([200, undefined]);
  const collector = await codeOf('collector-code');
  if (collector !== consent) {
    expect((await out(consent)).problem).toBe('collector.code');
    expect((await enrol(collector)).problem).toBe('fingerprint.consent-code');
  }
  expect((await enrol(consent)).status).toBe(200);
  expect((await guard.ask(checkInPin, { admissionNumber: NUMBER, pin: PIN })).status).toBe(200);
  const left = await out(collector);
  expect([left.status, left.problem]).toEqual([200, undefined]);
  expect((await enrol(consent)).problem).toBe('fingerprint.consent-code');
  expect((await out(collector)).problem).toBe('collector.code');
});

it.each([
  ['is deleted', 'deleted_at = clock_timestamp()', 'deleted_at = NULL'],
  ['gets another number', `mobile_number = '254740000002'`, `mobile_number = '${PHONE}'`],
])('a collector code is refused when its guardian %s while the check-out waits', async (_what, change, back) => {
  expect((await guard.ask(checkInPin, { admissionNumber: NUMBER, pin: PIN })).status).toBe(200);
  const set = (tx: Tx, sql: string) =>
    tx.row(`UPDATE guardians SET ${sql} WHERE school_id = $1 AND id = $2`, [school, contactSYSID]);
  await server.context.db.inSchool(school, (tx) =>
    tx.row(`UPDATE guardian_codes SET created_at = created_at - interval '2 hours' WHERE school_id = $1`, [school]),
  );
  const sent = await guard.ask(collectors.sendCollectorCode, {
    ...{ admissionNumber: NUMBER, contactSYSID, name: 'Peter Kamau' },
  });
  expect([sent.status, sent.problem]).toEqual([200, undefined]);
  const code = await codeOf('collector-code');
  let asked: ReturnType<typeof out> | undefined;
  await server.context.db.inSchool(school, async (tx) => {
    // The passage waits for the child's row after it has verified the code.
    await tx.row('SELECT 1 FROM students WHERE school_id = $1 AND id = $2 FOR UPDATE', [school, sysid]);
    asked = out(code);
    expect(await isBlocked(server, asked)).toBe(true);
    await set(tx, change);
  });
  expect((await asked)?.problem).toBe('collector.code');
  await server.context.db.inSchool(school, (tx) => set(tx, back));
  expect((await out(code)).status).toBe(200);
});

it('a user can send 120 codes an hour, whatever the families', async () => {
  const agent = await server.aPerson('CheckAgent', school, ['gate']);
  const sql = (text: string, values: unknown[]) => server.context.db.inSchool(school, (tx) => tx.row(text, values));
  await sql(
    `INSERT INTO guardian_codes (school_id, id, purpose, student_id, contact_id, phone_hash, code_hash, sent_by, created_at, ended_at)
     SELECT $1, gen_random_uuid(), 'consent', $2, $3, uuid_send(gen_random_uuid()), '\\x01', $4, clock_timestamp() - interval '30 minutes', now()
     FROM generate_series(1, 120)`,
    [school, sysid, contactSYSID, agent.userId],
  );
  await sql(`UPDATE guardian_codes SET created_at = created_at - interval '2 hours' WHERE sent_by <> $1`, [
    agent.userId,
  ]);
  const send = async (by: Person) => {
    const { status, problem, body } = await by.ask<{ detail?: { seconds: number } }>(collectors.sendCollectorCode, {
      ...{ admissionNumber: NUMBER, contactSYSID, name: 'Peter Kamau' },
    });
    return [status, problem, Math.round((body.detail?.seconds ?? 0) / 60)];
  };
  expect(await send(agent)).toEqual([429, 'session.too-many-codes', 30]);
  expect(await send(guard)).toEqual([200, undefined, 0]);
  await sql(`UPDATE guardian_codes SET created_at = created_at - interval '31 minutes' WHERE school_id = $1`, [school]);
  expect(await send(agent)).toEqual([200, undefined, 0]);
});
