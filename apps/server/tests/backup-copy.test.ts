import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeBackup } from '../src/backups/make-backup.ts';
import { bootstrap } from '../src/bootstrap.ts';
import { type Config, readConfig } from '../src/config.ts';
import { reportTrails } from '../src/platform/audit/report.ts';
import { checkpointFile, sealTrail } from '../src/platform/audit/seal.ts';
import { makePair } from '../src/platform/backup/age-keys.ts';
import { copiesOf } from '../src/platform/backup/append-copy.ts';
import { readMarks } from '../src/platform/backup/marks.ts';
import { openBackupWorld } from './backup.testkit.ts';
import { makeTestDatabase, type TestDatabase } from './database.ts';
import { openTestServer } from './kit.ts';
import { RELEASE_KEYS } from './release-data.testkit.ts';
import { asSuperuser } from './school-move.testkit.ts';

// Programs of their own start here, on a machine that may be busy with the other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const owner = await makePair();
const world = await openBackupWorld();
const quiet = () => undefined;

let config: Config;
let database: TestDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  database = await makeTestDatabase();
  config = world.installation(database, 'data');
  env = {
    ...{ DATA_DIR: config.dataDir, DATABASE_URL: database.ownerUrl, BACKUP_RECIPIENT: owner.recipient },
    ...{ BACKUP_TO: world.folder('backups'), BACKUP_COPY_TO: world.folder('away') },
  };
  await (await bootstrap(config, quiet)).close();
  const server = await openTestServer(
    { DATA_DIR: config.dataDir, APP_WIRE_KEY: RELEASE_KEYS.wire },
    {},
    { database: { ...database, drop: async () => undefined }, masterKey: RELEASE_KEYS.master },
  );
  await server.aPerson('SchoolAdmin', await server.aSchool());
  await sealTrail(server.context, new Map());
  await server.close();
  await makeBackup(readConfig({ ...env, BACKUP_DATABASE_URL: config.backup.databaseUrl ?? '' }), {
    to: env.BACKUP_TO ?? '',
    recipients: [owner.recipient],
    print: quiet,
    trial: false,
  });
});
afterAll(async () => {
  await database.drop();
  await world.close();
});

/** Runs a program of the command line as its operator does. */
async function run(program: string, { args = [], typed }: { args?: string[]; typed?: string } = {}) {
  type Ended = { code?: number; stdout: string; stderr: string };
  const running = promisify(execFile)(process.execPath, [join(import.meta.dirname, '../src', program), ...args], {
    env: { ...process.env, NODE_ENV: '', MASTER_KEY: '', APP_WIRE_KEY: '', ...env },
  });
  if (typed !== undefined) running.child.stdin?.end(typed);
  const ended: Ended = await running.catch((error: Ended) => error);
  return { code: ended.code ?? 0, said: ended.stdout + ended.stderr };
}

async function marks() {
  const { context, close } = await bootstrap(readConfig(env), quiet);
  try {
    return await context.db.readPlatform(readMarks);
  } finally {
    await close();
  }
}

