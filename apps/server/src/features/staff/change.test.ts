import { randomUUID } from 'node:crypto';
import { seal } from '@mfuko/contract/seal';
import * as auth from '@mfuko/contract/session';
import type { UserDetails, UserRow } from '@mfuko/contract/staff';
import * as contract from '@mfuko/contract/staff';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { ageCodes } from '../session/sign-in.testkit.ts';

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

const update = (who: Person, input: object) => who.ask<UserDetails>(contract.updateUser, input);
const remove = (who: Person, sysid: string) => who.ask<UserDetails>(contract.deleteUser, { sysid });
const restore = (who: Person, sysid: string) => who.ask<UserDetails>(contract.restoreUser, { sysid });
const get = (who: Person, sysid: string) => who.ask<UserDetails>(contract.getUser, { sysid });
const signedIn = async (person: Person) => (await person.ask(auth.whoAmI)).status === 200;
const freePhone = () => `2541${String(40_000_000 + aNumber())}`;

async function trailOf(subject: string) {
  return server.context.db.inSchool(school, (tx) =>
    tx.rows<{ action: string; detail: unknown }>(
      'SELECT action, detail FROM audit_events WHERE subject_id = $1 ORDER BY at',
      [subject],
    ),
  );
}

describe('user', () => {
  let guard: Person;
  beforeEach(async () => {
    guard = await server.aPerson('CheckAgent', school);
  });

  it('is shown with school, open sessions and no password hash', async () => {
    const { body } = await get(bursar, guard.userId);
    expect(body).toMatchObject({ role: 'CheckAgent', status: 'active', openSessions: 1, lastSignIn: null });
    expect(body.school?.sysid).toBe(school);
    expect((await get(admin, admin.userId)).body.school).toBeNull();
    expect(JSON.stringify(body)).not.toMatch(/hash|password/);
  });

  it('is changed in the given fields and keeps sessions when no right changes', async () => {
    const { body } = await update(bursar, { sysid: guard.userId, firstName: 'Otieno', email: 'otieno@example.com' });
    expect(body).toMatchObject({ firstName: 'Otieno', lastName: 'Otieno', email: 'otieno@example.com' });
    expect(await signedIn(guard)).toBe(true);
    expect((await update(bursar, { sysid: guard.userId, duties: ['gate'], role: 'CheckAgent' })).status).toBe(200);
    expect(await signedIn(guard)).toBe(true);
  });

  it.each([
    ['other duties', { duties: ['canteen', 'bus', 'bus'] }, { duties: ['canteen', 'bus'] }],
    ['being disabled', { status: 'disabled' }, { status: 'disabled', openSessions: 0 }],
    ['another phone', { phoneNumber: '254111222333' }, { mobileNumber: '254111222333' }],
    [
      'another phone, by the name of the list',
      { mobileNumber: '254111222444', lastName: 'Ouma' },
      { lastName: 'Ouma' },
    ],
    ['another role', { role: 'SchoolAdmin' }, { role: 'SchoolAdmin', duties: [] }],
  ])('is signed out everywhere by %s, and the next call says why', async (_what, change, after) => {
    const { body } = await update(admin, { sysid: guard.userId, ...change });
    expect(body).toMatchObject(after);
    const refused = await guard.ask(auth.whoAmI);
    expect([refused.status, refused.problem]).toEqual([401, 'session.none']);
    expect(refused.body).toMatchObject({ detail: { why: 'account' } });
  });

  it('gets no code while disabled and gets one again once enabled', async () => {
    await update(bursar, { sysid: guard.userId, status: 'disabled' });
    expect(await codeFor(guard.phone)).toBe('');
    await update(bursar, { sysid: guard.userId, status: 'active' });
    await ageCodes(server, 31);
    expect(await codeFor(guard.phone)).toMatch(/^\d{6}$/);
  });

  it('disabled after requesting a code is not signed in by it', async () => {
    const asked = await server.nobody().ask<{ profileSYSID: string }>(auth.requestCode, sealed(guard.phone));
    await server.runJobs();
    const otp = server.sent.at(-1)?.text.match(/\d{6}/)?.[0];
    await update(bursar, { sysid: guard.userId, status: 'disabled' });
    const tried = await server.nobody().ask(auth.validateCode, { otp, profileSYSID: asked.body.profileSYSID });
    expect(tried.problem).toBe('session.wrong-code');
  });

  it('is told at the old number that the number was changed', async () => {
    await update(bursar, { sysid: guard.userId, phoneNumber: freePhone() });
    await server.runJobs();
    expect(server.sent.at(-1)).toMatchObject({ to: guard.phone, kind: 'account-notice' });
    expect(server.sent.at(-1)?.text).toMatch(/^Your Mfuko number was changed/);
  });

  it('is deleted, hidden and restored with the former status', async () => {
    await update(bursar, { sysid: guard.userId, status: 'disabled' });
    expect((await remove(bursar, guard.userId)).body).toMatchObject({ status: 'deleted' });
    expect((await remove(bursar, guard.userId)).status).toBe(200);
    const listed = async (filter: object) =>
      (await bursar.ask<UserRow[]>(contract.getProfiles, { search: guard.phone, ...filter })).body.length;
    expect([await listed({}), await listed({ status: 'active' }), await listed({ status: 'deleted' })]).toEqual([
      0, 0, 1,
    ]);
    expect((await update(bursar, { sysid: guard.userId, firstName: 'A' })).problem).toBe('user.not-found');
    expect((await restore(bursar, guard.userId)).body).toMatchObject({ status: 'disabled' });
    expect([await listed({}), await listed({ status: 'disabled' }), await listed({ status: 'deleted' })]).toEqual([
      1, 1, 0,
    ]);
  });

  it('loses the sessions when deleted and does not get them back', async () => {
    await remove(bursar, guard.userId);
    expect(await signedIn(guard)).toBe(false);
    expect(await codeFor(guard.phone)).toBe('');
    await restore(bursar, guard.userId);
    expect(await signedIn(guard)).toBe(false);
  });

  it('once deleted frees the phone number, and a restore is refused while another user has it', async () => {
    await remove(bursar, guard.userId);
    const heir = await server.aPerson('CheckAgent', school);
    expect((await update(bursar, { sysid: heir.userId, phoneNumber: guard.phone })).status).toBe(200);
    expect((await restore(bursar, guard.userId)).problem).toBe('user.duplicate-phone');
    expect((await get(bursar, guard.userId)).body.status).toBe('deleted');
    await update(bursar, { sysid: heir.userId, phoneNumber: heir.phone });
    expect((await restore(bursar, guard.userId)).status).toBe(200);
    expect((await update(bursar, { sysid: heir.userId, phoneNumber: guard.phone })).problem).toBe(
      'user.duplicate-phone',
    );
  });

  it('the audit trail holds no phone number', async () => {
    const phoneNumber = freePhone();
    await update(bursar, { sysid: guard.userId, phoneNumber, duties: ['bus'], status: 'disabled' });
    await remove(bursar, guard.userId);
    const trail = await trailOf(guard.userId);
    expect(trail.map(({ action }) => action)).toEqual(['user.create', 'user.update', 'user.disable', 'user.delete']);
    expect(trail[1]?.detail).toMatchObject({ changes: { duties: { from: ['gate'], to: ['bus'] } } });
    expect(JSON.stringify(trail)).not.toContain(phoneNumber);
    expect(JSON.stringify(trail)).not.toContain(guard.phone);
  });
});

