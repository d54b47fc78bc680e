import { execFileSync } from 'node:child_process';

/** Name of the build that each call of the console carries: the commit, or `unversioned` where there is no git. */
export function clientBuild(cwd?: string): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'unversioned';
  }
}
