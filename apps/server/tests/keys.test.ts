import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { restoreInto } from '../src/backups/restore-into.ts';
import { type BootstrapOptions, bootstrap } from '../src/bootstrap.ts';
import { ConfigError, readConfig } from '../src/config.ts';
import { keyFile, readKey, readOrMakeKey } from '../src/platform/crypto/key-files.ts';
import { PLATFORM_SCHOOL } from '../src/platform/database/database.ts';
import { onServer } from './database.ts';

// Programs of their own start here, on a machine that may be busy with the other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SERVER = { makeKeys: true };
const NEVER_HERE = ['master', 'wire', 'offline', 'database-app'].map((name) => `${name}.key`);

let name: string;
let dataDir: string;

beforeEach(() => {
  name = `keys_${randomUUID().replaceAll('-', '')}`;
  dataDir = mkdtempSync(join(tmpdir(), 'mfuko-keys-'));
  // All tests share the role, and with it its password.
  readOrMakeKey(dataDir, 'database-app');
  writeFileSync(keyFile(dataDir, 'database-app'), inject('testServer').appPassword);
});
afterEach(async () => {
  await onServer(inject('testServer'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  rmSync(dataDir, { recursive: true });
});

/** A new database without any use yet. */
const anEmptyDatabase = () => onServer(inject('testServer'), `CREATE DATABASE ${name}`);

/** A database as a server leaves it, and the keys that it was made with. */
async function aUsedDatabase(): Promise<void> {
  const { template } = inject('testServer');
  await onServer(inject('testServer'), `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  for (const key of ['master', 'wire', 'offline'] as const) readOrMakeKey(dataDir, key);
  await open(SERVER);
}

function ownerUrl(): string {
  const url = new URL(inject('testServer').ownerUrl);
  url.pathname = name;
  return url.href;
}

async function open(options: BootstrapOptions = {}): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: ownerUrl() });
  await (await bootstrap(config, () => undefined, options)).close();
}

async function count(text: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl() });
  await client.connect();
  try {
    return Number((await client.query<{ count: string }>(text)).rows[0]?.count);
  } finally {
    await client.end();
  }
}

/** The platform's own audit trail. */
async function audited(): Promise<object[]> {
  const client = new pg.Client({ connectionString: ownerUrl() });
  await client.connect();
  try {
    await client.query(`SET app.school_id = '${PLATFORM_SCHOOL}'`);
    return (await client.query<{ action: string; detail: object }>('SELECT action, detail FROM audit_events')).rows;
  } finally {
    await client.end();
  }
}

/** Runs a program of the command line as its operator does; its exit code and everything that it said. */
async function run(program: string, ...args: string[]): Promise<{ code: number; said: string }> {
  const env = {
    ...process.env,
    NODE_ENV: '',
    MASTER_KEY: '',
    APP_WIRE_KEY: '',
    DATA_DIR: dataDir,
    DATABASE_URL: ownerUrl(),
  };
  type Ended = { code?: number; stdout: string; stderr: string };
  const ended: Ended = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../src', program), ...args],
    {
      env,
    },
  ).catch((error: Ended) => error);
  return { code: ended.code ?? 0, said: ended.stdout + ended.stderr };
}

const keysThere = () => readdirSync(join(dataDir, 'keys')).toSorted();

describe('start on an empty database', () => {
  beforeEach(anEmptyDatabase);

  it('a tool creates neither keys nor tables', async () => {
    await expect(open()).rejects.toThrow(/no database here yet: start the server first/);
    expect(keysThere()).toEqual(['database-app.key']);
    expect(await count(`SELECT count(*) FROM pg_tables WHERE schemaname = 'public'`)).toBe(0);
  });

  it('a tool does not create an embedded database', async () => {
    const config = readConfig({ DATA_DIR: join(dataDir, 'embedded') });
    await expect(bootstrap(config, () => undefined)).rejects.toThrow(ConfigError);
    expect(existsSync(join(dataDir, 'embedded'))).toBe(false);
  });

  it.each(['', '/below'])(
    'DATA_DIR that names a file%s is refused by name, for the server and for tools',
    async (below) => {
      const file = join(dataDir, 'a-file');
      writeFileSync(file, '');
      const config = readConfig({ DATABASE_URL: ownerUrl(), DATA_DIR: file + below });
      const start = (options?: BootstrapOptions) => bootstrap(config, () => undefined, options);
      const restore = () => restoreInto(config, file, [], () => undefined);
      for (const begin of [() => start(SERVER), () => start(), restore]) {
        await expect(begin()).rejects.toThrow(ConfigError);
        await expect(begin()).rejects.toThrow('DATA_DIR is no folder');
      }
    },
  );

  it.each([
    ['a link to a missing place', () => join(dataDir, 'a-link', 'data'), 'a link to a missing place'],
    ['a file system that takes no folders', () => '/proc/mfuko-none', 'takes no folder'],
  ])('DATA_DIR below %s is refused by name', async (_name, at, words) => {
    symlinkSync(join(dataDir, 'unmounted'), join(dataDir, 'a-link'));
    const config = readConfig({ DATA_DIR: at(), DATABASE_URL: ownerUrl() });
    await expect(bootstrap(config, () => undefined, SERVER)).rejects.toThrow(words);
  });

  it('a server creates its keys once, and tools reuse them', async () => {
    await open(SERVER);
    expect(keysThere()).toEqual(NEVER_HERE.toSorted());
    const master = readKey(dataDir, 'master');
    await open(SERVER);
    await open();
    expect(readKey(dataDir, 'master')).toBe(master);
  });

  it('two concurrent starts on one folder share one key', async () => {
    await Promise.all([open(SERVER), open(SERVER)]);
    await open(SERVER);
    expect(keysThere()).toEqual(NEVER_HERE.toSorted());
  });
});

describe('start on a used database', () => {
  beforeEach(aUsedDatabase);

  it.each(['master', 'wire', 'offline', 'database-app'] as const)(
    'a missing %s key is named and not recreated',
    async (lost) => {
      rmSync(keyFile(dataDir, lost));
      for (const options of [SERVER, {}]) {
        await expect(open(options)).rejects.toThrow(`${keyFile(dataDir, lost)} is missing`);
      }
      expect(keysThere()).not.toContain(`${lost}.key`);
    },
  );

  it('a wrong master key is rejected before migrations and role passwords are written', async () => {
    const client = new pg.Client({ connectionString: ownerUrl() });
    await client.connect();
    await client.query('DELETE FROM migrations WHERE number = (SELECT max(number) FROM migrations)');
    await client.end();
    const migrations = await count('SELECT count(*) FROM migrations');
    writeFileSync(keyFile(dataDir, 'master'), randomBytes(32).toString('base64'));
    writeFileSync(keyFile(dataDir, 'database-app'), 'a password that is not theirs');
    for (const options of [SERVER, {}]) {
      await expect(open(options)).rejects.toThrow(/The master key is not the one/);
    }
    expect(await count('SELECT count(*) FROM migrations')).toBe(migrations);
    const app = new URL(ownerUrl());
    app.username = 'mfuko_app';
    app.password = inject('testServer').appPassword;
    const still = new pg.Client({ connectionString: app.href });
    await still.connect();
    await still.end();
  });

  it("a renewed key is accepted after the operator's confirmation", async () => {
    rmSync(keyFile(dataDir, 'offline'));
    readOrMakeKey(dataDir, 'offline');
    await expect(open(SERVER)).rejects.toThrow(/keys:renew -- offline/);
    await open({ renewed: 'offline' });
    await open(SERVER);
  });
});

describe('key tools on the command line', () => {
  const ADMIN = ['--phone', '254711000001', '--first', 'Njeri', '--last', 'Kariuki'];
  const TOOLS: [string, ...string[]][] = [['audit-verify.ts'], ['ledger-verify.ts'], ['admin-create.ts', ...ADMIN]];

  it.each(TOOLS)(
    '%s exits with code 2 for a missing or wrong master key and creates none',
    async (program, ...args) => {
      await aUsedDatabase();
      writeFileSync(keyFile(dataDir, 'master'), randomBytes(32).toString('base64'));
      const wrong = await run(program, ...args);
      expect(wrong).toMatchObject({ code: 2, said: expect.stringMatching(/^The master key is not the one that this/) });
      rmSync(keyFile(dataDir, 'master'));
      const missing = await run(program, ...args);
      expect(missing).toMatchObject({ code: 2, said: expect.stringContaining('master.key is missing') });
      expect(keysThere()).not.toContain('master.key');
    },
  );

  it('admin-create names each option that is missing, in words', async () => {
    const { code, said } = await run('admin-create.ts', '--first', 'Njeri');
    expect(code).toBe(2);
    expect(said).toContain('--phone is missing\n--last is missing\n');
  });

  it('keys:renew requires --yes and writes an audit row', async () => {
    await aUsedDatabase();
    rmSync(keyFile(dataDir, 'offline'));
    expect(await run('keys-renew.ts', 'offline')).toMatchObject({
      code: 2,
      said: expect.stringMatching(/is lost.*npm run keys:renew -- offline --yes/s),
    });
    expect(keysThere()).not.toContain('offline.key');
    expect(await run('keys-renew.ts', 'offline', '--yes')).toMatchObject({ code: 0 });
    await open(SERVER);
    expect(await audited()).toEqual([{ action: 'key.renew', detail: { key: 'offline' } }]);
  });

  it('keys:renew rejects the master key', async () => {
    await aUsedDatabase();
    const master = readKey(dataDir, 'master');
    expect(await run('keys-renew.ts', 'master', '--yes')).toMatchObject({
      code: 2,
      said: expect.stringContaining('cannot'),
    });
    expect(readKey(dataDir, 'master')).toBe(master);
  });

  it('keys:renew is rejected on an empty database', async () => {
    await anEmptyDatabase();
    expect(await run('keys-renew.ts', 'wire', '--yes')).toMatchObject({ code: 2 });
    expect(keysThere()).toEqual(['database-app.key']);
  });
});
