import { randomUUID } from 'node:crypto';
import * as bus from '@mfuko/contract/bus';
import { openTrip } from '@mfuko/contract/bus-trips';
import { type GateException, getExceptions } from '@mfuko/contract/campus';
import { addCollector } from '@mfuko/contract/collectors';
import { getCustody } from '@mfuko/contract/custody';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { checkInPin, checkOutPin } from '@mfuko/contract/gate';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { offlineBatch } from '@mfuko/contract/offline';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import * as students from '@mfuko/contract/students';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { lockCustody } from '../gate/index.ts';
import { ARRIVAL_CHECK, arrivalJobs } from './arrivals.ts';

const PIN = '482916';
const MINUTE = 60_000;

let server: TestServer;
let school: string;
let admin: Person;
let head: Person;
let guard: Person;
let attendant: Person;
let plate: string;
let child: Child;

interface Child {
  readonly sysid: string;
  readonly admissionNumber: string;
}

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.aPerson('Admin');
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  attendant = await server.aPerson('CheckAgent', school, ['bus']);
  plate = `KDB ${100 + aNumber()}C`;
  const made = await head.ask(bus.createBus, { busNumberPlate: plate, label: 'Milimani' });
  expect(made.status).toBe(200);
  child = await aChild();
});

async function aChild(): Promise<Child> {
  const admissionNumber = String(5000 + aNumber());
  const made = { admissionNumber, names: 'Amina Juma', classSYSID: await server.aClass(school), checkPin: PIN };
  return { ...(await head.ask<{ sysid: string }>(students.createStudent, made)).body, admissionNumber };
}

const pass = async (call: typeof checkInPin | typeof checkOutPin, more: object = {}, of = child) => {
  const passed = await guard.ask(call, { admissionNumber: of.admissionNumber, pin: PIN, ...more });
  expect(passed.status).toBe(200);
};
const ride = async (call: typeof bus.onBusKids, of = child) => {
  const rode = await attendant.ask(call, { admissionNumber: of.admissionNumber, busNumberPlate: plate });
  expect(rode.status).toBe(200);
};
const trip = async (direction: 'toSchool' | 'home') =>
  expect((await attendant.ask(openTrip, { busNumberPlate: plate, direction })).status).toBe(200);
const custody = async (of = child) =>
  (await head.ask<AnswerOf<typeof getCustody>>(getCustody, { admissionNumber: of.admissionNumber })).body;
const odd = async () => (await head.ask<GateException[]>(getExceptions, { sort: 'date' })).body;
const kinds = async () => (await odd()).map(({ kind }) => kind);
/** Sends an event that a device recorded offline so long ago. */
async function later(kind: 'in' | 'out' | 'on' | 'off', minutes: number): Promise<void> {
  const event = { key: randomUUID(), counter: 0, kind, admissionNumber: child.admissionNumber, proof: { pin: PIN } };
  const occurredAt = new Date(Date.now() - minutes * MINUTE).toISOString();
  const onBus = kind === 'on' || kind === 'off';
  const more = onBus ? { method: 'attested', busNumberPlate: plate } : { method: 'pin' };
  const sent = await (onBus ? attendant : guard).ask<{ outcomes: { status: string }[] }>(offlineBatch, {
    events: [{ ...event, ...more, occurredAt }],
  });
  expect(sent.body.outcomes).toMatchObject([{ status: onBus ? 'unverified' : 'recorded' }]);
}
async function collector(of = child, who: object = {}): Promise<string> {
  await admin.ask(updateSchoolSettings, { sysid: school, holdAfterChangeHours: 0 });
  const person = { studentSYSID: of.sysid, name: 'Mary Otieno', relation: 'Aunt', ...who };
  return (await head.ask<{ sysid: string }>(addCollector, person)).body.sysid;
}

