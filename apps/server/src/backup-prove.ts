import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { checkBackup } from './backups/restore-into.ts';
import { bootstrap } from './bootstrap.ts';
import { ConfigError, readConfig } from './config.ts';
import { audit } from './platform/audit/audit.ts';
import { readTypedIdentity, recipientsOf } from './platform/backup/age-keys.ts';
import { BackupError } from './platform/backup/errors.ts';
import { newestFile } from './platform/backup/folder.ts';
import { noteProven } from './platform/backup/marks.ts';
import { runQuietTool } from './tool.ts';

const print = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Verifies that a secret key typed from its paper opens the newest backup, and records the day. The key is neither shown nor stored.
 */
async function main(): Promise<number> {
  const config = readConfig();
  if (config.backup.to === null) throw new ConfigError('BACKUP_TO is not set: there is no folder of backups.');
  const file = newestFile(config.backup.to);
  if (file === null) throw new BackupError(`There is no backup in ${config.backup.to} yet.`);
  const { identity, recipient } = await readTypedIdentity(await ask());
  const recipients = recipientsOf({ dataDir: config.dataDir, given: config.backup.recipients });
  if (!recipients.includes(recipient))
    throw new BackupError('That key is valid, but backups are now encrypted to another one: try the other papers.');
  const { header, manifest } = await checkBackup(file, [identity]);
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  const { context, close } = await bootstrap(config, () => undefined);
  try {
    await context.db.inPlatform(async (tx) => {
      await noteProven(tx, recipient, new Date());
      await audit(tx, { tool: 'backup:prove' }, { action: 'backup.key-proven', subjectKind: 'key' });
    });
  } finally {
    await close();
  }
  print(
    `The key opens ${file}, made at ${header.madeAt}: ${rows} rows, complete. The date is recorded. Put the paper back.`,
  );
  return 0;
}

/** Reads the first line that is typed or piped, without echo. */
function ask(): Promise<string> {
  const terminal = process.stdin.isTTY;
  process.stderr.write('Type the secret key from the paper, AGE-SECRET-KEY-1…, then press Enter. It is not shown: ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal });
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('close', () => {
      process.stderr.write('\n');
      resolve('');
    });
  });
}

await runQuietTool(main);
