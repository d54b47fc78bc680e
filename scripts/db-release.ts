// `npm run db:release`: writes a small database of this version to apps/server/tests/releases, from which the upgrade test of the next
// version starts, and its calls to apps/server/tests/released-calls, which every later version must accept from an older client.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { bootstrap } from '../apps/server/src/bootstrap.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { openOfflineKey } from '../apps/server/src/platform/crypto/offline-key.ts';
import { describeApi } from '../apps/server/src/platform/openapi/describe.ts';
import { RELEASED_CALLS, readApi, writeApi } from '../apps/server/tests/api-changes.testkit.ts';
import { makeTestDatabase } from '../apps/server/tests/database.ts';
import { startTestServer } from '../apps/server/tests/global-setup.ts';
import { openTestServer } from '../apps/server/tests/kit.ts';
import { openSimulatedPayments } from '../apps/server/tests/payments.testkit.ts';
import { fillRelease, RELEASE_KEYS, writeReleaseKeys } from '../apps/server/tests/release-data.testkit.ts';
import { RELEASES, readContents, writeDump } from '../apps/server/tests/release-dump.testkit.ts';
import { ROOT } from './sources.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const file = join(RELEASES, `${version}.sql`);
const postgres = await startTestServer();
const payments = await openSimulatedPayments();
const dataDir = mkdtempSync(join(tmpdir(), 'mfuko-release-'));
try {
  const database = await makeTestDatabase(undefined, postgres.server);
  const empty = await makeTestDatabase('empty', postgres.server);
  writeReleaseKeys(dataDir, postgres.server.appPassword);
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.ownerUrl });
  await (await bootstrap(config, () => undefined)).close();
  const server = await openTestServer(
    { ...payments.env, APP_WIRE_KEY: RELEASE_KEYS.wire },
    { offlineKey: openOfflineKey(RELEASE_KEYS.offline), payments: payments.gateway },
    { database: { ...database, drop: async () => undefined }, masterKey: RELEASE_KEYS.master },
  );
  payments.connect(server);
  await fillRelease(server, payments);
  mkdirSync(RELEASED_CALLS, { recursive: true });
  writeFileSync(
    join(RELEASED_CALLS, `${version}.json`),
    writeApi(readApi(describeApi(server.registry.served, 'Mfuko'))),
  );
  await server.close();
  mkdirSync(RELEASES, { recursive: true });
  writeFileSync(file, await writeDump(version, database.ownerUrl, empty.ownerUrl));
  const contents = [...(await readContents(database.ownerUrl))];
  const filled = contents.filter(([, { rows }]) => rows > 0);
  console.log(`${relative(ROOT, file)}: rows in ${filled.length} of ${contents.length} tables.`);
  console.log(`Without rows: ${contents.flatMap(([name, { rows }]) => (rows > 0 ? [] : [name])).join(', ')}.`);
} finally {
  await payments.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
