import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { MARK } from './caddyfile.ts';

/** Backs up a Caddyfile that is not ours; returns the path of the copy. An existing copy is kept, since it may be the original. */
export function keepForeign(file: string): string | undefined {
  if (!existsSync(file) || readFileSync(file, 'utf8').startsWith(MARK)) return undefined;
  let copy = `${file}.before-mfuko`;
  for (let number = 2; existsSync(copy); number++) copy = `${file}.before-mfuko-${number}`;
  copyFileSync(file, copy);
  return copy;
}

/** Replaces a file atomically, with its owner, group and mode, so that its content is never readable by others. */
export function replaceFile(file: string, text: string): void {
  const { uid, gid, mode } = statSync(file);
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  chownSync(`${file}.new`, uid, gid);
  chmodSync(`${file}.new`, mode & 0o777);
  renameSync(`${file}.new`, file);
}
