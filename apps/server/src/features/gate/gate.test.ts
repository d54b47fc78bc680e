import { createBus, offBusKids, onBusKids } from '@mfuko/contract/bus';
import { getTrip, openTrip } from '@mfuko/contract/bus-trips';
import * as enrolment from '@mfuko/contract/fingerprints';
import * as contract from '@mfuko/contract/gate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answered, aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { createBarrier } from '../../../tests/lock-waits.testkit.ts';
import { type Db, openDatabase } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { print } from '../fingerprints/fingers.testkit.ts';
import { addStudent, hashPin } from '../students/index.ts';
import { passGate } from './index.ts';

const PIN = '482916';

let server: TestServer;
let school: string;
let guard: Person;
let student: { id: string; admissionNumber: string };

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  guard = await server.aPerson('CheckAgent', school, ['gate']);
});
afterAll(() => server.close());
beforeEach(async () => {
  student = await aStudentWithPin(school);
});

async function aStudentWithPin(schoolId: string, admissionNumber = String(4000 + aNumber())) {
  const classId = await server.aClass(schoolId);
  const id = newId();
  const pinHash = await hashPin(server.context, schoolId, id, PIN);
  await server.context.db.inSchool(schoolId, (tx) =>
    addStudent(tx, { id, admissionNumber, names: 'Achieng Odhiambo', classId, pinHash }),
  );
  return { id, admissionNumber };
}

type Checked = Answered<contract.GateEvent & { detail?: { since?: string } }>;
const press = (call: typeof contract.checkInPin, more: object = {}, person = guard, key?: string): Promise<Checked> =>
  person.ask(call, { admissionNumber: student.admissionNumber, pin: PIN, ...more }, key ? { key } : {});
const checkIn = (more?: object, person?: Person, key?: string) => press(contract.checkInPin, more, person, key);
const checkOut = (more?: object, person?: Person, key?: string) => press(contract.checkOutPin, more, person, key);

/** Reads the events and exceptions of the student. */
async function book() {
  return server.context.db.inSchool(school, async (tx) => ({
    events: await tx.rows<{
      kind: string;
      override_reason: string | null;
      longitude: number | null;
      latitude: number | null;
      recorded_by: string;
    }>(
      'SELECT kind, override_reason, longitude, latitude, recorded_by FROM gate_events WHERE school_id = $1 AND student_id = $2 ORDER BY at',
      [school, student.id],
    ),
    exceptions: await tx.rows<{ kind: string; detail: Record<string, unknown> }>(
      'SELECT kind, detail FROM gate_exceptions WHERE school_id = $1 AND student_id = $2 ORDER BY at',
      [school, student.id],
    ),
  }));
}

/** Sets the state's time to the given school clock time, so many days ago. */
async function backDate(daysAgo: number, clockTime: string): Promise<void> {
  await server.context.db.inSchool(school, (tx) =>
    tx.row(
      `UPDATE gate_states SET since = (((now() AT TIME ZONE 'Africa/Nairobi')::date - $3::int) + $4::time) AT TIME ZONE 'Africa/Nairobi'
       WHERE school_id = $1 AND student_id = $2`,
      [school, student.id, daysAgo, clockTime],
    ),
  );
}

