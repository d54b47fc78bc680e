import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DISK_CHECK, diskJobs } from '../src/disk-check.ts';
import { openTestServer, type Person, type TestServer } from './kit.ts';

const GB = 1_024 ** 3;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const bell = async (who: Person) =>
  (await who.ask<NoticeRow[]>(getNotifications)).body.filter(({ kind }) => kind === 'server.disk-low');

it('the disk check notifies Admins and schools once for repeated low space, and not with enough space', async () => {
  const admin = await server.aPerson('Admin');
  const bursar = await server.aPerson('SchoolAdmin', await server.aSchool());
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
});