describe('getCustody', () => {
  it('custody moves from the bus to the gate and to the collector', async () => {
    expect(await custody()).toEqual({
      admissionNumber: child.admissionNumber,
      place: 'off-campus',
      since: null,
      busNumberPlate: null,
      collector: null,
      awaited: false,
    });
    await trip('toSchool');
    await ride(bus.onBusKids);
    const busNumberPlate = plate.replace(' ', '');
    expect(await custody()).toMatchObject({ place: 'bus', busNumberPlate, since: expect.any(String) });
    await ride(bus.offBusKids);
    expect(await custody()).toMatchObject({ place: 'off-campus', busNumberPlate, awaited: true });
    await pass(checkInPin);
    expect(await custody()).toMatchObject({ place: 'on-campus', busNumberPlate: null, awaited: false });
    const other = await aChild();
    await pass(checkInPin, {}, other);
    await pass(checkOutPin, { collectorSYSID: await collector(other, { name: 'Peter Kamau' }) }, other);
    await pass(checkOutPin, { collectorSYSID: await collector() });
    expect(await custody()).toMatchObject({ place: 'collector', collector: 'Mary Otieno (Aunt)' });
    expect(await custody(other)).toMatchObject({ place: 'collector', collector: 'Peter Kamau (Aunt)' });
    expect(await odd()).toEqual([]);
  });

  it('getCustody is for the office and its own students', async () => {
    expect((await guard.ask(getCustody, { admissionNumber: child.admissionNumber })).problem).toBe('session.role');
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await stranger.ask(getCustody, { admissionNumber: child.admissionNumber })).problem).toBe(
      'student.not-found',
    );
  });
});

describe('custody exceptions', () => {
  it('boarding the bus home after a collector took the student is recorded with an exception', async () => {
    await pass(checkInPin);
    await pass(checkOutPin, { collectorSYSID: await collector() });
    await trip('home');
    await ride(bus.onBusKids);
    expect(await odd()).toMatchObject([
      {
        kind: 'custody-collected',
        admissionNumber: child.admissionNumber,
        detail: { event: 'on', busNumberPlate: plate.replace(' ', ''), collector: 'Mary Otieno (Aunt)' },
      },
    ]);
    expect(await custody()).toMatchObject({ place: 'bus', collector: null });
  });

  it('a late offline boarding after a collector took the student raises one exception', async () => {
    await pass(checkInPin);
    await pass(checkOutPin, { collectorSYSID: await collector() });
    await trip('home');
    await later('on', 0);
    expect((await kinds()).filter((kind) => kind.startsWith('custody'))).toEqual(['custody-collected']);
  });

  it('boarding the bus to school while checked in raises an exception, the bus home does not', async () => {
    await pass(checkInPin);
    await trip('home');
    await ride(bus.onBusKids);
    expect(await kinds()).toEqual([]);
    const other = await aChild();
    await pass(checkInPin, {}, other);
    plate = `KDC ${100 + aNumber()}D`;
    await head.ask(bus.createBus, { busNumberPlate: plate, label: 'Other' });
    await trip('toSchool');
    await ride(bus.onBusKids, other);
    expect(await odd()).toMatchObject([{ kind: 'custody-on-campus', admissionNumber: other.admissionNumber }]);
  });

  it('a check-out after the bus dropped the student at home raises an exception', async () => {
    await pass(checkInPin);
    // Another bus is on another trip all the time.
    const own = plate;
    plate = `KDC ${100 + aNumber()}D`;
    await head.ask(bus.createBus, { busNumberPlate: plate, label: 'Other' });
    await trip('toSchool');
    plate = own;
    await trip('home');
    await ride(bus.onBusKids);
    const other = await aChild();
    plate = `KDD ${100 + aNumber()}E`;
    await head.ask(bus.createBus, { busNumberPlate: plate, label: 'Third' });
    await ride(bus.onBusKids, other);
    expect(await custody()).toMatchObject({ place: 'bus', busNumberPlate: own.replace(' ', '') });
    expect(await custody(other)).toMatchObject({ place: 'bus', busNumberPlate: plate.replace(' ', '') });
    plate = own;
    await ride(bus.offBusKids);
    await pass(checkOutPin);
    expect(await kinds()).toEqual(['custody-dropped']);
  });

  it('a late check-in before a recorded boarding raises the exception once', async () => {
    await trip('toSchool');
    // The offline check-in arrives after the boarding was recorded.
    await ride(bus.onBusKids);
    expect(await kinds()).toEqual([]);
    await later('in', 5);
    expect(await odd()).toMatchObject([{ kind: 'custody-on-campus', detail: { event: 'on' } }]);
    // Sent again by another device, it is listed once.
    await later('out', 4);
    await later('in', 3);
    expect((await kinds()).filter((kind) => kind === 'custody-on-campus')).toHaveLength(1);
  });

  it('a late event is checked against the first of the later steps', async () => {
    await trip('toSchool');
    await ride(bus.onBusKids);
    await pass(checkInPin);
    await later('in', 5);
    expect(await odd()).toContainEqual(expect.objectContaining({ kind: 'custody-on-campus' }));
  });

  it('a late boarding before a recorded check-in raises an exception', async () => {
    await trip('toSchool');
    await pass(checkInPin);
    await later('on', 5);
    const aboard = (await odd()).filter(({ kind }) => kind.startsWith('custody'));
    expect(aboard).toMatchObject([{ kind: 'custody-aboard', detail: { event: 'in' } }]);
  });

  it("a boarding waits while another transaction holds the student's custody", async () => {
    await trip('toSchool');
    let ridden: Promise<void> | undefined;
    await server.context.db.inSchool(school, async (tx) => {
      await lockCustody(tx, child.sysid);
      ridden = ride(bus.onBusKids);
      expect(await isBlocked(server, ridden)).toBe(true);
    });
    await ridden;
    expect(await custody()).toMatchObject({ place: 'bus' });
  });
});

