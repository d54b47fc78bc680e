import { createBus, getBus, updateBus } from '@mfuko/contract/bus';
import { createRoute, getRoute, updateRoute } from '@mfuko/contract/bus-routes';
import { createMenu, getMealPlan, getMenu, updateMealWindows, updateMenu } from '@mfuko/contract/canteen';
import { addDevice, getDevice, updateDevice } from '@mfuko/contract/devices';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { createItem, getItem, handOutItem, updateItem } from '@mfuko/contract/items';
import { getMessageSettings, updateMessageSettings } from '@mfuko/contract/messages';
import { getProfile, updateProfile } from '@mfuko/contract/profile';
import {
  createClass,
  getClass,
  getSchool,
  getSchoolConfig,
  getSchoolSettings,
  schoolConfig,
  updateClass,
  updateSchool,
  updateSchoolSettings,
} from '@mfuko/contract/schools';
import { createCheckAgent, getUser, updateUser } from '@mfuko/contract/staff';
import {
  addContact,
  createStudent,
  getContact,
  getContacts,
  getStudent,
  updateContact,
  updateStudent,
} from '@mfuko/contract/students';
import { getTill, updateTillRules } from '@mfuko/contract/tills';
import { deposit } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from './kit.ts';

type Ids = Record<
  'school' | 'classId' | 'student' | 'contact' | 'user' | 'device' | 'menu' | 'bus' | 'item' | 'route',
  string
>;
type Records = Record<string, unknown>;

let server: TestServer;
let admin: Person;
const ids = {} as Ids;

const CONFIG = {
  ...{ contactName: 'Jane', contactNumber: '254722000111', contactEmail: 'jane@school.example', shortCode: '600100' },
  ...{ lnmShortCode: '174379', initiator: 'operator', apiUser: 'api', consumerKey: 'k', consumerSecret: 's' },
  ...{ securityCredential: 'c', lnmPassWord: 'p', apiPassword: 'a' },
};

beforeAll(async () => {
  server = await openTestServer();
  ids.school = await server.aSchool();
  admin = await server.aPerson('Admin');
  const made = async (endpoint: Endpoint, input: object) => String((await call(endpoint, input)).body.sysid);
  ids.classId = await made(createClass, { className: 'Grade 4' });
  const student = { admissionNumber: '4001', names: 'Amina Noor', classSYSID: ids.classId };
  ids.student = await made(createStudent, student);
  const guardian = { name: 'Mary', mobileNumber: '0722000111', studentSYSID: ids.student };
  ids.contact = await made(addContact, guardian);
  ids.user = await made(createCheckAgent, {
    ...{ phoneNumber: '0733000111', email: 'a@example.com', firstName: 'Kamau', lastNames: 'Wafula' },
    ...{ password: 'mlango-wa-shule', confirmPassword: 'mlango-wa-shule' },
  });
  const device = { serialNumber: 'U-17', deviceLabel: 'Gate', deviceRole: 'CHECKIN', schoolSYSID: ids.school };
  ids.device = await made(addDevice, device);
  ids.menu = await made(createMenu, { name: 'Beans', quantityPerPerson: 1, price: 30 });
  ids.bus = await made(createBus, { busNumberPlate: 'KDA 100A', label: 'Bus 1' });
  ids.route = await made(createRoute, { name: 'North', busSYSID: ids.bus, stops: [{ name: 'Kondele' }] });
  ids.item = await made(createItem, { admissionNumber: '4001', itemName: 'Tie', quantity: 2, price: 0 });
  await call(schoolConfig, { ...CONFIG, schoolSYSID: ids.school });
});
afterAll(() => server.close());

function call(endpoint: Endpoint, input: object) {
  return admin.ask<Records>(endpoint, input, endpoint.school === 'none' ? {} : { school: ids.school });
}

/** Each record that is read and changed: by which calls, and two changes of one field. */
const RECORDS: readonly [
  name: string,
  get: Endpoint,
  update: Endpoint,
  of: () => object,
  field: string,
  one: unknown,
  two: unknown,
][] = [
  ['student', getStudent, updateStudent, () => ({ sysid: ids.student }), 'names', 'Amina A Noor', 'Amina B Noor'],
  ['guardian', getContact, updateContact, () => ({ sysid: ids.contact }), 'name', 'Mary A', 'Mary B'],
  ['user', getUser, updateUser, () => ({ sysid: ids.user }), 'firstName', 'Kamau A', 'Kamau B'],
  ['class', getClass, updateClass, () => ({ sysid: ids.classId }), 'className', 'Grade 4 A', 'Grade 4 B'],
  ['device', getDevice, updateDevice, () => ({ sysid: ids.device }), 'deviceLabel', 'Gate A', 'Gate B'],
  ['menu item', getMenu, updateMenu, () => ({ sysid: ids.menu }), 'price', 35, 40],
  ['bus', getBus, updateBus, () => ({ sysid: ids.bus }), 'label', 'Bus A', 'Bus B'],
  ['route', getRoute, updateRoute, () => ({ sysid: ids.route }), 'name', 'North A', 'North B'],
  ['student item', getItem, updateItem, () => ({ sysid: ids.item }), 'itemName', 'Tie A', 'Tie B'],
  ['message setting', getMessageSettings, updateMessageSettings, () => ({}), 'cap', 700, 800],
  ['profile', getProfile, updateProfile, () => ({}), 'firstName', 'Asha A', 'Asha B'],
  ['school', getSchool, updateSchool, () => ({ sysid: ids.school }), 'town', 'Nakuru', 'Kisii'],
  ['settings', getSchoolSettings, updateSchoolSettings, () => ({ sysid: ids.school }), 'movementLimit', 900, 800],
  [
    ...(['configuration', getSchoolConfig, schoolConfig, () => ({ ...CONFIG, schoolSYSID: ids.school })] as const),
    ...(['contactName', 'Jane A', 'Jane B'] as const),
  ],
];

