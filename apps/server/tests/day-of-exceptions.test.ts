import { randomUUID } from 'node:crypto';
import * as bus from '@mfuko/contract/bus';
import { openTrip } from '@mfuko/contract/bus-trips';
import { type GateException, getExceptions } from '@mfuko/contract/campus';
import { addCollector } from '@mfuko/contract/collectors';
import { grantExeat } from '@mfuko/contract/exeats';
import { checkInPin, checkOutPin } from '@mfuko/contract/gate';
import { offlineBatch } from '@mfuko/contract/offline';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ARRIVAL_CHECK, arrivalJobs } from '../src/features/bus/arrivals.ts';
import { EXEAT_CHECK, exeatJobs } from '../src/features/gate/index.ts';
import { addStudent, hashPin } from '../src/features/students/index.ts';
import { newId } from '../src/platform/records/id.ts';
import { openTestServer, type Person, type TestServer } from './kit.ts';

/** `npm run proof:day` takes 1,000; the day and its exceptions are the same. */
const CHILDREN = Number(process.env.DAY_CHILDREN ?? 100);
const AT_ONCE = 8;
const PIN = '482916';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Child {
  readonly id: string;
  readonly admissionNumber: string;
}

let server: TestServer;
let school: string;
let head: Person;
let guards: Person[];
let attendants: Person[];
const plates = ['KDA 101A', 'KDA 102A', 'KDA 103A', 'KDA 104A'];
let children: Child[];

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  const admin = await server.aPerson('Admin');
  expect((await admin.ask(updateSchoolSettings, { sysid: school, holdAfterChangeHours: 0 })).status).toBe(200);
  guards = await Promise.all(plates.map(() => server.aPerson('CheckAgent', school, ['gate'])));
  attendants = await Promise.all(plates.map(() => server.aPerson('CheckAgent', school, ['bus'])));
  for (const busNumberPlate of plates)
    expect((await head.ask(bus.createBus, { busNumberPlate, label: busNumberPlate })).status).toBe(200);
  const classId = await server.aClass(school);
  children = await inPool(
    Array.from({ length: CHILDREN }, (_, place) => place),
    async (place) => {
      const child = { id: newId(), admissionNumber: String(20_000 + place) };
      const pinHash = await hashPin(server.context, school, child.id, PIN);
      await server.context.db.inSchool(school, (tx) =>
        addStudent(tx, { ...child, names: 'Amina Juma', classId, pinHash }),
      );
      return child;
    },
  );
}, 600_000);
afterAll(() => server.close());

