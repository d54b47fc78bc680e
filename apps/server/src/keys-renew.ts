import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.ts';
import { ConfigError, readConfig } from './config.ts';
import { audit } from './platform/audit/audit.ts';
import { hasData } from './platform/crypto/key-check.ts';
import { RENEWABLE, type Renewable, replaceKey } from './platform/crypto/key-files.ts';
import { hasCluster } from './platform/embedded-postgres/cluster.ts';
import { commandLine } from './platform/process/command-line.ts';
import { runTool } from './tool.ts';

const COSTS: Record<Renewable, string> = {
  offline:
    'Everything that gates and buses recorded offline and have not sent is lost: who came in, who was let out. Send it ' +
    'first from every device that can reach the server, and have the guards write down the rest.',
  wire: 'Everyone must sign in again, at the gates too. Several servers need the same key: copy it to all of them.',
  'database-app': 'Nothing is lost. Running servers lose the database: stop them first, and start them afterwards.',
  'postgres-owner': 'Nothing is lost. Running servers lose the database: stop them first, and start them afterwards.',
};

const USAGE = commandLine('keys:renew', `${RENEWABLE.join(' | ')} --yes`);

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Replaces a lost key where its consequences are acceptable. Without `--yes`, only prints the consequences. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { yes: { type: 'boolean' } }, allowPositionals: true });
  const name = RENEWABLE.find((each) => each === positionals[0]);
  if (name === undefined || positionals.length !== 1) {
    process.stderr.write(
      `${USAGE}\nThe master key cannot be renewed: what it sealed could never be opened again. If you have it and ` +
        `others may know it: ${commandLine('keys:rotate')}\n`,
    );
    return 2;
  }
  print(COSTS[name]);
  if (!values.yes) {
    print(
      `Restoring the copy of the keys folder is always better. To renew the key anyway: ${commandLine('keys:renew', `${name} --yes`)}`,
    );
    return 2;
  }
  const config = readConfig();
  const { dataDir, databaseUrl } = config;
  if (!(databaseUrl ? await hasData(databaseUrl) : hasCluster(dataDir)))
    throw new ConfigError('There is no database here yet: the first start makes all keys.');
  const moved = replaceKey(dataDir, name);
  const { context, close } = await bootstrap(config, () => undefined, { renewed: name });
  try {
    await context.db.inPlatform((tx) =>
      audit(tx, { tool: 'keys:renew' }, { action: 'key.renew', subjectKind: 'key', detail: { key: name } }),
    );
  } finally {
    await close();
  }
  print(`keys/${name}.key was renewed. ${moved ? `The earlier key is at ${moved}. ` : ''}Start the server again.`);
  return 0;
}

await runTool(main);
