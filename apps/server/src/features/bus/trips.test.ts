import { randomUUID } from 'node:crypto';
import * as bus from '@mfuko/contract/bus';
import * as routes from '@mfuko/contract/bus-routes';
import * as contract from '@mfuko/contract/bus-trips';
import { type GateException, getExceptions } from '@mfuko/contract/campus';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { type OfflineOutcome, offlineBatch } from '@mfuko/contract/offline';
import { getProfile, type Profile } from '@mfuko/contract/profile';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answered, aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent } from '../students/index.ts';
import { backfillRide, recordRide } from './index.ts';
import { busJobs, TRIP_CHECK } from './jobs.ts';
import { lockOpening } from './lock-opening.ts';

let server: TestServer;
let school: string;
let head: Person;
let attendant: Person;
let plate: string;
let busId: string;
let routeId: string;
let amina: Child;
let baraka: Child;

interface Child {
  readonly id: string;
  readonly admissionNumber: string;
}

/** The school's gate and two stops, about 4 km apart. */
const HERE = { lat: '-0.1012', long: '34.7534' };
const THERE = { lat: '-0.0668', long: '34.7700' };
const STOPS = [
  { name: 'Kondele', lat: -0.1012, long: 34.7534, toSchool: '06:40', home: '16:30' },
  { name: 'Mamboleo', lat: -0.0668, long: 34.77, toSchool: '06:20', home: null },
];

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  attendant = await server.aPerson('CheckAgent', school, ['bus']);
  plate = `KDA ${100 + aNumber()}B`;
  busId = (await head.ask<bus.BusRow>(bus.createBus, { busNumberPlate: plate, label: 'Kondele' })).body.sysid;
  const route = { name: 'North', busSYSID: busId, stops: STOPS };
  routeId = (await head.ask<{ sysid: string }>(routes.createRoute, route)).body.sysid;
  amina = await aChild('Amina Juma');
  baraka = await aChild('Baraka Otieno');
  await assign(amina);
});

async function aChild(names: string): Promise<Child> {
  const child = { id: newId(), admissionNumber: String(7000 + aNumber()) };
  const classId = await server.aClass(school);
  await server.context.db.inSchool(school, (tx) => addStudent(tx, { ...child, names, classId, pinHash: null }));
  return child;
}

const assign = (child: Child, more: object = {}) =>
  head.ask(routes.assignStop, { sysid: child.id, routeSYSID: routeId, stop: 'Kondele', direction: 'both', ...more });
type Ride = Answered<bus.BusEvent>;
const ride =
  (call: typeof bus.onBusKids) =>
  (child: Child, more: object = {}, headers: Record<string, string> = HERE, key?: string): Promise<Ride> =>
    attendant.ask(
      call,
      { admissionNumber: child.admissionNumber, busNumberPlate: plate, ...more },
      { headers, ...(key && { key }) },
    );
const board = ride(bus.onBusKids);
const alight = ride(bus.offBusKids);
type Told = Answered<contract.Trip & { detail?: { aboard?: contract.TripEntry[]; sysid?: string } }>;
const openTrip = (more: object = {}): Promise<Told> =>
  attendant.ask(contract.openTrip, { busNumberPlate: plate, direction: 'toSchool', ...more });
const trip = (which: object = { busNumberPlate: plate }): Promise<Told> => attendant.ask(contract.getTrip, which);
const card = async () => (await head.ask<contract.BusCard>(contract.getBusCard, { sysid: busId })).body;
async function close(sysid: string, rearCode?: string, person = attendant): Promise<Told> {
  return person.ask(contract.closeTrip, { sysid, rearCode: rearCode ?? (await card()).rearCode });
}
const busOf = async (busNumberPlate: string) =>
  (await head.ask<bus.BusRow[]>(bus.getBuses)).body.find((one) => one.busNumberPlate === busNumberPlate)?.sysid;
const numbers = (entries: readonly contract.TripEntry[]) => entries.map(({ admissionNumber }) => admissionNumber);
const exceptions = async () => (await head.ask<GateException[]>(getExceptions, { sort: 'date' })).body;
const notices = async () => (await head.ask<NoticeRow[]>(getNotifications)).body.map(({ kind }) => kind);

