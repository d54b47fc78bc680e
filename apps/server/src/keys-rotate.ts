import { parseArgs } from 'node:util';
import { holdServersOff } from './backups/hold-servers-off.ts';
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

/** A session of the pool that this program has just closed may be seen for a moment. */
const PATIENCE_MS = 3_000;

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Takes a new master key, under which everything is sealed anew. Without `--yes` it only says what is to be done before. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { yes: { type: 'boolean' } }, allowPositionals: true });
  print(BEFORE);
  if (!values.yes || positionals.length > 0) {
    print(`Then: ${commandLine('keys:rotate', '--yes')}`);
    return 2;
  }
  const config = readConfig();
  const { dataDir, databaseUrl } = config;
  // Proves the key, ends a rotation that broke off, and brings the database to this version.
  await (await bootstrap(config, () => undefined)).close();
  const postgres = databaseUrl
    ? { ownerUrl: databaseUrl, stop: async () => undefined }
    : await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const held = await holdServersOff(
      postgres.ownerUrl,
      {
        runs: 'A server runs on this database: stop every server first, then rotate.',
        starts: 'A server starts on this database just now: stop it first.',
        came: 'A server was started meanwhile: nothing was changed. Stop it, and begin anew.',
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
