import { type BusRow, createBus } from '@mfuko/contract/bus';
import { type BusPosition, tellPosition } from '@mfuko/contract/bus-positions';
import { type BusCard, closeTrip, getBusCard, openTrip, runningTrips, type Trip } from '@mfuko/contract/bus-trips';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent } from '../students/index.ts';
import { forgetRidePlaces } from './index.ts';

const HERE = { lat: -0.1012, long: 34.7534, accuracy: 12.4 };
const THERE = { lat: -0.0668, long: 34.77 };

let server: TestServer;
let school: string;
let head: Person;
let attendant: Person;
let busId: string;
let trip: string;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  attendant = await server.aPerson('CheckAgent', school, ['bus']);
  const busNumberPlate = `KDA ${100 + aNumber()}Q`;
  busId = (await head.ask<BusRow>(createBus, { busNumberPlate, label: 'North' })).body.sysid;
  trip = (await attendant.ask<Trip>(openTrip, { busNumberPlate, direction: 'home' })).body.sysid;
});

const tell = (where: object = HERE, person = attendant) =>
  person.ask<{ kept: boolean }>(tellPosition, { sysid: trip, ...where });
const shown = async (): Promise<BusPosition | null | undefined> =>
  (await head.ask<AnswerOf<typeof runningTrips>[]>(runningTrips)).body[0]?.position;
const kept = () =>
  server.context.db.readSchool(school, (tx) =>
    tx.rows('SELECT at FROM bus_positions WHERE school_id = $1', [tx.schoolId]),
  );
/** Moves the stored positions so far into the past. */
const age = (interval: string) =>
  server.context.db.inSchool(school, async (tx) => {
    const aged = await tx.rows(
      `WITH old AS (DELETE FROM bus_positions WHERE school_id = $1 RETURNING *)
       SELECT trip_id, at - $2::interval AS at, latitude, longitude, accuracy, sent_by FROM old`,
      [tx.schoolId, interval],
    );
    for (const row of aged as Record<string, unknown>[]) {
      await tx.row(
        `INSERT INTO bus_positions (school_id, trip_id, at, latitude, longitude, accuracy, sent_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [tx.schoolId, row.trip_id, row.at, row.latitude, row.longitude, row.accuracy, row.sent_by],
      );
    }
  });
async function close(): Promise<number> {
  const { rearCode } = (await head.ask<BusCard>(getBusCard, { sysid: busId })).body;
  return (await attendant.ask(closeTrip, { sysid: trip, rearCode })).status;
}

it('runningTrips shows the newest position of an open trip', async () => {
  expect(await shown()).toBeNull();
  expect((await tell()).body).toEqual({ kept: true });
  const before = await shown();
  expect(before).toMatchObject({ latitude: HERE.lat, longitude: HERE.long, accuracy: 12 });
  await age('1 minute');
  await tell(THERE);
  const now = await shown();
  expect(now).toMatchObject({ latitude: THERE.lat, longitude: THERE.long, accuracy: null });
  expect(Date.parse(now?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(before?.at ?? ''));
});

it('stores a position at most every 20 seconds per trip', async () => {
  const other = await server.aPerson('CheckAgent', school, ['bus']);
  await tell();
  expect((await tell(THERE, other)).body).toEqual({ kept: false });
  expect(await kept()).toHaveLength(1);
  await age('21 seconds');
  expect((await tell(THERE, other)).body).toEqual({ kept: true });
});

it('refuses positions without the duty, of another school, out of range or of a closed trip', async () => {
  expect((await tell(HERE, await server.aPerson('CheckAgent', school, ['gate']))).status).toBe(403);
  expect((await tell({ ...HERE, lat: 91 })).status).toBe(400);
  const stranger = await server.aPerson('CheckAgent', await server.aSchool(), ['bus']);
  expect((await tell(HERE, stranger)).problem).toBe('bus.trip-not-found');
  expect(await close()).toBe(200);
  expect((await tell()).problem).toBe('bus.trip-closed');
  expect(await kept()).toEqual([]);
  expect(await shown()).toBeUndefined();
});

it('a position that waits for the closing of its trip is refused', async () => {
  let told: ReturnType<typeof tell> | undefined;
  await server.context.db.inSchool(school, async (tx) => {
    await tx.row('SELECT 1 FROM bus_trips WHERE school_id = $1 AND id = $2 FOR UPDATE', [school, trip]);
    told = tell();
    expect(await isBlocked(server, told)).toBe(true);
    await tx.row('UPDATE bus_trips SET closed_at = clock_timestamp(), closed_by = opened_by WHERE school_id = $1', [
      school,
    ]);
  });
  expect((await told)?.problem).toBe('bus.trip-closed');
  expect(await kept()).toEqual([]);
});

it('forgetRidePlaces clears the places of older rides and keeps younger ones', async () => {
  const student = { id: newId(), admissionNumber: String(9000 + aNumber()), names: 'Amina Juma', pinHash: null };
  const classId = await server.aClass(school);
  await server.context.db.inSchool(school, async (tx) => {
    await addStudent(tx, { ...student, classId });
    for (const days of [40, 20])
      await tx.row(
        `INSERT INTO bus_events (school_id, id, student_id, bus_id, kind, method, at, recorded_by, latitude, longitude)
         VALUES ($1, $2, $3, $4, 'on', 'attested', now() - make_interval(days => $5), $6, -0.1, $5)`,
        [...[school, newId(), student.id, busId], days, attendant.userId],
      );
  });
  const forget = (days: number) =>
    server.context.db.inSchool(school, (tx) => forgetRidePlaces(tx, new Date(Date.now() - days * 86_400_000)));
  expect([await forget(30), await forget(30)]).toEqual([1, 0]);
  const left = await server.context.db.readSchool(school, (tx) =>
    tx.rows('SELECT latitude, longitude FROM bus_events WHERE school_id = $1 ORDER BY at', [tx.schoolId]),
  );
  expect(left).toEqual([
    { latitude: null, longitude: null },
    { latitude: -0.1, longitude: 20 },
  ]);
});

it('forgetRidePlaces deletes the bus positions older than the given date', async () => {
  await tell();
  await age('40 days');
  const forget = (days: number) =>
    server.context.db.inSchool(school, (tx) => forgetRidePlaces(tx, new Date(Date.now() - days * 86_400_000)));
  expect(await forget(60)).toBe(0);
  expect(await kept()).toHaveLength(1);
  expect(await forget(30)).toBe(1);
  expect(await kept()).toEqual([]);
});
