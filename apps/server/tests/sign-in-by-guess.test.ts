import * as profile from '@mfuko/contract/profile';
import { seal } from '@mfuko/contract/seal';
import { requestCode, validateCode, whoAmI } from '@mfuko/contract/session';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { hashPassword } from '../src/features/session/passwords.ts';
import { askForCode, sentCode } from '../src/features/session/sign-in.testkit.ts';
import { aNumber, openTestServer, type TestServer } from './kit.ts';

let server: TestServer;
let school: string;
beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const sealed = (phone: string) => seal(server.context.config.wireKey, 'userName', phone);
const ask = (phone: string, password = 'x') =>
  server.nobody().ask<{ profileSYSID: string }>(requestCode, { userName: sealed(phone), password });
const BROWSER = { 'sec-fetch-site': 'same-origin' };
/** Passwords in the place of one: the word that the contract's client sends, and a real one. */
const PLACEHOLDER = 'placeholder-canary-5173';
const REAL = 'mlango-wa-shule-77';

async function sessionsOf({ context }: TestServer, userId: string): Promise<number | undefined> {
  const counted = await context.db.readPlatform((tx) =>
    tx.row<{ n: number }>('SELECT count(*)::int AS n FROM sessions WHERE user_id = $1', [userId]),
  );
  return counted?.n;
}

describe('passwords at sign-in', () => {
  it.each(['SchoolAdmin', 'CheckAgent'] as const)(
    'of a %s, real or placeholder, never sign in and never reach the log',
    async (role) => {
      let log = '';
      const logTo = { write: (line: string) => void (log += line) };
      const logging = await openTestServer({ LOG_LEVEL: 'trace' }, { logTo });
      onTestFinished(() => logging.close());
      const own = await logging.aSchool();
      const hash = await hashPassword(REAL);
      for (const password of [PLACEHOLDER, REAL]) {
        const person = await logging.aPerson(role, own);
        await logging.context.db.inSchool(own, (tx) =>
          tx.row('UPDATE users SET password_hash = $3 WHERE school_id = $1 AND id = $2', [own, person.userId, hash]),
        );
        const userName = seal(logging.context.config.wireKey, 'userName', person.phone);
        const asked = await logging.nobody().ask<{ profileSYSID: string }>(requestCode, { userName, password });
        expect([asked.status, Object.keys(asked.body)]).toEqual([200, ['profileSYSID']]);
        const { profileSYSID } = asked.body;
        const right = await sentCode(logging, person.phone);
        // A code that could be right is compared; the others are malformed.
        const wrong = right === '000000' ? '000001' : '000000';
        const before = await sessionsOf(logging, person.userId);
        for (const otp of [wrong, password, '']) {
          const tried = await logging.nobody().ask(validateCode, { profileSYSID, otp, password } as object);
          expect(tried.status).toBeGreaterThanOrEqual(400);
        }
        expect(await sessionsOf(logging, person.userId)).toBe(before);
      }
      logging.app.log.info('The log was heard.');
      expect(log).toContain('The log was heard.');
      for (const word of [PLACEHOLDER, REAL, hash]) expect(log).not.toContain(word);
    },
  );
});

describe('a correct password without a code', () => {
  it('creates no session and is not accepted as the code', async () => {
    const bursar = await server.aPerson('SchoolAdmin', school);
    const password = 'mlango-wa-shule-77';
    const hash = await hashPassword(password);
    await server.context.db.inSchool(school, (tx) =>
      tx.row('UPDATE users SET password_hash = $3 WHERE school_id = $1 AND id = $2', [school, bursar.userId, hash]),
    );
    const before = await sessionsOf(server, bursar.userId);
    const asked = await ask(bursar.phone, password);
    expect(Object.keys(asked.body)).toEqual(['profileSYSID']);
    expect(asked.headers['set-cookie']).toBeUndefined();
    for (const otp of [password, hash]) {
      const answer = await server
        .nobody()
        .ask(validateCode, { profileSYSID: asked.body.profileSYSID, otp, password } as object);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.body).not.toHaveProperty('session');
    }
    expect(await sessionsOf(server, bursar.userId)).toBe(before);
  });
});

describe('session fixation', () => {
  it('fails: sign-in issues new tokens, and the planted ones stay invalid', async () => {
    const bursar = await server.aPerson('SchoolAdmin', school);
    const planted = { token: 'p'.repeat(43), half: 'h'.repeat(43) };
    const headers = {
      ...BROWSER,
      cookie: `mfuko_half=${planted.half}; mfuko_known=${'k'.repeat(43)}`,
      opToken: seal(server.context.config.wireKey, 'opToken', planted.token),
    };
    const answer = await server
      .nobody()
      .ask<{ session: { sToken: string } }>(validateCode, await askForCode(server, bursar.phone), { headers });
    expect(answer.status).toBe(200);
    const cookies = [answer.headers['set-cookie'] ?? []].flat().join('\n');
    expect(cookies).toContain('mfuko_half=');
    for (const value of [planted.half, 'k'.repeat(43)]) expect(cookies).not.toContain(value);
    expect(answer.body.session.sToken).not.toBe(planted.token);
    const planter = await server.nobody().ask(whoAmI, {}, { headers });
    expect(planter.status).toBe(401);
    // Nor has who knows one half of the new one.
    const opToken = seal(server.context.config.wireKey, 'opToken', answer.body.session.sToken);
    expect((await server.nobody().ask(whoAmI, {}, { headers: { ...headers, opToken } })).status).toBe(401);
  });
});

describe('phone numbers at sign-in', () => {
  const calls = [requestCode, profile.forgotPassword];

  it.each(calls)('known, unknown or disabled, run the same SQL statements in $path', async (call) => {
    const active = await server.aPerson('CheckAgent', school);
    const disabled = await server.aPerson('CheckAgent', school);
    await server.context.db.inSchool(school, (tx) =>
      tx.row(`UPDATE users SET status = 'disabled' WHERE school_id = $1 AND id = $2`, [school, disabled.userId]),
    );
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const statementsFor = async (phone: string) => {
      query.mockClear();
      expect((await server.nobody().ask(call, { userName: sealed(phone) })).status).toBe(200);
      return query.mock.calls.map(([asked]) => (asked as unknown as { text?: string }).text ?? String(asked));
    };
    const known = await statementsFor(active.phone);
    expect(known.length).toBeGreaterThan(5);
    expect(await statementsFor(`25474${String(6_000_000 + aNumber())}`)).toEqual(known);
    expect(await statementsFor(disabled.phone)).toEqual(known);
  });
});
