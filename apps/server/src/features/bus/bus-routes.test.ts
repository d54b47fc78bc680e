import * as bus from '@mfuko/contract/bus';
import * as contract from '@mfuko/contract/bus-routes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent } from '../students/index.ts';

let server: TestServer;
let school: string;
let head: Person;
let attendant: Person;
let busId: string;
let plate: string;

const STOPS = [
  { name: 'Kondele', lat: -0.09, long: 34.75, toSchool: '06:40', home: '16:30' },
  { name: 'Mamboleo', lat: null, long: null, toSchool: null, home: null },
];

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  attendant = await server.aPerson('CheckAgent', school, ['bus']);
  plate = `KDB ${100 + aNumber()}A`;
  busId = (await head.ask<bus.BusRow>(bus.createBus, { busNumberPlate: plate, label: 'One' })).body.sysid;
});

const make = (more: object = {}) =>
  head.ask<{ sysid: string; stops: contract.RouteStop[] }>(contract.createRoute, {
    name: 'North',
    busSYSID: busId,
    stops: STOPS,
    ...more,
  });
const change = (sysid: string, more: object) => head.ask<contract.RouteRow>(contract.updateRoute, { sysid, ...more });
const assign = (sysid: string, routeSYSID: string, more: object = {}) =>
  head.ask<contract.StopsOfStudent>(contract.assignStop, {
    ...{ sysid, routeSYSID, stop: 'Kondele', direction: 'both' },
    ...more,
  });
async function aChild(names = 'Amina Juma') {
  const child = { id: newId(), admissionNumber: String(8000 + aNumber()) };
  const classId = await server.aClass(school);
  await server.context.db.inSchool(school, (tx) => addStudent(tx, { ...child, names, classId, pinHash: null }));
  return child.id;
}

describe('bus routes', () => {
  it('a route keeps its stops in order, and rejects a taken name, an unknown bus and invalid stops', async () => {
    const made = await make();
    expect(made.body).toEqual({ sysid: expect.any(String), stops: STOPS });
    expect(await make({ name: ' north ' })).toMatchObject({ status: 409, problem: 'bus.route-duplicate' });
    expect((await make({ name: 'South', busSYSID: newId() })).problem).toBe('bus.not-found');
    const kondele = { name: 'Kondele' };
    for (const stops of [
      [kondele, { name: 'KONDELE' }],
      [{ ...kondele, lat: 91 }],
      [{ ...kondele, lat: 'north' }],
      [{ ...kondele, toSchool: '24:00' }],
      [{ name: '' }],
    ])
      expect((await make({ name: 'South', stops })).status).toBe(400);
    expect((await make({ name: 'South', stops: [{ ...kondele, lat: '-0.1', long: '34' }] })).body.stops).toEqual([
      { ...kondele, lat: -0.1, long: 34, toSchool: null, home: null },
    ]);
    const listed = await attendant.ask<contract.RouteRow[]>(contract.getRoutes);
    expect(listed.body).toMatchObject([
      { name: 'North', busSYSID: busId, busNumberPlate: plate, label: 'One', stops: STOPS, students: 0 },
      { name: 'South' },
    ]);
  });

  it('renaming stops keeps their students, and a stop with students cannot be removed', async () => {
    const { sysid } = (await make()).body;
    const child = await aChild();
    await assign(child, sysid);
    const [, mamboleo] = STOPS;
    expect(await change(sysid, { stops: [mamboleo] })).toMatchObject({
      status: 409,
      problem: 'bus.stop-in-use',
      body: { detail: { stop: 'Kondele', students: 1 } },
    });
    const swapped = [
      { name: 'Kondele', was: 'Mamboleo' },
      { name: 'Mamboleo', was: 'Kondele', home: '17:00' },
    ];
    expect((await change(sysid, { name: 'North East', stops: swapped })).body).toMatchObject({
      name: 'North East',
      students: 1,
      stops: [{ name: 'Kondele' }, { name: 'Mamboleo', home: '17:00' }],
    });
    const own = await head.ask<contract.StopsOfStudent>(contract.getStops, { sysid: child });
    expect(own.body.home).toEqual({
      ...{ routeSYSID: sysid, routeName: 'North East', busNumberPlate: plate, stop: 'Mamboleo', time: '17:00' },
    });
    await head.ask(contract.removeStop, { sysid: child });
    expect((await change(sysid, { stops: [] })).body.stops).toEqual([]);
  });

  it('deleting a route hides its assignments and restoring it brings them back', async () => {
    const { sysid } = (await make()).body;
    const child = await aChild();
    await assign(child, sysid);
    expect((await head.ask(contract.deleteRoute, { sysid })).body).toEqual({ sysid });
    expect((await head.ask(contract.getRoute, { sysid })).problem).toBe('bus.route-not-found');
    expect((await assign(child, sysid)).problem).toBe('bus.route-not-found');
    expect((await head.ask(contract.getStops, { sysid: child })).body).toMatchObject({ toSchool: null, home: null });
    expect((await head.ask(contract.restoreRoute, { sysid })).body).toMatchObject({ name: 'North', students: 1 });
    await head.ask(contract.deleteRoute, { sysid });
    await make();
    expect((await head.ask(contract.restoreRoute, { sysid })).problem).toBe('bus.route-duplicate');
  });

  it("another school's users and attendants can neither read nor change routes and stops", async () => {
    const { sysid } = (await make()).body;
    const child = await aChild();
    const elsewhere = await server.aPerson('SchoolAdmin', await server.aSchool());
    for (const call of [contract.getRoute, contract.updateRoute, contract.deleteRoute, contract.restoreRoute])
      expect((await elsewhere.ask(call, { sysid })).problem).toBe('bus.route-not-found');
    for (const call of [contract.getStops, contract.removeStop])
      expect((await elsewhere.ask(call, { sysid: child })).problem).toBe('student.not-found');
    expect((await elsewhere.ask(contract.getRouteStudents, { routeSYSID: sysid })).body).toEqual([]);
    expect((await attendant.ask(contract.assignStop, { sysid: child })).problem).toBe('session.role');
  });
});

describe('stop assignments', () => {
  it('a student has one stop per direction, the latest assigned', async () => {
    const { sysid } = (await make()).body;
    const child = await aChild();
    expect((await assign(child, sysid)).body).toMatchObject({
      sysid: child,
      toSchool: { stop: 'Kondele', time: '06:40' },
      home: { stop: 'Kondele', time: '16:30' },
    });
    expect((await assign(child, sysid, { stop: 'MAMBOLEO', direction: 'home' })).body).toMatchObject({
      toSchool: { stop: 'Kondele' },
      home: { stop: 'Mamboleo', time: null },
    });
    const students = () => head.ask(contract.getRouteStudents, { routeSYSID: sysid });
    expect((await students()).body).toMatchObject([
      { sysid: child, names: 'Amina Juma', toSchool: 'Kondele', home: 'Mamboleo' },
    ]);
    expect((await assign(child, sysid, { stop: 'Nowhere' })).problem).toBe('bus.stop-not-found');
    expect((await assign(newId(), sysid)).problem).toBe('student.not-found');
    const removed = await head.ask(contract.removeStop, { sysid: child, direction: 'toSchool' });
    expect(removed.body).toMatchObject({ toSchool: null, home: { stop: 'Mamboleo' } });
    expect((await students()).body).toMatchObject([{ toSchool: null, home: 'Mamboleo' }]);
  });
});
