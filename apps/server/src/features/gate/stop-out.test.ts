import { randomUUID } from 'node:crypto';
import { checkHours, type GateException, getExceptions } from '@mfuko/contract/campus';
import { getReleases } from '@mfuko/contract/collectors';
import { type Exeat, getExeats, grantExeat } from '@mfuko/contract/exeats';
import * as gate from '@mfuko/contract/gate';
import { stopCheckOut } from '@mfuko/contract/stopped';
import * as students from '@mfuko/contract/students';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { disableRowSecurity } from '../../../tests/hostile.testkit.ts';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';

const PIN = '482916';

interface Stopped {
  readonly outcome: string;
  readonly sysid?: string;
}

let server: TestServer;
let owner: pg.Client;
let head: Person;
let guard: Person;
let school: string;
let child: { sysid: string; admissionNumber: string };

beforeAll(async () => {
  server = await openTestServer();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await disableRowSecurity(owner);
}, 60_000);
afterAll(async () => {
  await owner.end();
  await server.close();
});
beforeEach(async () => {
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  const admissionNumber = String(5000 + aNumber());
  const made = { admissionNumber, names: 'Amina Juma', classSYSID: await server.aClass(school), checkPin: PIN };
  child = { ...(await head.ask<{ sysid: string }>(students.createStudent, made)).body, admissionNumber };
  expect((await checkIn()).status).toBe(200);
});

const asks = () => ({ admissionNumber: child.admissionNumber, pin: PIN });
const checkIn = () => guard.ask<gate.GateEvent>(gate.checkInPin, asks());
const checkOut = (key: string, pin = PIN) =>
  guard.ask<gate.GateEvent>(gate.checkOutPin, { ...asks(), pin, leavesAlone: true }, { key });
const releases = async () => (await head.ask<object[]>(getReleases, { studentSYSID: child.sysid })).body;
const stop = async (key: string, by = guard) => (await by.ask<Stopped>(stopCheckOut, { key })).body;
const onCampus = async () => (await guard.ask<{ since: string }[]>(gate.onCampus, {})).body;
const toSettle = async () => (await head.ask<GateException[]>(getExceptions, { settled: 'false' })).body;

it('stopCheckOut voids an unused key, and a check-out that arrives later is refused', async () => {
  const key = randomUUID();
  expect(await stop(key)).toEqual({ outcome: 'void' });
  expect(await checkOut(key)).toMatchObject({ status: 409, problem: 'idempotency.void' });
  expect(await onCampus()).toHaveLength(1);
  expect(await toSettle()).toEqual([]);
});

it('stopCheckOut takes back a recorded check-out: the student is on campus and an exception is raised', async () => {
  const [before] = await onCampus();
  const key = randomUUID();
  const { sysid } = (await checkOut(key)).body;
  expect(await onCampus()).toEqual([]);
  expect(await releases()).toHaveLength(1);
  const stopped = await stop(key);
  expect(await releases()).toEqual([]);
  expect(stopped).toMatchObject({ outcome: 'takenBack', studentName: 'Amina Juma' });
  expect(await onCampus()).toEqual([before]);
  const { rows } = await owner.query('SELECT kind, undoes FROM gate_events WHERE student_id = $1 ORDER BY at', [
    child.sysid,
  ]);
  expect(rows).toEqual([
    { kind: 'in', undoes: null },
    { kind: 'out', undoes: null },
    { kind: 'in', undoes: sysid },
  ]);
  expect((await guard.ask(checkHours, {})).body).toMatchObject({ ins: 1, outs: 0, onCampus: 1 });
  expect(await toSettle()).toMatchObject([{ kind: 'out-taken-back', admissionNumber: child.admissionNumber }]);
  const { rowCount } = await owner.query(
    `SELECT 1 FROM audit_events WHERE school_id = $1 AND action = 'gate.out.taken-back'`,
    [school],
  );
  expect(rowCount).toBe(1);
});

it('concurrent and repeated stopCheckOut calls take a check-out back once', async () => {
  const key = randomUUID();
  await checkOut(key);
  const other = await server.aPerson('CheckAgent', school, ['gate']);
  await owner.query('BEGIN');
  await owner.query('SELECT 1 FROM gate_states WHERE student_id = $1 FOR UPDATE', [child.sysid]);
  const both = Promise.all([stop(key), stop(key, other)]);
  expect(await isBlocked(server, both, 2)).toBe(true);
  await owner.query('COMMIT');
  const [first, second] = await both;
  expect(first).toMatchObject({ outcome: 'takenBack' });
  expect(second).toEqual(first);
  expect(await stop(key, other)).toEqual(first);
  expect(await toSettle()).toHaveLength(1);
});

