import { join } from 'node:path';
import { findKey, readKey } from '../crypto/key-files.ts';
import { postmasterState, readPostmasterFile } from './postmaster.ts';
import { ownerUrl, superuserUrl } from './presence.ts';

/** URLs of the running embedded database; the superuser's is null where its password file is missing. */
export interface Running {
  readonly ownerUrl: string;
  readonly superuserUrl: string | null;
}

/**
 * Finds the database that runs below DATA_DIR, without registering a use: its starter may stop it at any time. Returns null where none
 * runs. Throws ConfigError where a key is damaged.
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
