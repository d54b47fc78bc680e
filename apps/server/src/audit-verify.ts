import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.ts';
import { type Config, readConfig } from './config.ts';
import { reportTrails } from './platform/audit/report.ts';
import { checkpointFile, readCheckpoints } from './platform/audit/seal.ts';
import { copiesOf } from './platform/backup/append-copy.ts';
import { runTool } from './tool.ts';

/**
 * Verifies the audit trails. `--checkpoints FILE`, repeatable, names copies that were stored off the machine; they replace the file in
 * DATA_DIR and its copies in BACKUP_COPY_TO.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { checkpoints: { type: 'string', multiple: true } } });
  const config = readConfig();
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const files = values.checkpoints ?? ownCheckpoints(config);
  const checkpoints = files.flatMap((file) =>
    readCheckpoints(file, (line) => print(`${file}, line ${line}: incomplete, as after a power cut; skipped.`)),
  );
  const { context, close } = await bootstrap(config, () => undefined);
  try {
    return (await reportTrails(context, checkpoints, print)) ? 0 : 1;
  } finally {
    await close();
  }
}

function ownCheckpoints({ dataDir, backup }: Config): string[] {
  const file = checkpointFile(dataDir);
  if (backup.copyTo === null) return [file];
  if (existsSync(backup.copyTo)) return [file, ...copiesOf(file, backup.copyTo)];
  process.stderr.write(`${backup.copyTo} does not exist: the checkpoints copied to it are not checked.\n`);
  return [file];
}

await runTool(main);
