import { parseArgs } from 'node:util';
import { moveData } from './backups/move-data.ts';
import { readMoveTarget } from './backups/move-target.ts';
import { wordsOfInventory } from './backups/verify-all.ts';
import { readConfig, readConfigWith } from './config.ts';
import { usageOf } from './platform/process/command-line.ts';
import { finishFirst, runQuietTool } from './tool.ts';

const USAGE = usageOf('move', [
  ['--to outside', 'from the embedded database to the one of MOVE_DATABASE_URL'],
  ['--to postgres://OWNER@HOST/DATABASE', 'the same to an address that needs no password'],
  ['--to embedded', 'from the outside database back into DATA_DIR'],
]);

const print = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Moves the data to another database while no server runs. Exit code 1: the data was copied but is not in order, and nothing was
 * switched over.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  const from = readConfig();
  const target = readMoveTarget(values.to, from.moveTo);
  if (target === null) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const to = readConfigWith({ DATABASE_URL: target, DATABASE_POOLER_URL: '' });
  finishFirst();
  const { sound, inventory } = await moveData(from, to, print);
  print(
    `Moved: ${wordsOfInventory(inventory)}${sound ? ', all in order' : '; not in order, see above: nothing was switched'}.`,
  );
  if (sound) print(target === undefined ? TO_EMBEDDED : TO_OUTSIDE);
  return sound ? 0 : 1;
}

const TO_OUTSIDE = `Now set DATABASE_URL to the new database (and take MOVE_DATABASE_URL out), and BACKUP_DATABASE_URL for its backups, and start. The
earlier database lies in DATA_DIR/postgres as it was: remove that folder once a backup of the new one has been made.`;

const TO_EMBEDDED = `Now remove DATABASE_URL and BACKUP_DATABASE_URL from the settings, and start. The earlier database is as it was: drop it once a
backup of the new one has been made.`;

await runQuietTool(main);
