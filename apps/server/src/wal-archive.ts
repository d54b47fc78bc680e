import { parseArgs } from 'node:util';
import { recipientsOf } from './platform/backup/age-keys.ts';
import { BackupError } from './platform/backup/errors.ts';
import { usageOf } from './platform/process/command-line.ts';
import { archiveFile } from './platform/wal-archive/archive.ts';
import { runQuietTool } from './tool.ts';

/**
 * Archives one WAL file, as PostgreSQL's archive_command. Reads no settings and no secret, since PostgreSQL's user has no access to
 * them.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { to: { type: 'string' }, recipient: { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  const [path, name] = positionals;
  if (!values.to || !values.recipient || path === undefined || name === undefined || positionals.length > 2)
    throw new BackupError(
      usageOf('wal:archive', [['--to FOLDER --recipient age1… %p %f', 'archives a file of the log']]),
    );
  const recipients = recipientsOf({ dataDir: '', given: values.recipient });
  await archiveFile({ path, name, archive: values.to, recipients });
  return 0;
}

await runQuietTool(main);
