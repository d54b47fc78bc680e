import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FILES_OF_DATA_DIR } from './backups/restore-into.ts';
import { bootstrap } from './bootstrap.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { appendCopy } from './platform/backup/append-copy.ts';
import { copyBackups } from './platform/backup/copies.ts';
import { newestIn } from './platform/backup/folder.ts';
import { noteCopied } from './platform/backup/marks.ts';
import { runQuietTool } from './tool.ts';

const print = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Copies the backups, the checkpoints and the list of erased students to the second folder. `--json` only prints the time of the newest
 * copy and the files that were begun again.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const config = readConfig();
  const { dataDir, backup } = config;
  if (backup.to === null || backup.copyTo === null)
    throw new ConfigError('Set BACKUP_TO and BACKUP_COPY_TO: where to copy from and to.');
  const now = new Date();
  const to = backup.copyTo;
  // Never creates the folder: a mount point without its disk would fill the machine's own disk.
  newestIn(to);
  // Copies the checkpoints first: they are small, and nothing else shows that the end of a chain was cut off.
  const anew = FILES_OF_DATA_DIR.filter((file) => appendCopy(join(dataDir, file), to, now));
  const { names, newest } = await copyBackups(backup.to, to, now);
  if (values.json) {
    print(JSON.stringify({ newest: newest?.toISOString() ?? null, anew }));
    return 0;
  }
  for (const name of names) print(`Copied: ${name}`);
  // With `--json` the server records the result itself. Doctor and notices read this record, since the second folder may hang.
  if (newest !== null) await note(config, newest);
  for (const file of anew)
    print(`${file} is not a continuation of what was copied before: a new copy was started, and the earlier one kept.`);
  print(newest === null ? 'There is no backup to copy yet.' : `The newest copy is of ${newest.toISOString()}.`);
  return 0;
}

async function note(config: Config, newest: Date): Promise<void> {
  const { context, close } = await bootstrap(config, () => undefined);
  try {
    await context.db.inPlatform((tx) => noteCopied(tx, newest));
  } finally {
    await close();
  }
}

await runQuietTool(main);
