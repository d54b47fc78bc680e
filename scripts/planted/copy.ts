import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { listSources, ROOT } from '../sources.ts';

/**
 * Copies the working tree of the repository, including uncommitted changes, into a new folder; packages are linked to those of this one.
 */
export function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'mfuko-planted-'));
  for (const file of listSources('').filter((each) => each !== '')) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(copy, file));
  }
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  const packages = join(ROOT, 'node_modules');
  mkdirSync(join(copy, 'node_modules/@mfuko'), { recursive: true });
  for (const name of readdirSync(packages)) {
    // The compiler's cache is not linked, since the compiler would write into the original.
    if (name !== '@mfuko' && name !== '.cache') symlinkSync(join(packages, name), join(copy, 'node_modules', name));
  }
  // Workspace links have to point to the workspaces of the copy.
  for (const name of readdirSync(join(packages, '@mfuko'))) {
    const target = readlinkSync(join(packages, '@mfuko', name)).replace(/\/$/, '');
    if (isAbsolute(target)) throw new Error(`@mfuko/${name} leads out of the copy.`);
    symlinkSync(target, join(copy, 'node_modules/@mfuko', name));
  }
  return copy;
}
