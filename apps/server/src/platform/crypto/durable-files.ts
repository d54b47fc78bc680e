import {
  appendFileSync,
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Makes a folder with the parents that are missing, and flushes the entry of each: a power cut takes none of them away. */
export function makeFolder(path: string, mode: number): void {
  const folder = resolve(path);
  const first = mkdirSync(folder, { recursive: true, mode });
  if (first === undefined) return;
  for (let made = folder; ; made = dirname(made)) {
    flush(dirname(made));
    if (made === first || made === dirname(made)) return;
  }
}

/**
 * Writes a file that must never be seen half-written, unless there is one already: the text is flushed before the file has
 * its name, and the name before this returns. Of two processes at once one writes, and for both what stands there is flushed.
 */
export function writeOnce(file: string, text: string): void {
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, text, { mode: 0o600 });
  flush(aside);
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    flush(file);
  } finally {
    unlinkSync(aside);
  }
  flush(dirname(file));
}

/** Appends a line and flushes it. A line that a power cut tore is closed first, so that it takes none with it. */
export function appendLine(file: string, line: string): void {
  const handle = openSync(file, 'a+', 0o600);
  try {
    const { size } = fstatSync(handle);
    const last = Buffer.alloc(1);
    const torn = size > 0 && readSync(handle, last, 0, 1, size - 1) === 1 && last.toString() !== '\n';
    appendFileSync(handle, `${torn ? '\n' : ''}${line}\n`);
    fsyncSync(handle);
    if (size === 0) flush(dirname(resolve(file)));
  } finally {
    closeSync(handle);
  }
}

/** Has the disk hold what a file says, or which entries a folder has. */
export function flush(path: string): void {
  let handle: number;
  try {
    handle = openSync(path, 'r');
  } catch (error) {
    // A folder that may be written to and not read cannot be flushed by anybody but its owner.
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return;
    throw error;
  }
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
