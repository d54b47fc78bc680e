import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { listSources, ROOT } from '../sources.ts';

/** Copies the repository as it stands, changes that are not committed too, into a folder of its own; its packages are those of this one. */
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
    // The cache of the compiler stays behind: it writes there.
    if (name !== '@mfuko' && name !== '.cache') symlinkSync(join(packages, name), join(copy, 'node_modules', name));
  }
  // They lead from there to the workspaces beside them: the copy's.
  for (const name of readdirSync(join(packages, '@mfuko'))) {
    const target = readlinkSync(join(packages, '@mfuko', name)).replace(/\/$/, '');
    if (isAbsolute(target)) throw new Error(`@mfuko/${name} leads out of the copy.`);
    symlinkSync(target, join(copy, 'node_modules/@mfuko', name));
  }
  return copy;
}
