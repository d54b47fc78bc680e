import { createReadStream, createWriteStream, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { flush } from '../crypto/durable-files.ts';
import { hashOf } from '../wal-archive/archive.ts';
import { BackupError } from './errors.ts';
import { newestIn, pruneFolder } from './folder.ts';
import { timeOf, toPrune } from './retention.ts';

const DRAFT = /^mfuko-\d{8}T\d{6}Z\.age\.\d+\.part$/;
const DAY_MS = 86_400_000;

export interface Copied {
  /** Names of the backups that this run copied. */
  readonly names: readonly string[];
  /** Time of the newest backup in the second folder; null when the folder has none. */
  readonly newest: Date | null;
}

/**
 * Copies every retained backup that a second folder lacks, or has with another size, newest first. A copy is written under a temporary
 * name, flushed, read back and compared with the hash of the original before it is renamed. Then prunes the second folder by the
 * retention rule. Throws BackupError where a folder does not exist, or where a copy differs from its original.
 */
export async function copyBackups(from: string, to: string, now: Date): Promise<Copied> {
  refuseSame(from, to);
  const there = new Map(backupsIn(to));
  clearDrafts(to, now);
  const here = backupsIn(from);
  const over = new Set(
    toPrune(
      here.map(([name]) => timeOf(name) ?? now),
      now,
    ).map((time) => time.getTime()),
  );
  const missing = here.filter(
    ([name, size]) => there.get(name) !== size && !over.has(timeOf(name)?.getTime() ?? Number.NaN),
  );
  const names: string[] = [];
  for (const [name] of missing.sort(([one], [other]) => (one < other ? 1 : -1))) {
    await copyFile(join(from, name), join(to, name));
    names.push(name);
  }
  pruneFolder(to, now);
  return { names, newest: newestIn(to) };
}

/** Throws BackupError where both paths are the same folder. */
function refuseSame(from: string, to: string): void {
  // Throws the BackupError of a missing folder before `statSync` fails on it.
  newestIn(from);
  newestIn(to);
  const [one, other] = [statSync(from), statSync(to)];
  if (one.dev === other.dev && one.ino === other.ino)
    throw new BackupError(`BACKUP_COPY_TO is the folder of the backups itself: ${to}`);
}

async function copyFile(from: string, to: string): Promise<void> {
  // The draft's name has the process id: a copy that takes longer than an hour overlaps with the next run.
  const draft = `${to}.${process.pid}.part`;
  try {
    await pipeline(createReadStream(from), createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
    const [original, copy] = [await hashOf(from), await hashOf(draft)];
    if (original !== copy) throw new BackupError(`The copy is not what it was copied from: ${to}. Is that disk sound?`);
    renameSync(draft, to);
    flush(join(to, '..'));
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes drafts of killed runs that are more than a day old. */
function clearDrafts(folder: string, now: Date): void {
  for (const name of readdirSync(folder).filter((each) => DRAFT.test(each))) {
    const file = join(folder, name);
    if (now.getTime() - statSync(file).mtimeMs > DAY_MS) rmSync(file, { force: true });
  }
}

function backupsIn(folder: string): [name: string, size: number][] {
  return readdirSync(folder)
    .filter((name) => timeOf(name) !== null)
    .map((name) => [name, statSync(join(folder, name)).size]);
}
