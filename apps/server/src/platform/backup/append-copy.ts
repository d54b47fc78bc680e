import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeOnce } from '../crypto/durable-files.ts';
import { BackupError } from './errors.ts';

/** Copies of a file that only grows, by the time at which each was begun, oldest first. */
export function copiesOf(file: string, folder: string): string[] {
  const [stem, end] = partsOf(file);
  return readdirSync(folder)
    .filter(
      (name) =>
        name.startsWith(`${stem}-`) &&
        name.endsWith(end) &&
        /^\d{8}T\d{6}Z$/.test(name.slice(stem.length + 1, -end.length)),
    )
    .sort()
    .map((name) => join(folder, name));
}

/**
 * Appends to the copy of a file that only grows what has come since. Nothing that was copied once is ever written over: where no copy is
 * the beginning of the file, as after somebody has changed or cut it, another copy is begun beside. Answers true then. Throws BackupError
 * where the copy does not say what was copied.
 */
export function appendCopy(file: string, folder: string, now: Date): boolean {
  const text = wholeLines(file);
  if (text === null) return false;
  const copies = copiesOf(file, folder);
  const copy = copies.findLast((each) => {
    const kept = readFileSync(each);
    return kept.length <= text.length && kept.equals(text.subarray(0, kept.length));
  });
  if (copy === undefined) {
    const [stem, end] = partsOf(file);
    const fresh = join(folder, `${stem}-${now.toISOString().replace(/[-:]|\.\d+/g, '')}${end}`);
    writeOnce(fresh, text.toString('utf8'));
    refuseOther(fresh, text);
    return copies.length > 0;
  }
  const kept = readFileSync(copy).length;
  if (kept === text.length) return false;
  writeAt(copy, text.subarray(kept), kept);
  refuseOther(copy, text);
  return false;
}

/** At its place, and not at the end: of two at once each writes the same. */
function writeAt(file: string, bytes: Buffer, place: number): void {
  const handle = openSync(file, 'r+');
  try {
    writeSync(handle, bytes, 0, bytes.length, place);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function refuseOther(copy: string, text: Buffer): void {
  if (!readFileSync(copy).equals(text))
    throw new BackupError(`The copy is not what it was copied from: ${copy}. Is that disk sound?`);
}

/** A line may be under way just now. null where the file is not there, or has none yet. */
function wholeLines(file: string): Buffer | null {
  try {
    const bytes = readFileSync(file);
    const end = bytes.lastIndexOf('\n') + 1;
    return end === 0 ? null : bytes.subarray(0, end);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function partsOf(file: string): [stem: string, end: string] {
  const name = basename(file);
  const dot = name.lastIndexOf('.');
  return [name.slice(0, dot), name.slice(dot)];
}
