import { parseArgs } from 'node:util';
import { recipientsOf } from './platform/backup/age-keys.ts';
import { BackupError } from './platform/backup/errors.ts';
import { usageOf } from './platform/process/command-line.ts';
import { storeBase } from './platform/wal-archive/base.ts';
import { pruneArchive } from './platform/wal-archive/prune.ts';
import { runQuietTool } from './tool.ts';

const USAGE = usageOf('wal:base', [
  ['--to FOLDER --recipient age1… [--keep 7] [-- COMMAND]', 'stores a base backup of pg_basebackup, or of COMMAND'],
]);
/** Writes one tar to standard output, and ends only after the required WAL has been archived. */
const PG_BASEBACKUP = [
  'pg_basebackup',
  '--pgdata=-',
  '--format=tar',
  '--wal-method=none',
  '--checkpoint=fast',
  '--no-password',
];

/** Stores a base backup and prunes the archive. Reads no settings and no secret. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      to: { type: 'string' },
      recipient: { type: 'string', multiple: true },
      keep: { type: 'string', default: '7' },
    },
    allowPositionals: true,
  });
  const keep = Number(values.keep);
  if (!values.to || !values.recipient || !Number.isInteger(keep) || keep < 1) throw new BackupError(USAGE);
  const recipients = recipientsOf({ dataDir: '', given: values.recipient });
  const command = positionals.length > 0 ? positionals : PG_BASEBACKUP;
  const { file } = await storeBase({ archive: values.to, recipients, command });
  const gone = pruneArchive(values.to, keep);
  process.stdout.write(
    `The base backup is ${file}. Removed: ${gone.bases} older ones, ${gone.files} files of the log.\n`,
  );
  return 0;
}

await runQuietTool(main);
