import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DISK_CHECK, diskJobs } from '../src/disk-check.ts';
import { PLATFORM_SCHOOL } from '../src/platform/database/database.ts';
import { openTestServer, type Person, type TestServer } from './kit.ts';
import { asOwner } from './owner.testkit.ts';

const GB = 1_024 ** 3;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const bell = async (who: Person) =>
  (await who.ask<NoticeRow[]>(getNotifications)).body.filter(({ kind }) => kind === 'server.disk-low');

it('the disk check notifies Admins and schools once a day of low space, and not with enough space', async () => {
  const admin = await server.aPerson('Admin');
  const school = await server.aSchool();
  const bursar = await server.aPerson('SchoolAdmin', school);
  const look = async (bytes: number) => {
    await diskJobs(server.context, async () => bytes)[DISK_CHECK]?.({});
    await server.runJobs();
  };
  await look(2 * GB);
  expect([...(await bell(admin)), ...(await bell(bursar))]).toEqual([]);
  await look(GB / 4);
  await look(GB / 8);
  for (const who of [admin, bursar])
    expect(await bell(who)).toEqual([expect.objectContaining({ severity: 'urgent', params: { free: 256 } })]);

  const goOn = async (hours: number) => {
    for (const place of [school, PLATFORM_SCHOOL])
      await asOwner(server, place, `UPDATE notices SET at = at - make_interval(hours => $1)`, [hours]);
  };
  await goOn(22);
  await look(GB / 8);
  for (const who of [admin, bursar]) expect(await bell(who)).toHaveLength(1);
  await goOn(2);
  await look(GB / 16);
  for (const who of [admin, bursar])
    expect((await bell(who)).map(({ params }) => params)).toEqual([{ free: 64 }, { free: 256 }]);
});
