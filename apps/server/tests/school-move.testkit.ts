import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { bootstrap } from '../src/bootstrap.ts';
import { readConfig } from '../src/config.ts';
import { makePair } from '../src/platform/backup/age-keys.ts';
import { openOfflineKey } from '../src/platform/crypto/offline-key.ts';
import { withClient } from '../src/platform/database/migration-client.ts';
import { makeTestDatabase, type TestDatabase } from './database.ts';
import { openTestServer } from './kit.ts';
import { openSimulatedPayments } from './payments.testkit.ts';
import { RELEASE_KEYS, writeReleaseKeys } from './release-data.testkit.ts';
import { liveSchool } from './school-life.testkit.ts';

/**
 * Opens an installation with the demonstration school and one record of everything that users do: on an external database, with a server.
 */
export async function openMovingWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'mfuko-school-'));
  const payments = await openSimulatedPayments();
  const database = await makeTestDatabase();
  const dataDir = join(folder, 'platform');
  mkdirSync(dataDir);
  writeReleaseKeys(dataDir, inject('testServer').appPassword);
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.ownerUrl });
  await (await bootstrap(config, () => undefined)).close();
  const server = await openTestServer(
    { ...payments.env, DATA_DIR: dataDir, APP_WIRE_KEY: RELEASE_KEYS.wire },
    { offlineKey: openOfflineKey(RELEASE_KEYS.offline), payments: payments.gateway },
    { database, masterKey: RELEASE_KEYS.master },
  );
  payments.connect(server);
  const { bursar } = await liveSchool(server, payments);
  const school = await server.context.db.readPlatform((tx) =>
    tx.row<{ id: string; name: string }>('SELECT id, short_name AS name FROM schools'),
  );
  const carrier = await makePair();
  return {
    folder,
    config,
    database,
    server,
    payments,
    carrier,
    bursar,
    schoolId: school?.id ?? '',
    name: school?.name ?? '',
    async close() {
      // Closed first, since its connection would be cut off when the database is dropped.
      await payments.close();
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export type MovingWorld = Awaited<ReturnType<typeof openMovingWorld>>;

/** Runs statements as the superuser, exempt from every guard of the database. */
export function asSuperuser({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>, ...statements: string[]): Promise<void> {
  const url = new URL(inject('testServer').superuserUrl);
  url.pathname = new URL(ownerUrl).pathname;
  return withClient(url.href, async (client) => {
    await client.query('SET session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
  });
}

/** Returns the rows of a statement as the superuser, who sees those of all schools. */
export function superuserRows({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>, statement: string): Promise<unknown[]> {
  const url = new URL(inject('testServer').superuserUrl);
  url.pathname = new URL(ownerUrl).pathname;
  return withClient(url.href, async (client) => (await client.query(statement)).rows);
}
