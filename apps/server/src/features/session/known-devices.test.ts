import * as profile from '@mfuko/contract/profile';
import * as auth from '@mfuko/contract/session';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import type { RequestContext } from '../../platform/http/call.ts';
import { issueBackupCodes } from './backup-codes.ts';
import { knownDevice, rememberDevice } from './known-devices.ts';
import { ageCodes, sealedPhone, sentCode } from './sign-in.testkit.ts';

let server: TestServer;
let school: string;
let nobody: Person;
let bursar: Person;
beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  nobody = server.nobody();
});
afterAll(() => server.close());
beforeEach(async () => {
  bursar = await server.aPerson('SchoolAdmin', school);
});

const rows = (sql: string, values: unknown[] = []) =>
  server.context.db.inPlatform((tx) => tx.rows<Record<string, unknown>>(sql, values));

/** Returns a browser that keeps the cookies it is given. */
function aBrowser() {
  const cookies = new Map<string, string>();
  const headers = () => ({
    'sec-fetch-site': 'same-origin',
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });
  return {
    cookies,
    askForCode: (phone: string, call = auth.requestCode as typeof auth.requestCode | typeof profile.forgotPassword) =>
      nobody.ask<{ profileSYSID: string }>(call, sealedPhone(server, phone), { headers: headers() }),
    async enter(input: object) {
      const answer = await nobody.ask(auth.validateCode, input, { headers: headers() });
      for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^(\w+)=([^;]*)/.exec(String(cookie)) ?? [];
        cookies.set(name, value);
      }
      return answer;
    },
  };
}
type Browser = ReturnType<typeof aBrowser>;

async function codeOf(browser: Browser, phone: string) {
  const asked = await browser.askForCode(phone);
  expect(asked.status).toBe(200);
  return { profileSYSID: asked.body.profileSYSID, otp: await sentCode(server, phone) };
}
async function signedInBefore(phone: string): Promise<Browser> {
  const browser = aBrowser();
  expect((await browser.enter(await codeOf(browser, phone))).status).toBe(200);
  await ageCodes(server, 3601);
  return browser;
}
/** Uses up the hour's codes of unknown browsers. */
async function spendAll(phone: string, call?: typeof profile.forgotPassword): Promise<void> {
  const stranger = aBrowser();
  for (let time = 0; time < 5; time++) {
    expect((await stranger.askForCode(phone, call)).status).toBe(200);
    await ageCodes(server, 31);
  }
  expect((await stranger.askForCode(phone, call)).problem).toBe('session.too-many-codes');
}

