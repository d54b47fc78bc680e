import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Lists the repository's files with these endings, as git sees them, without ignored files. */
export function listSources(...endings: string[]): string[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = output.split('\0').filter((file) => endings.some((ending) => file.endsWith(ending)));
  // git lists a deleted file until the deletion is committed.
  return [...new Set(files)].filter((file) => existsSync(join(ROOT, file))).sort();
}
