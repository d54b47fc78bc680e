import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { BACKUP, BACKUP_CHECK, backupJobs } from '../src/backups/jobs.ts';
import { nameOf } from '../src/platform/backup/retention.ts';
import { openTestServer, type Person, type TestServer } from './kit.ts';

const HOUR = 3_600_000;

let server: TestServer;
let folder: string;
let admin: Person;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mfuko-backup-jobs-'));
});
beforeEach(async () => {
  server = await openTestServer({ BACKUP_TO: folder });
  admin = await server.aPerson('Admin');
  return () => server.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const bell = async (who: Person) => {
  await server.runJobs();
  const { body } = await who.ask<NoticeRow[]>(getNotifications);
  return body.filter(({ kind }) => kind.startsWith('server.')).map(({ kind, params }) => ({ kind, params }));
};
const look = () => backupJobs(server.context)[BACKUP_CHECK]?.({});
const make = (code: number) => backupJobs(server.context, async () => code)[BACKUP]?.({});
const backedUp = (hoursAgo: number) =>
  writeFileSync(join(folder, nameOf(new Date(server.context.clock.now() - hoursAgo * HOUR))), '');

it('the backup check notifies only platform Admins of a missing or 37-hour-old backup', async () => {
  const bursar = await server.aPerson('SchoolAdmin', await server.aSchool());
  await look();
  expect(await bell(admin)).toEqual([{ kind: 'server.backup-failed', params: {} }]);
  backedUp(37);
  await look();
  await look();
  expect(await bell(admin)).toContainEqual({ kind: 'server.backup-old', params: { hours: 37 } });
  expect(await bell(admin)).toHaveLength(2);
  expect(await bell(bursar)).toEqual([]);
});

it('the backup check notifies when log archiving is expected and off', async () => {
  backedUp(1);
  await look();
  expect(await bell(admin)).toEqual([]);
  const { config } = server.context;
  await backupJobs({ ...server.context, config: { ...config, expectLogArchive: true } })[BACKUP_CHECK]?.({});
  expect(await bell(admin)).toEqual([{ kind: 'server.log-archive-off', params: {} }]);
});

it('the backup check raises no alarm for a backup of 35 hours', async () => {
  backedUp(35);
  await look();
  expect(await bell(admin)).toEqual([]);
});

it('the backup job fails and is retried after a failed backup, but not after a failed trial restore', async () => {
  await expect(make(2)).rejects.toThrow('The backup was not made.');
  expect(await bell(admin)).toEqual([{ kind: 'server.backup-failed', params: {} }]);
  await expect(make(3)).rejects.toThrow('not made');
  await make(1);
  await make(0);
  expect(await bell(admin)).toHaveLength(1);
});

it('the backup job raises no alarm during a shutdown and does nothing without a folder', async () => {
  const stopping = AbortSignal.abort();
  const job = backupJobs(server.context, async () => 2)[BACKUP];
  await expect(job?.({}, { job: { attempts: 1, max_attempts: 1 }, abortSignal: stopping })).rejects.toThrow('not made');
  const { backup } = server.context.config;
  const unset = { ...server.context, config: { ...server.context.config, backup: { ...backup, to: null } } };
  const jobs = backupJobs(unset, () => Promise.reject(new Error('nothing should be made')));
  await jobs[BACKUP]?.({});
  await jobs[BACKUP_CHECK]?.({});
  expect(await bell(admin)).toEqual([]);
});

it('the backup job runs the backup program and fails with it', async () => {
  // Not the database of the settings of this process, and no key: the program says so and ends with 2.
  await expect(backupJobs(server.context)[BACKUP]?.({})).rejects.toThrow('The backup was not made.');
}, 30_000);
