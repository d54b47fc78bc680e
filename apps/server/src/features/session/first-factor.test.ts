// An open or stolen session of a user who has no second factor yet.
import { randomBytes } from 'node:crypto';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { startPasskey } from '@mfuko/contract/passkeys';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import * as contract from '@mfuko/contract/second-factor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { anAuthenticator, anotherSession, authenticatorOf } from './second-factor.testkit.ts';
import { keepPending, readFactor } from './second-factor-store.ts';

const SETS_UP = [contract.startTotp, startPasskey] as const;

/** Dates all sessions of a user back. */
const age = (server: TestServer, { userId }: Person, minutes: number) =>
  server.context.db.inPlatform((tx) =>
    tx.row('UPDATE sessions SET created_at = created_at - make_interval(mins => $2) WHERE user_id = $1', [
      userId,
      minutes,
    ]),
  );
const problemsOf = async (person: Person) => {
  const found = [];
  for (const endpoint of SETS_UP) found.push((await person.ask(endpoint)).problem);
  return found;
};
const DUE = 'session.sign-in-due';

describe('first factor in production', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer({
      NODE_ENV: 'production',
      APP_WIRE_KEY: 'Kq7fTz2mWv9xLb4h',
      MASTER_KEY: randomBytes(32).toString('base64'),
      AFRICASTALKING_USERNAME: 'school',
      AFRICASTALKING_API_KEY: 'key',
      PUBLIC_URL: 'https://shule.example',
      TIME_SERVER: 'none',
    });
  });
  afterAll(() => server.close());

  it.each(['Admin', 'SchoolAdmin'] as const)(
    'an %s can start setting up a factor only within ten minutes of signing in',
    async (role) => {
      const person = await server.aPerson(role, role === 'Admin' ? undefined : await server.aSchool());
      await age(server, person, 9);
      expect(await problemsOf(person)).toEqual([undefined, undefined]);
      await age(server, person, 1);
      const refused = await person.ask<{ detail: object }>(contract.startTotp);
      expect([refused.status, refused.problem, refused.body.detail]).toEqual([403, DUE, { why: 'first-factor' }]);
      expect(await problemsOf(person)).toEqual([DUE, DUE]);
      const anew = await anotherSession(server, person);
      expect(await problemsOf(anew)).toEqual([undefined, undefined]);
    },
  );

  it('a set-up begun in time can be confirmed after ten minutes, but not after an hour', async () => {
    const person = await server.aPerson('SchoolAdmin', await server.aSchool());
    const { secret } = (await person.ask<{ secret: string }>(contract.startTotp)).body;
    const { db, keys } = server.context;
    const place = `totp:${person.userId}`;
    const begun = (minutes: number) =>
      db.inPlatform(async (tx) => {
        const pending = (await readFactor(tx, person.userId))?.pending ?? Buffer.alloc(0);
        const set = JSON.parse(keys.open(place, pending).toString()) as { at: number }[];
        const aged = set.map((one) => ({ ...one, at: Date.now() - minutes * 60_000 }));
        await keepPending(tx, person.userId, keys.seal(place, Buffer.from(JSON.stringify(aged))));
      });
    const confirm = () => person.ask(contract.confirmTotp, { totp: authenticatorOf(secret).code() });
    await age(server, person, 60);
    await begun(60);
    expect((await confirm()).problem).toBe('profile.wrong-code');
    await begun(10);
    expect((await confirm()).status).toBe(200);
  });

  it('a first factor notifies the colleagues and not its owner, and a second one nobody', async () => {
    const school = await server.aSchool();
    const [person, colleague] = [
      await server.aPerson('SchoolAdmin', school),
      await server.aPerson('SchoolAdmin', school),
    ];
    const phone = await anAuthenticator(person);
    await person.ask(contract.stepUp, { totp: phone.code(1) });
    await anAuthenticator(person);
    await server.runJobs();
    const heard = async (who: Person) =>
      (await who.ask<NoticeRow[]>(getNotifications)).body
        .filter(({ kind }) => kind === 'account.first-factor')
        .map(({ subject }) => subject?.id);
    expect([await heard(colleague), await heard(person)]).toEqual([[person.userId], []]);
  });

  it("the colleagues are notified of a cashier's first factor, but not of a gate agent's", async () => {
    const school = await server.aSchool();
    const colleague = await server.aPerson('SchoolAdmin', school);
    const cashier = await server.aPerson('CheckAgent', school, ['cashier']);
    const guard = await server.aPerson('CheckAgent', school, ['gate']);
    for (const person of [cashier, guard]) await anAuthenticator(person);
    await server.runJobs();
    const heard = (await colleague.ask<NoticeRow[]>(getNotifications)).body
      .filter(({ kind }) => kind === 'account.first-factor')
      .map(({ subject }) => subject?.id);
    expect(heard).toEqual([cashier.userId]);
  });

  it('the Admins are notified of a waiting factor that nobody in the school can confirm', async () => {
    const school = await server.aSchool();
    const admin = await server.aPerson('Admin');
    await anAuthenticator(admin);
    const anOld = async () => {
      const person = await server.aPerson('SchoolAdmin', school);
      await server.context.db.inSchool(school, (tx) =>
        tx.row(`UPDATE users SET created_at = created_at - interval '3 days' WHERE id = $1`, [person.userId]),
      );
      return person;
    };
    const [alone, waiting, colleague, other] = [
      await anOld(),
      await anOld(),
      await server.aPerson('SchoolAdmin', school),
      await anOld(),
    ];
    // The second user has a colleague whose factor waits too, and the fourth one whose factor counts.
    for (const person of [alone, waiting, colleague, other]) await anAuthenticator(person);
    await server.runJobs();
    const heard = (await admin.ask<NoticeRow[]>(getNotifications)).body
      .filter(({ kind, subject }) => kind === 'account.first-factor' && subject?.id !== admin.userId)
      .map(({ subject, params }) => [subject?.id, String(params.names).endsWith(')')]);
    expect(heard.toReversed()).toEqual([
      [alone.userId, true],
      [waiting.userId, true],
    ]);
  });

  it('a user with a factor must step up to add another, however long ago they signed in', async () => {
    const person = await server.aPerson('SchoolAdmin', await server.aSchool());
    const phone = await anAuthenticator(person);
    await age(server, person, 60);
    expect(await problemsOf(person)).toEqual(['session.step-up', 'session.step-up']);
    expect((await person.ask(contract.stepUp, { totp: phone.code(1) })).status).toBe(200);
    expect(await problemsOf(person)).toEqual([undefined, undefined]);
  });
});

describe('first factor in a trial', () => {
  let server: TestServer;
  let school: string;
  let bursar: Person;
  beforeAll(async () => {
    server = await openTestServer();
    school = await server.aSchool();
  });
  afterAll(() => server.close());

  it('a trial sets no time limit for the first factor unless the school requires a second factor', async () => {
    bursar = await server.aPerson('SchoolAdmin', school);
    await age(server, bursar, 60);
    expect((await bursar.ask(contract.startTotp)).status).toBe(200);
    const admin = await server.aPerson('Admin');
    const rule = { sysid: school, requireSecondFactor: true };
    expect((await admin.ask(updateSchoolSettings, rule)).status).toBe(200);
    expect((await bursar.ask(contract.startTotp)).problem).toBe(DUE);
    expect((await (await anotherSession(server, bursar)).ask(contract.startTotp)).status).toBe(200);
  });
});
