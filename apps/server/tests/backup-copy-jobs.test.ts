import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BACKUP_COPY, copyJobs, type RunCopy } from '../src/backups/copy-jobs.ts';
import { BACKUP_CHECK, backupJobs } from '../src/backups/jobs.ts';
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
const backedUp = (hoursAgo: number) =>
  writeFileSync(join(folder, nameOf(new Date(server.context.clock.now() - hoursAgo * HOUR))), '');

describe('the backup copy jobs', () => {
  const away = (run: RunCopy) => {
    const { config } = server.context;
    const backup = { ...config.backup, copyTo: join(folder, 'away') };
    const context = { ...server.context, config: { ...config, backup } };
    return { ...backupJobs(context), ...copyJobs(context, run) };
  };
  const copied =
    (hoursAgo: number, anew: string[] = []) =>
    async () => ({
      newest: new Date(server.context.clock.now() - hoursAgo * HOUR).toISOString(),
      anew,
    });
  const bellAfter = async (run: RunCopy) => {
    const jobs = away(run);
    await jobs[BACKUP_COPY]?.({});
    await jobs[BACKUP_CHECK]?.({});
    return bell(admin);
  };

  it('raise an alarm when no copy succeeded or the newest is 40 hours old, not after one failure', async () => {
    backedUp(1);
    expect(await bellAfter(async () => null)).toEqual([{ kind: 'server.copy-failed', params: {} }]);
    await bellAfter(copied(2));
    expect(await bellAfter(async () => null)).toHaveLength(1);
    await bellAfter(copied(40));
    expect(await bell(admin)).toContainEqual({ kind: 'server.copy-old', params: { hours: 40 } });
  });

  it("raise an alarm when the copy's audit checkpoints differ", async () => {
    backedUp(1);
    expect(await bellAfter(copied(1, ['audit-checkpoints.ndjson']))).toEqual([
      { kind: 'server.copy-differs', params: { file: 'audit-checkpoints.ndjson' } },
    ]);
  });

  it('run one copy at a time', async () => {
    const { promise, resolve } = Promise.withResolvers<null>();
    let runs = 0;
    const jobs = away(() => {
      runs += 1;
      return promise;
    });
    const first = jobs[BACKUP_COPY]?.({});
    await jobs[BACKUP_COPY]?.({});
    expect(runs).toBe(1);
    resolve(null);
    await first;
    await jobs[BACKUP_COPY]?.({});
    expect(runs).toBe(2);
  });

  it('do nothing when no copy folder is set', async () => {
    await copyJobs(server.context, () => Promise.reject(new Error('nothing should be copied')))[BACKUP_COPY]?.({});
  });

  it('run the copy program, after which no alarm is raised', async () => {
    // Not the settings of this process: the program says so and ends with 2.
    const { config } = server.context;
    const backup = { ...config.backup, copyTo: join(folder, 'away') };
    await copyJobs({ ...server.context, config: { ...config, backup } })[BACKUP_COPY]?.({});
    backedUp(1);
    await look();
    expect(await bell(admin)).toEqual([]);
  }, 30_000);
});