describe('gate by PIN', () => {
  it('a check-in stores time, place and user and appears on the on-campus list', async () => {
    const answer = await checkIn();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      admissionNumber: student.admissionNumber,
      studentName: 'Achieng Odhiambo',
      checkTypeSYSID: 1,
      method: 'pin',
    });
    expect(await book()).toMatchObject({
      events: [{ kind: 'in', override_reason: null, longitude: 34.75, latitude: -0.09, recorded_by: guard.userId }],
      exceptions: [],
    });
    const rollCall = () =>
      guard.ask<{ admissionNumber: string }[]>(contract.onCampus, { search: student.admissionNumber });
    expect((await rollCall()).body).toMatchObject([
      { method: 'pin', since: answer.body.date, names: 'Achieng Odhiambo' },
    ]);
    expect((await checkOut()).body).toMatchObject({ checkTypeSYSID: 2 });
    expect((await rollCall()).body).toEqual([]);
  });

  it('refuses a second check-in on one day and a check-out without a check-in', async () => {
    expect((await checkOut()).problem).toBe('gate.not-in');
    const first = await checkIn();
    const second = await checkIn();
    expect(second).toMatchObject({
      status: 409,
      problem: 'gate.already-in',
      body: { detail: { since: first.body.date } },
    });
    const gone = await checkOut();
    expect(gone.status).toBe(200);
    expect(await checkOut()).toMatchObject({ problem: 'gate.not-in', body: { detail: { since: gone.body.date } } });
    expect((await book()).events).toHaveLength(2);
  });

  it("a school day starts at midnight in the school's time zone", async () => {
    await checkIn();
    await backDate(0, '00:00:01');
    expect((await checkIn()).problem).toBe('gate.already-in');
    expect((await checkIn({ override: '' })).problem).toBe('gate.already-in');
    await backDate(1, '23:59:59');
    expect((await checkIn()).status).toBe(200);
    expect((await book()).exceptions).toMatchObject([{ kind: 'in-after-earlier-day' }]);
  });

  it('an override with a reason passes and is listed as an exception; a blank one is ignored', async () => {
    expect((await checkOut({ override: 'Came in through the kitchen' })).status).toBe(200);
    // Blanks do not count as a reason.
    expect((await checkIn({ override: '   ' })).status).toBe(200);
    expect((await checkIn({ override: '   ' })).problem).toBe('gate.already-in');
    await checkIn({ override: 'Went out unseen' });
    const { events, exceptions } = await book();
    expect(events.map(({ override_reason }) => override_reason)).toEqual([
      'Came in through the kitchen',
      null,
      'Went out unseen',
    ]);
    expect(exceptions).toMatchObject([
      { kind: 'out-overridden', detail: { reason: 'Came in through the kitchen', since: null } },
      { kind: 'in-overridden', detail: { reason: 'Went out unseen' } },
    ]);
  });

  it('rejects an admission number given as the PIN and records nothing', async () => {
    await checkIn();
    expect((await checkOut({ pin: student.admissionNumber.padStart(4, '0') })).problem).toBe('pin.wrong');
    expect((await book()).events).toHaveLength(1);
  });

  it('of four concurrent check-ins of one student one is recorded', async () => {
    const answers = await Promise.all([checkIn(), checkIn(), checkIn(), checkIn()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect((await book()).events).toHaveLength(1);
  });

  it('serialises the passages of one student across two database pools', async () => {
    await checkIn();
    await checkOut();
    const database = openDatabase(server.appUrl, 4);
    const event = {
      studentId: student.id,
      kind: 'in',
      method: 'pin',
      recordedBy: guard.userId,
      overrideReason: null,
      place: null,
      scannerSerial: null,
    } as const;
    const hold = createBarrier(4, server);
    const pass = (db: Db) =>
      db.inSchool(school, async (tx) => {
        await passGate(tx, event);
        // No transaction commits before every other one has recorded as well or waits for a lock.
        await hold();
      });
    const ends = await Promise.allSettled([
      pass(server.context.db),
      pass(database),
      pass(server.context.db),
      pass(database),
    ]);
    await database.close();
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await book()).events).toHaveLength(3);
  });

  it('four concurrent calls with one key record one passage, also for a student without a gate state', async () => {
    // With a reason, a second passage would be recorded too, if the key did not prevent it.
    const override = 'The reader was away';
    for (const check of [checkIn, checkOut, checkIn, checkOut]) {
      const key = newId();
      const answers = await Promise.all([1, 2, 3, 4].map(() => check({ override }, guard, key)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(({ body }) => body.sysid)).size).toBe(1);
    }
    expect((await book()).events).toHaveLength(4);
  });

  it('a repeated key returns the first answer, also for a refusal', async () => {
    const first = await checkIn({}, guard, `in-${student.id}`);
    const again = await checkIn({}, guard, `in-${student.id}`);
    expect(again.body).toEqual(first.body);
    const refused = await checkIn({}, guard, `again-${student.id}`);
    expect(refused.problem).toBe('gate.already-in');
    await checkOut();
    expect((await checkIn({}, guard, `again-${student.id}`)).problem).toBe('gate.already-in');
    expect((await book()).events).toHaveLength(2);
  });

  it('refuses agents with other duties and students of other schools', async () => {
    for (const duty of ['canteen', 'bus'] as const) {
      const other = await server.aPerson('CheckAgent', school, [duty]);
      expect((await checkIn({}, other)).problem).toBe('session.role');
      expect((await other.ask(contract.onCampus)).problem).toBe('session.role');
    }
    const elsewhere = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await checkIn({}, elsewhere)).problem).toBe('student.not-found');
    expect((await checkIn({}, await server.aPerson('SchoolAdmin', school))).status).toBe(200);
    expect((await elsewhere.ask(contract.onCampus)).body).toEqual([]);
    const admin = await server.aPerson('Admin');
    expect((await admin.ask(contract.onCampus, {}, { school })).status).toBe(200);
    expect((await book()).events).toHaveLength(1);
  });

  it('the application can neither change nor delete gate events', async () => {
    await checkIn();
    const edit = (sql: string) => server.context.db.inSchool(school, (tx) => tx.row(sql, [school]));
    await expect(edit(`UPDATE gate_events SET kind = 'out' WHERE school_id = $1`)).rejects.toThrow(/permission denied/);
    await expect(edit('DELETE FROM gate_events WHERE school_id = $1')).rejects.toThrow(/permission denied/);
    await expect(edit('DELETE FROM gate_exceptions WHERE school_id = $1')).rejects.toThrow(/permission denied/);
  });
});

