import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../config.ts';
import { flush } from '../crypto/durable-files.ts';

/** Location of the data: the embedded database below DATA_DIR, or an external one. */
export type Home = 'embedded' | 'outside';

function fileOf(dataDir: string): string {
  return join(dataDir, 'moved.txt');
}

/** Records to which database the data has moved, so that no server continues with the old database. */
export function noteMove(dataDir: string, home: Home): void {
  const file = fileOf(dataDir);
  writeFileSync(`${file}.new`, `${home}\n`, { mode: 0o600 });
  flush(`${file}.new`);
  renameSync(`${file}.new`, file);
  flush(dataDir);
}

/** Throws ConfigError when the settings name the database that the data was moved out of. */
export function refuseMoved(dataDir: string, databaseUrl: string | null): void {
  const home = readHome(fileOf(dataDir));
  if (home === 'outside' && databaseUrl === null)
    throw new ConfigError(
      `The data was moved to an outside database: set DATABASE_URL. To go on with the earlier database in ${dataDir} all the same, ` +
        'remove moved.txt there.',
    );
  if (home === 'embedded' && databaseUrl !== null)
    throw new ConfigError(
      `The data was moved into ${dataDir}: remove DATABASE_URL from the settings. To go on with the earlier database all the same, ` +
        'remove moved.txt there.',
    );
}

function readHome(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOTDIR: DATA_DIR is a file, which holds no data either.
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
