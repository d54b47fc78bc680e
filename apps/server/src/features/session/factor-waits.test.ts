// A thief has taken over the number of a user without a second factor, and so can sign in and set up a first one.

import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { askPasskey } from '@mfuko/contract/passkeys';
import { confirmProfileChange, getBackupCodes, requestProfileCode } from '@mfuko/contract/profile';
import * as contract from '@mfuko/contract/second-factor';
import * as auth from '@mfuko/contract/session';
import * as staff from '@mfuko/contract/staff';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { asOwner } from '../../../tests/owner.testkit.ts';
import { PLATFORM_SCHOOL } from '../../platform/database/database.ts';
import { issueBackupCodes } from './backup-codes.ts';
import { aPasskey, stepUpBy } from './passkey.testkit.ts';
import { anAuthenticator, anotherSession } from './second-factor.testkit.ts';
import { deleteFactors } from './second-factor-store.ts';
import { ageCodes, askForCode, sealedPhone, sentCode } from './sign-in.testkit.ts';

const HOURS = 3_600_000;
let server: TestServer;
let school: string;
let bursar: Person;
let colleague: Person;
beforeAll(async () => {
  server = await openTestServer({ STRICT_ACCOUNTS: 'true', PUBLIC_URL: 'http://localhost:4000' });
});
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  [bursar, colleague] = [await anOld('SchoolAdmin'), await server.aPerson('SchoolAdmin', school)];
});

/** Creates a user whose account is that many days old. */
async function anOld(role: 'Admin' | 'SchoolAdmin', days = 3): Promise<Person> {
  const person = await server.aPerson(role, role === 'Admin' ? undefined : school);
  const home = role === 'Admin' ? PLATFORM_SCHOOL : school;
  await server.context.db.inSchool(home, (tx) =>
    tx.row('UPDATE users SET created_at = created_at - make_interval(days => $2) WHERE id = $1', [person.userId, days]),
  );
  return person;
}
async function stepsUp(person: Person): Promise<Person> {
  const phone = await anAuthenticator(person);
  expect((await person.ask(contract.stepUp, { totp: phone.code() })).status).toBe(200);
  return person;
}
const own = async (person: Person) => (await person.ask<contract.SecondFactor>(contract.getSecondFactor)).body;
const seen = async (by: Person, of = bursar) =>
  (await by.ask<staff.UserDetails>(staff.getUser, { sysid: of.userId })).body.secondFactor;
async function settle(by: Person, theirs: boolean, waitsUntil?: string | null, of = bursar) {
  const until = waitsUntil ?? (await own(of)).waitsUntil;
  return by.ask<staff.UserDetails>(staff.settleFactor, { sysid: of.userId, waitsUntil: until, theirs });
}
const lateBy = (person: Person, hours: number) =>
  server.context.db.inPlatform((tx) =>
    tx.row('UPDATE second_factors SET counts_from = counts_from - make_interval(hours => $2) WHERE user_id = $1', [
      person.userId,
      hours,
    ]),
  );

