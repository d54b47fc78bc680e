import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Violation } from './violations.ts';

/** Adds one violation to a copy of the repository, runs its check there, and removes the violation. */
export function plant(copy: string, { check, files }: Violation): { good: boolean; output: string } {
  const paths = Object.keys(files).map((file) => join(copy, file));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(copy, file), text, { flag: 'wx' });
  try {
    return runCheck(copy, check);
  } finally {
    for (const path of paths) rmSync(path);
  }
}

/** Runs the named checks in a copy of the repository; without names, all of them. */
export function runCheck(copy: string, ...checks: string[]): { good: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check.ts', ...checks], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, COUNTS_FILE: undefined },
  });
  return { good: status === 0, output: `${stdout}${stderr}` };
}
