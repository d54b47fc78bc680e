import { createPrivateKey, randomBytes } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, givenMasterKey } from '../../config.ts';
import { commandLine } from '../process/command-line.ts';
import { flush, makeFolder, writeOnce } from './durable-files.ts';
import { makeOfflineKey } from './offline-key.ts';

interface KeyKind {
  make(): string;
  fits(text: string): boolean;
  /** Advice for a missing or damaged file of an existing database: the consequences of the loss, and the next step. */
  readonly lost: string;
}

const password = () => randomBytes(24).toString('base64url');
const isOurPassword = (text: string) => /^[\w-]{32}$/.test(text);
const renew = (name: string, costs: string) =>
  `Where it is lost for good: ${commandLine('keys:renew', name)} (${costs}).`;

/** Files in DATA_DIR/keys, by name without `.key`. */
const KINDS = {
  master: {
    make: () => randomBytes(32).toString('base64'),
    fits: (text) => /^[A-Za-z0-9+/]{43}=$/.test(text),
    lost:
      'Where the key was given as MASTER_KEY, set that again. Nothing renews it: without it nobody can open the ' +
      'fingerprints, PINs and payment secrets of this database, so call support before anything else is tried.',
  },
  wire: {
    make: () => randomBytes(12).toString('base64url'),
    fits: (text) => /^[\x21-\x7e]{16}$/.test(text),
    lost: `Where the key was given as APP_WIRE_KEY, set that again. ${renew('wire', 'everybody signs in anew')}`,
  },
  offline: {
    make: makeOfflineKey,
    fits: isOfflineKey,
    lost: renew('offline', 'what gates and buses still hold from a time without a network is lost'),
  },
  'database-app': {
    make: password,
    // The operator of an external database may have chosen the password.
    fits: (text) => /^[\x20-\x7e]+$/.test(text),
    lost: renew('database-app', 'nothing is lost'),
  },
  'postgres-owner': {
    make: password,
    fits: isOurPassword,
    lost: renew('postgres-owner', 'nothing is lost, as long as postgres-superuser.key is there'),
  },
  'postgres-superuser': {
    make: password,
    fits: isOurPassword,
    lost:
      'Where it is lost for good, move the damaged file away: the server runs without it, but no backup can be made ' +
      'and postgres-owner.key cannot be renewed.',
  },
} satisfies Record<string, KeyKind>;

export type KeyName = keyof typeof KINDS;
export const KEY_NAMES = Object.keys(KINDS) as KeyName[];

export function isKeyName(name: string): name is KeyName {
  return Object.hasOwn(KINDS, name);
}

/** Keys that can be generated again when an operator accepts the consequences of their loss. */
export const RENEWABLE = ['offline', 'wire', 'database-app', 'postgres-owner'] as const satisfies readonly KeyName[];
export type Renewable = (typeof RENEWABLE)[number];

export function keyFile(dataDir: string, name: KeyName): string {
  return join(dataDir, 'keys', `${name}.key`);
}

/** Returns an existing key; null when its file is missing. Throws ConfigError, which names the file, when the file is damaged. */
export function findKey(dataDir: string, name: KeyName): string | null {
  return read(dataDir, name, KINDS[name].lost);
}

/** Returns an existing key. Throws ConfigError, which names the file and the next step, when the file is missing or damaged. */
export function readKey(dataDir: string, name: KeyName): string {
  const found = findKey(dataDir, name);
  if (found !== null) return found;
  throw new ConfigError(
    `${keyFile(dataDir, name)} is missing, and a key is never made anew beside data. Put the keys folder back that ` +
      `belongs to this database. ${KINDS[name].lost}`,
  );
}

/**
 * Returns a key of a first start, and generates it if it is missing. The key, its folder and the parents are flushed before this
 * function returns, so that a database which survives a power cut finds its keys. Call this only while there is no data.
 */
export function readOrMakeKey(dataDir: string, name: KeyName): string {
  const folder = join(dataDir, 'keys');
  makeFolder(folder, 0o700);
  const early = 'No database was made with it yet: remove this file and start again.';
  if (read(dataDir, name, early) === null) writeOnce(keyFile(dataDir, name), KINDS[name].make());
  else {
    // Another process of the same start may have created the file a moment ago without having flushed it yet.
    for (const path of [keyFile(dataDir, name), folder, dataDir]) flush(path);
  }
  return read(dataDir, name, early) ?? readKey(dataDir, name);
}

/** Renames an existing key file and generates a new key. Returns the path of the old key; null when there was none. */
export function replaceKey(dataDir: string, name: Renewable): string | null {
  const file = keyFile(dataDir, name);
  const aside = `${file}.before-${new Date().toISOString().replaceAll(':', '-')}`;
  let moved: string | null = aside;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    moved = null;
  }
  readOrMakeKey(dataDir, name);
  return moved;
}

/** Returns the master key (32 bytes): MASTER_KEY, otherwise its file. `first` allows a start without any data to generate the file. */
export function readMasterKey(dataDir: string, first: boolean, env?: Record<string, string | undefined>): Buffer {
  return (
    givenMasterKey(env) ?? Buffer.from(first ? readOrMakeKey(dataDir, 'master') : readKey(dataDir, 'master'), 'base64')
  );
}

function read(dataDir: string, name: KeyName, advice: string): string | null {
  const file = keyFile(dataDir, name);
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (KINDS[name].fits(text)) return text;
  const how = text === '' ? 'is empty' : 'is damaged';
  throw new ConfigError(`${file} ${how}. Put this file back from your copy of the keys folder. ${advice}`);
}

function isOfflineKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'x25519';
  } catch {
    // The caller reports the damaged file; the original error would quote the key.
    return false;
  }
}