describe('gate by fingerprint', () => {
  const FINGER = 71;
  const scan = (call: typeof contract.checkInFingerprint, picture: object, more: object = {}): Promise<Checked> =>
    guard.ask(call, { admissionNumber: student.admissionNumber, ...picture, ...more });

  beforeEach(async () => {
    const bursar = await server.aPerson('SchoolAdmin', school);
    const consent = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
    for (const seed of [1, 2, 3]) {
      // Each test's student has a different finger, because another student's finger would be refused as a duplicate.
      const sent = { StudentSYSID: student.id, ...consent, ...print(fingerOf(student), seed) };
      expect((await bursar.ask(enrolment.uploadStudentFingerprint, sent)).status).toBe(200);
    }
  });
  const fingerOf = ({ admissionNumber }: { admissionNumber: string }) => FINGER + Number(admissionNumber);

  it('a picture is used once, and a refusal by the gate state does not use it up', async () => {
    const morning = print(fingerOf(student), 10);
    expect((await scan(contract.checkOutFingerprint, morning)).problem).toBe('gate.not-in');
    const entered = await scan(contract.checkInFingerprint, morning, { SerialNumber: 'SN-7' });
    expect(entered).toMatchObject({ status: 200, body: { method: 'fingerprint' } });
    expect((await scan(contract.checkInFingerprint, morning)).problem).toBe('gate.already-in');
    expect((await scan(contract.checkOutFingerprint, morning)).problem).toBe('fingerprint.replayed');
    expect((await scan(contract.checkInFingerprint, morning, { override: 'Again' })).problem).toBe(
      'fingerprint.replayed',
    );
    const { events, exceptions } = await book();
    expect([events.length, exceptions.length]).toEqual([1, 0]);
    expect((await scan(contract.checkOutFingerprint, print(fingerOf(student), 11))).status).toBe(200);
  });

  it("refuses another person's finger and records nothing", async () => {
    expect((await scan(contract.checkInFingerprint, print(5, 10))).problem).toBe('fingerprint.no-match');
    expect((await book()).events).toEqual([]);
  });
});

describe('check-out of a student who is on a bus', () => {
  it('a passage of a student on a bus is recorded with a warning and an exception', async () => {
    const head = await server.aPerson('SchoolAdmin', school);
    const busNumberPlate = `KDD ${100 + aNumber()}D`;
    await head.ask(createBus, { busNumberPlate, label: 'North' });
    const ride = { admissionNumber: student.admissionNumber, busNumberPlate };
    expect((await checkIn()).body.warnings).toEqual([]);
    // The direction is set explicitly, not derived from the hour: a child who is in school and boards a bus to school is an exception
    // of its own.
    expect((await head.ask(openTrip, { busNumberPlate, direction: 'home' })).status).toBe(200);
    expect((await head.ask(onBusKids, ride)).status).toBe(200);
    expect(await checkOut()).toMatchObject({ status: 200, body: { warnings: ['custody.aboard'] } });
    expect(await checkIn()).toMatchObject({ status: 200, body: { warnings: ['custody.aboard'] } });
    const { events, exceptions } = await book();
    expect(events).toHaveLength(3);
    expect(exceptions).toMatchObject([
      { kind: 'custody-aboard', detail: { event: 'out', busNumberPlate: busNumberPlate.replace(' ', '') } },
      { kind: 'custody-aboard', detail: { event: 'in' } },
    ]);
    expect((await head.ask(getTrip, { busNumberPlate })).body).toMatchObject({
      aboard: [{ admissionNumber: student.admissionNumber }],
    });
    await head.ask(offBusKids, ride);
    expect((await checkOut()).body.warnings).toEqual([]);
  });
});