describe('arrival check', () => {
  const look = async (minutes: number) => {
    const clock = { ...server.context.clock, now: () => Date.now() + minutes * MINUTE };
    await arrivalJobs({ ...server.context, clock })[ARRIVAL_CHECK]?.({});
    await server.runJobs();
  };
  const told = async () =>
    (await head.ask<NoticeRow[]>(getNotifications)).body.filter(({ kind }) => kind === 'bus.never-arrived');
  beforeEach(async () => {
    await trip('toSchool');
    await ride(bus.onBusKids);
    await ride(bus.offBusKids);
  });

  it('a student not checked in within 30 minutes of getting off raises one exception and an urgent notice', async () => {
    await pass(checkInPin, {}, await aChild());
    await look(29);
    expect(await kinds()).toEqual([]);
    await Promise.all([look(31), look(31)]);
    await look(60);
    expect(await odd()).toMatchObject([
      {
        kind: 'bus-never-arrived',
        admissionNumber: child.admissionNumber,
        detail: { busNumberPlate: plate.replace(' ', '') },
      },
    ]);
    expect(await told()).toMatchObject([{ severity: 'urgent', params: { names: 'Amina Juma' } }]);
  });

  it('a student who was checked in raises no exception, even after a check-out', async () => {
    await pass(checkInPin, {}, await aChild());
    await pass(checkInPin);
    await pass(checkOutPin);
    await look(31);
    expect(await kinds()).toEqual([]);
  });

  it('the arrival check needs another check-in that day and follows arrivalAlarmMinutes', async () => {
    await look(31);
    expect(await kinds()).toEqual([]);
    await pass(checkInPin, {}, await aChild());
    await admin.ask(updateSchoolSettings, { sysid: school, arrivalAlarmMinutes: 0 });
    await look(31);
    expect(await kinds()).toEqual([]);
    await admin.ask(updateSchoolSettings, { sysid: school, arrivalAlarmMinutes: 10 });
    await look(11);
    expect(await kinds()).toEqual(['bus-never-arrived']);
    expect((await admin.ask(updateSchoolSettings, { sysid: school, arrivalAlarmMinutes: 241 })).status).toBe(400);
  });
});
