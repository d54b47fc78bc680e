import { parseArgs } from 'node:util';
import { readIdentity } from './platform/backup/age-keys.ts';
import { BackupError } from './platform/backup/errors.ts';
import { usageOf } from './platform/process/command-line.ts';
import { fetchFile } from './platform/wal-archive/fetch.ts';
import { runQuietTool } from './tool.ts';

/**
 * Fetches one WAL file, as PostgreSQL's restore_command. Exit codes: 3 the archive ends before this file; 2 the file cannot be fetched,
 * and recovery must stop.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { from: { type: 'string' }, identity: { type: 'string' } },
    allowPositionals: true,
  });
  const [name, path] = positionals;
  if (!values.from || !values.identity || name === undefined || path === undefined || positionals.length > 2)
    throw new BackupError(
      usageOf('wal:fetch', [['--from FOLDER --identity KEYFILE %f %p', 'fetches a file of the log']]),
    );
  const identities = [readIdentity(values.identity)];
  return (await fetchFile({ name, path, archive: values.from, identities })) ? 0 : 3;
}

await runQuietTool(main);
