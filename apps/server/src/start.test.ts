import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { onServer } from '../tests/database.ts';
import { ConfigError, readConfig } from './config.ts';
import { keyFile, readKey, readOrMakeKey } from './platform/key-files.ts';
import { type HouseOptions, openHouse } from './start.ts';

const SERVER = { makeKeys: true };
const NEVER_HERE = ['master', 'wire', 'offline', 'database-app'].map((name) => `${name}.key`);

let name: string;
let dataDir: string;

// An empty database and an empty DATA_DIR, but for the password of the role that all tests share.
beforeEach(async () => {
  name = `start_${randomUUID().replaceAll('-', '')}`;
  await onServer(inject('testServer'), `CREATE DATABASE ${name}`);
  dataDir = mkdtempSync(join(tmpdir(), 'mfuko-start-'));
  readOrMakeKey(dataDir, 'database-app');
  writeFileSync(keyFile(dataDir, 'database-app'), inject('testServer').appPassword);
});
afterEach(async () => {
  await onServer(inject('testServer'), `DROP DATABASE ${name} WITH (FORCE)`);
  rmSync(dataDir, { recursive: true });
});

function ownerUrl(): string {
  const url = new URL(inject('testServer').ownerUrl);
  url.pathname = name;
  return url.href;
}

async function open(options: HouseOptions = {}): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: ownerUrl() });
  await (await openHouse(config, () => undefined, options)).close();
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

const keysThere = () => readdirSync(join(dataDir, 'keys')).toSorted();

describe('where there is no data yet', () => {
  it('a tool makes neither keys nor tables', async () => {
    await expect(open()).rejects.toThrow(/no database here yet: start the server first/);
    expect(keysThere()).toEqual(['database-app.key']);
    expect(await count(`SELECT count(*) FROM pg_tables WHERE schemaname = 'public'`)).toBe(0);
  });

  it('nor does it where the database would be the embedded one', async () => {
    const config = readConfig({ DATA_DIR: join(dataDir, 'embedded') });
    await expect(openHouse(config, () => undefined)).rejects.toThrow(ConfigError);
    expect(existsSync(join(dataDir, 'embedded'))).toBe(false);
  });

  it('a server makes its keys, and goes on with them as tools do', async () => {
    await open(SERVER);
    expect(keysThere()).toEqual(NEVER_HERE.toSorted());
    const master = readKey(dataDir, 'master');
    await open(SERVER);
    await open();
    expect(readKey(dataDir, 'master')).toBe(master);
  });

  it('two servers that start at once on one folder have one key', async () => {
    await Promise.all([open(SERVER), open(SERVER)]);
    await open(SERVER);
    expect(keysThere()).toEqual(NEVER_HERE.toSorted());
  });
});

describe('where there is data', () => {
  beforeEach(() => open(SERVER));

  it.each(['master', 'wire', 'offline', 'database-app'] as const)(
    'a lost %s key is named, and made anew by nobody',
    async (lost) => {
      rmSync(keyFile(dataDir, lost));
      for (const options of [SERVER, {}]) {
        await expect(open(options)).rejects.toThrow(`${keyFile(dataDir, lost)} is missing`);
      }
      expect(keysThere()).not.toContain(`${lost}.key`);
    },
  );

  it('a wrong master key is refused before anything is written: no migration, no password of a role', async () => {
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

  it('a key that its operator renewed is taken from then on', async () => {
    rmSync(keyFile(dataDir, 'offline'));
    readOrMakeKey(dataDir, 'offline');
    await expect(open(SERVER)).rejects.toThrow(/keys:renew -- offline/);
    await open({ renewed: 'offline' });
    await open(SERVER);
  });
});
