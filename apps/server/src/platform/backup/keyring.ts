import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { givenMasterKey } from '../../config.ts';
import { flush, makeFolder, writeOnce } from '../crypto/durable-files.ts';
import { findKey, isKeyName, KEY_NAMES, type KeyName, keyFile } from '../crypto/key-files.ts';
import { BackupError } from './errors.ts';

/** Keys of an installation, by name. */
export type Keyring = ReadonlyMap<KeyName, string>;

/**
 * Reads every key that the server would use. Keys from the settings win over those in the folder, and are included: a backup that
 * can only be opened with the settings of a lost machine is worthless.
 */
export function readKeyring(dataDir: string, wireKey: string, env?: Record<string, string | undefined>): Keyring {
  const given: Partial<Record<KeyName, string | undefined>> = {
    master: givenMasterKey(env)?.toString('base64'),
    wire: wireKey || undefined,
  };
  const keys = new Map<KeyName, string>();
  for (const name of KEY_NAMES) {
    const key = given[name] ?? findKey(dataDir, name);
    if (key) keys.set(name, key);
  }
  for (const name of ['master', 'offline'] as const) {
    if (!keys.has(name))
      throw new BackupError(`${keyFile(dataDir, name)} is missing: a backup without it opens nothing.`);
  }
  return keys;
}

/** Returns true when a folder contains keys of an installation. */
export function hasKeys(dataDir: string): boolean {
  try {
    return readdirSync(join(dataDir, 'keys')).some((file) => file.endsWith('.key'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Writes the keys of a backup to a folder that has no keys. */
export function writeKeyring(dataDir: string, keys: Keyring): void {
  makeFolder(dataDir, 0o777);
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  for (const [name, key] of keys) writeOnce(keyFile(dataDir, name), key);
  flush(dataDir);
}

/**
 * Removes all keys but leaves their folder: in a container the folder is the mount point of a volume, which cannot be removed
 * (EBUSY).
 */
export function removeKeyring(dataDir: string): void {
  const folder = join(dataDir, 'keys');
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Returns the key name of a backup entry; undefined for unknown names, so that a backup cannot write any other file. */
export function keyOfEntry(entry: string): KeyName | undefined {
  const [, name] = /^keys\/([a-z-]+)\.key$/.exec(entry) ?? [];
  return name !== undefined && isKeyName(name) ? name : undefined;
}
