import { parseArgs } from 'node:util';
import { restoreInto } from './backups/restore-into.ts';
import { wordsOfInventory } from './backups/verify-all.ts';
import { readConfig } from './config.ts';
import { readIdentity } from './platform/backup/age-keys.ts';
import { commandLine } from './platform/process/command-line.ts';
import { finishFirst, runQuietTool } from './tool.ts';

const USAGE = commandLine('restore', 'FILE --identity KEYFILE');

const print = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Restores a backup into an empty DATA_DIR or, with DATABASE_URL, into an empty database. Exit code 1: the data was restored but is not
 * in order.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { identity: { type: 'string' } }, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length !== 1 || values.identity === undefined) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const config = readConfig();
  finishFirst();
  const identity = readIdentity(values.identity);
  const { sound, inventory, otherKeys, recipient } = await restoreInto(config, file, [identity], print);
  print(`Restored: ${wordsOfInventory(inventory)}${sound ? ', all in order' : '; not in order, see above'}.`);
  print(
    'Everything recorded after the backup is missing. Before the start put the newest erased-students.ndjson into DATA_DIR; for the ' +
      'rest see docs/operations.md, Backups.',
  );
  if (recipient !== null) print(`From now on backups are encrypted to the key that opened this one: ${recipient}`);
  if (otherKeys)
    print(
      'MASTER_KEY and APP_WIRE_KEY of the settings are not those of this data: set them to what stands in keys/master.key and ' +
        'keys/wire.key of DATA_DIR, or no server starts.',
    );
  return sound ? 0 : 1;
}

await runQuietTool(main);
