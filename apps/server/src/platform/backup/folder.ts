import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { flush } from '../crypto/durable-files.ts';
import { BackupError } from './errors.ts';
import { isDraft, nameOf, timeOf, toPrune } from './retention.ts';

/**
 * Writes a backup to a folder under a temporary name, flushes it, and renames it only after `write` has resolved, so that a
 * partial file is never taken for a backup. Throws BackupError when the folder does not exist, for example because a disk is not
 * plugged in.
 */
export async function writeToFolder(
  folder: string,
  madeAt: Date,
  write: (draft: string) => Promise<void>,
): Promise<string> {
  // Never creates the folder: a mount point without its disk would fill the machine's own disk.
  const left = filesOf(folder).filter(isDraft);
  // A lock allows one backup of a database at a time, so any existing draft belongs to an interrupted run.
  for (const draft of left) rmSync(join(folder, draft), { force: true });
  const file = join(folder, nameOf(madeAt));
  const draft = `${file}.part`;
  try {
    await write(draft);
    flush(draft);
    renameSync(draft, file);
    flush(folder);
    return file;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes the backups of a folder that the retention rule no longer keeps. Returns their names. */
export function pruneFolder(folder: string, now: Date): string[] {
  const pruned = toPrune(timesOf(folder), now).map(nameOf);
  for (const name of pruned) rmSync(join(folder, name), { force: true });
  if (pruned.length > 0) flush(folder);
  return pruned;
}

/** Returns the time of a folder's newest backup; null when there is none. Throws BackupError when the folder does not exist. */
export function newestIn(folder: string): Date | null {
  return timesOf(folder).reduce<Date | null>((newest, time) => (newest && newest > time ? newest : time), null);
}

/** Returns the path of a folder's newest backup; null when there is none. Throws BackupError when the folder does not exist. */
export function newestFile(folder: string): string | null {
  const newest = newestIn(folder);
  return newest && join(folder, nameOf(newest));
}

function timesOf(folder: string): Date[] {
  return filesOf(folder).flatMap((name) => timeOf(name) ?? []);
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BackupError(`The folder of the backups cannot be read (${code}): ${folder}. Is its disk plugged in?`);
  }
}