describe('rights over users', () => {
  it('a SchoolAdmin changes agents of the own school only, an Admin changes everybody', async () => {
    const colleague = await server.aPerson('SchoolAdmin', school);
    const guard = await server.aPerson('CheckAgent', school);
    const stranger = await server.aPerson('CheckAgent', other);
    for (const call of [
      (sysid: string) => update(bursar, { sysid, firstName: 'Z' }),
      (sysid: string) => remove(bursar, sysid),
      (sysid: string) => restore(bursar, sysid),
    ]) {
      expect((await call(colleague.userId)).problem).toBe('session.role');
      expect((await call(bursar.userId)).problem).toBe('session.role');
      for (const sysid of [stranger.userId, admin.userId, randomUUID()]) {
        expect((await call(sysid)).problem).toBe('user.not-found');
      }
    }
    expect((await get(bursar, stranger.userId)).problem).toBe('user.not-found');
    expect((await get(bursar, colleague.userId)).status).toBe(200);
    expect((await update(bursar, { sysid: colleague.userId, role: 'CheckAgent' })).problem).toBe('session.role');
    for (const role of ['Admin', 'SchoolAdmin']) {
      expect((await update(bursar, { sysid: guard.userId, role })).problem).toBe('session.role');
    }
    expect((await update(admin, { sysid: stranger.userId, firstName: 'Z' })).body).toMatchObject({ firstName: 'Z' });
    expect((await admin.ask(contract.getUser, { sysid: stranger.userId }, { school })).problem).toBe('user.not-found');
    expect((await admin.ask(contract.getUser, { sysid: stranger.userId }, { school: other })).status).toBe(200);
    expect(await signedIn(colleague)).toBe(true);
  });

  it('no user moves between the platform and a school', async () => {
    const guard = await server.aPerson('CheckAgent', school);
    const second = await server.aPerson('Admin');
    expect((await update(admin, { sysid: guard.userId, role: 'Admin' })).problem).toBe('user.role-fixed');
    expect((await update(admin, { sysid: second.userId, role: 'SchoolAdmin' })).problem).toBe('user.role-fixed');
  });

  it('an Admin cannot disable or delete themselves or change their own phone or email', async () => {
    await server.aPerson('Admin');
    expect((await update(admin, { sysid: admin.userId, status: 'disabled' })).problem).toBe('user.self');
    expect((await remove(admin, admin.userId)).problem).toBe('user.self');
    expect((await update(admin, { sysid: admin.userId, phoneNumber: freePhone() })).problem).toBe('user.self');
    expect((await update(admin, { sysid: admin.userId, email: 'new@example.com' })).problem).toBe('user.self');
    expect((await update(admin, { sysid: admin.userId, firstName: 'Njeri' })).status).toBe(200);
    expect(await signedIn(admin)).toBe(true);
  });

  it('the last active Admin cannot be disabled or deleted, also by two concurrent calls', async () => {
    const second = await openTestServer();
    try {
      const first = await second.aPerson('Admin');
      expect((await update(first, { sysid: first.userId, status: 'disabled' })).problem).toBe('user.last-admin');
      expect((await remove(first, first.userId)).problem).toBe('user.last-admin');
      let [one, two] = [first, await second.aPerson('Admin')];
      for (let round = 0; round < 8; round++) {
        const tries = await Promise.all([
          update(one, { sysid: two.userId, status: 'disabled' }),
          round % 2 ? update(two, { sysid: one.userId, status: 'disabled' }) : remove(two, one.userId),
        ]);
        expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
        expect(tries.filter(({ status }) => status === 409 || status === 401)).toHaveLength(1);
        [one, two] = [tries[0]?.status === 200 ? one : two, await second.aPerson('Admin')];
      }
    } finally {
      await second.close();
    }
  });
});

