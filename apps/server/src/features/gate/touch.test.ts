import { randomUUID } from 'node:crypto';
import { checkHours, clearException, type GateException, getExceptions } from '@mfuko/contract/campus';
import * as devices from '@mfuko/contract/devices';
import { type Exeat, getExeats, grantExeat } from '@mfuko/contract/exeats';
import { uploadStudentFingerprintAdm } from '@mfuko/contract/fingerprints';
import * as gate from '@mfuko/contract/gate';
import { offlineBatch } from '@mfuko/contract/offline';
import { openRollCall } from '@mfuko/contract/roll-calls';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import * as students from '@mfuko/contract/students';
import * as contract from '@mfuko/contract/touch';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { disableRowSecurity } from '../../../tests/hostile.testkit.ts';
import { type Answered, aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { print } from '../fingerprints/fingers.testkit.ts';
import { listAttendance } from './attendance.ts';
import { notifyGuardiansOf } from './notify-guardians.ts';

const PIN = '482916';
const FINGER = 71;
const STRANGER = 72;

let server: TestServer;
let owner: pg.Client;
let admin: Person;
let head: Person;
let guard: Person;
let school: string;
let child: { sysid: string; admissionNumber: string };
let shot: number;

beforeAll(async () => {
  server = await openTestServer();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await disableRowSecurity(owner);
  admin = await server.aPerson('Admin');
}, 60_000);
afterAll(async () => {
  await owner.end();
  await server.close();
});
beforeEach(async () => {
  // Captures count as seen per school, so that a new school may see the same captures again.
  shot = 1_000;
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  const classSYSID = await server.aClass(school, 'Form 1 East');
  const admissionNumber = String(5000 + aNumber());
  const made = { admissionNumber, names: 'Amina Juma', classSYSID, checkPin: PIN };
  child = { ...(await head.ask<{ sysid: string }>(students.createStudent, made)).body, admissionNumber };
  const consent = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
  for (const seed of [1, 2, 3])
    await head.ask(uploadStudentFingerprintAdm, {
      AdmissionNumber: admissionNumber,
      ...consent,
      ...print(FINGER, seed),
    });
  expect((await admin.ask(updateSchoolSettings, { sysid: school, fingerOnlyGate: true })).status).toBe(200);
});

type Touched = gate.GateEvent & { undoUntil: string; detail?: Record<string, unknown> };
const touch = (more: object = {}, key?: string, person = guard): Promise<Answered<Touched>> =>
  person.ask(contract.checkInTouch, { ...print(FINGER, ++shot), ...more }, key ? { key } : {});
const undo = (sysid: string, person = guard) => person.ask<{ sysid: string }>(contract.undoTouch, { sysid });
const onCampus = async () => (await guard.ask<{ since: string }[]>(gate.onCampus, {})).body;
const checkIn = (more: object = {}) =>
  guard.ask<gate.GateEvent>(gate.checkInPin, { admissionNumber: child.admissionNumber, pin: PIN, ...more });
const audited = async (action: string) =>
  (await owner.query('SELECT 1 FROM audit_events WHERE school_id = $1 AND action = $2', [school, action])).rowCount;
/** Moves the touch so many seconds into the past. */
async function age(sysid: string, seconds: number): Promise<void> {
  await owner.query('ALTER TABLE gate_events DISABLE TRIGGER USER');
  await owner.query('UPDATE gate_events SET at = at - make_interval(secs => $2) WHERE id = $1', [sysid, seconds]);
  await owner.query('ALTER TABLE gate_events ENABLE TRIGGER USER');
}

describe('checkInTouch', () => {
  it('a touch checks in the student whose finger it is and returns the name', async () => {
    expect((await guard.ask(contract.getGateRules, {})).body).toEqual({ fingerOnly: true });
    const key = randomUUID();
    const picture = print(FINGER, ++shot);
    const first = await touch(picture, key);
    expect(first.body).toMatchObject({
      ...{ admissionNumber: child.admissionNumber, studentName: 'Amina Juma', class: 'Form 1 East' },
      ...{ method: 'fingerprint', checkTypeSYSID: 1, warnings: [] },
    });
    expect(Date.parse(first.body.undoUntil) - Date.parse(first.body.date)).toBe(60_000);
    expect(await onCampus()).toHaveLength(1);
    expect((await touch(picture, key)).body).toEqual(first.body);
    expect((await touch(picture)).problem).toBe('fingerprint.replayed');
  });

  it('a touch is refused without searching when the school requires the admission number', async () => {
    await admin.ask(updateSchoolSettings, { sysid: school, fingerOnlyGate: false });
    expect((await guard.ask(contract.getGateRules, {})).body).toEqual({ fingerOnly: false });
    expect((await touch()).problem).toBe('gate.number-needed');
    expect((await touch(print(STRANGER, 1))).problem).toBe('gate.number-needed');
    expect(await onCampus()).toEqual([]);
  });

  it('refuses a touch by an unknown finger, on a canteen reader or by a student who has left', async () => {
    expect((await touch(print(STRANGER, ++shot))).problem).toBe('fingerprint.no-match');
    const device = { serialNumber: 'KITCHEN', deviceLabel: 'Kitchen', deviceRole: 'CANTEEN', schoolSYSID: school };
    expect((await admin.ask(devices.addDevice, device)).status).toBe(200);
    expect((await touch({ SerialNumber: 'KITCHEN' })).problem).toBe('device.wrong-role');
    await head.ask(students.updateStudent, { sysid: child.sysid, status: 'left' });
    expect((await touch()).problem).toBe('fingerprint.no-match');
    expect(await onCampus()).toEqual([]);
  });

  it("a touch on a gate reader stores the reader's serial number", async () => {
    const device = { serialNumber: 'GATE-1', deviceLabel: 'Gate', deviceRole: 'CHECKINOUT', schoolSYSID: school };
    expect((await admin.ask(devices.addDevice, device)).status).toBe(200);
    expect((await touch({ SerialNumber: 'GATE-1' })).status).toBe(200);
    const { rows } = await owner.query('SELECT scanner_serial FROM gate_events WHERE student_id = $1', [child.sysid]);
    expect(rows).toEqual([{ scanner_serial: 'GATE-1' }]);
  });

  it('a touch is refused when the student leaves while it waits for the row lock', async () => {
    await owner.query('BEGIN');
    await owner.query('SELECT 1 FROM students WHERE id = $1 FOR UPDATE', [child.sysid]);
    await owner.query(`UPDATE students SET status = 'left' WHERE id = $1`, [child.sysid]);
    const touched = touch();
    const waited = await isBlocked(server, touched);
    await owner.query('COMMIT');
    expect((await touched).problem).toBe('student.not-found');
    expect(waited).toBe(true);
    expect(await onCampus()).toEqual([]);
  });

  it('a touch of a student who is already in is refused with the name, and passes with a reason', async () => {
    await checkIn();
    const again = await touch();
    expect(again.problem).toBe('gate.already-in');
    expect(again.body.detail).toMatchObject({
      ...{ admissionNumber: child.admissionNumber, names: 'Amina Juma', className: 'Form 1 East' },
    });
    expect((await touch({ override: 'Went out by the kitchen' })).status).toBe(200);
  });
});

describe('undoTouch', () => {
  it('undoing a touch restores the state, keeps both events and counts neither', async () => {
    const { sysid } = (await touch()).body;
    const back = await undo(sysid);
    expect(back.body).toMatchObject({ admissionNumber: child.admissionNumber, studentName: 'Amina Juma' });
    expect(await onCampus()).toEqual([]);
    const { rows } = await owner.query(
      'SELECT kind, found, undoes FROM gate_events WHERE student_id = $1 ORDER BY at',
      [child.sysid],
    );
    expect(rows).toEqual([
      { kind: 'in', found: true, undoes: null },
      { kind: 'out', found: false, undoes: sysid },
    ]);
    expect((await guard.ask(checkHours, {})).body).toMatchObject({ ins: 0, outs: 0, onCampus: 0 });
    expect(await audited('gate.in.taken-back')).toBe(1);
    expect((await undo(sysid)).problem).toBe('gate.undo-too-late');
    expect((await checkIn()).status).toBe(200);
  });

  it('undoing a touch keeps a student in who was in before, and clears its exception', async () => {
    const before = (await checkIn()).body;
    const { sysid } = (await touch({ override: 'Went out by the kitchen' })).body;
    const open = () => head.ask<object[]>(getExceptions, { settled: 'false' });
    expect((await open()).body).toHaveLength(1);
    expect((await undo(sysid)).status).toBe(200);
    expect((await open()).body).toEqual([]);
    expect(await onCampus()).toMatchObject([{ since: before.date }]);
  });

  it('undoing a touch clears only the open exception that the touch raised', async () => {
    await checkIn();
    await checkIn({ override: 'Went out by the kitchen' });
    const { sysid } = (await touch({ override: 'And once more' })).body;
    const listed = async () => (await head.ask<GateException[]>(getExceptions, { sort: 'date' })).body;
    const [, raised] = await listed();
    expect((await head.ask(clearException, { sysid: raised?.sysid, note: 'Seen' })).status).toBe(200);
    expect((await undo(sysid)).status).toBe(200);
    expect(await listed()).toMatchObject([{ settledAt: null }, { note: 'Seen' }]);
  });

  it('an undone touch counts neither for roll calls, attendance nor later offline events', async () => {
    const before = (await checkIn()).body;
    await age(before.sysid, 2 * 86_400);
    await owner.query("UPDATE gate_states SET since = since - interval '2 days' WHERE student_id = $1", [child.sysid]);
    const { sysid } = (await touch()).body;
    expect((await undo(sysid)).status).toBe(200);
    await age(sysid, 30);
    // A student who was in since the day before yesterday is expected by a roll call that a device opened after the mistake.
    const opened = await guard.ask<{ expected: number }>(openRollCall, {
      reason: 'Fire',
      at: new Date().toISOString(),
    });
    expect(opened.body.expected).toBe(1);
    const { rows } = await server.context.db.inSchool(school, (tx) => listAttendance(tx, { pageSize: 10 }));
    expect(rows).toMatchObject([{ admissionNumber: child.admissionNumber, firstIn: null, lastOut: null }]);
    // The check-out follows the check-in, not the touch that was taken back, and therefore fits.
    const out = { key: randomUUID(), counter: 0, kind: 'out', admissionNumber: child.admissionNumber };
    const told = { ...out, occurredAt: new Date().toISOString(), method: 'pin', proof: { pin: PIN } };
    const sent = await guard.ask<{ outcomes: object[] }>(offlineBatch, { events: [told] });
    expect(sent.body.outcomes).toEqual([expect.objectContaining({ status: 'recorded' })]);
    expect(sent.body.outcomes).toEqual([expect.not.objectContaining({ problem: expect.anything() })]);
  });

  it('an undone touch does not clash with an earlier offline event', async () => {
    const { sysid } = (await touch()).body;
    expect((await undo(sysid)).status).toBe(200);
    const earlier = { key: randomUUID(), counter: 0, kind: 'in', admissionNumber: child.admissionNumber };
    const occurredAt = new Date(Date.now() - 60_000).toISOString();
    const sent = await guard.ask<{ outcomes: object[] }>(offlineBatch, {
      events: [{ ...earlier, occurredAt, method: 'pin', proof: { pin: PIN } }],
    });
    expect(sent.body.outcomes).toEqual([expect.not.objectContaining({ problem: expect.anything() })]);
    expect(await onCampus()).toHaveLength(1);
  });

  it('undoing a touch restores the exeat that the touch had ended', async () => {
    await checkIn();
    // School time, which is three hours ahead of UTC all year.
    const minute = (hours: number) => new Date(Date.now() + (hours + 3) * 3_600_000).toISOString().slice(0, 16);
    const leave = { studentSYSID: child.sysid, leavesFrom: minute(-1), returnBy: minute(2), reason: 'Dentist' };
    expect((await head.ask(grantExeat, leave)).status).toBe(200);
    const out = { admissionNumber: child.admissionNumber, pin: PIN };
    expect((await guard.ask(gate.checkOutPin, out)).status).toBe(200);
    const state = async () => (await head.ask<Exeat[]>(getExeats, {})).body.map((exeat) => exeat.state);
    const { sysid } = (await touch()).body;
    expect(await state()).toEqual(['returned']);
    expect((await undo(sysid)).status).toBe(200);
    expect(await state()).toEqual(['out']);
  });

  it('only its author can undo a touch, within a minute and before the next passage', async () => {
    const other = await server.aPerson('CheckAgent', school, ['gate']);
    const { sysid } = (await touch()).body;
    expect((await undo(sysid, other)).problem).toBe('gate.not-found');
    await age(sysid, 61);
    expect((await undo(sysid)).problem).toBe('gate.undo-too-late');
    await age(sysid, -61);
    await guard.ask(gate.checkOutPin, { admissionNumber: child.admissionNumber, pin: PIN });
    expect((await undo(sysid)).problem).toBe('gate.undo-too-late');
  });

  it('undoTouch refuses a check-in by admission number', async () => {
    const { sysid } = (await checkIn()).body;
    expect((await undo(sysid)).problem).toBe('gate.not-found');
    expect(await onCampus()).toHaveLength(1);
  });

  it('guardians are notified of a touch after a minute, and not if it was undone', async () => {
    const mobileNumber = `2547${String(20_000_000 + aNumber())}`;
    await head.ask(students.addContact, {
      studentSYSID: child.sysid,
      name: 'Mama',
      mobileNumber,
      notify: ['in', 'out'],
    });
    const { sysid, date } = (await touch()).body;
    const waiting = await owner.query<{ seconds: number }>(
      `SELECT extract(epoch FROM run_at - $2::timestamptz)::int AS seconds FROM graphile_worker._private_jobs
       WHERE payload ->> 'eventId' = $1`,
      [sysid, date],
    );
    expect(waiting.rows).toEqual([{ seconds: 60 }]);
    await undo(sysid);
    const told = {
      schoolId: school,
      studentId: child.sysid,
      eventId: sysid,
      kind: 'in',
      at: date,
      plate: null,
    } as const;
    await server.context.db.inSchool(school, (tx) => notifyGuardiansOf(tx, server.context, told));
    await server.runJobs();
    expect(server.sent.filter(({ to, kind }) => to === mobileNumber && kind === 'passage')).toEqual([]);
    const stands = (await touch()).body;
    const passed = { ...told, eventId: stands.sysid, at: stands.date };
    await server.context.db.inSchool(school, (tx) => notifyGuardiansOf(tx, server.context, passed));
    await server.runJobs();
    expect(server.sent.filter(({ to, kind }) => to === mobileNumber && kind === 'passage')).toHaveLength(1);
  });
});
