import { open, seal } from '@mfuko/contract/seal';
import * as contract from '@mfuko/contract/session';
import { getStudents } from '@mfuko/contract/students';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { endSessionsOf } from './index.ts';
import { ageCodes, askForCode, sealedPhone } from './sign-in.testkit.ts';

let server: TestServer;
let nobody: Person;

beforeAll(async () => {
  server = await openTestServer();
  nobody = server.nobody();
});
afterAll(() => server.close());

function unknownPhone(): string {
  return `2541${String(20_000_000 + aNumber())}`;
}

const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('sign-in', () => {
  it('a code sent to the phone opens a session with role and user name', async () => {
    const { phone } = await server.aPerson('SchoolAdmin', await server.aSchool());
    const { profileSYSID, otp: code } = await askForCode(server, phone);
    const answer = await nobody.ask<{ role: string; session: { sToken: string; userName: string } }>(
      contract.validateCode,
      {
        otp: code,
        profileSYSID,
      },
    );
    expect(answer.status).toBe(200);
    expect(open(server.context.config.wireKey, 'role', answer.body.role)).toBe('SchoolAdmin');
    expect(answer.body.session.userName).toBe(phone);
    const me = await nobody.ask<{ role: string; userName: string }>(
      contract.whoAmI,
      {},
      {
        headers: { opToken: seal(server.context.config.wireKey, 'opToken', answer.body.session.sToken) },
      },
    );
    expect(me.body).toMatchObject({ role: 'SchoolAdmin', userName: phone });
  });

  it('requestCode answers an unknown number alike and sends nothing', async () => {
    const before = server.sent.length;
    const answer = await nobody.ask<{ profileSYSID: string }>(
      contract.requestCode,
      sealedPhone(server, unknownPhone()),
    );
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['profileSYSID']);
    await server.runJobs();
    expect(server.sent.length).toBe(before);
    const tried = await nobody.ask(contract.validateCode, { otp: '123456', profileSYSID: answer.body.profileSYSID });
    expect(tried.problem).toBe('session.wrong-code');
  });

  it('requestCode rejects an unsealed userName and an unrecognised client', async () => {
    const bad = await nobody.ask(contract.requestCode, { userName: 'no seal at all' });
    expect(bad.status).toBe(400);
    const stranger = await nobody.ask(contract.requestCode, sealedPhone(server, unknownPhone()), {
      headers: { 'special-key': 'x' },
    });
    expect(stranger.problem).toBe('client.unrecognised');
  });

  it('30 concurrent wrong guesses use up a sign-in code', async () => {
    const { phone } = await server.aPerson('Admin');
    const { profileSYSID, otp: code } = await askForCode(server, phone);
    await Promise.all(
      Array.from({ length: 30 }, () => nobody.ask(contract.validateCode, { otp: wrong(code), profileSYSID })),
    );
    const right = await nobody.ask(contract.validateCode, { otp: code, profileSYSID });
    expect(right.status).toBe(401);
  });

  it('eight concurrent requests for one number send one code', async () => {
    const { phone } = await server.aPerson('Admin');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => nobody.ask(contract.requestCode, sealedPhone(server, phone))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await server.runJobs();
  });

  it('of five concurrent sign-ins with one code one succeeds', async () => {
    const { phone } = await server.aPerson('Admin');
    const { profileSYSID, otp: code } = await askForCode(server, phone);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => nobody.ask(contract.validateCode, { otp: code, profileSYSID })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('a sign-in code expires after five minutes', async () => {
    const { phone } = await server.aPerson('Admin');
    const { profileSYSID, otp: code } = await askForCode(server, phone);
    await ageCodes(server, 301);
    expect((await nobody.ask(contract.validateCode, { otp: code, profileSYSID })).status).toBe(401);
  });

  it('a new code ends the old one; a resend within 30 s is refused, also for unknown numbers', async () => {
    const { phone } = await server.aPerson('Admin');
    for (const number of [phone, unknownPhone()]) {
      await nobody.ask(contract.requestCode, sealedPhone(server, number));
      const soon = await nobody.ask(contract.requestCode, sealedPhone(server, number));
      expect(soon.problem).toBe('session.resend-too-soon');
      expect(Number(soon.headers['retry-after'])).toBeGreaterThan(0);
    }
    await ageCodes(server, 31);
    const first = await askForCode(server, phone);
    await ageCodes(server, 31);
    const second = await askForCode(server, phone);
    expect((await nobody.ask(contract.validateCode, first)).status).toBe(401);
    expect((await nobody.ask(contract.validateCode, second)).status).toBe(200);
  });

  it('a number gets at most five codes an hour and ten a day', async () => {
    const number = unknownPhone();
    const made = { hour: 0, day: 0 };
    for (let round = 0; round < 7; round++) {
      if ((await nobody.ask(contract.requestCode, sealedPhone(server, number))).status === 200) made.hour++;
      await ageCodes(server, 31);
    }
    expect(made.hour).toBe(5);
    for (let round = 0; round < 8; round++) {
      await ageCodes(server, 3600);
      if ((await nobody.ask(contract.requestCode, sealedPhone(server, number))).status === 200) made.day++;
    }
    expect(made.hour + made.day).toBe(10);
  });

  it("a disabled user's request is answered without sending a code", async () => {
    const { phone, userId } = await server.aPerson('Admin');
    await server.context.db.inPlatform((tx) => tx.row(`UPDATE users SET status = 'disabled' WHERE id = $1`, [userId]));
    const { otp } = await askForCode(server, phone);
    expect(otp).toBe('');
  });
});

describe('session lifetime', () => {
  async function lateBy(person: Person, column: 'last_seen_at' | 'created_at', minutes: number): Promise<number> {
    await server.context.db.inPlatform((tx) =>
      tx.row(`UPDATE sessions SET ${column} = ${column} - make_interval(mins => $1) WHERE user_id = $2`, [
        minutes,
        person.userId,
      ]),
    );
    return (await person.ask(contract.whoAmI)).status;
  }

  it('a session ends after 30 minutes idle and after 12 hours', async () => {
    expect(await lateBy(await server.aPerson('Admin'), 'last_seen_at', 29)).toBe(200);
    expect(await lateBy(await server.aPerson('Admin'), 'last_seen_at', 31)).toBe(401);
    expect(await lateBy(await server.aPerson('Admin'), 'created_at', 719)).toBe(200);
    expect(await lateBy(await server.aPerson('Admin'), 'created_at', 721)).toBe(401);
  });

  it('automatic requests of a page do not renew the session', async () => {
    const person = await server.aPerson('Admin');
    const look = (headers: Record<string, string>) => person.ask(contract.whoAmI, {}, { headers });
    const idle = async () =>
      (
        await server.context.db.readPlatform((tx) =>
          tx.row<{ minutes: number }>(
            `SELECT floor(extract(epoch FROM clock_timestamp() - last_seen_at) / 60)::int AS minutes FROM sessions WHERE user_id = $1`,
            [person.userId],
          ),
        )
      )?.minutes;
    await lateBy(person, 'last_seen_at', 0);
    await server.context.db.inPlatform((tx) =>
      tx.row(`UPDATE sessions SET last_seen_at = last_seen_at - interval '20 minutes' WHERE user_id = $1`, [
        person.userId,
      ]),
    );
    expect((await look({ 'by-itself': '1' })).status).toBe(200);
    expect(await idle()).toBe(20);
    expect((await look({})).status).toBe(200);
    expect(await idle()).toBe(0);
  });

  it('a session ends by logout, by disabling the user and by endSessionsOf', async () => {
    const left = await server.aPerson('Admin');
    expect((await left.ask(contract.logout)).status).toBe(200);
    expect((await left.ask(contract.whoAmI)).status).toBe(401);

    const disabled = await server.aPerson('Admin');
    await server.context.db.inPlatform((tx) =>
      tx.row(`UPDATE users SET status = 'disabled' WHERE id = $1`, [disabled.userId]),
    );
    expect((await disabled.ask(contract.whoAmI)).status).toBe(401);

    const everywhere = await server.aPerson('Admin');
    await server.context.db.inPlatform((tx) => endSessionsOf(tx, everywhere.userId, 'account'));
    expect((await everywhere.ask(contract.whoAmI)).status).toBe(401);
  });

  it('a browser session needs both the token and the cookie', async () => {
    const { phone } = await server.aPerson('Admin');
    const { profileSYSID, otp: code } = await askForCode(server, phone);
    const answer = await nobody.ask<{ session: { sToken: string } }>(
      contract.validateCode,
      { otp: code, profileSYSID },
      { headers: { 'sec-fetch-site': 'same-origin' } },
    );
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    const opToken = seal(server.context.config.wireKey, 'opToken', answer.body.session.sToken);
    expect((await nobody.ask(contract.whoAmI, {}, { headers: { opToken } })).status).toBe(401);
    const withCookie = async (sent: string) =>
      (await nobody.ask(contract.whoAmI, {}, { headers: { opToken, cookie: sent } })).status;
    const [half = ''] = cookie.split(';');
    expect(await withCookie(half)).toBe(200);
    // A different cookie half of the same length does not match.
    expect(await withCookie(half.replace(/=.*/, `=${'A'.repeat(43)}`))).toBe(401);
  });

  it("role and school come from the session's row, whatever the client sends", async () => {
    const school = await server.aSchool();
    const agent = await server.aPerson('CheckAgent', school);
    const me = await agent.ask<{ role: string }>(contract.whoAmI, { role: 'Admin' }, { headers: { role: 'Admin' } });
    expect(me.body.role).toBe('CheckAgent');
    const other = await server.aSchool();
    const guest = await server.aPerson('SchoolAdmin', school);
    expect((await guest.ask(getStudents, {}, { school: other })).problem).toBe('session.school');
  });
});
