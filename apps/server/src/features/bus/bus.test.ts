import * as contract from '@mfuko/contract/bus';
import { type GateException, getExceptions } from '@mfuko/contract/campus';
import * as devices from '@mfuko/contract/devices';
import * as enrolment from '@mfuko/contract/fingerprints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answered, aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { createBarrier } from '../../../tests/lock-waits.testkit.ts';
import { type Db, openDatabase } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { print } from '../fingerprints/fingers.testkit.ts';
import { addStudent } from '../students/index.ts';
import { recordRide } from './index.ts';

let server: TestServer;
let school: string;
let bursar: Person;
let driver: Person;
let student: { id: string; admissionNumber: string };
let plate: string;
let busId: string;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  driver = await server.aPerson('CheckAgent', school, ['bus']);
});
afterAll(() => server.close());
beforeEach(async () => {
  student = await aStudent();
  plate = `KDA ${100 + aNumber()}B`;
  busId = (await bursar.ask<contract.BusRow>(contract.createBus, { busNumberPlate: plate, label: 'Nyalenda' })).body
    .sysid;
});

async function aStudent(admissionNumber = String(6000 + aNumber())) {
  const classId = await server.aClass(school);
  const id = newId();
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { id, admissionNumber, names: 'Atieno Okoth', classId, pinHash: null }),
  );
  return { id, admissionNumber };
}

type Checked = Answered<contract.BusEvent & { detail?: { since?: string | null; busNumberPlate?: string | null } }>;
type Headers = Record<string, string>;
const press = (
  call: typeof contract.onBusKids,
  more: object = {},
  person = driver,
  headers: Headers = {},
): Promise<Checked> =>
  person.ask(call, { admissionNumber: student.admissionNumber, busNumberPlate: plate, ...more }, { headers });
const board = (more?: object, person?: Person, headers?: Headers) => press(contract.onBusKids, more, person, headers);
const alight = (more?: object, person?: Person, headers?: Headers) => press(contract.offBusKids, more, person, headers);

/** Reads what is recorded about the student. */
async function book() {
  return server.context.db.inSchool(school, async (tx) => ({
    events: await tx.rows<Record<string, unknown>>(
      'SELECT kind, method, override_reason, longitude, recorded_by FROM bus_events WHERE school_id = $1 AND student_id = $2 ORDER BY at',
      [school, student.id],
    ),
    exceptions: await tx.rows<{ kind: string; detail: Record<string, unknown> }>(
      'SELECT kind, detail FROM gate_exceptions WHERE school_id = $1 AND student_id = $2 ORDER BY at',
      [school, student.id],
    ),
  }));
}

const latest = async () =>
  (await bursar.ask<contract.BusRide[]>(contract.busLatest, { search: student.admissionNumber })).body;

