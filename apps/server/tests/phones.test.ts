import type { Endpoint } from '@mfuko/contract/endpoint';
import { requestProfileCode } from '@mfuko/contract/profile';
import { schoolConfig } from '@mfuko/contract/schools';
import { find } from '@mfuko/contract/search';
import { createCheckAgent, createUser, getProfiles, updateUser } from '@mfuko/contract/staff';
import { addContact, createStudent, getContacts, updateContact } from '@mfuko/contract/students';
import { cashOutPin, deposit } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from './kit.ts';

let server: TestServer;
let school: string;
let admin: Person;
let bursar: Person;
let student: string;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  admin = await server.aPerson('Admin');
  bursar = await server.aPerson('SchoolAdmin', school);
  const { body } = await bursar.ask<{ sysid: string }>(createStudent, {
    admissionNumber: '8101',
    names: 'Amina Njeri Wanjala',
    classSYSID: await server.aClass(school),
    checkPin: '274951',
  });
  student = body.sysid;
});
afterAll(() => server.close());

const person = {
  email: 'agent@example.com',
  firstName: 'Kamau',
  lastNames: 'Wafula Otieno',
  password: 'mlango-wa-shule',
  confirmPassword: 'mlango-wa-shule',
};
const config = {
  contactName: 'Jane',
  contactEmail: 'jane@school.example',
  shortCode: '600100',
  lnmShortCode: '174379',
  initiator: 'operator',
  apiUser: 'api',
  consumerKey: 'key',
  consumerSecret: 'secret',
  securityCredential: 'credential',
  lnmPassWord: 'password',
  apiPassword: 'password',
};

/** Every call that takes a phone number, with the name of the field and the column that stores it. */
const CALLS: readonly [string, (phone: string) => Promise<Asked>, kept?: string][] = [
  ['createCheckAgent', async (phoneNumber) => [bursar, createCheckAgent, { ...person, phoneNumber }], 'mobileNumber'],
  [
    'createUser',
    async (phoneNumber) => [admin, createUser, { ...person, phoneNumber, role: 'SchoolAdmin', schoolSYSID: school }],
    'mobileNumber',
  ],
  ['updateUser', async (phoneNumber) => [bursar, updateUser, { sysid: await anAgent(), phoneNumber }], 'mobileNumber'],
  [
    'addContact',
    async (mobileNumber) => [bursar, addContact, { name: 'Grace Njeri', mobileNumber, studentSYSID: student }],
    'mobileNumber',
  ],
  [
    'updateContact',
    async (mobileNumber) => [bursar, updateContact, { sysid: await aContact(), mobileNumber }],
    'mobileNumber',
  ],
  ['schoolConfig', async (contactNumber) => [admin, schoolConfig, { ...config, contactNumber, schoolSYSID: school }]],
  [
    'requestProfileCode',
    async (phoneNumber) => [await anybody(), requestProfileCode, { change: 'phoneNumber', phoneNumber }],
  ],
];
type Asked = readonly [Person, Endpoint, object];

const anybody = () => server.aPerson('SchoolAdmin', school);
const national = () => String(20_000_000 + aNumber());
async function anAgent() {
  const made = await bursar.ask<{ sysid: string }>(createCheckAgent, { ...person, phoneNumber: `01${national()}` });
  return made.body.sysid;
}
async function aContact() {
  const contact = { name: 'Grace Njeri', mobileNumber: `01${national()}`, studentSYSID: student };
  return (await bursar.ask<{ sysid: string }>(addContact, contact)).body.sysid;
}

describe.each(CALLS)('%s', (_, make, kept) => {
  it.each([
    (digits: string) => `07${digits}`,
    (digits: string) => `01${digits.slice(0, 2)} ${digits.slice(2, 5)}-${digits.slice(5)}`,
    (digits: string) => `+254 7${digits}`,
    (digits: string) => `2547${digits}`,
  ])('accepts the phone number spelled by %s', async (spell) => {
    const phone = spell(national());
    const [who, endpoint, input] = await make(phone);
    const { status, body } = await who.ask(endpoint, input);
    expect({ status, body }).toMatchObject({ status: 200 });
    if (kept) expect(body[kept]).toBe(`254${phone.replace(/[\s+-]/g, '').slice(-9)}`);
  });

  it.each(['722000111', '0622000111', '07220001112', '+255722000111', ''])('rejects %j', async (phone) => {
    const [who, endpoint, input] = await make(phone);
    expect((await who.ask(endpoint, input)).status).toBe(400);
  });
});

it("two spellings of a guardian's number are a duplicate", async () => {
  const digits = national();
  const add = (mobileNumber: string) => bursar.ask(addContact, { name: 'Otieno', mobileNumber, studentSYSID: student });
  expect((await add(`+2547${digits}`)).status).toBe(200);
  expect((await add(`07${digits}`)).problem).toBe('guardian.duplicate');
});

it('cashOutPin accepts userName in any spelling', async () => {
  await bursar.ask(deposit, { admissionNumber: '8101', amount: 500 });
  const userName = `0${bursar.phone.slice(3, 6)} ${bursar.phone.slice(6)}`;
  const paid = await bursar.ask(cashOutPin, { admissionNumber: '8101', amount: 20, pin: '274951', userName });
  expect(paid.status).toBe(200);
});

it('searches find a number in any spelling and by its beginning', async () => {
  const digits = national();
  await bursar.ask(createCheckAgent, { ...person, phoneNumber: `07${digits}` });
  await bursar.ask(addContact, { name: 'Mama Amina', mobileNumber: `+2547${digits}`, studentSYSID: student });
  for (const text of [
    `07${digits}`,
    `+254 7${digits}`,
    `07${digits.slice(0, 2)}-${digits.slice(2)}`,
    `07${digits.slice(0, 7)}`,
  ]) {
    const users = await bursar.ask<object[]>(getProfiles, { search: text });
    expect([text, users.body.map((row) => 'mobileNumber' in row && row.mobileNumber)]).toEqual([
      text,
      expect.arrayContaining([`2547${digits}`]),
    ]);
    const contacts = await bursar.ask<object[]>(getContacts, { search: text, studentSYSID: student });
    expect(contacts.body).toContainEqual(expect.objectContaining({ mobileNumber: `2547${digits}` }));
  }
  const found = await bursar.ask<{ students: object[]; users: object[] }>(find, { text: `+254 7${digits}` });
  expect(found.body).toMatchObject({
    students: [{ admissionNumber: '8101' }],
    users: [{ names: 'Kamau Wafula Otieno' }],
  });
});