/** Works on many at once, some at a time, as several gates and buses do. */
async function inPool<In, Out>(all: readonly In[], work: (one: In, place: number) => Promise<Out>): Promise<Out[]> {
  const done: Out[] = [];
  let next = 0;
  const lane = async () => {
    for (let place = next++; place < all.length; place = next++) done[place] = await work(all[place] as In, place);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return done;
}

const at = <T>(all: readonly T[], place: number) => all[place % all.length] as T;
async function pass(
  call: typeof checkInPin | typeof checkOutPin,
  { admissionNumber }: Child,
  place = 0,
  more: object = {},
) {
  const passed = await at(guards, place).ask(call, { admissionNumber, pin: PIN, ...more });
  expect([admissionNumber, passed.status, passed.problem]).toEqual([admissionNumber, 200, undefined]);
}
async function ride(call: typeof bus.onBusKids, { admissionNumber }: Child, place = 0, more: object = {}) {
  const input = { admissionNumber, busNumberPlate: at(plates, place), ...more };
  const rode = await at(attendants, place).ask(call, input);
  expect([admissionNumber, rode.status, rode.problem]).toEqual([admissionNumber, 200, undefined]);
}
/** Rides from one end to the other on the bus of that place. */
async function rideThrough(child: Child, place = 0, more: object = {}): Promise<void> {
  await ride(bus.onBusKids, child, place, more);
  await ride(bus.offBusKids, child, place, more);
}
async function trips(direction: 'toSchool' | 'home'): Promise<void> {
  for (const [place, busNumberPlate] of plates.entries()) {
    // The morning's trips are over; how one is closed is not what this is about.
    await server.context.db.inSchool(school, (tx) =>
      tx.row(
        `UPDATE bus_trips SET closed_at = clock_timestamp(), closed_by = opened_by WHERE school_id = $1 AND closed_at IS NULL
              AND bus_id = (SELECT id FROM buses WHERE school_id = $1 AND plate = $2)`,
        [school, busNumberPlate],
      ),
    );
    expect((await at(attendants, place).ask(openTrip, { busNumberPlate, direction })).status).toBe(200);
  }
}
async function offline({ admissionNumber }: Child, more: object = {}): Promise<void> {
  const occurredAt = new Date().toISOString();
  const event = { key: randomUUID(), counter: 0, kind: 'out', admissionNumber, occurredAt, method: 'pin' };
  const sent = await at(guards, 0).ask(offlineBatch, {
    events: [{ ...event, proof: { pin: PIN }, ...more }],
    sentAt: new Date().toISOString(),
  });
  expect(sent.status).toBe(200);
}
async function collector({ id }: Child, more: object = {}): Promise<string> {
  const person = { studentSYSID: id, name: 'Mary Otieno', relation: 'Aunt', ...more };
  return (await head.ask<{ sysid: string }>(addCollector, person)).body.sysid;
}

it('a simulated school day raises exactly the expected gate exceptions', { timeout: 900_000 }, async () => {
  const odd = children.slice(0, 25);
  const plain = children.slice(25);
  const expected: string[] = [];
  let next = 0;
  /** The next children with whom something odd happens. */
  const take = (count: number, kind: GateException['kind']): Child[] => {
    const taken = odd.slice(next, next + count);
    next += count;
    expected.push(...taken.map(({ admissionNumber }) => `${kind} ${admissionNumber}`));
    return taken;
  };
  const neverArrived = take(3, 'bus-never-arrived');
  const collected = take(3, 'custody-collected');
  const onCampus = take(3, 'custody-on-campus');
  const dropped = take(2, 'custody-dropped');
  const aboard = take(2, 'custody-aboard');
  const inTwice = take(2, 'in-overridden');
  const outTwice = take(2, 'out-overridden');
  const twoBuses = take(2, 'bus-on-overridden');
  const [unlisted] = take(1, 'bus-unlisted') as [Child];
  const [unproven] = take(1, 'offline-out-unverified') as [Child];
  const [wrongClock] = take(1, 'offline-clock') as [Child];
  const [clash] = take(1, 'offline-clash') as [Child];
  const [overdue] = take(1, 'exeat-overdue') as [Child];
  const [banned] = take(1, 'out-blocked') as [Child];
  expect(next).toBe(25);

  // The morning: two of five come by bus.
  const byBus = (place: number) => place % 5 < 2;
  await trips('toSchool');
  await inPool(plain, async (child, place) => {
    if (byBus(place)) await rideThrough(child, place);
    await pass(checkInPin, child, place);
  });
  for (const child of neverArrived) await rideThrough(child);
  for (const child of onCampus) {
    await pass(checkInPin, child);
    await rideThrough(child);
  }
  for (const child of aboard) {
    await ride(bus.onBusKids, child);
    await pass(checkInPin, child);
    await ride(bus.offBusKids, child);
  }
  for (const child of twoBuses) {
    await ride(bus.onBusKids, child);
    await ride(bus.onBusKids, child, 1, { override: 'Changed at the junction' });
    await ride(bus.offBusKids, child, 1);
    await pass(checkInPin, child);
  }
  await rideThrough(unlisted, 0, { busNumberPlate: 'KZZ 999Z' });
  for (const child of [...collected, ...dropped, ...inTwice, unlisted, unproven, overdue, banned])
    await pass(checkInPin, child);
  for (const child of inTwice) await pass(checkInPin, child, 0, { override: 'Came back from the kitchen' });
  await offline(wrongClock, { kind: 'in', occurredAt: new Date(Date.now() - DAY).toISOString(), clockAheadMs: DAY });

  // By noon.
  for (const child of outTwice) await pass(checkOutPin, child, 0, { override: 'Was never checked in' });
  for (const child of collected) await pass(checkOutPin, child, 0, { collectorSYSID: await collector(child) });
  await offline(unproven, { proof: { pin: '000000' } });
  await offline(clash);
  await offline(banned, { collectorSYSID: await collector(banned, { blockedReason: 'Court order' }) });
  // By the school's clock, three hours ahead of UTC all year.
  const minute = (hours: number) => new Date(Date.now() + (hours + 3) * 60 * MINUTE).toISOString().slice(0, 16);
  const leave = { studentSYSID: overdue.id, leavesFrom: minute(-1), returnBy: minute(2), reason: 'Dentist' };
  expect((await head.ask(grantExeat, leave)).status).toBe(200);
  await pass(checkOutPin, overdue);

  // The afternoon: home by bus, through the gate, or not at all.
  await trips('home');
  await inPool(plain, async (child, place) => {
    if (byBus(place)) await rideThrough(child, place);
    else if (place % 5 === 2) await pass(checkOutPin, child, place);
  });
  for (const child of collected) await rideThrough(child);
  for (const child of dropped) {
    await rideThrough(child);
    await pass(checkOutPin, child);
  }
  const later = (minutes: number) => ({
    ...server.context,
    clock: { ...server.context.clock, now: () => Date.now() + minutes * MINUTE },
  });
  await arrivalJobs(later(31))[ARRIVAL_CHECK]?.({});
  await exeatJobs(later(180))[EXEAT_CHECK]?.({});

  const raised = (await head.ask<GateException[]>(getExceptions, {})).body;
  expect(raised.map(({ kind, admissionNumber }) => `${kind} ${admissionNumber}`).toSorted()).toEqual(
    expected.toSorted(),
  );
});