describe('bus roll call', () => {
  it('records boarding and alighting with bus, place, user and method', async () => {
    const on = await board({ busNumberPlate: ` ${plate.toLowerCase().replace(' ', '')} ` });
    expect(on).toMatchObject({
      status: 200,
      body: {
        admissionNumber: student.admissionNumber,
        studentName: 'Atieno Okoth',
        busNumberPlate: plate,
        direction: 'on',
      },
    });
    expect(await latest()).toMatchObject([
      {
        student: { admissionNumber: student.admissionNumber, names: 'Atieno Okoth' },
        class: { className: expect.stringMatching(/^Grade/) },
        label: 'Nyalenda',
        busNumberPlate: plate,
        start: { latitude: -0.09, longitude: 34.75 },
        end: null,
        aboard: true,
        startDate: on.body.date,
      },
    ]);
    const off = await alight({}, driver, { long: '34.80', lat: '-0.12' });
    expect(off.body).toMatchObject({ direction: 'off', busNumberPlate: plate });
    expect(await latest()).toMatchObject([
      {
        start: { latitude: -0.09, longitude: 34.75 },
        end: { latitude: -0.12, longitude: 34.8 },
        aboard: false,
        endDate: off.body.date,
      },
    ]);
    expect(await book()).toMatchObject({
      events: [
        { kind: 'on', method: 'attested', longitude: 34.75, recorded_by: driver.userId, override_reason: null },
        { kind: 'off', method: 'attested', longitude: 34.8 },
      ],
      exceptions: [],
    });
  });

  it('refuses a student who is already aboard, or not aboard that bus', async () => {
    expect(await alight()).toMatchObject({ status: 409, problem: 'bus.not-aboard', body: { detail: { since: null } } });
    const first = await board();
    const detail = { since: first.body.date, busNumberPlate: plate };
    expect(await board()).toMatchObject({ status: 409, problem: 'bus.already-aboard', body: { detail } });
    expect((await board({ override: '' })).problem).toBe('bus.already-aboard');
    const other = `KCX ${100 + aNumber()}Z`;
    await bursar.ask(contract.createBus, { busNumberPlate: other, label: 'Kondele' });
    expect(await alight({ busNumberPlate: other })).toMatchObject({ problem: 'bus.not-aboard', body: { detail } });
    expect((await alight()).status).toBe(200);
    expect((await alight()).problem).toBe('bus.not-aboard');
    expect((await book()).events).toHaveLength(2);
  });

  it('an override with a reason passes and is listed as an exception; a blank one is refused', async () => {
    // Blanks do not count as a reason.
    expect((await alight({ override: '  ' })).problem).toBe('bus.not-aboard');
    expect(await alight({ override: 'Boarded unseen' })).toMatchObject({ status: 200, body: { warnings: [] } });
    expect(await latest()).toMatchObject([{ start: null, end: { latitude: -0.09 }, aboard: false }]);
    await board();
    await board({ override: 'Forgot to check off yesterday' });
    const { events, exceptions } = await book();
    expect(events.map(({ override_reason }) => override_reason)).toEqual([
      'Boarded unseen',
      null,
      'Forgot to check off yesterday',
    ]);
    expect(exceptions).toMatchObject([
      { kind: 'bus-off-overridden', detail: { reason: 'Boarded unseen', since: null } },
      { kind: 'bus-on-overridden', detail: { reason: 'Forgot to check off yesterday', lastBusNumberPlate: plate } },
    ]);
    expect((await alight()).status).toBe(200);
  });

  it('listedOnly refuses an unlisted plate, and a missing plate is reported as required', async () => {
    expect(await board({ busNumberPlate: 'KZZ 999Z', listedOnly: true })).toMatchObject({
      status: 404,
      problem: 'bus.not-found',
    });
    expect(await board({ busNumberPlate: ' ' })).toMatchObject({
      status: 400,
      body: { detail: { fields: { busNumberPlate: 'is required' } } },
    });
    expect((await book()).events).toEqual([]);
  });

  it('a school without a bus list accepts any plate; afterwards unlisted buses raise an exception', async () => {
    const small = await server.aSchool();
    const [head, agent] = [
      await server.aPerson('SchoolAdmin', small),
      await server.aPerson('CheckAgent', small, ['bus']),
    ];
    const classId = await server.aClass(small);
    const child = { id: newId(), admissionNumber: '5', names: 'Atieno Okoth', classId, pinHash: null };
    await server.context.db.inSchool(small, (tx) => addStudent(tx, child));
    const ride = (call: typeof contract.onBusKids, busNumberPlate: string, listedOnly = false): Promise<Checked> =>
      agent.ask(call, { admissionNumber: '5', busNumberPlate, listedOnly });
    expect((await ride(contract.onBusKids, 'the red bus!')).problem).toBe('bus.not-found');
    expect((await ride(contract.offBusKids, 'kzz 999z')).problem).toBe('bus.not-aboard');
    expect((await head.ask(contract.getBuses)).body).toEqual([]);
    expect(await ride(contract.onBusKids, 'kzz 999z')).toMatchObject({
      status: 200,
      body: { busNumberPlate: 'KZZ 999Z' },
    });
    expect((await ride(contract.offBusKids, 'KYY 111Y')).problem).toBe('bus.not-aboard');
    expect(await ride(contract.offBusKids, 'KZZ999Z')).toMatchObject({
      status: 200,
      body: { busNumberPlate: 'KZZ 999Z' },
    });
    expect((await head.ask(contract.getBuses)).body).toMatchObject([{ busNumberPlate: 'KZZ 999Z', label: 'KZZ 999Z' }]);
    expect((await head.ask<GateException[]>(getExceptions)).body).toEqual([]);
    // The first bus that the office enters creates the list; a ride on an unlisted bus is then reported to the office.
    const made = await head.ask(contract.createBus, { busNumberPlate: 'KYY 111Y', label: 'KYY 111Y' });
    expect((await ride(contract.onBusKids, 'KXX 222X', true)).problem).toBe('bus.not-found');
    expect((await ride(contract.onBusKids, 'KXX 222X')).status).toBe(200);
    expect((await head.ask<GateException[]>(getExceptions)).body).toMatchObject([
      { kind: 'bus-unlisted', detail: { busNumberPlate: 'KXX 222X' } },
    ]);
    expect((await ride(contract.offBusKids, 'KXX 222X')).status).toBe(200);
    await head.ask(contract.deleteBus, { sysid: made.body.sysid });
    expect((await ride(contract.onBusKids, 'KYY 111Y')).problem).toBe('bus.not-found');
  });

  it('of four concurrent boardings of one student one is recorded', async () => {
    const answers = await Promise.all([board(), board(), board(), board()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect((await book()).events).toHaveLength(1);
  });

  it('serialises the rides of one student across two database pools', async () => {
    await board();
    await alight();
    const database = openDatabase(server.appUrl, 4);
    const ride = {
      studentId: student.id,
      busNumberPlate: plate,
      listedOnly: false,
      kind: 'on',
      method: 'attested',
      recordedBy: driver.userId,
      overrideReason: null,
      place: null,
      scannerSerial: null,
    } as const;
    const hold = createBarrier(4, server);
    const ask = (db: Db) =>
      db.inSchool(school, async (tx) => {
        await recordRide(tx, ride);
        // No transaction commits before every other one has recorded as well or waits for a lock.
        await hold();
      });
    const ends = await Promise.allSettled([
      ask(server.context.db),
      ask(database),
      ask(server.context.db),
      ask(database),
    ]);
    await database.close();
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await book()).events).toHaveLength(3);
  });

  it('refuses other duties and schools, and the application cannot edit bus events', async () => {
    await board();
    for (const duty of ['gate', 'canteen'] as const) {
      const agent = await server.aPerson('CheckAgent', school, [duty]);
      expect((await alight({}, agent)).problem).toBe('session.role');
    }
    const elsewhere = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await alight({}, elsewhere)).problem).toBe('student.not-found');
    for (const report of [contract.busLatest, contract.busTrips, contract.getBuses])
      expect((await elsewhere.ask(report)).body).toEqual([]);
    for (const call of [contract.getBus, contract.updateBus, contract.deleteBus, contract.restoreBus])
      expect((await elsewhere.ask(call, { sysid: busId })).problem).toBe('bus.not-found');
    expect((await driver.ask(contract.busLatest)).problem).toBe('session.role');
    const edit = (sql: string) => server.context.db.inSchool(school, (tx) => tx.row(sql, [school]));
    await expect(edit(`UPDATE bus_events SET kind = 'off' WHERE school_id = $1`)).rejects.toThrow(/permission denied/);
    await expect(edit('DELETE FROM bus_events WHERE school_id = $1')).rejects.toThrow(/permission denied/);
  });
});