describe('bus trips', () => {
  it('lists expected, aboard, dropped, missing and unexpected students by name', async () => {
    await assign(await aChild('Chao Mwende'), { direction: 'home' });
    const missing = await aChild('Dama Kazungu');
    await assign(missing, { stop: 'mamboleo', direction: 'toSchool' });
    const opened = await openTrip();
    expect(opened).toMatchObject({
      status: 200,
      body: { busNumberPlate: plate, label: 'Kondele', direction: 'toSchool', closed: null, routeSYSID: null },
    });
    const entry = { admissionNumber: amina.admissionNumber, names: 'Amina Juma', className: expect.any(String) };
    expect(opened.body.expected).toMatchObject([{ ...entry, stop: 'Kondele' }, { names: 'Dama Kazungu' }]);
    expect(opened.body.missing).toEqual(opened.body.expected);
    await board(amina);
    await board(baraka);
    const late = await trip({ sysid: opened.body.sysid });
    expect(late.body.aboard).toEqual([
      { ...entry, stop: 'Kondele' },
      { ...entry, admissionNumber: baraka.admissionNumber, names: 'Baraka Otieno', stop: null },
    ]);
    expect(numbers(late.body.others)).toEqual([baraka.admissionNumber]);
    await alight(amina);
    const { body } = await trip();
    expect([body.aboard, body.dropped, body.missing, body.others].map(numbers)).toEqual([
      [baraka.admissionNumber],
      [amina.admissionNumber],
      [missing.admissionNumber],
      [baraka.admissionNumber],
    ]);
    await board(amina);
    expect(numbers((await trip()).body.dropped)).toEqual([]);
  });

  it('getRiders lists both directions, and of students of other buses only which bus', async () => {
    const other = `KDB ${100 + aNumber()}C`;
    const { sysid: busSYSID } = (await head.ask<bus.BusRow>(bus.createBus, { busNumberPlate: other, label: 'Other' }))
      .body;
    const east = await head.ask<{ sysid: string }>(routes.createRoute, { name: 'East', busSYSID, stops: STOPS });
    await assign(baraka, { routeSYSID: east.body.sysid, direction: 'home' });
    const told = await attendant.ask<{ riders: contract.Rider[] }>(contract.getRiders, { busNumberPlate: plate });
    const mine = { names: 'Amina Juma', busNumberPlate: plate, stop: 'Kondele', lat: -0.1012, long: 34.7534 };
    expect(told.body.riders).toMatchObject([
      { ...mine, direction: 'home' },
      { ...mine, direction: 'toSchool' },
      { names: 'Baraka Otieno', direction: 'home', busNumberPlate: other, stop: null, lat: null, long: null },
    ]);
    expect((await attendant.ask(contract.getRiders, { busNumberPlate: 'KZZ 1' })).status).toBe(404);
  });

  it('a trip serves the chosen route of a bus with two routes, and unknown trips and buses are refused', async () => {
    const south = await head.ask<{ sysid: string }>(routes.createRoute, {
      name: 'South',
      busSYSID: busId,
      stops: STOPS,
    });
    await assign(baraka, { routeSYSID: south.body.sysid });
    const both = await openTrip();
    expect(both.body.expected).toHaveLength(2);
    await close(both.body.sysid);
    const { body } = await openTrip({ routeSYSID: south.body.sysid });
    expect(body).toMatchObject({ routeSYSID: south.body.sysid, routeName: 'South' });
    expect(numbers(body.expected)).toEqual([baraka.admissionNumber]);
    expect((await board(amina)).body.warnings).toEqual(['bus.not-assigned']);
    expect((await trip({ sysid: newId() })).problem).toBe('bus.trip-not-found');
    expect((await trip({ busNumberPlate: 'KZZ 999Z' })).problem).toBe('bus.not-found');
    expect((await trip({})).status).toBe(400);
    expect((await openTrip({ busNumberPlate: 'KZZ 999Z' })).problem).toBe('bus.not-found');
    expect((await openTrip({ direction: 'both' })).status).toBe(400);
  });

  it('of four concurrent openTrip calls one succeeds', async () => {
    const answers = await Promise.all([openTrip(), openTrip(), openTrip(), openTrip()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const opened = answers.find(({ status }) => status === 200)?.body.sysid;
    for (const refused of answers.filter(({ status }) => status === 409))
      expect(refused).toMatchObject({ problem: 'bus.trip-open', body: { detail: { sysid: opened } } });
  });

  it('two concurrent first boardings open one trip', async () => {
    expect((await trip()).problem).toBe('bus.trip-not-found');
    const [one, other] = await Promise.all([board(amina), board(baraka)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const { body } = await trip();
    expect(body.aboard).toHaveLength(2);
    expect((await openTrip()).problem).toBe('bus.trip-open');
  });

  it("a trip opened by a boarding goes to school before noon in the school's time zone, else home", async () => {
    const late = ({ id }: Child, at: string) =>
      server.context.db.inSchool(school, (tx) =>
        backfillRide(
          tx,
          {
            ...{ studentId: id, busNumberPlate: plate, kind: 'on', method: 'attested', place: null },
            ...{ recordedBy: attendant.userId, overrideReason: null, scannerSerial: null, clientKey: randomUUID() },
            at: new Date(at),
          },
          async () => true,
        ),
      );
    await late(amina, '2026-01-05T08:59:59Z');
    expect((await trip()).body).toMatchObject({ direction: 'toSchool', opened: '2026-01-05T08:59:59.000Z' });
    const first = plate;
    plate = `KDC ${100 + aNumber()}C`;
    await head.ask(bus.createBus, { busNumberPlate: plate, label: 'Second' });
    await late(baraka, '2026-01-05T09:00:00Z');
    expect((await trip()).body).toMatchObject({ direction: 'home', busNumberPlate: plate, label: 'Second' });
    expect((await trip({ busNumberPlate: first })).body).toMatchObject({ busNumberPlate: first, label: 'Kondele' });
  });

  it('two concurrent boardings with one key are recorded once', async () => {
    const key = randomUUID();
    const answers = await Promise.all([board(amina, {}, HERE, key), board(amina, {}, HERE, key)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect((await trip()).body.aboard).toHaveLength(1);
  });
});

describe('closeTrip', () => {
  it('refuses while a student is aboard, then for a wrong rear code, and closes once', async () => {
    const { sysid } = (await openTrip()).body;
    await board(baraka);
    const refused = await close(sysid, 'wrong');
    expect(refused).toMatchObject({ status: 409, problem: 'bus.child-aboard' });
    expect(refused.body.detail?.aboard).toEqual([
      expect.objectContaining({ admissionNumber: baraka.admissionNumber, names: 'Baraka Otieno', stop: null }),
    ]);
    await alight(baraka);
    const { rearCode } = await card();
    const other = rearCode === '123456' ? '654321' : '123456';
    for (const wrong of [other, '', `${rearCode}0`])
      expect(await close(sysid, wrong)).toMatchObject({ status: 422, problem: 'bus.rear-code' });
    expect((await attendant.ask(contract.closeTrip, { sysid })).problem).toBe('bus.rear-code');
    const closed = await close(sysid, ` ${rearCode.slice(0, 3)} ${rearCode.slice(3)} `);
    expect(closed).toMatchObject({ status: 200, body: { sysid, closed: expect.any(String), aboard: [] } });
    expect(await close(sysid)).toMatchObject({ status: 409, problem: 'bus.trip-closed' });
    expect((await trip()).body).toMatchObject({ sysid, closed: closed.body.closed });
    expect((await close(newId())).problem).toBe('bus.trip-not-found');
    // The next boarding belongs to another trip.
    await board(amina);
    expect((await trip()).body.sysid).not.toBe(sysid);
  });

  it('a boarding that names a closed trip is refused with the time and user of its closing', async () => {
    const { sysid } = (await openTrip()).body;
    const seen = { tripSYSID: sysid };
    expect((await board(baraka, seen)).status).toBe(200);
    await alight(baraka, seen);
    const { closed } = (await close(sysid, undefined, head)).body;
    const closedBy = (await trip({ sysid })).body.closedBy;
    const { firstName, lastNames } = (await head.ask<Profile>(getProfile)).body;
    expect(closedBy).toBe(`${firstName} ${lastNames}`);
    const detail = { sysid, closed, closedBy };
    for (const more of [{}, { override: 'They wait' }])
      expect(await board(amina, { ...seen, ...more })).toMatchObject({
        ...{ status: 409, problem: 'bus.trip-closed', body: { detail } },
      });
    // Nothing was recorded, and no trip was opened.
    expect((await trip()).body).toMatchObject({ sysid, aboard: [] });
    expect((await board(amina)).status).toBe(200);
    const next = (await trip()).body.sysid;
    expect(next).not.toBe(sysid);
    // Another trip has been opened in the meantime, but the device shows the closed one.
    expect((await board(baraka, seen)).problem).toBe('bus.trip-closed');
    expect((await board(baraka, { tripSYSID: next })).status).toBe(200);
    // A trip of another bus, or an unknown one, does not concern this bus.
    const chao = await aChild('Chao Mwende');
    const busNumberPlate = `KDB ${aNumber()}`;
    await head.ask(bus.createBus, { busNumberPlate, label: 'Another' });
    const { body: other } = await openTrip({ busNumberPlate });
    const codes = await head.ask<contract.BusCard>(contract.getBusCard, { sysid: await busOf(busNumberPlate) });
    expect((await close(other.sysid, codes.body.rearCode)).status).toBe(200);
    expect((await board(chao, { tripSYSID: other.sysid })).status).toBe(200);
    // An alighting is not checked against the trip that the device shows.
    expect((await alight(chao, seen)).status).toBe(200);
  });

  it('the missing students of a closed trip do not change with the routes', async () => {
    const { sysid } = (await openTrip()).body;
    await close(sysid);
    await assign(baraka);
    await head.ask(routes.removeStop, { sysid: amina.id });
    await head.ask(routes.deleteRoute, { sysid: routeId });
    const { body } = await trip({ sysid });
    expect([body.expected, body.missing].map(numbers)).toEqual([[amina.admissionNumber], [amina.admissionNumber]]);
    expect(body.missing[0]?.stop).toBe('Kondele');
  });

  it('six wrong rear codes notify the office once', async () => {
    const { sysid } = (await openTrip()).body;
    for (let tries = 0; tries < 4; tries++) await close(sysid, '0');
    expect(await notices()).toEqual([]);
    await Promise.all([close(sysid, '0'), close(sysid, '0')]);
    expect(await notices()).toEqual(['bus.wrong-codes']);
  });

  it('of three concurrent closeTrip calls one succeeds', async () => {
    const { sysid } = (await openTrip()).body;
    const { rearCode } = await card();
    const answers = await Promise.all([close(sysid, rearCode), close(sysid, rearCode), close(sysid, rearCode, head)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  const newRide = (child: Child) => ({
    ...({ studentId: child.id, busNumberPlate: plate, listedOnly: false, kind: 'on', method: 'attested' } as const),
    ...{ recordedBy: attendant.userId, overrideReason: null, place: null, scannerSerial: null },
  });

  it('waits for a boarding in progress and then refuses', async () => {
    const { sysid } = (await openTrip()).body;
    const { rearCode } = await card();
    let closing: Promise<Told> | undefined;
    await server.context.db.inSchool(school, async (tx) => {
      await recordRide(tx, newRide(baraka));
      closing = close(sysid, rearCode);
      expect(await isBlocked(server, closing)).toBe(true);
    });
    expect((await closing)?.problem).toBe('bus.child-aboard');
  });

  it('a boarding that waits for the closing opens another trip', async () => {
    const { sysid } = (await openTrip()).body;
    let boarding: Promise<Ride> | undefined;
    await server.context.db.inSchool(school, async (tx) => {
      await tx.row('SELECT 1 FROM bus_trips WHERE school_id = $1 AND id = $2 FOR UPDATE', [school, sysid]);
      boarding = board(baraka);
      expect(await isBlocked(server, boarding)).toBe(true);
      await tx.row(
        'UPDATE bus_trips SET closed_at = clock_timestamp(), closed_by = $3 WHERE school_id = $1 AND id = $2',
        [school, sysid, attendant.userId],
      );
    });
    expect((await boarding)?.status).toBe(200);
    const { body } = await trip();
    expect(body.sysid).not.toBe(sysid);
    expect(numbers(body.aboard)).toEqual([baraka.admissionNumber]);
    expect((await trip({ sysid })).body.aboard).toEqual([]);
  });

  it.each(['a boarding', 'the attendant'])('an opening by %s waits for another opening of the same bus', async (by) => {
    let opening: Promise<{ status: number; problem?: string | undefined }> | undefined;
    const id = newId();
    await server.context.db.inSchool(school, async (tx) => {
      await lockOpening(tx, busId);
      opening = by === 'a boarding' ? board(baraka) : openTrip();
      expect(await isBlocked(server, opening)).toBe(true);
      await tx.row(
        `INSERT INTO bus_trips (school_id, id, bus_id, direction, opened_by) VALUES ($1, $2, $3, 'home', $4)`,
        [school, id, busId, attendant.userId],
      );
    });
    expect(await opening).toMatchObject(by === 'a boarding' ? { status: 200 } : { problem: 'bus.trip-open' });
    const { body } = await trip();
    expect([body.sysid, body.aboard.length]).toEqual([id, by === 'a boarding' ? 1 : 0]);
  });

  it('counts students whom an earlier trip left aboard', async () => {
    const { sysid } = (await openTrip()).body;
    await board(baraka);
    await server.context.db.inSchool(school, (tx) =>
      tx.row('UPDATE bus_trips SET closed_at = clock_timestamp(), closed_by = $2 WHERE school_id = $1', [
        school,
        attendant.userId,
      ]),
    );
    expect(numbers((await trip({ sysid })).body.aboard)).toEqual([baraka.admissionNumber]);
    const next = (await openTrip()).body;
    expect(next.sysid).not.toBe(sysid);
    expect((await close(next.sysid)).problem).toBe('bus.child-aboard');
  });

  it("refuses other schools, and shows the bus card only to the school's administrators", async () => {
    const { sysid } = (await openTrip()).body;
    const elsewhere = await server.aPerson('SchoolAdmin', await server.aSchool());
    const { rearCode } = await card();
    expect((await close(sysid, rearCode, elsewhere)).problem).toBe('bus.trip-not-found');
    expect((await elsewhere.ask(contract.getTrip, { sysid })).problem).toBe('bus.trip-not-found');
    for (const call of [contract.getBusCard, contract.renewRearCode]) {
      expect((await elsewhere.ask(call, { sysid: busId })).problem).toBe('bus.not-found');
      expect((await attendant.ask(call, { sysid: busId })).problem).toBe('session.role');
    }
    expect(await card()).toEqual({ sysid: busId, busNumberPlate: plate, label: 'Kondele', rearCode });
    expect(rearCode).toMatch(/^[1-9]\d{5}$/);
    const renewed = await head.ask<contract.BusCard>(contract.renewRearCode, { sysid: busId });
    expect(await card()).toEqual(renewed.body);
  });
});

describe('ride warnings', () => {
  it('warn of a student of another bus, unless the school has no routes', async () => {
    await openTrip();
    expect((await board(baraka)).body.warnings).toEqual(['bus.not-assigned']);
    expect((await alight(baraka)).body.warnings).toEqual(['bus.not-assigned']);
    expect((await board(amina)).body.warnings).toEqual([]);
    await head.ask(routes.deleteRoute, { sysid: routeId });
    expect((await board(baraka)).body.warnings).toEqual([]);
  });

  it('warn of another stop at the morning boarding, and not without a position', async () => {
    await openTrip();
    expect((await board(amina, {}, THERE)).body.warnings).toEqual(['bus.wrong-stop']);
    expect((await alight(amina, {}, THERE)).body.warnings).toEqual([]);
    expect((await board(amina, {}, { lat: '', long: '' })).body.warnings).toEqual([]);
  });

  it('warn of another stop at the afternoon alighting', async () => {
    await openTrip({ direction: 'home' });
    expect((await board(amina, {}, THERE)).body.warnings).toEqual([]);
    expect((await alight(amina, {}, THERE)).body.warnings).toEqual(['bus.wrong-stop']);
    await board(amina);
    expect((await alight(amina)).body.warnings).toEqual([]);
  });
});

describe('offline events after the closing', () => {
  const tell = async (kind: 'on' | 'off', occurredAt: string, more: object = {}) => {
    const event = { kind, occurredAt, admissionNumber: baraka.admissionNumber, busNumberPlate: plate, ...more };
    const sent = { ...event, key: randomUUID(), counter: aNumber(), method: 'attested' };
    const ask = async () => {
      const { body } = await attendant.ask<{ outcomes: OfflineOutcome[] }>(offlineBatch, { events: [sent] });
      return body.outcomes[0];
    };
    const first = await ask();
    // A device whose answer was lost sends it again, and is told all of it.
    if (first) expect(await ask()).toEqual({ ...first, status: 'duplicate', first: first.status });
    return first;
  };

  it('an event of a closed trip is recorded with an exception, and a student left aboard raises the alarm once', async () => {
    const { sysid, opened } = (await openTrip()).body;
    const { closed } = (await close(sysid)).body;
    expect((await tell('on', closed ?? ''))?.sysid).toBeDefined();
    const mine = (await exceptions()).filter(({ kind }) => kind === 'bus-after-closing');
    expect(mine).toMatchObject([{ admissionNumber: baraka.admissionNumber, detail: { event: 'on', aboard: true } }]);
    const late = await trip();
    expect(late.body).toMatchObject({ sysid, closed });
    expect(numbers(late.body.aboard)).toEqual([baraka.admissionNumber]);
    await look();
    expect(await notices()).toContain('bus.aboard-after-closing');
    expect(alarmsOf(head)).toHaveLength(1);
    // A child who got off on that trip as well raises no second alarm.
    await tell('off', opened, amina);
    await look();
    expect(alarmsOf(head)).toHaveLength(1);
    await alight(baraka);
    expect(numbers((await trip()).body.dropped)).toEqual([amina.admissionNumber, baraka.admissionNumber]);
  });

  it('a boarding that names a closed trip is answered with its closing', async () => {
    const { sysid, opened } = (await openTrip()).body;
    expect((await tell('on', opened, { tripSYSID: sysid }))?.problem).toBeUndefined();
    await tell('off', opened, { tripSYSID: sysid });
    const { closed, closedBy } = (await close(sysid, undefined, head)).body;
    const told = { problem: 'bus.trip-closed', trip: { sysid, closed, closedBy }, studentName: 'Baraka Otieno' };
    expect(await tell('on', closed ?? '', { tripSYSID: sysid })).toMatchObject(told);
    await alight(baraka);
    expect(await tell('on', new Date().toISOString(), { tripSYSID: sysid })).toMatchObject(told);
    expect((await trip()).body).toMatchObject({ closed: null, aboard: [{ names: 'Baraka Otieno' }] });
    // A graver problem takes precedence.
    const again = await tell('on', new Date().toISOString(), { tripSYSID: sysid });
    expect(again).toMatchObject({ problem: 'bus.already-aboard', trip: { sysid } });
    // An alighting names no trip, since no trip has to be closed for it.
    const off = await tell('off', new Date().toISOString(), { tripSYSID: sysid });
    expect([off?.status, off?.problem, off?.trip]).toEqual(['unverified', undefined, undefined]);
  });

  it("a student aboard after the closing is listed with the bus's newest trip and can alight there", async () => {
    const first = (await openTrip()).body;
    await close(first.sysid);
    const second = (await openTrip()).body;
    await close(second.sysid);
    await tell('on', first.opened);
    expect((await trip()).body).toMatchObject({ sysid: second.sysid, aboard: [{ names: 'Baraka Otieno' }] });
    // The record of a trip names whoever got on it.
    expect((await trip({ sysid: second.sysid })).body.aboard).toEqual([]);
    expect((await alight(baraka)).status).toBe(200);
    expect((await trip()).body).toMatchObject({ sysid: second.sysid, aboard: [] });
    expect((await trip({ sysid: first.sysid })).body.dropped).toMatchObject([{ names: 'Baraka Otieno' }]);
  });

  it('a closed trip with a student aboard comes first in runningTrips, until alighting or the next trip', async () => {
    const list = async () =>
      (await head.ask<unknown[]>(contract.runningTrips, { sort: '-busNumberPlate' })).body as { sysid: string }[];
    const { sysid, opened } = (await openTrip()).body;
    const { closed } = (await close(sysid)).body;
    // Sorts before any other.
    const busNumberPlate = `KZZ ${100 + aNumber()}Z`;
    await head.ask(bus.createBus, { busNumberPlate, label: 'Manyatta' });
    await openTrip({ busNumberPlate });
    expect(await list()).toMatchObject([{ busNumberPlate, closed: null }]);
    await tell('on', opened);
    expect(await list()).toMatchObject([
      { sysid, busNumberPlate: plate, closed, aboard: 1, position: null },
      { busNumberPlate, closed: null, aboard: 0 },
    ]);
    const next = (await openTrip()).body;
    expect((await list()).map((one) => one.sysid)).not.toContain(sysid);
    expect(await list()).toHaveLength(2);
    await alight(baraka);
    await close(next.sysid);
    expect(await list()).toMatchObject([{ busNumberPlate }]);
  });

  it('a student who got off again raises no alarm', async () => {
    const { sysid, opened } = (await openTrip()).body;
    await close(sysid);
    await tell('on', opened);
    await tell('off', opened);
    await look();
    expect((await exceptions()).filter(({ kind }) => kind === 'bus-after-closing')).toHaveLength(2);
    expect(await notices()).not.toContain('bus.aboard-after-closing');
  });

  it('an offline boarding without an open trip opens one', async () => {
    const before = new Date(Date.now() - 3 * 3_600_000).toISOString();
    await tell('on', before);
    expect((await trip()).body).toMatchObject({ opened: before, closed: null, aboard: [{ names: 'Baraka Otieno' }] });
    expect((await exceptions()).filter(({ kind }) => kind === 'bus-after-closing')).toEqual([]);
  });
});

/** Runs the job so many minutes from now, and sends its messages. */
async function look(minutes = 0): Promise<void> {
  const clock = { ...server.context.clock, now: () => Date.now() + minutes * 60_000 };
  await busJobs({ ...server.context, clock })[TRIP_CHECK]?.({});
  await server.runJobs();
}
const alarmsOf = ({ phone }: Person) => server.sent.filter(({ to, kind }) => to === phone && kind === 'bus-alarm');

describe('open trip alarm', () => {
  it('an open trip raises one notice and one SMS to the administrators after two hours', async () => {
    const elsewhere = await server.aPerson('SchoolAdmin', await server.aSchool());
    await openTrip();
    await board(baraka);
    await look(119);
    expect(await notices()).toEqual([]);
    await Promise.all([look(121), look(121)]);
    await look(500);
    expect(await notices()).toEqual(['bus.trip-open-long']);
    const [message, ...more] = alarmsOf(head);
    expect(more).toEqual([]);
    expect(message?.text).toContain(`${plate} is open since`);
    expect(message?.text).toContain('1 aboard');
    expect([...alarmsOf(attendant), ...alarmsOf(elsewhere)]).toEqual([]);
  });

  it('a trip being closed raises no alarm, and the check does not wait for it', async () => {
    const { sysid } = (await openTrip()).body;
    await server.context.db.inSchool(school, async (tx) => {
      await tx.row('SELECT 1 FROM bus_trips WHERE school_id = $1 AND id = $2 FOR UPDATE', [school, sysid]);
      expect(await isBlocked(server, look(121))).toBe(false);
      await tx.row('UPDATE bus_trips SET closed_at = clock_timestamp(), closed_by = $2 WHERE school_id = $1', [
        ...[school, attendant.userId],
      ]);
    });
    await look(122);
    expect([await notices(), alarmsOf(head)]).toEqual([[], []]);
  });

  it('runningTrips lists a trip with attendant, students aboard and lateness until it is closed', async () => {
    const list = async () => (await head.ask<unknown[]>(contract.runningTrips)).body;
    const { sysid } = (await openTrip({ routeSYSID: routeId })).body;
    await board(baraka);
    const row = {
      sysid,
      busNumberPlate: plate,
      label: 'Kondele',
      routeName: 'North',
      direction: 'toSchool',
      aboard: 1,
    };
    expect(await list()).toMatchObject([{ ...row, attendant: expect.stringMatching(/\S/), late: false }]);
    const elsewhere = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await elsewhere.ask<unknown[]>(contract.runningTrips)).body).toEqual([]);
    await server.context.db.inSchool(school, (tx) =>
      tx.row(`UPDATE bus_trips SET opened_at = opened_at - interval '2 hours' WHERE school_id = $1`, [school]),
    );
    expect(await list()).toMatchObject([{ ...row, late: true }]);
    await alight(baraka);
    await close(sysid);
    expect(await list()).toEqual([]);
  });

  it('the alarm follows tripAlarmMinutes and ignores closed trips', async () => {
    const admin = await server.aPerson('Admin');
    const { sysid } = (await openTrip()).body;
    await close(sysid);
    await openTrip();
    await admin.ask(updateSchoolSettings, { sysid: school, tripAlarmMinutes: 30 });
    await look(31);
    expect(await notices()).toEqual(['bus.trip-open-long']);
    for (const tripAlarmMinutes of [14, 721, 'soon'])
      expect((await admin.ask(updateSchoolSettings, { sysid: school, tripAlarmMinutes })).status).toBe(400);
  });
});
