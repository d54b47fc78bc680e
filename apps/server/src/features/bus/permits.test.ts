import { type BusEvent, type BusRow, createBus, getBus, onBusKids, permitBus, updateBus } from '@mfuko/contract/bus';
import { getTrip, openTrip, runningTrips, type Trip } from '@mfuko/contract/bus-trips';
import { type GateException, getExceptions } from '@mfuko/contract/campus';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { type OfflineOutcome, offlineBatch } from '@mfuko/contract/offline';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent } from '../students/index.ts';
import { eraseRides } from './erase.ts';
import { recordRide } from './index.ts';

/** Dates in the past and the future, whatever day it is. */
const OVER = '2020-01-31';
const VALID = '2999-12-31';
const REASON = 'New sticker is paid, receipt 8812; exams today';

let server: TestServer;
let school: string;
let head: Person;
let attendant: Person;
let plate: string;
let busId: string;
let amina: string;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  attendant = await server.aPerson('CheckAgent', school, ['bus']);
  plate = `KDA ${100 + aNumber()}P`;
  const papers = { inspectedUntil: VALID, insuredUntil: OVER };
  busId = (await head.ask<BusRow>(createBus, { busNumberPlate: plate, label: 'North', ...papers })).body.sysid;
  amina = String(7000 + aNumber());
  const classId = await server.aClass(school);
  const child = { id: newId(), admissionNumber: amina, names: 'Amina Juma', classId, pinHash: null };
  await server.context.db.inSchool(school, (tx) => addStudent(tx, child));
});

const open = (direction = 'toSchool') => attendant.ask<Trip>(openTrip, { busNumberPlate: plate, direction });
const permit = (person = head, more: object = {}) =>
  person.ask<BusRow>(permitBus, { sysid: busId, reason: REASON, ...more });
const board = (more: object = {}) =>
  attendant.ask<BusEvent>(onBusKids, { admissionNumber: amina, busNumberPlate: plate, ...more });
const trip = async () => (await attendant.ask<Trip>(getTrip, { busNumberPlate: plate })).body;
const odd = async () =>
  (await head.ask<GateException[]>(getExceptions)).body.map(({ kind, detail }) => ({ kind, detail }));
const rung = async () => (await head.ask<NoticeRow[]>(getNotifications)).body.map(({ kind }) => kind);

it('openTrip is refused for a bus with an expired paper, and names the paper', async () => {
  expect(await open()).toMatchObject({
    ...{ status: 422, problem: 'bus.papers-over' },
    body: { detail: { papers: [{ paper: 'insurance', until: OVER }] } },
  });
  expect((await attendant.ask(getTrip, { busNumberPlate: plate })).problem).toBe('bus.trip-not-found');
  await head.ask(updateBus, { sysid: busId, insuredUntil: VALID });
  expect((await open()).body.papers).toBeNull();
});

it('a permit with a reason lets the bus run, and is stored on the trip and audited', async () => {
  expect((await permit(attendant)).status).toBe(403);
  expect((await permit(head, { reason: ' ' })).status).toBe(400);
  const permitted = await permit();
  expect(permitted.body.permit).toMatchObject({ reason: REASON, by: 'Wanjiru Otieno' });
  const opened = await open();
  const papers = { over: ['insurance'], reason: REASON, permittedBy: 'Wanjiru Otieno' };
  expect(opened).toMatchObject({ status: 200, body: { papers } });
  // A new date does not change the papers with which the trip set out.
  await head.ask(updateBus, { sysid: busId, insuredUntil: VALID });
  expect((await trip()).papers).toEqual(papers);
  const running = await head.ask<AnswerOf<typeof runningTrips>[]>(runningTrips);
  expect(running.body.map((row) => row.papers)).toEqual([papers]);
  const trail = await server.context.db.readSchool(school, (tx) =>
    tx.rows(`SELECT action, detail->'reason' AS reason FROM audit_events WHERE school_id = $1 AND detail ? 'reason'`, [
      tx.schoolId,
    ]),
  );
  expect(trail).toEqual(
    expect.arrayContaining([
      { action: 'bus.permit', reason: REASON },
      { action: 'bus.open-trip', reason: REASON },
    ]),
  );
  expect(await odd()).toEqual([]);
});

