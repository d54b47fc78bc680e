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

/**
 * Generates the successor of the master key. The file is flushed before this function returns, so that values sealed under the key can
 * be opened after any crash.
 */
export function makeNextMasterKey(dataDir: string): Buffer {
  const key = randomBytes(32);
  makeFolder(dirname(nextFile(dataDir)), 0o700);
  writeOnce(nextFile(dataDir), key.toString('base64'));
  return key;
}

/**
 * Completes an interrupted rotation, as the database shows it: where the database uses the next key, that key replaces the master key's
 * file; otherwise nothing was sealed under the next key, and `given` stays. Returns the master key to use, which is that of the
 * settings when they name one.
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

/** Replaces the master key's file with the next key. Returns the path of the old key; null when there was no file. */
export function takeNextMasterKey(dataDir: string): string | null {
  const file = keyFile(dataDir, 'master');
  const aside = `${file}.before-${new Date().toISOString().replaceAll(':', '-')}`;
  let kept: string | null = aside;
  try {
    // Links the old key instead of renaming it: a file with the key's name exists at any moment, even after a power cut here.
    linkSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    kept = null;
  }
  renameSync(nextFile(dataDir), file);
  flush(dirname(file));
  return kept;
}

/** Deletes a next key under which nothing was sealed. Throws where the database uses the key, which must not be lost. */
export async function dropNextMasterKey(ownerUrl: string, dataDir: string): Promise<void> {
  const next = findNext(dataDir);
  if (next === null) return;
  if (await isOfDatabase(ownerUrl, next)) throw new TypeError('The next master key already opens this database.');
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
