import { randomUUID } from 'node:crypto';
import * as bus from '@mfuko/contract/bus';
import * as trips from '@mfuko/contract/bus-trips';
import { getExceptions } from '@mfuko/contract/campus';
import { getCustody } from '@mfuko/contract/custody';
import { checkInPin } from '@mfuko/contract/gate';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { type OfflineOutcome, offlineBatch } from '@mfuko/contract/offline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { busJobs, TRIP_CHECK } from '../src/features/bus/jobs.ts';
import { addStudent, hashPin } from '../src/features/students/index.ts';
import { newId } from '../src/platform/records/id.ts';
import { makeTestDatabase, type TestDatabase } from './database.ts';
import { openTestServer, type Person, type TestServer } from './kit.ts';

/** `npm run proof:trips` replays 40; what happens on them is the same. */
const TRIPS = Number(process.env.TRIPS ?? 6);
const CHILDREN = 4;
const FORGOTTEN_ON = [1, 3, 4];
const PIN = '482916';
const MINUTE = 60_000;
/** A server that loses its database logs faults, which this test expects. */
const QUIET = { LOG_LEVEL: 'fatal' };

interface Child {
  readonly id: string;
  readonly admissionNumber: string;
}
interface Replayed {
  readonly place: number;
  readonly plate: string;
  readonly busId: string;
  readonly direction: 'toSchool' | 'home';
  readonly attendant: Person;
  readonly children: readonly Child[];
  sysid: string;
}
type Kind = 'on' | 'off';

let database: TestDatabase;
let server: TestServer;
let school: string;
let head: Person;
let guard: Person;
const replayed: Replayed[] = [];
const alarms: string[] = [];
/** Every request that recorded an event, to be repeated under the same key. */
const again: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await makeTestDatabase();
  server = await openTestServer(QUIET, {}, { database, masterKey: Buffer.alloc(32, 7) });
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  const classId = await server.aClass(school);
  for (let place = 0; place < TRIPS; place++) {
    const plate = `KDA${100 + place}T`;
    const made = await head.ask<bus.BusRow>(bus.createBus, { busNumberPlate: plate, label: plate });
    const attendant = await server.aPerson('CheckAgent', school, ['bus']);
    const children: Child[] = [];
    for (let seat = 0; seat < CHILDREN; seat++) {
      const child = { id: newId(), admissionNumber: String(30_000 + place * CHILDREN + seat) };
      const pinHash = await hashPin(server.context, school, child.id, PIN);
      await server.context.db.inSchool(school, (tx) =>
        addStudent(tx, { ...child, names: `Amina ${child.admissionNumber}`, classId, pinHash }),
      );
      children.push(child);
    }
    const direction = place % 2 === 0 ? 'toSchool' : 'home';
    replayed.push({ place, plate, busId: made.body.sysid, direction, attendant, children, sysid: '' });
  }
}, 300_000);
afterAll(() => server.close());

/** Ends the server while these requests are on their way, and begins another on the same database and keys. */
async function restart(onTheirWay: readonly ReturnType<typeof rideOf>[] = []): Promise<void> {
  const { keys, db } = server.context;
  // An answer or none: whoever asked knows nothing of it, and asks the next server under the same key.
  const asked = onTheirWay.map((send) => send());
  const answers = Promise.allSettled(asked);
  if (asked.length > 0) await Promise.race(asked);
  // The database goes away first: some events may be recorded by then, others have only begun.
  await db.close();
  await answers;
  await server.app.close();
  alarms.push(...busAlarms());
  server = await openTestServer(QUIET, {}, { database, masterKey: Buffer.alloc(32, 7), keys });
}
const busAlarms = () => server.sent.filter(({ kind }) => kind === 'bus-alarm').map(({ text }) => text);
const at = (person: Person) => server.as(person);

/** Request to let on or off, by the attendant's word or by the PIN, under one key however often it is sent. */
function rideOf(trip: Replayed, { admissionNumber }: Child, kind: Kind, byPin: boolean) {
  const [pinned, vouched] = kind === 'on' ? [bus.onBusPin, bus.onBusKids] : [bus.offBusPin, bus.offBusKids];
  const input = { admissionNumber, busNumberPlate: trip.plate, ...(byPin && { pin: PIN }) };
  const key = randomUUID();
  return () => at(trip.attendant).ask<bus.BusEvent>(byPin ? pinned : vouched, input, { key });
}
async function ride(send: ReturnType<typeof rideOf>): Promise<void> {
  const first = await send();
  expect([first.body, first.status]).toEqual([expect.objectContaining({ sysid: expect.any(String) }), 200]);
  again.push(async () => {
    const repeated = await send();
    expect([repeated.status, repeated.body]).toEqual([200, first.body]);
  });
}

/** Kept by a device in a dead zone whose clock is some minutes off, which it knows of, and sent once the network is back, the last one first. */
function deadZone(trip: Replayed, told: readonly { readonly child: Child; readonly kind: Kind }[]) {
  const wrongMs = ((trip.place % 5) - 2) * 7 * MINUTE;
  const events = told.map(({ child, kind }, counter) => ({
    ...{ key: randomUUID(), counter, kind, admissionNumber: child.admissionNumber, busNumberPlate: trip.plate },
    ...{
      occurredAt: new Date(Date.now() + wrongMs).toISOString(),
      clockAheadMs: -wrongMs,
      method: 'pin',
      proof: { pin: PIN },
    },
  }));
  return async (): Promise<void> => {
    const send = async () => {
      const sentAt = new Date(Date.now() + wrongMs).toISOString();
      const input = { events: events.toReversed(), sentAt };
      const { status, body } = await at(trip.attendant).ask<{ outcomes: OfflineOutcome[] }>(offlineBatch, input);
      expect(status).toBe(200);
      return body.outcomes.map((outcome) => outcome.status);
    };
    expect(await send()).toEqual(events.map(() => 'recorded'));
    again.push(async () => expect(await send()).toEqual(events.map(() => 'duplicate')));
  };
}

