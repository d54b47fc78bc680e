import { createBus, offBusKids, offBusPin, type onBusKids, onBusPin } from '@mfuko/contract/bus';
import { type GateException, getExceptions } from '@mfuko/contract/campus';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { createStudent, updateStudent } from '@mfuko/contract/students';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';

const PIN = '274951';
const NEW_PIN = '836042';

let server: TestServer;
let office: Person;
let attendant: Person;
let classSYSID: string;
let busNumberPlate: string;
let child: { sysid: string; admissionNumber: string };

beforeAll(async () => {
  server = await openTestServer();
  const school = await server.aSchool();
  classSYSID = await server.aClass(school);
  office = await server.aPerson('SchoolAdmin', school);
  attendant = await server.aPerson('CheckAgent', school, ['bus']);
  busNumberPlate = `KDA ${100 + aNumber()}P`;
  expect((await office.ask(createBus, { busNumberPlate, label: 'North' })).status).toBe(200);
});
afterAll(() => server.close());
beforeEach(async () => {
  const admissionNumber = String(70_000 + aNumber());
  const asked = { admissionNumber, names: 'Amina Juma', classSYSID, checkPin: PIN };
  child = { sysid: (await office.ask<{ sysid: string }>(createStudent, asked)).body.sysid, admissionNumber };
});

const changePin = () => office.ask(updateStudent, { sysid: child.sysid, checkPin: NEW_PIN });
async function ride(call: typeof onBusKids | typeof onBusPin, pin?: string): Promise<void> {
  const { admissionNumber } = child;
  expect((await attendant.ask(call, { admissionNumber, busNumberPlate, pin })).status).toBe(200);
}
async function asked(): Promise<Pick<GateException, 'kind' | 'detail'>[]> {
  const { body } = await office.ask<GateException[]>(getExceptions, { search: child.admissionNumber });
  return body.map(({ kind, detail }) => ({ kind, detail }));
}

describe('alighting by a changed PIN', () => {
  it('alighting by a PIN that has just changed raises an exception and an urgent notice with the bus', async () => {
    await ride(onBusPin, PIN);
    await changePin();
    await ride(offBusPin, NEW_PIN);
    expect(await asked()).toEqual([
      { kind: 'bus-off-changed', detail: { event: 'off', method: 'pin', busNumberPlate } },
    ]);
    const bell = (await office.ask<NoticeRow[]>(getNotifications)).body;
    expect(bell.filter(({ params }) => params.admissionNumber === child.admissionNumber)).toMatchObject([
      { kind: 'exception.bus-off-changed', severity: 'urgent', params: { names: 'Amina Juma', plate: busNumberPlate } },
    ]);
  });

  it('no exception for an unchanged PIN, a boarding or an attested alighting', async () => {
    await ride(onBusPin, PIN);
    await ride(offBusPin, PIN);
    await changePin();
    await ride(onBusPin, NEW_PIN);
    await ride(offBusKids);
    expect(await asked()).toEqual([]);
  });
});
