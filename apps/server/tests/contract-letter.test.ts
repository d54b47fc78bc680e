// Requests by the letter of the contract: sorts of every list, the school of a call, the password of a new account.
import { createMenu } from '@mfuko/contract/canteen';
import { getClasses, getSchoolSettings, updateSchoolSettings } from '@mfuko/contract/schools';
import { createCheckAgent, createUser } from '@mfuko/contract/staff';
import { getStudents } from '@mfuko/contract/students';
import { getBalances } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from './kit.ts';

let server: TestServer;
let school: string;
let bursar: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  await server.aClass(school);
});
afterAll(() => server.close());

describe('sort fields of the contract', () => {
  it.each(['names', '-names', 'dateCreated', '-dateCreated'])(
    'are accepted by lists without these fields (%s)',
    async (sort) => {
      for (const list of [getClasses, getBalances, getStudents])
        expect((await bursar.ask(list, { sort }, { method: 'GET' })).status).toBe(200);
    },
  );

  it("sort by the list's own name and date", async () => {
    await server.aClass(school);
    const sorted = async (sort: string) =>
      (await bursar.ask<{ className: string }[]>(getClasses, { sort }, { method: 'GET' })).body;
    expect(await sorted('-names')).toEqual(await sorted('-className'));
    expect(await sorted('names')).not.toEqual(await sorted('-names'));
    expect(await sorted('-dateCreated')).not.toEqual(await sorted('dateCreated'));
  });
});

it('a new account accepts any password that is not empty and equals its confirmation', async () => {
  const person = (password: string, confirmPassword = password) => ({
    ...{
      phoneNumber: `25474${1_000_000 + aNumber()}`,
      email: 'gate@school.example',
      firstName: 'Kamau',
      lastNames: 'Wafula',
    },
    ...{ password, confirmPassword },
  });
  for (const password of ['x', '1234', 'Passw0rd!'])
    expect((await bursar.ask(createCheckAgent, person(password))).status).toBe(200);
  expect((await bursar.ask(createUser, { ...person('secret12'), role: 'CheckAgent' })).status).toBe(200);
  const answers = [person(''), person('secret12', 'secret13')].map((input) =>
    bursar.ask<{ detail: { fields: object } }>(createCheckAgent, input),
  );
  const fields = (await Promise.all(answers)).map(({ body }) => Object.keys(body.detail.fields));
  expect(fields).toEqual([['password'], ['confirmPassword']]);
});

it("createMenu rejects another school's id and accepts the own, an empty or a null one", async () => {
  const other = await server.aSchool();
  const make = (name: string, schoolSYSID: string | null) =>
    bursar.ask(createMenu, { name, quantityPerPerson: 1, schoolSYSID });
  expect(await make('Githeri', other)).toMatchObject({ status: 403, problem: 'session.school' });
  for (const [i, named] of [school, school.toUpperCase(), '', null].entries())
    expect((await make(`Githeri ${i}`, named)).status).toBe(200);
});

describe('an Admin who names the school only in the header', () => {
  it("reads and changes that school's settings", async () => {
    const admin = await server.aPerson('Admin');
    const changed = await admin.ask(updateSchoolSettings, { holdAfterChangeHours: 12 }, { school });
    expect(changed.body).toMatchObject({ sysid: school, holdAfterChangeHours: 12 });
    expect((await admin.ask(getSchoolSettings, {}, { school })).body).toEqual(changed.body);
    const other = await server.aSchool();
    expect((await admin.ask(getSchoolSettings, { sysid: other }, { school })).body).toMatchObject({ sysid: other });
  });
});
