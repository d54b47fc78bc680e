import { execFileSync } from 'node:child_process';

/** Returns the build id that each call of the console carries: the commit, or `unversioned` without git. */
export function clientBuild(cwd?: string): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'unversioned';
  }
}