/** Signs in with a browser that sends its cookies, and keeps those it is given. */
async function entersBy(cookies: Map<string, string>, person: Person): Promise<Person> {
  const headers = () => ({
    'sec-fetch-site': 'same-origin',
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });
  const asked = await server
    .nobody()
    .ask<{ profileSYSID: string }>(auth.requestCode, sealedPhone(server, person.phone), { headers: headers() });
  const input = { profileSYSID: asked.body.profileSYSID, otp: await sentCode(server, person.phone) };
  const entered = await server
    .nobody()
    .ask<{ session: { sToken: string } }>(auth.validateCode, input, { headers: headers() });
  for (const cookie of [entered.headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^(\w+)=([^;]*)/.exec(String(cookie)) ?? [];
    cookies.set(name, value);
  }
  await ageCodes(server, 3601);
  const there = server.as({ ...person, token: entered.body.session.sToken });
  return { ...there, ask: (endpoint, body, options) => there.ask(endpoint, body, { ...options, headers: headers() }) };
}
/** Dates known browsers and former numbers back by that many days. */
const ageBrowsers = (days: number) =>
  asOwner(
    server,
    school,
    `WITH numbers AS (UPDATE former_numbers SET left_at = left_at - make_interval(days => $1))
     UPDATE known_devices SET first_used_at = first_used_at - make_interval(days => $1)`,
    [days],
  );

describe('first factor that waits', () => {
  it.each(['Admin', 'SchoolAdmin'] as const)(
    'a first factor of an %s waits 24 hours before it allows a step-up',
    async (role) => {
      const person = await anOld(role);
      const phone = await anAuthenticator(person);
      const refused = await person.ask<{ detail: { until: string } }>(contract.stepUp, { totp: phone.code() });
      expect([refused.status, refused.problem]).toEqual([403, 'session.factor-waits']);
      const hours = (Date.parse(refused.body.detail.until) - Date.now()) / HOURS;
      expect(hours).toBeGreaterThan(23.9);
      expect(hours).toBeLessThanOrEqual(24);
      expect((await own(person)).waitsUntil).toBe(refused.body.detail.until);
      expect((await person.ask(contract.removeTotp)).problem).toBe('session.step-up');
      await lateBy(person, 24);
      expect((await own(person)).waitsUntil).toBeNull();
      expect((await person.ask(contract.stepUp, { totp: phone.code() })).status).toBe(200);
      expect((await person.ask(contract.removeTotp)).status).toBe(200);
    },
  );

  it('a waiting factor cannot be used through recovery codes or another session, renewed or removed', async () => {
    const phone = await anAuthenticator(bursar);
    const anew = await anotherSession(server, bursar);
    for (const who of [bursar, anew]) {
      const answer = await who.ask(contract.stepUp, { recoveryCode: phone.recoveryCodes[0] });
      expect(answer.problem).toBe('session.factor-waits');
      for (const call of [contract.makeRecoveryCodes, contract.removeTotp, contract.startTotp])
        expect((await who.ask(call)).problem).toBe('session.step-up');
    }
    expect((await own(bursar)).recoveryLeft).toBe(10);
  });

  it('a waiting factor is required at sign-in', async () => {
    const phone = await anAuthenticator(bursar);
    const asked = await askForCode(server, bursar.phone);
    expect((await bursar.ask(auth.validateCode, asked)).problem).toBe('session.second-factor');
    expect((await bursar.ask(auth.validateCode, { ...asked, totp: phone.code() })).status).toBe(200);
  });

  it('a passkey as first factor waits too', async () => {
    const device = await aPasskey(bursar);
    expect((await bursar.ask(askPasskey)).problem).toBe('session.factor-waits');
    expect((await stepUpBy(bursar, device)).problem).toBe('session.factor-waits');
    await lateBy(bursar, 24);
    expect((await stepUpBy(bursar, device)).status).toBe(200);
  });

  it('the factor waits in a browser the user has used for less than three days, whoever else used it', async () => {
    const browser = new Map<string, string>();
    await entersBy(browser, colleague);
    await ageBrowsers(9);
    await anAuthenticator(await entersBy(browser, bursar));
    expect((await own(bursar)).waitsUntil).not.toBeNull();
    const [other, cookies] = [await anOld('SchoolAdmin'), new Map<string, string>()];
    await entersBy(cookies, other);
    await ageBrowsers(2);
    await anAuthenticator(await entersBy(cookies, other));
    expect((await own(other)).waitsUntil).not.toBeNull();
  });

  it('for 30 days after a number change the factor waits in browsers not known three days before it', async () => {
    const [theirs, thief] = [new Map<string, string>(), new Map<string, string>()];
    const waits = async (cookies: Map<string, string>) => {
      const there = await entersBy(cookies, moved);
      await anAuthenticator(there);
      const { waitsUntil } = await own(there);
      await server.context.db.inPlatform((tx) => deleteFactors(tx, moved.userId));
      return waitsUntil !== null;
    };
    await entersBy(theirs, bursar);
    await ageBrowsers(3);
    await entersBy(thief, bursar);
    const moved = { ...bursar, phone: `2547${20_000_000 + aNumber()}` };
    await server.context.db.inSchool(school, (tx) =>
      tx.row('UPDATE users SET phone = $2 WHERE id = $1', [bursar.userId, moved.phone]),
    );
    await ageBrowsers(29);
    expect([await waits(thief), await waits(theirs)]).toEqual([true, false]);
    await ageBrowsers(1);
    expect(await waits(thief)).toBe(false);
  });

  it('a factor set up after two people removed the former one waits, and either may confirm it', async () => {
    const [admin, second] = [
      await stepsUp(await server.aPerson('Admin')),
      await stepsUp(await server.aPerson('Admin')),
    ];
    await anAuthenticator(bursar);
    const { userId: sysid } = bursar;
    await admin.ask(staff.proposeFactorRemoval, { sysid, reason: 'The phone was stolen' });
    expect((await second.ask(staff.approveFactorRemoval, { sysid })).status).toBe(200);
    const back = await anotherSession(server, bursar);
    await anAuthenticator(back);
    const { waitsUntil } = await own(back);
    expect(waitsUntil).not.toBeNull();
    expect((await settle(admin, true, waitsUntil)).status).toBe(200);
  });
});

describe('first factor that counts at once', () => {
  it('a first factor on an account under three days old counts at once', async () => {
    expect((await own(await stepsUp(await anOld('SchoolAdmin', 2)))).waitsUntil).toBeNull();
  });

  it('a first factor set up in a browser known for three days counts at once', async () => {
    const cookies = new Map<string, string>();
    await entersBy(cookies, bursar);
    await ageBrowsers(3);
    expect((await own(await stepsUp(await entersBy(cookies, bursar)))).waitsUntil).toBeNull();
  });

  it('a factor that replaces one proven just before counts at once', async () => {
    const phone = await anAuthenticator(bursar);
    await lateBy(bursar, 24);
    await bursar.ask(contract.stepUp, { totp: phone.code() });
    expect((await bursar.ask(contract.removeTotp)).status).toBe(200);
    await anAuthenticator(bursar);
    expect((await own(bursar)).waitsUntil).toBeNull();
  });

  describe('first factor in a trial', () => {
    let trial: TestServer;
    beforeAll(async () => {
      trial = await openTestServer();
    });
    afterAll(() => trial?.close());

    it('in a trial the first factor of an old account counts at once', async () => {
      const home = await trial.aSchool();
      const person = await trial.aPerson('SchoolAdmin', home);
      await trial.context.db.inSchool(home, (tx) =>
        tx.row(`UPDATE users SET created_at = created_at - interval '30 days' WHERE id = $1`, [person.userId]),
      );
      await stepsUp(person);
    });
  });
});

describe('settleFactor', () => {
  beforeEach(() => stepsUp(colleague));

  it("a colleague's confirmation makes the factor count at once, and its owner gets an SMS", async () => {
    const phone = await anAuthenticator(bursar);
    const answer = await settle(colleague, true, (await seen(colleague)).waitsUntil);
    expect(answer.body.secondFactor).toEqual({ on: true, removal: null, waitsUntil: null });
    expect((await bursar.ask(contract.stepUp, { totp: phone.code() })).status).toBe(200);
    await server.runJobs();
    const told = server.sent.filter(({ to, kind }) => to === bursar.phone && kind === 'security');
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('it works now')]);
  });

  it("a colleague's rejection removes the factor, ends the sessions, and the next factor waits", async () => {
    await anAuthenticator(bursar);
    const { waitsUntil } = await own(bursar);
    const answer = await settle(colleague, false);
    expect(answer.body.secondFactor).toEqual({ on: false, removal: null, waitsUntil: null });
    expect((await bursar.ask(contract.getSecondFactor)).problem).toBe('session.none');
    const again = await anotherSession(server, bursar);
    await anAuthenticator(again);
    // A decision on the earlier factor does not apply to this one.
    expect((await settle(colleague, true, waitsUntil)).problem).toBe('session.factor-counts');
    expect((await own(again)).waitsUntil).not.toBeNull();
    await server.runJobs();
    const told = server.sent.filter(({ to, kind }) => to === bursar.phone && kind === 'security');
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('rejected')]);
  });

  it('a rejection ends a pending removal, so that one can be proposed for the next factor', async () => {
    await anAuthenticator(bursar);
    const admin = await stepsUp(await server.aPerson('Admin'));
    const lost = () => admin.ask(staff.proposeFactorRemoval, { sysid: bursar.userId, reason: 'The phone is lost' });
    expect((await lost()).status).toBe(200);
    expect((await settle(colleague, false)).status).toBe(200);
    await anAuthenticator(await anotherSession(server, bursar));
    expect((await lost()).status).toBe(200);
  });

  it("a rejection deletes backup codes and the browsers known since, but not the owner's older browser", async () => {
    const [theirs, thief] = [new Map<string, string>(), new Map<string, string>()];
    await entersBy(theirs, bursar);
    await ageBrowsers(4);
    const stolen = await entersBy(thief, bursar);
    await server.context.db.inSchool(school, (tx) =>
      issueBackupCodes(tx, server.context, bursar.userId, { tool: 'tests' }),
    );
    await anAuthenticator(stolen);
    expect((await settle(colleague, false, (await seen(colleague)).waitsUntil)).status).toBe(200);
    await ageBrowsers(3);
    const again = await entersBy(thief, bursar);
    expect((await again.ask<{ left: number }>(getBackupCodes)).body.left).toBe(0);
    await anAuthenticator(again);
    const { waitsUntil } = await own(again);
    expect(waitsUntil).not.toBeNull();
    expect((await settle(colleague, false, waitsUntil)).status).toBe(200);
    // The owner's old browser still vouches for the owner.
    await anAuthenticator(await entersBy(theirs, bursar));
    expect((await seen(colleague)).waitsUntil).toBeNull();
  });

  it('refuses to settle a factor that already counts', async () => {
    await anAuthenticator(bursar);
    const { waitsUntil } = await own(bursar);
    await lateBy(bursar, 24);
    const past = new Date(Date.parse(waitsUntil ?? '') - 24 * HOURS).toISOString();
    for (const theirs of [true, false])
      expect((await settle(colleague, theirs, past)).problem).toBe('session.factor-counts');
    expect((await own(bursar)).on).toBe(true);
  });
});

