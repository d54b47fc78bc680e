import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { givenMasterKey } from '../../config.ts';
import { openDatabase } from '../database/database.ts';
import { flush, makeFolder, writeOnce } from './durable-files.ts';
import { masterCheckOf } from './key-check.ts';
import { keyFile } from './key-files.ts';
import { openKeys } from './keys.ts';

const nextFile = (dataDir: string) => `${keyFile(dataDir, 'master')}.next`;

/** Makes the key that takes the place of the master key. The disk holds it before this returns: what is sealed under it opens after any crash. */
export function makeNextMasterKey(dataDir: string): Buffer {
  const key = randomBytes(32);
  makeFolder(dirname(nextFile(dataDir)), 0o700);
  writeOnce(nextFile(dataDir), key.toString('base64'));
  return key;
}

/**
 * Ends a rotation that broke off, by what the database says: where it has the next key, that one takes its place in the folder, else
 * nothing was sealed under it, and `given` stays. Answers the master key to go on with, which is that of the settings where they name one.
 */
export async function settleMasterKey(
  ownerUrl: string,
  dataDir: string,
  given: Buffer,
  env?: Record<string, string>,
): Promise<Buffer> {
  const next = findNext(dataDir);
  if (next === null || !(await isOfDatabase(ownerUrl, next))) return given;
  takeNextMasterKey(dataDir);
  return givenMasterKey(env) ?? next;
}

/** Puts the next key in the place of the master key's file. Answers where the one before lies now; null where no file had it. */
export function takeNextMasterKey(dataDir: string): string | null {
  const file = keyFile(dataDir, 'master');
  const aside = `${file}.before-${new Date().toISOString().replaceAll(':', '-')}`;
  let kept: string | null = aside;
  try {
    // Never without a file of that name, also after a power cut between the two.
    linkSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    kept = null;
  }
  renameSync(nextFile(dataDir), file);
  flush(dirname(file));
  return kept;
}

/** Forgets a next key under which nothing was sealed. Throws where the database has it: it must not be lost. */
export async function dropNextMasterKey(ownerUrl: string, dataDir: string): Promise<void> {
  const next = findNext(dataDir);
  if (next === null) return;
  if (await isOfDatabase(ownerUrl, next)) throw new TypeError('The next master key is in use.');
  rmSync(nextFile(dataDir));
}

function findNext(dataDir: string): Buffer | null {
  try {
    return Buffer.from(readFileSync(nextFile(dataDir), 'utf8').trim(), 'base64');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function isOfDatabase(ownerUrl: string, master: Buffer): Promise<boolean> {
  const db = openDatabase(ownerUrl, 1);
  try {
    return await db.readPlatform(async (tx) => {
      const there = await tx.row<{ there: boolean }>(`SELECT to_regclass('public.key_checks') IS NOT NULL AS there`);
      if (!there?.there) return false;
      const kept = await tx.row<{ digest: Buffer }>(`SELECT digest FROM key_checks WHERE name = 'master'`);
      return kept?.digest.equals(masterCheckOf(openKeys(master))) ?? false;
    });
  } finally {
    await db.close();
  }
}