async function read(get: Endpoint, of: object): Promise<Records> {
  const { body } = await call(get, of);
  return (Array.isArray(body) ? body[0] : body) as Records;
}

it.each(RECORDS)(
  'updating a %s with a stale stamp returns 409 record.changed and the present record',
  async (...row) => {
    const [, get, update, of, field, one, two] = row;
    const before = await read(get, of());
    expect(before.updated).toMatch(/^\S{8,}$/);
    expect((await read(get, of())).updated).toBe(before.updated);
    expect((await call(update, { ...of(), [field]: one, updated: before.updated })).status).toBe(200);
    const clash = await call(update, { ...of(), [field]: two, updated: before.updated });
    expect([clash.status, clash.problem]).toEqual([409, 'record.changed']);
    const present = await read(get, of());
    expect(present[field]).toBe(one);
    expect(clash.body.detail).toEqual(present);
    expect((await call(update, { ...of(), [field]: two, updated: present.updated })).status).toBe(200);
    expect((await call(update, { ...of(), [field]: one })).status).toBe(200);
  },
);

it.each(RECORDS)('of two concurrent updates of a %s one returns 409', async (...row) => {
  const [, get, update, of, field, one, two] = row;
  // Both values differ from the stored one, whatever earlier tests have left.
  await call(update, { ...of(), [field]: one });
  const { updated } = await read(get, of());
  const third = typeof one === 'number' ? one + 5 : `${one} C`;
  const both = await Promise.all([two, third].map((value) => call(update, { ...of(), [field]: value, updated })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it("a student's stamp survives a deposit and a rename of the class", async () => {
  const before = await read(getStudent, { sysid: ids.student });
  await call(deposit, { admissionNumber: '4001', amount: 50 });
  await call(updateClass, { sysid: ids.classId, className: 'Grade 4 Z' });
  expect((await read(getStudent, { sysid: ids.student })).updated).toBe(before.updated);
});

it('a guardian has the same stamp alone and in the list', async () => {
  const { updated } = await read(getContact, { sysid: ids.contact });
  const listed = await call(getContacts, { studentSYSID: ids.student });
  expect(listed.body).toMatchObject([{ sysid: ids.contact, updated }]);
});

it('the till rules have their own stamp, and one of two concurrent updates returns 409', async () => {
  const { rulesUpdated, varianceLimit } = await read(getTill, {});
  const other = Number(varianceLimit) + 10;
  const set = (limit: number) => call(updateTillRules, { varianceLimit: limit, updated: rulesUpdated });
  const both = await Promise.all([set(other), set(other + 10)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const clash = both.find(({ status }) => status === 409);
  const present = await read(getTill, {});
  expect(clash?.body.detail).toEqual({ varianceLimit: present.varianceLimit, updated: present.rulesUpdated });
  expect((await call(updateTillRules, { varianceLimit: 60 })).status).toBe(200);
});

it('one of two concurrent updates of the meal windows returns 409 and the present plan', async () => {
  const { updated } = await read(getMealPlan, {});
  const set = (name: string, stamp?: unknown) =>
    call(updateMealWindows, { windows: [{ name, from: '12:00', to: '13:00' }], updated: stamp });
  const both = await Promise.all([set('Lunch', updated), set('Dinner', updated)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const present = await read(getMealPlan, {});
  expect(both.find(({ status }) => status === 409)?.body.detail).toEqual(present);
  expect((await set('Tea', present.updated)).status).toBe(200);
  expect((await set('Lunch')).status).toBe(200);
});

it("an item's stamp survives handing out its pieces", async () => {
  const before = await read(getItem, { sysid: ids.item });
  expect((await call(handOutItem, { sysid: ids.item, quantity: 1 })).status).toBe(200);
  expect((await read(getItem, { sysid: ids.item })).updated).toBe(before.updated);
});