it('stopCheckOut waits for a check-out in progress and takes it back', async () => {
  const key = randomUUID();
  await owner.query('BEGIN');
  await owner.query('SELECT 1 FROM gate_states WHERE student_id = $1 FOR UPDATE', [child.sysid]);
  const going = checkOut(key);
  expect(await isBlocked(server, going)).toBe(true);
  const stopping = stop(key);
  expect(await isBlocked(server, stopping, 2)).toBe(true);
  await owner.query('COMMIT');
  expect((await going).status).toBe(200);
  expect(await stopping).toMatchObject({ outcome: 'takenBack' });
  expect(await onCampus()).toHaveLength(1);
});

it('stopCheckOut during the PIN check voids the key, and the check-out records nothing', async () => {
  const key = randomUUID();
  await owner.query('BEGIN');
  await owner.query('LOCK TABLE student_tries IN EXCLUSIVE MODE');
  const going = checkOut(key);
  expect(await isBlocked(server, going)).toBe(true);
  expect(await stop(key)).toEqual({ outcome: 'void' });
  await owner.query('COMMIT');
  expect(await going).toMatchObject({ status: 409, problem: 'idempotency.void' });
  expect(await onCampus()).toHaveLength(1);
});

it('stopCheckOut voids the key of a refused check-out or of a check-in, which stands', async () => {
  const [refused, came] = [randomUUID(), randomUUID()];
  expect((await checkOut(refused, '000000')).problem).toBe('pin.wrong');
  expect(await stop(refused)).toEqual({ outcome: 'void' });
  await checkOut(randomUUID());
  expect((await guard.ask(gate.checkInPin, asks(), { key: came })).status).toBe(200);
  expect(await stop(came)).toEqual({ outcome: 'void' });
  expect(await onCampus()).toHaveLength(1);
});

it('stopCheckOut leaves the state of a student who has passed since', async () => {
  const key = randomUUID();
  await checkOut(key);
  const { date } = (await checkIn()).body;
  expect(await stop(key)).toMatchObject({ outcome: 'takenBack' });
  expect(await onCampus()).toMatchObject([{ since: expect.any(String) }]);
  expect((await checkOut(randomUUID())).status).toBe(200);
  expect(Date.parse(date)).toBeLessThan(Date.now());
  expect(await onCampus()).toEqual([]);
});

it('stopCheckOut restores the exeat that the check-out had used', async () => {
  // School time, which is three hours ahead of UTC all year.
  const minute = (hours: number) => new Date(Date.now() + (hours + 3) * 3_600_000).toISOString().slice(0, 16);
  const leave = { studentSYSID: child.sysid, leavesFrom: minute(-1), returnBy: minute(2), reason: 'Dentist' };
  expect((await head.ask(grantExeat, leave)).status).toBe(200);
  const state = async () => (await head.ask<Exeat[]>(getExeats, {})).body.map((exeat) => exeat.state);
  const before = await state();
  const key = randomUUID();
  await checkOut(key);
  expect(await state()).toEqual(['out']);
  await stop(key);
  expect(await state()).toEqual(before);
});

it('stopCheckOut notifies only guardians who got the SMS about the check-out', async () => {
  const mobileNumber = `2547${String(20_000_000 + aNumber())}`;
  const contact = { studentSYSID: child.sysid, name: 'Mama', mobileNumber, notify: ['out'] };
  await head.ask(students.addContact, contact);
  const passages = () => server.sent.filter(({ to, kind }) => to === mobileNumber && kind === 'passage');
  const now = () =>
    owner.query(`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE payload ->> 'kind' = 'stayed'`);
  const unheard = randomUUID();
  await checkOut(unheard);
  await stop(unheard);
  await now();
  await server.runJobs();
  expect(passages()).toEqual([]);
  const heard = randomUUID();
  await checkOut(heard);
  await server.runJobs();
  expect(passages()).toMatchObject([{ text: expect.stringContaining('left school') }]);
  await stop(heard);
  await now();
  await server.runJobs();
  expect(passages()).toMatchObject([{}, { text: expect.stringContaining('has not left') }]);
});

it('stopCheckOut refuses the canteen and ignores keys of another school', async () => {
  const key = randomUUID();
  await checkOut(key);
  const cook = await server.aPerson('CheckAgent', school, ['canteen']);
  expect((await cook.ask(stopCheckOut, { key })).problem).toBe('session.role');
  const stranger = await server.aPerson('CheckAgent', await server.aSchool(), ['gate']);
  expect(await stop(key, stranger)).toEqual({ outcome: 'void' });
  expect(await onCampus()).toEqual([]);
});