it('a permit is valid for one day', async () => {
  await permit();
  await server.context.db.inSchool(school, (tx) =>
    tx.row('UPDATE buses SET permitted_on = permitted_on - 1 WHERE school_id = $1 RETURNING id', [tx.schoolId]),
  );
  expect((await head.ask<BusRow>(getBus, { sysid: busId })).body.permit).toBeNull();
  expect((await open()).problem).toBe('bus.papers-over');
});

it('permitBus is refused for a bus with valid papers and does not change its updated time', async () => {
  const { updated } = (await head.ask<BusRow>(getBus, { sysid: busId })).body;
  expect((await permit()).body.updated).toBe(updated);
  await head.ask(updateBus, { sysid: busId, insuredUntil: '' });
  expect((await permit()).problem).toBe('bus.papers-valid');
});

it('a boarding that would open a trip with expired papers needs a reason and notifies the office', async () => {
  expect(await board()).toMatchObject({ status: 422, problem: 'bus.papers-over' });
  expect(await board({ override: 'Children at the roadside' })).toMatchObject({ status: 200 });
  expect((await trip()).papers).toEqual({
    ...{ over: ['insurance'], reason: 'Children at the roadside', permittedBy: null },
  });
  const detail = { busNumberPlate: plate, papers: ['insurance'], reason: 'Children at the roadside' };
  expect(await odd()).toEqual([{ kind: 'bus-papers-over', detail }]);
  expect(await rung()).toEqual(['bus.papers-set-out']);
});

it('two concurrent boardings with expired papers open one trip and raise one exception', async () => {
  let second: ReturnType<typeof board> | undefined;
  const third = String(7000 + aNumber());
  const classId = await server.aClass(school);
  const [one, other] = [amina, third];
  await server.context.db.inSchool(school, async (tx) => {
    await addStudent(tx, { id: newId(), admissionNumber: other, names: 'Baraka Otieno', classId, pinHash: null });
  });
  await server.context.db.inSchool(school, async (tx) => {
    const child = await tx.row<{ id: string }>(
      'SELECT id FROM students WHERE school_id = $1 AND admission_number = $2',
      [...[tx.schoolId, one]],
    );
    await recordRide(tx, {
      ...({ studentId: child?.id ?? '', busNumberPlate: plate, kind: 'on', method: 'attested' } as const),
      ...{ listedOnly: false, recordedBy: attendant.userId, overrideReason: 'Rain', place: null, scannerSerial: null },
    });
    second = board({ admissionNumber: other, override: 'Children at the roadside' });
    expect(await isBlocked(server, second)).toBe(true);
  });
  expect((await second)?.status).toBe(200);
  expect(await odd()).toEqual([
    { kind: 'bus-papers-over', detail: { busNumberPlate: plate, papers: ['insurance'], reason: 'Rain' } },
  ]);
  expect((await trip()).aboard).toHaveLength(2);
});

it('a boarding on a permitted bus raises no exception', async () => {
  await permit();
  expect(await board()).toMatchObject({ status: 200 });
  expect((await trip()).papers).toMatchObject({ reason: REASON, permittedBy: 'Wanjiru Otieno' });
  expect(await odd()).toEqual([]);
});

it("erasing a student removes the attendant's reason from the trip", async () => {
  await board({ override: 'Amina waits alone' });
  await server.context.db.inSchool(school, async (tx) => {
    const child = await tx.row<{ id: string }>(
      'SELECT id FROM students WHERE school_id = $1 AND admission_number = $2',
      [...[tx.schoolId, amina]],
    );
    await eraseRides(tx, { id: child?.id ?? '', admissionNumber: amina, names: '', pseudonym: 'E-1', guardians: [] });
  });
  expect((await trip()).papers).toMatchObject({ over: ['insurance'], reason: null });
});

it('offline boardings with expired papers are recorded, with one exception', async () => {
  const event = (kind: 'on' | 'off', minutes: number) => ({
    ...{ key: newId(), counter: 10 - minutes, kind, admissionNumber: amina, method: 'attested', busNumberPlate: plate },
    occurredAt: new Date(Date.now() - minutes * 60_000).toISOString(),
  });
  const events = [event('on', 3), event('off', 2), event('on', 1)];
  const { body } = await attendant.ask<{ outcomes: OfflineOutcome[] }>(offlineBatch, { events });
  expect(body.outcomes.map(({ status }) => status)).toEqual(['unverified', 'unverified', 'unverified']);
  expect((await trip()).papers).toEqual({ over: ['insurance'], reason: null, permittedBy: null });
  expect((await odd()).filter(({ kind }) => kind === 'bus-papers-over')).toHaveLength(1);
});
