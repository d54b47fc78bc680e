import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { moveData } from '../src/backups/move-data.ts';
import { type Bootstrapped, bootstrap } from '../src/bootstrap.ts';
import { type Config, readConfig } from '../src/config.ts';
import { openHeartbeat } from '../src/platform/jobs/heartbeat.ts';
import { seedDemo } from '../src/seed/demo.ts';
import { makeTestDatabase, type TestDatabase } from './database.ts';
import { writeReleaseKeys } from './release-data.testkit.ts';
import { type Contents, findLosses, readContents } from './release-dump.testkit.ts';

const quiet = () => undefined;
const dataDir = join(mkdtempSync(join(tmpdir(), 'mfuko-move-')), 'data');

let outside: TestDatabase;
let embeddedConfig: Config;
let outsideConfig: Config;
let before: Contents;

/** Contents that a server of these settings finds. */
async function contentsAt(config: Config): Promise<Contents> {
  const opened = await bootstrap(config, quiet);
  return readContents(opened.ownerUrl).finally(opened.close);
}

beforeAll(async () => {
  // With the password that the application's role has on the PostgreSQL of the tests, which others use meanwhile.
  mkdirSync(dataDir);
  writeReleaseKeys(dataDir, inject('testServer').appPassword);
  outside = await makeTestDatabase('empty');
  const allSeeing = new URL(inject('testServer').superuserUrl);
  allSeeing.pathname = new URL(outside.ownerUrl).pathname;
  embeddedConfig = readConfig({ DATA_DIR: dataDir });
  outsideConfig = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: outside.ownerUrl,
    BACKUP_DATABASE_URL: allSeeing.href,
  });
  const opened = await bootstrap(embeddedConfig, quiet, { makeKeys: true });
  await seedDemo(opened.context, quiet, { students: 2 });
  before = await readContents(opened.ownerUrl);
  await opened.close();
}, 120_000);
afterAll(async () => {
  await outside.drop();
  rmSync(join(dataDir, '..'), { recursive: true });
});

describe('moveData', () => {
  it('is rejected while a server runs, and writes nothing to the new database', async () => {
    const running: Bootstrapped = await bootstrap(embeddedConfig, quiet);
    try {
      const heartbeat = await openHeartbeat(running.ownerUrl);
      try {
        await expect(moveData(embeddedConfig, outsideConfig, quiet)).rejects.toThrow(
          'A server is running on this database',
        );
      } finally {
        await heartbeat.stop();
      }
    } finally {
      await running.close();
    }
    expect(await readContents(outside.ownerUrl)).toEqual(new Map());
  }, 60_000);

  it('is rejected to the current place of the data and onto a database that is not empty', async () => {
    await expect(moveData(embeddedConfig, embeddedConfig, quiet)).rejects.toThrow('in the embedded database already');
    await expect(moveData(outsideConfig, outsideConfig, quiet)).rejects.toThrow('in an outside database already');
    await expect(moveData(outsideConfig, embeddedConfig, quiet)).rejects.toThrow('never writes over anything');
    const filled = await makeTestDatabase();
    const onto = { ...outsideConfig, databaseUrl: filled.ownerUrl };
    await expect(moveData(embeddedConfig, onto, quiet)).rejects.toThrow('The database is not empty');
    await filled.drop();
  });

  it('moves all rows to an outside database, and servers reject the earlier one', async () => {
    const moved = await moveData(embeddedConfig, outsideConfig, quiet);
    expect(moved).toMatchObject({ sound: true, inventory: { schools: 1, students: 2 } });
    expect(findLosses(before, await contentsAt(outsideConfig))).toEqual([]);
    await expect(bootstrap(embeddedConfig, quiet)).rejects.toThrow('moved to an outside database: set DATABASE_URL');
  }, 60_000);

  it('moves all rows back into DATA_DIR once the earlier database was renamed', async () => {
    renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres.earlier'));
    expect(await moveData(outsideConfig, embeddedConfig, quiet)).toMatchObject({ sound: true });
    expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true);
    expect(readFileSync(join(dataDir, 'moved.txt'), 'utf8')).toBe('embedded\n');
    expect(findLosses(before, await contentsAt(embeddedConfig))).toEqual([]);
    await expect(bootstrap(outsideConfig, quiet)).rejects.toThrow('remove DATABASE_URL from the settings');
  }, 60_000);
});