describe('known browser', () => {
  it("a known browser gets codes when strangers have used up the number's limit", async () => {
    const own = await signedInBefore(bursar.phone);
    await spendAll(bursar.phone);
    const code = await codeOf(own, bursar.phone);
    expect((await own.enter(code)).status).toBe(200);
    expect((await aBrowser().askForCode(bursar.phone)).problem).toBe('session.too-many-codes');
    await spendAll(bursar.phone, profile.forgotPassword);
    expect((await own.askForCode(bursar.phone, profile.forgotPassword)).status).toBe(200);
  });

  it("a stranger's request does not end a known browser's code, and its sign-in ends the other codes", async () => {
    const own = await signedInBefore(bursar.phone);
    const typing = await codeOf(own, bursar.phone);
    const others = await codeOf(aBrowser(), bursar.phone);
    expect((await own.enter(typing)).status).toBe(200);
    expect((await aBrowser().enter(others)).problem).toBe('session.wrong-code');
  });

  it('a known browser has its own limits: one code in 30 seconds and five an hour', async () => {
    const own = await signedInBefore(bursar.phone);
    expect((await own.askForCode(bursar.phone)).status).toBe(200);
    expect((await own.askForCode(bursar.phone)).problem).toBe('session.resend-too-soon');
    for (let time = 0; time < 4; time++) {
      await ageCodes(server, 31);
      expect((await own.askForCode(bursar.phone)).status).toBe(200);
    }
    await ageCodes(server, 31);
    expect((await own.askForCode(bursar.phone)).problem).toBe('session.too-many-codes');
  });

  it('a browser is known only for the users who signed in with it', async () => {
    const own = await signedInBefore(bursar.phone);
    const other = await server.aPerson('SchoolAdmin', school);
    await spendAll(other.phone);
    expect((await own.askForCode(other.phone)).problem).toBe('session.too-many-codes');
    const unknown = `2541${String(40_000_000 + aNumber())}`;
    await spendAll(unknown);
    expect((await own.askForCode(unknown)).problem).toBe('session.too-many-codes');
  });

  it('the cookie is HttpOnly and SameSite=Strict, and the server stores its hash', async () => {
    const own = aBrowser();
    const answer = await own.enter(await codeOf(own, bursar.phone));
    const cookie = [answer.headers['set-cookie'] ?? []]
      .flat()
      .map(String)
      .find((text) => text.startsWith('mfuko_known'));
    expect(cookie).toMatch(/^mfuko_known=[\w-]{43}; Path=\/api\/auth; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    const kept = await rows('SELECT token_hash FROM known_devices WHERE user_id = $1', [bursar.userId]);
    expect(kept).toHaveLength(1);
    expect(String(kept[0]?.token_hash)).not.toContain(own.cookies.get('mfuko_known'));
  });

  it("users share a browser's cookie, and a planted cookie is replaced", async () => {
    const own = await signedInBefore(bursar.phone);
    const first = own.cookies.get('mfuko_known');
    const other = await server.aPerson('SchoolAdmin', school);
    await own.enter(await codeOf(own, other.phone));
    expect(own.cookies.get('mfuko_known')).toBe(first);
    await ageCodes(server, 3601);
    const planted = 'A'.repeat(43);
    own.cookies.set('mfuko_known', planted);
    await own.enter(await codeOf(own, other.phone));
    expect(own.cookies.get('mfuko_known')).not.toBe(planted);
  });

  it('knownDevice tells two browsers of one address apart, and falls back to the address', async () => {
    const { context } = server;
    const from = (cookie = '') => ({ caller: '10.9.8.7', cookie: () => cookie }) as unknown as RequestContext;
    const remembered = async () =>
      /=([^;]+)/.exec(
        await context.db.inPlatform((tx) =>
          rememberDevice(tx, context, from(), { userId: bursar.userId, tokenHash: Buffer.alloc(0) }),
        ),
      )?.[1];
    const kindOf = async (cookie?: string) =>
      (await context.db.readPlatform((tx) => knownDevice(tx, context, from(cookie), bursar.userId)))?.kind;
    const both = [await remembered(), await remembered()];
    for (const cookie of both) expect(await kindOf(cookie)).toBe('browser');
    expect(await kindOf()).toBe('place');
  });

  it("a browser's age counts for sign-ins by SMS code only and restarts after its cookie has expired", async () => {
    const own = await signedInBefore(bursar.phone);
    const age = (days: number) =>
      rows(
        `UPDATE known_devices SET first_used_at = first_used_at - make_interval(days => $2),
           last_used_at = last_used_at - make_interval(days => $2) WHERE user_id = $1`,
        [bursar.userId, days],
      );
    const daysKnown = async () =>
      (
        await rows(
          `SELECT round(extract(epoch FROM clock_timestamp() - known_since) / 86400)::int AS days FROM sessions
           WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1`,
          [bursar.userId],
        )
      )[0]?.days;
    await age(179);
    const [backup] = await server.context.db.inSchool(school, (tx) =>
      issueBackupCodes(tx, server.context, bursar.userId, { tool: 'tests' }),
    );
    expect((await own.enter({ ...(await codeOf(own, bursar.phone)), otp: backup })).status).toBe(200);
    expect(await daysKnown()).toBeNull();
    await ageCodes(server, 31);
    await own.enter(await codeOf(own, bursar.phone));
    expect(await daysKnown()).toBe(179);
    await age(180);
    await ageCodes(server, 31);
    await own.enter(await codeOf(own, bursar.phone));
    expect(await daysKnown()).toBe(0);
  });

  it("a user's sixth known browser replaces the oldest", async () => {
    const first = await signedInBefore(bursar.phone);
    for (let time = 0; time < 5; time++) await signedInBefore(bursar.phone);
    expect(await rows('SELECT 1 FROM known_devices WHERE user_id = $1', [bursar.userId])).toHaveLength(5);
    // Signing in used up the number's codes of the day.
    await ageCodes(server, 86_400);
    await spendAll(bursar.phone);
    expect((await first.askForCode(bursar.phone)).problem).toBe('session.too-many-codes');
  });
});

it('codes for sign-in, password reset and profile changes have separate limits', async () => {
  await spendAll(bursar.phone);
  await spendAll(bursar.phone, profile.forgotPassword);
  for (const change of ['email', 'password', 'backupCodes', 'email', 'password'])
    expect((await bursar.ask(profile.requestProfileCode, { change }).finally(() => ageCodes(server, 31))).status).toBe(
      200,
    );
  const sixth = await bursar.ask(profile.requestProfileCode, { change: 'email' });
  expect(sixth.problem).toBe('session.too-many-codes');
});
