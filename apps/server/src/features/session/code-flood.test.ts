import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { seal } from '@mfuko/contract/seal';
import { requestCode } from '@mfuko/contract/session';
import { addContact, createStudent } from '@mfuko/contract/students';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';

let server: TestServer;
let admin: Person;
let school: string;

beforeAll(async () => {
  server = await openTestServer({ CODES_A_MINUTE: '3', GUARDIAN_CODES: 'false' });
  school = await server.aSchool();
  admin = await server.aPerson('Admin');
});
afterAll(() => server.close());

const ask = (phone: string) =>
  server.nobody().ask(requestCode, { userName: seal(server.context.config.wireKey, 'userName', phone) });
const aPhone = () => `25474${String(3_000_000 + aNumber())}`;
/** Dates all codes back by ten minutes. */
const later = () =>
  server.context.db.inPlatform((tx) =>
    tx.row(`UPDATE sign_in_codes SET created_at = created_at - interval '10 minutes'`),
  );
/** Dates all recent codes to now, however long the requests took. */
const justNow = () =>
  server.context.db.inPlatform((tx) =>
    tx.row(`UPDATE sign_in_codes SET created_at = clock_timestamp() WHERE created_at > now() - interval '5 minutes'`),
  );
const messagesTo = async (phone: string) => {
  await server.runJobs();
  return server.sent.filter(({ to }) => to === phone).length;
};

it('sends no code to a guardian where GUARDIAN_CODES is off, and answers alike', async () => {
  const bursar = await server.aPerson('SchoolAdmin', school);
  const mobileNumber = aPhone();
  const child = await bursar.ask<{ sysid: string }>(createStudent, {
    admissionNumber: '5501',
    names: 'Atieno Ouma',
    classSYSID: await server.aClass(school),
  });
  await bursar.ask(addContact, { studentSYSID: child.body.sysid, name: 'Mama Atieno', mobileNumber });
  expect(await ask(mobileNumber)).toMatchObject({ status: 200, body: { profileSYSID: expect.any(String) } });
  expect(await messagesTo(mobileNumber)).toBe(0);
  await later();
});

it("the platform's limit of codes a minute refuses further ones alike and notifies the Admins", async () => {
  const staff = await Promise.all(Array.from({ length: 4 }, () => server.aPerson('CheckAgent', school)));
  // Codes for unknown numbers are not counted.
  for (let asked = 0; asked < 5; asked++) expect((await ask(aPhone())).status).toBe(200);
  for (const { phone } of staff.slice(0, 3)) expect((await ask(phone)).status).toBe(200);
  const last = staff[3]?.phone ?? '';
  for (const phone of [last, aPhone()]) {
    await justNow();
    const refused = await ask(phone);
    expect([refused.status, refused.problem]).toEqual([429, 'session.too-many-codes']);
    // The wait is the rest of the minute.
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  }
  expect(await messagesTo(last)).toBe(0);
  const told = (await admin.ask<NoticeRow[]>(getNotifications)).body.filter(
    ({ kind }) => kind === 'session.code-flood',
  );
  expect(told).toMatchObject([{ params: { count: 3 } }]);
  await later();
  expect((await ask(last)).status).toBe(200);
  expect(await messagesTo(last)).toBe(1);
});

it('codes dated in the future count for no limit', async () => {
  await later();
  const staff = await Promise.all(Array.from({ length: 4 }, () => server.aPerson('CheckAgent', school)));
  for (const { phone } of staff.slice(0, 3)) expect((await ask(phone)).status).toBe(200);
  await server.context.db.inPlatform((tx) =>
    tx.row(
      `UPDATE sign_in_codes SET created_at = created_at + interval '1 hour' WHERE created_at > now() - interval '5 minutes'`,
    ),
  );
  // Neither the platform's limit of the minute nor the number's own pause applies.
  for (const { phone } of [staff[3], staff[0]].flatMap((one) => one ?? [])) expect((await ask(phone)).status).toBe(200);
});
