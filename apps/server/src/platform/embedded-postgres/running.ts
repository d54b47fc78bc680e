import { join } from 'node:path';
import { findKey } from '../crypto/key-files.ts';
import { postmasterState, readPostmasterFile } from './postmaster.ts';
import { superuserUrl } from './presence.ts';

/**
 * URL of the superuser of the database that runs below DATA_DIR; null where none runs. Throws ConfigError where the superuser's key is
 * damaged.
 */
export function findSuperuser(dataDir: string): { readonly url: string | null; readonly running: boolean } {
  const folder = join(dataDir, 'postgres');
  const file = readPostmasterFile(folder);
  const running = file !== undefined && postmasterState(file.pid, folder) === 'alive';
  const password = findKey(dataDir, 'postgres-superuser');
  return { running, url: running && password !== null ? superuserUrl(file.port, password) : null };
}
