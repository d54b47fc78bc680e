import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeOnce } from '../crypto/durable-files.ts';
import { BackupError } from './errors.ts';

/** Lists the copies of an append-only file, oldest first by the time in the file name. */
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
 * Appends to the copy of an append-only file the lines that were added since. Copied bytes are never overwritten: where no copy
 * is a prefix of the file, because somebody changed or truncated the file, a new copy is begun next to the old ones, and true is
 * returned. Throws BackupError where the copy cannot be read back as written.
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

/** Writes at a fixed position instead of appending: two concurrent copies then write the same bytes to the same place. */
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

/**
 * Reads the complete lines of a file; the last line may be only partly written. Returns null when the file is missing or has no
 * complete line.
 */
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
