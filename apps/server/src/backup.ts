import { parseArgs } from 'node:util';
import { makeBackup } from './backups/make-backup.ts';
import { checkBackup } from './backups/restore-into.ts';
import { endStarted } from './backups/source-of.ts';
import { clearTrials, tryRestore } from './backups/trial.ts';
import { wordsOfInventory } from './backups/verify-all.ts';
import { type Config, readConfig } from './config.ts';
import { makeBackupKey, readIdentity, recipientsOf } from './platform/backup/age-keys.ts';
import { BackupBusy } from './platform/backup/errors.ts';
import { usageOf } from './platform/process/command-line.ts';
import { runQuietTool } from './tool.ts';

const USAGE = usageOf('backup', [
  ['--make-key', 'makes the key of the backups, once'],
  ['--to FOLDER', 'makes a backup, and restores it on trial'],
  ['--verify FILE --identity KEYFILE', 'restores an earlier one on trial'],
]);

const print = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Makes or verifies a backup. Exit codes: 0 made and sound; 1 made, but its trial restore found a problem; 2 not made; 3 another backup
 * is in progress.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      verify: { type: 'string' },
      identity: { type: 'string' },
      'make-key': { type: 'boolean', default: false },
    },
  });
  const config = readConfig();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void leave(config.dataDir));
  if (values['make-key']) return makeKey(config);
  if (values.verify !== undefined && values.identity !== undefined)
    return verify(config, values.verify, readIdentity(values.identity));
  const to = values.to ?? (values.verify === undefined ? config.backup.to : null);
  if (to === null) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const recipients = recipientsOf({ dataDir: config.dataDir, given: config.backup.recipients });
  try {
    const { file, sound } = await makeBackup(config, { to, recipients, print });
    print(`The backup is at ${file}.`);
    return sound ? 0 : 1;
  } catch (error) {
    if (!(error instanceof BackupBusy)) throw error;
    print(error.message);
    return 3;
  }
}

async function makeKey({ dataDir }: Config): Promise<number> {
  const { identity, recipient } = await makeBackupKey(dataDir);
  print(`
The secret key of the backups, shown this once and kept nowhere on this machine:

    ${identity}

Whoever has it opens every backup, and without it nobody does. Write it down twice, and keep the two papers (or a
text file on a USB stick) in two places away from this machine. Then clear this terminal.

The public half, to which backups are encrypted from now on, is ${recipient}
`);
  return 0;
}

async function verify(config: Config, file: string, identity: string): Promise<number> {
  const { header, manifest } = await checkBackup(file, [identity]);
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  print(`Made at ${header.madeAt} by version ${header.product}: ${header.tables.length} tables, ${rows} rows, whole.`);
  const { sound, inventory } = await tryRestore(config, file, [identity], print);
  print(`Restored on trial: ${wordsOfInventory(inventory)}${sound ? ', all in order' : '; not in order, see above'}.`);
  return sound ? 0 : 1;
}

/**
 * Handles a signal, such as that of a stopping server: removes the database of a trial restore. The next backup removes a partial file.
 */
async function leave(dataDir: string): Promise<void> {
  // Sessions that are cut off here fail with errors that nobody handles any more.
  process.on('uncaughtException', () => undefined);
  // The next backup removes what is left.
  await clearTrials(dataDir, true).catch(() => undefined);
  await endStarted();
  process.exit(2);
}

await runQuietTool(main);
