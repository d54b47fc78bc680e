import {
  appendFileSync,
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder with its missing parents and flushes the directory entry of each, so that a power cut removes none of them. Each is
 * created by a call of its own, because Node's recursive call never returns where a parent exists but takes no folders, such as a stale
 * mount or `/proc`.
 */
export function makeFolder(path: string, mode: number): void {
  const missing: string[] = [];
  for (let folder = resolve(path); !isFolder(folder) && folder !== dirname(folder); folder = dirname(folder))
    missing.unshift(folder);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode });
    } catch (error) {
      // Another process may have created it meanwhile.
      if (!isFolder(folder)) throw error;
    }
    flush(dirname(folder));
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Writes a file unless it exists already. The content is flushed before the file gets its name, and the name is flushed before this
 * function returns, so that a partly written file is never visible. Of two concurrent processes one writes; for both the stored file is
 * flushed on return.
 */
export function writeOnce(file: string, content: string | Uint8Array): void {
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, content, { mode: 0o600 });
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

/**
 * Appends a line and flushes it. A line that a power cut has torn is first ended with a newline, so that only the torn line is lost.
 */
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

/** Flushes the content of a file, or the entries of a folder, to disk. */
export function flush(path: string): void {
  let handle: number;
  try {
    handle = openSync(path, 'r');
  } catch (error) {
    // A folder that is writable but not readable can only be flushed by its owner.
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return;
    throw error;
  }
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
