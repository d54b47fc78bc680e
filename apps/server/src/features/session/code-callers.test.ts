import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { requestCode, validateCode } from '@mfuko/contract/session';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { ageCodes, sealedPhone } from './sign-in.testkit.ts';

let server: TestServer;
let school: string;
let bursar: Person;

beforeAll(async () => {
  server = await openTestServer({ TRUSTED_PROXY: '127.0.0.1', CODES_A_MINUTE: '8' });
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
});
afterAll(() => server.close());

let lastAddress = 0;
const anAddress = () => `41.90.9.${++lastAddress}`;
const aPhone = () => `25474${String(4_000_000 + aNumber())}`;
const askFrom = (address: string, phone: string, headers: Record<string, string> = {}) =>
  server.nobody().ask<{ profileSYSID: string }>(requestCode, sealedPhone(server, phone), {
    headers: { 'x-forwarded-for': address, ...headers },
  });
/** Dates all recent codes to now, except for the first, which gets that many seconds of age. */
const atOnce = (seconds: number) =>
  server.context.db.inPlatform((tx) =>
    tx.row(
      `UPDATE sign_in_codes c SET created_at = clock_timestamp() - CASE WHEN r.place = 1 THEN make_interval(secs => $1) ELSE '0' END
       FROM (SELECT id, row_number() OVER (ORDER BY created_at) AS place FROM sign_in_codes
             WHERE created_at > now() - interval '5 minutes') r
       WHERE r.id = c.id`,
      [seconds],
    ),
  );

it("one address gets three of a number's five codes an hour, so that its owner can still get two", async () => {
  const stranger = anAddress();
  for (let code = 0; code < 3; code++) {
    expect((await askFrom(stranger, bursar.phone)).status).toBe(200);
    await ageCodes(server, 61);
  }
  const refused = await askFrom(stranger, bursar.phone);
  expect([refused.status, refused.problem]).toEqual([429, 'session.too-many-codes']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  // The account as a whole has five codes an hour, over all addresses.
  const owner = anAddress();
  for (const status of [200, 200, 429]) {
    expect((await askFrom(owner, bursar.phone)).status).toBe(status);
    await ageCodes(server, 61);
  }
  await ageCodes(server, 4_000);
});

it("one address gets at most half of the platform's codes a minute, without an alarm", async () => {
  const stranger = anAddress();
  for (let code = 0; code < 4; code++) expect((await askFrom(stranger, aPhone())).status).toBe(200);
  expect((await askFrom(stranger, aPhone())).problem).toBe('session.too-many-codes');
  expect((await askFrom(anAddress(), bursar.phone)).status).toBe(200);
  const admin = await server.aPerson('Admin');
  const told = (await admin.ask<NoticeRow[]>(getNotifications)).body;
  expect(told.filter(({ kind }) => kind === 'session.code-flood')).toEqual([]);
  await ageCodes(server, 4_000);
});

it('an address may ask again when its first code is a minute old; codes dated in the future do not count', async () => {
  const stranger = anAddress();
  for (let code = 0; code < 4; code++) expect((await askFrom(stranger, aPhone())).status).toBe(200);
  await atOnce(30);
  const refused = await askFrom(stranger, aPhone());
  expect(refused.problem).toBe('session.too-many-codes');
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(30);
  await ageCodes(server, -3_600);
  expect((await askFrom(stranger, aPhone())).status).toBe(200);
  await ageCodes(server, 8_000);
});

it("a known browser gets a code while the platform's limit of the minute is reached", async () => {
  const agent = await server.aPerson('CheckAgent', school);
  const browser = { 'sec-fetch-site': 'same-origin' };
  const first = await askFrom(anAddress(), agent.phone, browser);
  await server.runJobs();
  const otp = server.sent.findLast(({ to }) => to === agent.phone)?.text.match(/\d{6}/)?.[0] ?? '';
  const opened = await server
    .nobody()
    .ask(validateCode, { profileSYSID: first.body.profileSYSID, otp }, { headers: browser });
  expect(opened.status).toBe(200);
  const cookie = [opened.headers['set-cookie'] ?? []]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ');
  await ageCodes(server, 61);
  const staff = await Promise.all(Array.from({ length: 8 }, () => server.aPerson('CheckAgent', school)));
  for (const { phone } of staff) expect((await askFrom(anAddress(), phone)).status).toBe(200);
  expect((await askFrom(anAddress(), bursar.phone)).problem).toBe('session.too-many-codes');
  expect((await askFrom(anAddress(), agent.phone, { ...browser, cookie })).status).toBe(200);
});

it("an address of a recent sign-in keeps its own codes when strangers use up the number's, for 30 days", async () => {
  await ageCodes(server, 4_000);
  const head = await server.aPerson('SchoolAdmin', school);
  const office = anAddress();
  const browser = { 'sec-fetch-site': 'same-origin' };
  const first = await askFrom(office, head.phone, browser);
  await server.runJobs();
  const otp = server.sent.findLast(({ to }) => to === head.phone)?.text.match(/\d{6}/)?.[0] ?? '';
  const input = { profileSYSID: first.body.profileSYSID, otp };
  const headers = { ...browser, 'x-forwarded-for': office };
  expect((await server.nobody().ask(validateCode, input, { headers })).status).toBe(200);
  await ageCodes(server, 4_000);
  for (const [stranger, codes] of [
    [anAddress(), 3],
    [anAddress(), 2],
  ] as const)
    for (let code = 0; code < codes; code++) {
      expect((await askFrom(stranger, head.phone)).status).toBe(200);
      await ageCodes(server, 61);
    }
  expect((await askFrom(anAddress(), head.phone)).problem).toBe('session.too-many-codes');
  expect((await askFrom(office, head.phone)).status).toBe(200);
  // The browser is known for 30 days only.
  await server.context.db.inPlatform((tx) =>
    tx.row(`UPDATE known_devices SET last_used_at = last_used_at - interval '31 days' WHERE user_id = $1`, [
      head.userId,
    ]),
  );
  await ageCodes(server, 61);
  expect((await askFrom(office, head.phone)).problem).toBe('session.too-many-codes');
  await ageCodes(server, 4_000);
});