describe('backup-copy.ts', () => {
  it('copies the backup and the audit checkpoints, and notes the copy', async () => {
    expect(await run('backup-copy.ts')).toMatchObject({ code: 0, said: expect.stringMatching(/^Copied: mfuko-/) });
    const [backup] = readdirSync(env.BACKUP_TO ?? '');
    const away = env.BACKUP_COPY_TO ?? '';
    const copy = readFileSync(join(away, backup ?? ''));
    expect(copy.equals(readFileSync(join(env.BACKUP_TO ?? '', backup ?? '')))).toBe(true);
    const [marksThere] = copiesOf(checkpointFile(config.dataDir), away);
    expect(readFileSync(marksThere ?? '', 'utf8')).toBe(readFileSync(checkpointFile(config.dataDir), 'utf8'));
    // As the doctor reads it, which does not go there.
    expect((await marks()).copied).toBeGreaterThan(0);
    const again = await run('backup-copy.ts', { args: ['--json'] });
    expect(JSON.parse(again.said)).toEqual({ newest: expect.stringMatching(/^\d{4}-/), anew: [] });
  });

  it('exits with code 2 when the copy folder is missing and does not create it', async () => {
    const away = env.BACKUP_COPY_TO ?? '';
    env.BACKUP_COPY_TO = world.path('not-plugged-in');
    expect(await run('backup-copy.ts')).toMatchObject({
      code: 2,
      said: expect.stringMatching(/Is its disk plugged in/),
    });
    expect(readdirSync(world.path('.'))).not.toContain('not-plugged-in');
    env.BACKUP_COPY_TO = away;
  });

  it('keeps checkpoints by which audit-verify finds a cut-off trail', async () => {
    const file = checkpointFile(config.dataDir);
    const kept = readFileSync(file, 'utf8');
    const told: string[] = [];
    const { context, close } = await bootstrap(readConfig(env), quiet);
    expect(await reportTrails(context, [], (line) => told.push(line))).toBe(true);
    await close();
    await asSuperuser(
      database,
      `DELETE FROM audit_events e USING audit_chain c WHERE c.event_id = e.id AND c.school_id <> '00000000-0000-0000-0000-000000000000'`,
      `DELETE FROM audit_chain WHERE school_id <> '00000000-0000-0000-0000-000000000000'`,
    );
    writeFileSync(
      file,
      kept
        .split('\n')
        .filter((line) => line.includes('00000000-0000-0000-0000-000000000000'))
        .map((line) => `${line}\n`)
        .join(''),
    );
    const away = env.BACKUP_COPY_TO ?? '';
    env.BACKUP_COPY_TO = '';
    expect(await run('audit-verify.ts')).toMatchObject({ code: 0 });
    env.BACKUP_COPY_TO = away;
    expect(await run('backup-copy.ts')).toMatchObject({
      code: 0,
      said: expect.stringContaining('audit-checkpoints.ndjson is not a continuation of what was copied before'),
    });
    expect(await run('audit-verify.ts')).toMatchObject({ code: 1, said: expect.stringContaining('was cut off') });
  });
});

describe('backup-prove.ts', () => {
  const wrong = (identity: string) => identity.slice(0, -1) + (identity.endsWith('Q') ? 'P' : 'Q');

  it.each([
    ['a letter that is wrong', () => wrong(owner.identity), /a character that is wrong/],
    ['half of it', () => owner.identity.slice(0, 40), /is no secret key/],
    ['nothing', () => '', /is no secret key/],
  ])('rejects a key with %s without printing it', async (_what, typed, said) => {
    const tried = await run('backup-prove.ts', { typed: `${typed()}\n` });
    expect(tried).toMatchObject({ code: 2, said: expect.stringMatching(said) });
    if (typed() !== '') expect(tried.said.toUpperCase()).not.toContain(typed().slice(16, 30));
    expect((await marks()).proven.size).toBe(0);
  });

  it('rejects the key of an earlier recipient', async () => {
    const other = await makePair();
    const tried = await run('backup-prove.ts', { typed: `${other.identity}\n` });
    expect(tried).toMatchObject({ code: 2, said: expect.stringContaining('now encrypted to another one') });
    expect((await marks()).proven.size).toBe(0);
  });

  it('rejects a truncated backup and notes no proof', async () => {
    const folder = env.BACKUP_TO ?? '';
    const broken = 'mfuko-20990101T000000Z.age';
    const [whole] = readdirSync(folder);
    writeFileSync(join(folder, broken), readFileSync(join(folder, whole ?? '')).subarray(0, -40));
    const tried = await run('backup-prove.ts', { typed: `${owner.identity}\n` });
    rmSync(join(folder, broken));
    expect(tried).toMatchObject({ code: 2, said: expect.stringContaining('broken or cut off') });
    expect((await marks()).proven.size).toBe(0);
  });

  it('accepts the key in groups and lower case, and notes the proof for its recipient', async () => {
    const typed = (owner.identity.toLowerCase().match(/.{1,6}/g) ?? []).join(' ');
    const tried = await run('backup-prove.ts', { typed: `${typed}\n` });
    expect(tried).toMatchObject({ code: 0, said: expect.stringMatching(/rows, complete\. The date is recorded/) });
    expect(tried.said.toUpperCase()).not.toContain(owner.identity.slice(16, 30));
    const { proven } = await marks();
    expect([...proven.keys()]).toEqual([owner.recipient]);
  });
});