describe('getProfiles', () => {
  it('filters by role, duty and status', async () => {
    const third = await server.aSchool();
    const lead = await server.aPerson('SchoolAdmin', third);
    const cook = await server.aPerson('CheckAgent', third, ['canteen']);
    const both = await server.aPerson('CheckAgent', third, ['canteen', 'bus']);
    await update(lead, { sysid: both.userId, status: 'disabled' });
    const ids = async (filter: object) =>
      (await lead.ask<UserRow[]>(contract.getProfiles, { sort: 'dateCreated', ...filter })).body.map(
        ({ sysid }) => sysid,
      );
    expect(await ids({})).toEqual([lead.userId, cook.userId, both.userId]);
    expect(await ids({ role: 'CheckAgent' })).toEqual([cook.userId, both.userId]);
    expect(await ids({ duty: 'bus' })).toEqual([both.userId]);
    expect(await ids({ duty: 'canteen', status: 'active' })).toEqual([cook.userId]);
    expect(await ids({ status: 'disabled' })).toEqual([both.userId]);
  });

  it('sorts by full name without returning it', async () => {
    const school = await server.aSchool();
    const lead = await server.aPerson('SchoolAdmin', school);
    const twins = await Promise.all([0, 1].map(() => server.aPerson('CheckAgent', school)));
    for (const [place, lastNames] of ['Wanjiku', 'Achieng'].entries())
      await update(lead, { sysid: twins[place]?.userId, firstName: 'Zawadi', lastNames });
    const { body } = await lead.ask<UserRow[]>(contract.getProfiles, { sort: '-names' });
    expect(body.slice(0, 2).map(({ lastName }) => lastName)).toEqual(['Wanjiku', 'Achieng']);
    expect(Object.keys(body[0] ?? {})).not.toContain('names');
  });
});

function sealed(phone: string) {
  return { userName: seal(server.context.config.wireKey, 'userName', phone) };
}

async function codeFor(phone: string): Promise<string> {
  const before = server.sent.length;
  expect((await server.nobody().ask(auth.requestCode, sealed(phone))).status).toBe(200);
  await server.runJobs();
  return server.sent[before]?.text.match(/\d{6}/)?.[0] ?? '';
}
