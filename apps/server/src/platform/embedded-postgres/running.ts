import { join } from 'node:path';
import { findKey, readKey } from '../crypto/key-files.ts';
import { postmasterState, readPostmasterFile } from './postmaster.ts';
import { ownerUrl, superuserUrl } from './presence.ts';

/** The embedded database that runs, by its roles; the superuser's URL is null where the file with the password is missing. */
export interface Running {
  readonly ownerUrl: string;
  readonly superuserUrl: string | null;
}

/**
 * Finds the database that runs below DATA_DIR, without registering any use of it: whoever started it may end it. null where none runs.
 * Throws ConfigError where a key is damaged.
 */
export function findRunning(dataDir: string): Running | null {
  const folder = join(dataDir, 'postgres');
  const file = readPostmasterFile(folder);
  if (file === undefined || postmasterState(file.pid, folder) !== 'alive') return null;
  const superuser = findKey(dataDir, 'postgres-superuser');
  const owner = readKey(dataDir, 'postgres-owner');
  return {
    ownerUrl: ownerUrl(file.port, { superuser, owner }),
    superuserUrl: superuser === null ? null : superuserUrl(file.port, superuser),
  };
}