describe('bus by fingerprint', () => {
  const fingerOf = () => 300 + Number(student.admissionNumber);
  const scan = (call: typeof contract.onBusFingerprint, picture: object, more: object = {}): Promise<Checked> =>
    driver.ask(call, { admissionNumber: student.admissionNumber, busNumberPlate: plate, ...picture, ...more });

  beforeEach(async () => {
    const consent = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
    for (const seed of [1, 2, 3]) {
      const sent = { StudentSYSID: student.id, ...consent, ...print(fingerOf(), seed) };
      expect((await bursar.ask(enrolment.uploadStudentFingerprint, sent)).status).toBe(200);
    }
  });

  it('a picture is used once, and a refusal does not use it up', async () => {
    const morning = print(fingerOf(), 10);
    expect((await scan(contract.offBusFingerprint, morning)).problem).toBe('bus.not-aboard');
    expect(
      (await scan(contract.onBusFingerprint, morning, { busNumberPlate: 'KZZ 999Z', listedOnly: true })).problem,
    ).toBe('bus.not-found');
    expect(await scan(contract.onBusFingerprint, morning)).toMatchObject({ status: 200, body: { direction: 'on' } });
    expect((await scan(contract.offBusFingerprint, morning)).problem).toBe('fingerprint.replayed');
    expect((await scan(contract.offBusFingerprint, print(fingerOf(), 11))).status).toBe(200);
    expect((await book()).events).toMatchObject([{ method: 'fingerprint' }, { method: 'fingerprint' }]);
  });

  it('refuses a revoked reader, aboard and for enrolment', async () => {
    const admin = await server.aPerson('Admin');
    const lost = { serialNumber: 'LOST-1', deviceLabel: 'Bus', deviceRole: 'CHECKINOUT', schoolSYSID: school };
    const linked = await admin.ask<{ sysid: string }>(devices.addDevice, lost);
    expect((await scan(contract.onBusFingerprint, print(fingerOf(), 10), { SerialNumber: 'LOST-1' })).status).toBe(200);
    await admin.ask(devices.deleteDevice, { sysid: linked.body.sysid }, { school });
    const scanned = { ...print(fingerOf(), 11), SerialNumber: 'LOST-1' };
    expect((await scan(contract.offBusFingerprint, scanned)).problem).toBe('device.revoked');
    const upload = { StudentSYSID: student.id, ...scanned };
    expect((await bursar.ask(enrolment.uploadStudentFingerprint, upload)).problem).toBe('device.revoked');
    expect((await book()).events).toHaveLength(1);
  });

  it("refuses another person's finger and records nothing", async () => {
    expect((await scan(contract.onBusFingerprint, print(5, 10))).problem).toBe('fingerprint.no-match');
    expect((await book()).events).toEqual([]);
  });
});