describe('notice of a changed number', () => {
  async function moveNumber(): Promise<void> {
    const phoneNumber = `2547${30_000_000 + aNumber()}`;
    const change = 'phoneNumber';
    const { body } = await bursar.ask<object>(requestProfileCode, { change, phoneNumber });
    await server.runJobs();
    const [otp, newPhoneOtp] = [bursar.phone, phoneNumber].map(
      (phone) => server.sent.findLast(({ to }) => to === phone)?.text.match(/\d{6}/)?.[0],
    );
    const moved = await bursar.ask(confirmProfileChange, { change, phoneNumber, ...body, otp, newPhoneOtp });
    expect(moved.status).toBe(200);
    await server.runJobs();
  }
  const heard = async (who: Person) =>
    (await who.ask<NoticeRow[]>(getNotifications)).body
      .filter(({ kind, subject }) => kind === 'account.number-moved' && subject?.id === bursar.userId)
      .map(({ params }) => String(params.names).endsWith(')'));

  it("a user's own number change notifies the colleagues only", async () => {
    const admin = await server.aPerson('Admin');
    await moveNumber();
    expect([await heard(colleague), await heard(bursar), await heard(admin)]).toEqual([[false], [], []]);
  });

  it("a number change of a school's only administrator notifies the Admins", async () => {
    const admin = await server.aPerson('Admin');
    await server.context.db.inSchool(school, (tx) =>
      tx.row(`UPDATE users SET status = 'disabled' WHERE id = $1`, [colleague.userId]),
    );
    await moveNumber();
    expect([await heard(bursar), await heard(admin)]).toEqual([[], [true]]);
  });
});

it('refuses to settle a factor by its owner, without step-up, with a waiting factor or from another school', async () => {
  await anAuthenticator(bursar);
  const { waitsUntil } = await own(bursar);
  const noteStepUp = () =>
    server.context.db.inPlatform((tx) =>
      tx.row('UPDATE sessions SET stepped_up_at = clock_timestamp() WHERE user_id = $1', [bursar.userId]),
    );
  expect((await settle(colleague, true)).problem).toBe('session.step-up');
  const other = await anOld('SchoolAdmin');
  await anAuthenticator(other);
  expect((await settle(other, true)).problem).toBe('session.step-up');
  const stranger = await stepsUp(await server.aPerson('SchoolAdmin', await server.aSchool()));
  expect((await settle(stranger, true, waitsUntil)).problem).toBe('user.not-found');
  await noteStepUp();
  for (const theirs of [true, false])
    expect((await settle(bursar, theirs, waitsUntil)).problem).toBe('session.own-factor');
  expect((await own(bursar)).waitsUntil).toBe(waitsUntil);
});
