import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { flush } from '../crypto/durable-files.ts';
import { BackupError } from './errors.ts';
import { isDraft, nameOf, timeOf, toPrune } from './retention.ts';

/**
 * Has a backup written to a folder: under a temporary name, flushed, and under its own only once `write` has returned, so that half
 * a file is never taken for a backup. Throws BackupError where the folder is not there, as a disk that is not plugged in.
 */
export async function writeToFolder(
  folder: string,
  madeAt: Date,
  write: (draft: string) => Promise<void>,
): Promise<string> {
  // Never made: a mount point without its disk would fill the machine's own.
  const left = filesOf(folder).filter(isDraft);
  // Only one backup of a database is made at a time, so these are of one that was cut off.
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

/** Removes the backups of a folder that have served their time. Answers their names. */
export function pruneFolder(folder: string, now: Date): string[] {
  const pruned = toPrune(timesOf(folder), now).map(nameOf);
  for (const name of pruned) rmSync(join(folder, name), { force: true });
  if (pruned.length > 0) flush(folder);
  return pruned;
}

/** When the newest backup of a folder was made; null where it has none. Throws BackupError where the folder is not there. */
export function newestIn(folder: string): Date | null {
  return timesOf(folder).reduce<Date | null>((newest, time) => (newest && newest > time ? newest : time), null);
}

/** The newest backup of a folder; null where it has none. Throws BackupError where the folder is not there. */
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
