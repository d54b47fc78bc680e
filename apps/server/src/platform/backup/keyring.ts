import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { givenMasterKey } from '../../config.ts';
import { flush, makeFolder, writeOnce } from '../crypto/durable-files.ts';
import { findKey, isKeyName, KEY_NAMES, type KeyName, keyFile } from '../crypto/key-files.ts';
import { BackupError } from './errors.ts';

/** The keys of an installation, by their names. */
export type Keyring = ReadonlyMap<KeyName, string>;

/**
 * Reads every key that the server would use: those of the settings before those of the folder, since a copy that only opens with the
 * settings of a machine that burnt down is none.
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

/** True where a folder has keys of an installation. */
export function hasKeys(dataDir: string): boolean {
  try {
    return readdirSync(join(dataDir, 'keys')).some((file) => file.endsWith('.key'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Writes the keys of a backup to a folder that has none. */
export function writeKeyring(dataDir: string, keys: Keyring): void {
  makeFolder(dataDir, 0o777);
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  for (const [name, key] of keys) writeOnce(keyFile(dataDir, name), key);
  flush(dataDir);
}

/** Removes all keys, but leaves their folder: in a container it is the mount point of a volume, which nobody can remove (EBUSY). */
export function removeKeyring(dataDir: string): void {
  const folder = join(dataDir, 'keys');
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Name of a key by the name of its entry in a backup; undefined for others, which no later version may slip in. */
export function keyOfEntry(entry: string): KeyName | undefined {
  const [, name] = /^keys\/([a-z-]+)\.key$/.exec(entry) ?? [];
  return name !== undefined && isKeyName(name) ? name : undefined;
}
