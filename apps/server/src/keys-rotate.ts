import { parseArgs } from 'node:util';
import { lockOutServers } from './backups/lock-out-servers.ts';
import { bootstrap, offlineKeyOf } from './bootstrap.ts';
import { ConfigError, givenMasterKey, readConfig } from './config.ts';
import { rotateMasterKey } from './key-rotation/rotate-master-key.ts';
import { keyFile, readMasterKey } from './platform/crypto/key-files.ts';
import { dropNextMasterKey, makeNextMasterKey, takeNextMasterKey } from './platform/crypto/next-master-key.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/start.ts';
import { commandLine } from './platform/process/command-line.ts';
import { failpointAt } from './platform/process/failpoint.ts';
import { runQuietTool } from './tool.ts';

const BEFORE = `Every server of this installation has to be stopped. Make a backup first (${commandLine('backup')}). Backups and log archives from
before open by the old key only: each backup has its own in it, for log archives keep the old one.`;

/** Timeout for the session of the pool that this program has just closed, which may be visible for a moment. */
const PATIENCE_MS = 3_000;

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Generates a new master key and reseals everything under it. Without `--yes`, only prints the preparations. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { yes: { type: 'boolean' } }, allowPositionals: true });
  print(BEFORE);
  if (!values.yes || positionals.length > 0) {
    print(`Then: ${commandLine('keys:rotate', '--yes')}`);
    return 2;
  }
  const config = readConfig();
  const { dataDir, databaseUrl } = config;
  // Verifies the current key, completes an interrupted rotation, and migrates the database.
  await (await bootstrap(config, () => undefined)).close();
  const postgres = databaseUrl
    ? { ownerUrl: databaseUrl, stop: async () => undefined }
    : await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const held = await lockOutServers(
      postgres.ownerUrl,
      {
        runs: 'A server is running on this database: stop every server first, then rotate.',
        starts: 'A server is starting on this database: stop it first.',
        came: 'A server was started in the meantime: nothing was changed. Stop it, and start again.',
      },
      (why) => new ConfigError(why),
      PATIENCE_MS,
    );
    try {
      const failpoint = failpointAt(config.failpoint);
      await dropNextMasterKey(postgres.ownerUrl, dataDir);
      const from = readMasterKey(dataDir, false);
      const to = makeNextMasterKey(dataDir);
      failpoint.pass('new-key-kept');
      const proveNobodyCame = () => held.proveNobodyCame();
      const sealed = await rotateMasterKey(postgres.ownerUrl, {
        from,
        to,
        offline: offlineKeyOf(config),
        failpoint,
        proveNobodyCame,
      });
      failpoint.pass('after-rotation');
      const aside = takeNextMasterKey(dataDir);
      print(
        `Rotated: ${sealed} values are sealed under the new master key, and each was opened by it. The old key opens nothing here any more.`,
      );
      print(advice(dataDir, aside));
      return 0;
    } finally {
      await held.end();
    }
  } finally {
    await postgres.stop();
  }
}

function advice(dataDir: string, aside: string | null): string {
  const file = keyFile(dataDir, 'master');
  const old = aside === null ? '' : ` The old one lies at ${aside}.`;
  return givenMasterKey() === null
    ? `It lies at ${file}.${old} Make a new copy of the keys folder and a backup, then start the server.`
    : `Set MASTER_KEY, on every machine, to what stands in ${file}; with another no server starts.${old} Make a new copy of the settings and a backup, then start.`;
}

await runQuietTool(main);