async function passIn(children: readonly Child[]): Promise<void> {
  for (const { admissionNumber } of children)
    expect((await at(guard).ask(checkInPin, { admissionNumber, pin: PIN })).status).toBe(200);
}
async function close(trip: Replayed) {
  const { rearCode } = (await at(head).ask<trips.BusCard>(trips.getBusCard, { sysid: trip.busId })).body;
  const input = { sysid: trip.sysid, rearCode };
  return at(trip.attendant).ask<{ detail?: { aboard: trips.TripEntry[] } }>(trips.closeTrip, input);
}
async function look(minutes: number): Promise<void> {
  const clock = { ...server.context.clock, now: () => Date.now() + minutes * MINUTE };
  await busJobs({ ...server.context, clock })[TRIP_CHECK]?.({});
  await server.runJobs();
}
const custody = async ({ admissionNumber }: Child) =>
  (await at(head).ask<{ place: string; busNumberPlate: string | null }>(getCustody, { admissionNumber })).body;
const rung = async () =>
  (await at(head).ask<NoticeRow[]>(getNotifications)).body.map(({ kind }) => kind).filter((kind) => /^bus/.test(kind));

it('bus trips lose no child and double no event over server restarts and dead zones', {
  timeout: 900_000,
}, async () => {
  const waiting: (() => Promise<void>)[] = [];
  const cutOff: ReturnType<typeof rideOf>[] = [];
  for (const { direction, children } of replayed) if (direction === 'home') await passIn(children);
  for (const trip of replayed) {
    const opened = await trip.attendant.ask<trips.Trip>(trips.openTrip, {
      busNumberPlate: trip.plate,
      direction: trip.direction,
    });
    expect(opened.status).toBe(200);
    trip.sysid = opened.body.sysid;
    const [first, second, third, last] = trip.children as [Child, Child, Child, Child];
    await ride(rideOf(trip, first, 'on', false));
    cutOff.push(rideOf(trip, second, 'on', true));
    waiting.push(
      deadZone(
        trip,
        [third, last].map((child) => ({ child, kind: 'on' })),
      ),
    );
  }
  await restart(cutOff);
  for (const send of cutOff) await ride(send);
  for (const send of waiting.splice(0)) await send();
  for (const send of again) await send();

  const forgetful = replayed.filter(({ place }) => FORGOTTEN_ON.includes(place));
  expect(forgetful).toHaveLength(3);
  const forgotten = ({ children }: Replayed) => children[CHILDREN - 1] as Child;
  for (const trip of replayed) {
    const [first, second, third, last] = trip.children as [Child, Child, Child, Child];
    await ride(rideOf(trip, first, 'off', true));
    await ride(rideOf(trip, third, 'off', false));
    const others = forgetful.includes(trip) ? [second] : [second, last];
    waiting.push(
      deadZone(
        trip,
        others.map((child) => ({ child, kind: 'off' })),
      ),
    );
  }
  await restart();
  for (const send of waiting) await send();
  for (const send of again) await send();

  for (const trip of replayed) {
    const closing = await close(trip);
    if (!forgetful.includes(trip)) {
      expect([trip.plate, closing.status]).toEqual([trip.plate, 200]);
      continue;
    }
    expect([trip.plate, closing.problem]).toEqual([trip.plate, 'bus.child-aboard']);
    const names = closing.body.detail?.aboard.map(({ admissionNumber }) => admissionNumber);
    expect(names).toEqual([forgotten(trip).admissionNumber]);
    expect(await custody(forgotten(trip))).toMatchObject({ place: 'bus', busNumberPlate: trip.plate });
  }
  await look(110);
  expect([await rung(), busAlarms()]).toEqual([[], []]);
  await look(180);
  await restart();
  await look(200);
  alarms.push(...busAlarms());
  expect(await rung()).toEqual(forgetful.map(() => 'bus.trip-open-long'));
  expect(alarms).toHaveLength(forgetful.length);
  for (const { plate } of forgetful) expect(alarms.filter((text) => text.includes(plate))).toHaveLength(1);
  for (const trip of forgetful) {
    expect((await close(trip)).problem).toBe('bus.child-aboard');
    await ride(rideOf(trip, forgotten(trip), 'off', true));
    expect((await close(trip)).status).toBe(200);
  }

  // A repeat after all trips are closed records nothing.
  for (const send of again) await send();
  const rides = await server.context.db.inSchool(school, (tx) =>
    tx.rows<{ who: string; kind: string; count: number }>(
      'SELECT student_id AS who, kind, count(*)::int AS count FROM bus_events WHERE school_id = $1 GROUP BY 1, 2',
      [school],
    ),
  );
  expect(rides).toHaveLength(TRIPS * CHILDREN * 2);
  expect(rides.filter(({ count }) => count !== 1)).toEqual([]);
  for (const { direction, children } of replayed) {
    if (direction === 'toSchool') await passIn(children);
    const end = direction === 'toSchool' ? 'on-campus' : 'off-campus';
    for (const child of children) expect((await custody(child)).place).toBe(end);
  }
  expect((await at(head).ask(getExceptions, {})).body).toEqual([]);
});
