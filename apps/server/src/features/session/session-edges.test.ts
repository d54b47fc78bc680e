import * as profile from '@mfuko/contract/profile';
import { getClasses } from '@mfuko/contract/schools';
import { seal } from '@mfuko/contract/seal';
import * as contract from '@mfuko/contract/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { liveSessions, wasHeard } from './index.ts';
import { askForCode, sealedPhone } from './sign-in.testkit.ts';
import { findSessions } from './store.ts';

let server: TestServer;
let nobody: Person;

beforeAll(async () => {
  server = await openTestServer();
  nobody = server.nobody();
});
afterAll(() => server.close());

const BROWSER = { headers: { 'sec-fetch-site': 'same-origin' } };
const unknownPhone = () => `2541${String(70_000_000 + aNumber())}`;
const rows = (sql: string, values: unknown[] = []) => server.context.db.inPlatform((tx) => tx.rows(sql, values));

/** Changes one row of a school. */
const change = (school: string, sql: string, ...values: unknown[]) =>
  server.context.db.inSchool(school, (tx) => tx.row(sql, [school, ...values]));

const statusOf = async (person: Person) => (await person.ask(contract.whoAmI)).status;

describe('session cookie', () => {
  it('the session cookie lives twelve hours and is cleared by logout', async () => {
    const { phone } = await server.aPerson('Admin');
    const answer = await nobody.ask(contract.validateCode, await askForCode(server, phone), BROWSER);
    const [half] = [answer.headers['set-cookie']].flat();
    expect(String(half)).toMatch(/^mfuko_half=[\w-]{43}; Path=\/api; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    const left = await (await server.aPerson('Admin')).ask(contract.logout);
    expect(String(left.headers['set-cookie'])).toMatch(/^mfuko_half=; .*; Max-Age=0$/);
  });

  it('over https the cookies are Secure and __Host-, and required where header sessions are off', async () => {
    const strict = await openTestServer({ PUBLIC_URL: 'https://shule.example', ALLOW_HEADER_SESSIONS: 'false' });
    try {
      const { phone } = await strict.aPerson('Admin');
      const code = await askForCode(strict, phone);
      expect((await strict.nobody().ask(contract.validateCode, code)).problem).toBe('client.unrecognised');
      const answer = await strict.nobody().ask(contract.validateCode, code, BROWSER);
      expect(answer.status).toBe(200);
      const [half, known] = [answer.headers['set-cookie']].flat().map(String);
      expect(half).toMatch(/^__Host-mfuko_half=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/);
      expect(known).toMatch(/^__Host-mfuko_known=.*; Path=\/; .*; Secure$/);
      const { session } = answer.body as { session: { sToken: string } };
      const opToken = seal(strict.context.config.wireKey, 'opToken', session.sToken);
      const whoAmI = async (cookie: string) => {
        const headers = { ...BROWSER.headers, opToken, cookie };
        return (await strict.nobody().ask(contract.whoAmI, {}, { headers })).status;
      };
      const [pair = ''] = String(half).split(';');
      expect(await whoAmI(pair)).toBe(200);
      // Without the prefix, as another host of the domain could set the cookie.
      expect(await whoAmI(pair.replace('__Host-', ''))).toBe(401);
      // A session opened by header before such sessions were turned off.
      expect((await (await strict.aPerson('Admin')).ask(contract.whoAmI)).status).toBe(401);
    } finally {
      await strict.close();
    }
  });
});

describe('sign-in codes', () => {
  it('a code is not ended by a code for another number or another purpose', async () => {
    const { phone } = await server.aPerson('Admin');
    const code = await askForCode(server, phone);
    await askForCode(server, (await server.aPerson('Admin')).phone);
    expect((await nobody.ask(profile.forgotPassword, sealedPhone(server, phone))).status).toBe(200);
    expect((await nobody.ask(contract.validateCode, code)).status).toBe(200);
  });

  it('a code made while the clock was a day ahead does not delay the next one', async () => {
    const { phone } = await server.aPerson('Admin');
    const { profileSYSID } = await askForCode(server, phone);
    await rows(`UPDATE sign_in_codes SET created_at = created_at + interval '1 day' WHERE id = $1`, [profileSYSID]);
    expect((await nobody.ask(contract.validateCode, await askForCode(server, phone))).status).toBe(200);
  });

  it('a backup code is wrong without a sign-in request, and for an unknown number', async () => {
    const backup = { otp: 'ZZZZ-ZZZZ' };
    const lost = { ...backup, profileSYSID: crypto.randomUUID() };
    expect((await nobody.ask(contract.validateCode, lost)).problem).toBe('session.wrong-code');
    const { profileSYSID } = await askForCode(server, unknownPhone());
    expect((await nobody.ask(contract.validateCode, { ...backup, profileSYSID })).problem).toBe('session.wrong-code');
  });
});

describe('sessions', () => {
  it('a session is refused for deleted users, and in suspended and deleted schools', async () => {
    const school = await server.aSchool();
    const admin = await server.aPerson('Admin');
    const agent = await server.aPerson('SchoolAdmin', school);
    const gone = await server.aPerson('CheckAgent', school);
    await change(school, 'UPDATE users SET deleted_at = now() WHERE school_id = $1 AND id = $2', gone.userId);
    expect([await statusOf(admin), await statusOf(agent), await statusOf(gone)]).toEqual([200, 200, 401]);

    const classes = async (by: Person, options = {}) => (await by.ask(getClasses, {}, options)).status;
    const asAdmin = () => classes(admin, { headers: { school: ` ${school.toUpperCase()} ` } });
    expect([await asAdmin(), await classes(agent)]).toEqual([200, 200]);
    await change(school, `UPDATE schools SET status = 'suspended' WHERE id = $1`);
    expect([await asAdmin(), await classes(agent)]).toEqual([200, 403]);
    await change(school, `UPDATE schools SET status = 'active', deleted_at = now() WHERE id = $1`);
    expect([await asAdmin(), await classes(agent)]).toEqual([404, 404]);
  });

  it('a session sent by header sets no cookie and stores no known browser', async () => {
    const { phone, userId } = await server.aPerson('Admin');
    const answer = await nobody.ask(contract.validateCode, await askForCode(server, phone));
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
    expect(await rows('SELECT 1 AS one FROM known_devices WHERE user_id = $1', [userId])).toEqual([]);
  });

  it('a call renews last_seen_at and the presence of its own session only', async () => {
    const school = await server.aSchool();
    const [used, other] = [await server.aPerson('SchoolAdmin', school), await server.aPerson('CheckAgent', school)];
    const idle = [used.userId, other.userId];
    await rows(`UPDATE sessions SET last_seen_at = now() - interval '20 minutes' WHERE user_id = ANY($1)`, [idle]);
    expect(await statusOf(used)).toBe(200);
    const seen = `SELECT user_id FROM sessions WHERE user_id = ANY($1) AND last_seen_at > now() - interval '1 minute'`;
    expect(await rows(seen, [idle])).toEqual([{ user_id: used.userId }]);
    const present = 'SELECT user_id FROM account_presences WHERE user_id = ANY($1)';
    expect(await rows(present, [idle])).toEqual([{ user_id: used.userId }]);
  });

  it('a silence of 45 seconds continues a presence, one of 61 seconds starts another', async () => {
    const agent = await server.aPerson('CheckAgent', await server.aSchool());
    const presencesAfter = async (silence: string) => {
      await rows('DELETE FROM account_presences WHERE user_id = $1', [agent.userId]);
      await rows(
        `INSERT INTO account_presences (user_id, begun_at, last_at)
         VALUES ($1, now() - interval '1 hour', now() - $2::interval)`,
        [agent.userId, silence],
      );
      await rows(`UPDATE sessions SET last_seen_at = now() - interval '20 minutes' WHERE user_id = $1`, [agent.userId]);
      expect(await statusOf(agent)).toBe(200);
      return (await rows('SELECT 1 AS one FROM account_presences WHERE user_id = $1', [agent.userId])).length;
    };
    expect([await presencesAfter('45 seconds'), await presencesAfter('61 seconds')]).toEqual([1, 2]);
  });

  it('wasHeard is true from the start to the end of a presence', async () => {
    const agent = await server.aPerson('CheckAgent', await server.aSchool());
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 6, minute));
    await rows('DELETE FROM account_presences WHERE user_id = $1', [agent.userId]);
    await rows('INSERT INTO account_presences (user_id, begun_at, last_at) VALUES ($1, $2, $3)', [
      agent.userId,
      at(10),
      at(20),
    ]);
    const heard = (minute: number) => server.context.db.inPlatform((tx) => wasHeard(tx, agent.userId, at(minute)));
    expect([await heard(9), await heard(10), await heard(20), await heard(21)]).toEqual([false, true, true, false]);
  });

  it('findSessions returns each session of a batch in its place', async () => {
    const [school, other] = [await server.aSchool(), await server.aSchool()];
    const [admin, agent] = [await server.aPerson('Admin'), await server.aPerson('CheckAgent', school)];
    const asked = [admin.token, 'never given', agent.token].map((token) => ({
      tokenHash: server.context.keys.digest('session', token),
      school: other,
    }));
    const alone = await Promise.all(asked.map((one) => findSessions(server.context.db, [one])));
    expect(alone.flat().map((row) => row && [row.user_id, row.open_school])).toEqual([
      [admin.userId, other],
      undefined,
      [agent.userId, school],
    ]);
    const together = await findSessions(server.context.db, asked);
    const stale = expect.any(Boolean);
    expect(together).toEqual(alone.flat().map((row, place) => row && { ...row, place: place + 1, stale }));
  });

  it('liveSessions omits ended sessions and those of disabled or deleted users and schools', async () => {
    const school = await server.aSchool();
    const admin = await server.aPerson('Admin');
    const agent = await server.aPerson('CheckAgent', school);
    const tokens = [admin.token, agent.token, 'never given'];
    const live = async () => [...(await liveSessions(server.context, tokens))];
    const both = [admin.token, agent.token];
    expect((await live()).sort()).toEqual(both.toSorted());
    const user = (to: string) =>
      change(school, `UPDATE users SET ${to} WHERE school_id = $1 AND id = $2`, agent.userId);
    const whole = (to: string) => change(school, `UPDATE schools SET ${to} WHERE id = $1`);
    for (const [set, shut, back] of [
      [user, `status = 'disabled'`, `status = 'active'`],
      [user, 'deleted_at = now()', 'deleted_at = NULL'],
      [whole, `status = 'suspended'`, `status = 'active'`],
      [whole, 'deleted_at = now()', 'deleted_at = NULL'],
    ] as const) {
      await set(shut);
      expect(await live()).toEqual([admin.token]);
      await set(back);
    }
    await admin.ask(contract.logout);
    expect(await live()).toEqual([agent.token]);
  });
});

it('making backup codes is audited with actor and subject', async () => {
  const school = await server.aSchool();
  const bursar = await server.aPerson('SchoolAdmin', school);
  const { body } = await bursar.ask<{ profileSYSID: string }>(profile.requestProfileCode, { change: 'backupCodes' });
  await server.runJobs();
  const otp = server.sent.findLast(({ to }) => to === bursar.phone)?.text.match(/\d{6}/)?.[0];
  expect((await bursar.ask(profile.makeBackupCodes, { profileSYSID: body.profileSYSID, otp })).status).toBe(200);
  const events = await server.context.db.inSchool(school, (tx) =>
    tx.rows(`SELECT actor_id, subject_id FROM audit_events WHERE action = 'user.backup-codes'`),
  );
  expect(events).toEqual([{ actor_id: bursar.userId, subject_id: bursar.userId }]);
});