describe('buses', () => {
  it("refuses a duplicate plate in any spelling, an invalid plate and an attendant's call", async () => {
    const again = plate.replace(' ', '').toLowerCase();
    expect(await bursar.ask(contract.createBus, { busNumberPlate: again, label: 'Second' })).toMatchObject({
      status: 409,
      problem: 'bus.duplicate',
    });
    for (const busNumberPlate of ['KDA/1', '', 'K'.repeat(16)])
      expect((await bursar.ask(contract.createBus, { busNumberPlate, label: 'Third' })).status).toBe(400);
    expect((await driver.ask(contract.createBus, { busNumberPlate: 'KAA 1A', label: 'Fourth' })).status).toBe(403);
  });

  it('a deleted bus can be alighted from but not boarded, until it is restored; changes are audited', async () => {
    const changed = await bursar.ask(contract.updateBus, { sysid: busId, label: 'Mamboleo' });
    expect(changed.body).toMatchObject({ label: 'Mamboleo', busNumberPlate: plate, aboard: 0 });
    await board();
    expect((await bursar.ask(contract.getBus, { sysid: busId })).body).toMatchObject({ aboard: 1 });
    expect((await bursar.ask(contract.deleteBus, { sysid: busId })).status).toBe(200);
    expect((await bursar.ask(contract.getBus, { sysid: busId })).problem).toBe('bus.not-found');
    expect((await alight()).status).toBe(200);
    expect((await board()).problem).toBe('bus.not-found');
    expect((await bursar.ask(contract.restoreBus, { sysid: busId })).body).toMatchObject({ label: 'Mamboleo' });
    expect((await board()).status).toBe(200);
    const trail = await server.context.db.readSchool(school, (tx) =>
      tx.rows<{ action: string }>(
        'SELECT action FROM audit_events WHERE school_id = $1 AND subject_id = $2 ORDER BY at',
        [school, busId],
      ),
    );
    expect(trail.map(({ action }) => action)).toEqual(['bus.create', 'bus.update', 'bus.delete', 'bus.restore']);
  });

  it('refuses to restore a bus whose plate was reused', async () => {
    await bursar.ask(contract.deleteBus, { sysid: busId });
    expect((await bursar.ask(contract.createBus, { busNumberPlate: plate, label: 'New' })).status).toBe(200);
    expect((await bursar.ask(contract.restoreBus, { sysid: busId })).problem).toBe('bus.duplicate');
  });

  it('alighting from a deleted bus is recorded for the bus boarded last with that plate', async () => {
    await bursar.ask(contract.deleteBus, { sysid: busId });
    const second = await bursar.ask<contract.BusRow>(contract.createBus, { busNumberPlate: plate, label: 'New' });
    await board();
    await bursar.ask(contract.deleteBus, { sysid: second.body.sysid });
    expect((await alight()).status).toBe(200);
    const buses = await server.context.db.readSchool(school, (tx) =>
      tx.rows<{ bus: string }>('SELECT bus_id AS bus FROM bus_events WHERE school_id = $1 AND student_id = $2', [
        ...[school, student.id],
      ]),
    );
    expect(buses.map(({ bus }) => bus)).toEqual([second.body.sysid, second.body.sysid]);
  });

  it('busTrips run from the first boarding until nobody is aboard', async () => {
    const one = student;
    const two = await aStudent();
    const who = (student: { admissionNumber: string }) => ({ admissionNumber: student.admissionNumber });
    const began = await board(who(one));
    await board(who(two));
    await alight(who(one));
    const trips = async () => (await bursar.ask(contract.busTrips, { busSYSID: busId })).body;
    expect(await trips()).toMatchObject([{ startDate: began.body.date, endDate: null, students: 2, aboard: 1 }]);
    const ended = await alight(who(two));
    const second = await board(who(one));
    expect(await trips()).toMatchObject([
      { startDate: second.body.date, students: 1, aboard: 1 },
      { startDate: began.body.date, endDate: ended.body.date, students: 2, aboard: 0 },
    ]);
    const within = async (more: object) =>
      (await bursar.ask<object[]>(contract.busTrips, { busSYSID: busId, ...more })).body;
    expect(await within({ to: began.body.date })).toEqual([]);
    expect(await within({ to: second.body.date })).toMatchObject([{ startDate: began.body.date }]);
    expect(await within({ from: second.body.date })).toMatchObject([{ startDate: second.body.date }]);
  });
});
