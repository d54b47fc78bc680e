import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readIdentity } from './platform/backup/age-keys.ts';
import { BackupError } from './platform/backup/errors.ts';
import { usageOf } from './platform/process/command-line.ts';
import { layOut } from './platform/wal-archive/restore.ts';
import { finishFirst, runQuietTool } from './tool.ts';

const USAGE = usageOf('wal:restore', [
  [
    '--from FOLDER --identity KEYFILE --into DATAFOLDER --to-time TIME',
    'unpacks a base backup, to be started as it was at that time',
  ],
  ['--from FOLDER --identity KEYFILE --into DATAFOLDER', 'the same, to the end of the archive'],
  ['… --base NAME', 'the same from another base backup than the newest of before'],
]);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      identity: { type: 'string' },
      into: { type: 'string' },
      'to-time': { type: 'string' },
      base: { type: 'string' },
    },
  });
  if (!values.from || !values.identity || !values.into) throw new BackupError(USAGE);
  finishFirst();
  const { file } = await layOut({
    archive: values.from,
    into: values.into,
    identityFile: values.identity,
    identity: readIdentity(values.identity),
    point: values['to-time'] ?? null,
    base: values.base ?? null,
    fetch: [process.execPath, fileURLToPath(new URL('wal-fetch.ts', import.meta.url))],
  });
  process.stdout.write(
    `${file} was unpacked. Start PostgreSQL: its log shows when the recovery is complete, or what is missing.\n`,
  );
  return 0;
}

await runQuietTool(main);
