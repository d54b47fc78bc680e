import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../config.ts';
import { makeFolder } from './durable-files.ts';

/**
 * Creates DATA_DIR if it is missing. Throws ConfigError for an obstacle that a restart would meet again: a file in its place, a place
 * where no folder can be created, or missing rights on a folder that has no keys yet.
 */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir, 0o700);
    if (!existsSync(join(dataDir, 'keys'))) accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw refused(dataDir, error);
  }
}

/**
 * Refuses a file in the place of DATA_DIR, for programs that create no folder: each would meet it in another place, as ENOTDIR. Throws
 * ConfigError. A folder that is missing, or that this user cannot see, is reported where it is first used.
 */
export function refuseFile(dataDir: string): void {
  try {
    if (statSync(dataDir).isDirectory()) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') return;
  }
  throw noFolder(dataDir);
}

function noFolder(dataDir: string): ConfigError {
  return new ConfigError(
    `DATA_DIR is no folder: ${dataDir}, or a part of that path, is a file or a link to a missing place.`,
  );
}

function refused(dataDir: string, error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return noFolder(dataDir);
    case 'EACCES':
    case 'EPERM':
      return new ConfigError(
        `This user may not write to DATA_DIR (${dataDir}): give them the folder, or choose another.`,
      );
    case 'ENOENT':
      return new ConfigError(
        `DATA_DIR cannot be created: the file system takes no folder at ${dataDir}. Its disk may not be mounted.`,
      );
    default:
      return error;
  }
}
