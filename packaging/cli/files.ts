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

/** Keeps a Caddyfile that is not ours; answers where. A copy that is there already stays, for it may be the one that matters. */
export function keepForeign(file: string): string | undefined {
  if (!existsSync(file) || readFileSync(file, 'utf8').startsWith(MARK)) return undefined;
  let copy = `${file}.before-mfuko`;
  for (let number = 2; existsSync(copy); number++) copy = `${file}.before-mfuko-${number}`;
  copyFileSync(file, copy);
  return copy;
}

/** Replaces a file in one step, with its owner, group and mode: at no moment can others read what is in it. */
export function replaceFile(file: string, text: string): void {
  const { uid, gid, mode } = statSync(file);
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  chownSync(`${file}.new`, uid, gid);
  chmodSync(`${file}.new`, mode & 0o777);
  renameSync(`${file}.new`, file);
}
