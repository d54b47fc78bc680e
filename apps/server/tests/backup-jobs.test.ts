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

it('tells the platform’s Admins where there is no backup, or the last is older than 36 hours; a school hears nothing', async () => {
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

it('tells where the database is to archive its log and does not', async () => {
  backedUp(1);
  await look();
  expect(await bell(admin)).toEqual([]);
  const { config } = server.context;
  await backupJobs({ ...server.context, config: { ...config, expectLogArchive: true } })[BACKUP_CHECK]?.({});
  expect(await bell(admin)).toEqual([{ kind: 'server.log-archive-off', params: {} }]);
});

it('says nothing of one that is young enough', async () => {
  backedUp(35);
  await look();
  expect(await bell(admin)).toEqual([]);
});

it('tells of a backup that failed, and has it made again; of one that failed its trial, and leaves it', async () => {
  await expect(make(2)).rejects.toThrow('The backup was not made.');
  expect(await bell(admin)).toEqual([{ kind: 'server.backup-failed', params: {} }]);
  await expect(make(3)).rejects.toThrow('not made');
  await make(1);
  await make(0);
  expect(await bell(admin)).toHaveLength(1);
});

it('is not told of a server that is being stopped, and nothing is made where no folder is set', async () => {
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

it('runs the program of the backups, and hears how it ended', async () => {
  // Not the database of the settings of this process, and no key: the program says so and ends with 2.
  await expect(backupJobs(server.context)[BACKUP]?.({})).rejects.toThrow('The backup was not made.');
}, 30_000);
