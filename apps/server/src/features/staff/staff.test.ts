import * as contract from '@mfuko/contract/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';

let server: TestServer;
let school: string;
let other: string;
let admin: Person;
let bursar: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  other = await server.aSchool();
  admin = await server.aPerson('Admin');
  bursar = await server.aPerson('SchoolAdmin', school);
});
afterAll(() => server.close());

function somebody(extra: object = {}) {
  return {
    phoneNumber: `2541${String(30_000_000 + aNumber())}`,
    email: 'agent@example.com',
    firstName: 'Kamau',
    lastNames: 'Wafula Otieno',
    password: 'mlango-wa-shule',
    confirmPassword: 'mlango-wa-shule',
    ...extra,
  };
}

describe('createCheckAgent and createUser', () => {
  it('add an agent of the own school, at the gate by default', async () => {
    const made = await bursar.ask(contract.createCheckAgent, somebody());
    expect(made.body).toMatchObject({ role: 'CheckAgent', duties: ['gate'], lastName: 'Wafula Otieno' });
    const { sysid } = made.body as { sysid: string };
    const { body: people } = await bursar.ask<{ sysid: string }[]>(contract.getProfiles, { pageSize: 500 });
    expect(people.find((one) => one.sysid === sysid)).toEqual(made.body);
    expect(JSON.stringify(made.body)).not.toContain('mlango');
    const cook = await bursar.ask(contract.createCheckAgent, somebody({ duties: ['canteen', 'bus'] }));
    expect(cook.body).toMatchObject({ duties: ['canteen', 'bus'] });
  });

  it('refuse differing or missing passwords and malformed phones', async () => {
    const differ = await bursar.ask(contract.createCheckAgent, somebody({ confirmPassword: 'another' }));
    expect(differ.body).toMatchObject({ detail: { fields: { confirmPassword: 'must be the same as the password' } } });
    const none = await bursar.ask(contract.createCheckAgent, somebody({ password: '', confirmPassword: '' }));
    expect(none.body).toMatchObject({ detail: { fields: { password: 'is required' } } });
    const phone = await bursar.ask(contract.createCheckAgent, somebody({ phoneNumber: '0611223344' }));
    expect(phone.body).toMatchObject({
      detail: { fields: { phoneNumber: 'must be a phone number such as 0712 345 678 or 254712345678' } },
    });
  });

  it('accept a phone number once over all schools', async () => {
    const person = somebody();
    expect((await bursar.ask(contract.createCheckAgent, person)).status).toBe(200);
    const elsewhere = await server.aPerson('SchoolAdmin', other);
    expect((await elsewhere.ask(contract.createCheckAgent, person)).problem).toBe('user.duplicate-phone');
  });

  it('an Admin adds any role, a SchoolAdmin only agents of the own school', async () => {
    const bySchool = { ...somebody(), role: 'SchoolAdmin', schoolSYSID: other };
    expect((await admin.ask(contract.createUser, bySchool)).body).toMatchObject({ role: 'SchoolAdmin' });
    expect((await admin.ask(contract.createUser, somebody({ role: 'Admin' }))).body).toMatchObject({ role: 'Admin' });
    expect((await admin.ask(contract.createUser, somebody({ role: 'CheckAgent' }))).status).toBe(400);
    const nowhere = somebody({ role: 'CheckAgent', schoolSYSID: crypto.randomUUID() });
    expect((await admin.ask(contract.createUser, nowhere)).problem).toBe('school.not-found');

    expect((await bursar.ask(contract.createUser, somebody({ role: 'CheckAgent' }))).status).toBe(200);
    for (const role of ['Admin', 'SchoolAdmin']) {
      expect((await bursar.ask(contract.createUser, somebody({ role }))).problem).toBe('session.role');
    }
    const foreign = somebody({ role: 'CheckAgent', schoolSYSID: other });
    expect((await bursar.ask(contract.createUser, foreign)).problem).toBe('session.role');
  });

  it('ignore fields that a client adds', async () => {
    const made = await bursar.ask(
      contract.createCheckAgent,
      somebody({ role: 'Admin', school_id: other, sysid: 'x', status: 'disabled' }),
    );
    expect(made.body).toMatchObject({ role: 'CheckAgent', status: 'active' });
  });

  it('getProfiles shows a school its own users only', async () => {
    const seen = await bursar.ask<{ role: string }[]>(contract.getProfiles);
    expect(seen.body.some((user) => user.role === 'Admin')).toBe(false);
    const agents = await bursar.ask<{ role: string }[]>(contract.getProfiles, { role: 'CheckAgent', search: 'kamau' });
    expect(new Set(agents.body.map((user) => user.role))).toEqual(new Set(['CheckAgent']));
    const platform = await admin.ask<{ role: string }[]>(contract.getProfiles);
    expect(new Set(platform.body.map((user) => user.role))).toEqual(new Set(['Admin']));
  });
});
