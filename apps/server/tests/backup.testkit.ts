import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { describeSchema } from '../../../scripts/describe-schema.ts';
import { type Config, readConfig } from '../src/config.ts';
import { withClient } from '../src/platform/database/migration-client.ts';
import type { TestDatabase } from './database.ts';
import { writeReleaseKeys } from './release-data.testkit.ts';

/** Folders and installations of a test of backups, and the role that reads for them. */
export interface BackupWorld {
  /** Returns a path below the test's folder that does not exist yet. */
  path(name: string): string;
  /** Creates a folder for a test. */
  folder(name: string): string;
  /** Settings of an installation on a test database, with the keys that belong to it. */
  installation(database: TestDatabase, name: string): Config;
  close(): Promise<void>;
}

/** Opens a world with the role of the operations guide, which is no superuser. */
export async function openBackupWorld(): Promise<BackupWorld> {
  const world = mkdtempSync(join(tmpdir(), 'mfuko-backup-'));
  const reader = `backup_${process.pid}_${Date.now()}`;
  await asSuperuser(`CREATE ROLE ${reader} LOGIN BYPASSRLS IN ROLE pg_read_all_data PASSWORD 'of the backups'`);
  const path = (name: string) => join(world, name);
  const folder = (name: string) => {
    mkdirSync(path(name));
    return path(name);
  };
  return {
    path,
    folder,
    installation({ ownerUrl }, name) {
      const dataDir = folder(name);
      writeReleaseKeys(dataDir, inject('testServer').appPassword);
      const readAs = new URL(ownerUrl);
      readAs.username = reader;
      readAs.password = 'of the backups';
      return readConfig({ DATA_DIR: dataDir, DATABASE_URL: ownerUrl, BACKUP_DATABASE_URL: readAs.href });
    },
    async close() {
      await asSuperuser(`DROP ROLE ${reader}`);
      rmSync(world, { recursive: true });
    },
  };
}

function asSuperuser(statement: string): Promise<unknown> {
  return withClient(inject('testServer').superuserUrl, (client) => client.query(statement));
}

/** Schema without the table that a server creates itself when it checks its keys. */
export async function schemaOf(url: string): Promise<string> {
  return (await describeSchema(url)).replace(/^-- .*\nCREATE TABLE key_checks [\s\S]*?^\);\n\n/m, '');
}

/** Triggers and foreign keys with their state, and tables whose row-level security is forced. */
export function guardsOf(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ guard: string }>(
      `SELECT concat_ws(' ', tgrelid::regclass, tgname, tgenabled) AS guard FROM pg_trigger WHERE NOT tgisinternal
       UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
                 FROM pg_constraint WHERE contype = 'f'
       UNION ALL SELECT concat_ws(' ', oid::regclass, relrowsecurity, relforcerowsecurity)
                 FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'key_checks'
       ORDER BY 1`,
    );
    return rows.map(({ guard }) => guard);
  });
}
