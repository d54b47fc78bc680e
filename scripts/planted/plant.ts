import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Violation } from './violations.ts';

/** Puts one violation into a copy of the repository, runs its check there, and removes the violation. */
export function plant(copy: string, { check, files }: Violation): { good: boolean; output: string } {
  const restorers = Object.entries(files).map(([file, text]) =>
    typeof text === 'string' ? addFile(join(copy, file), text) : changeFile(join(copy, file), text),
  );
  try {
    return runCheck(copy, check);
  } finally {
    for (const restore of restorers) restore();
  }
}

/** Returns what removes the file again. */
function addFile(path: string, text: string): () => void {
  writeFileSync(path, text, { flag: 'wx' });
  return () => rmSync(path);
}

/** Returns what restores the file. Throws where the change leaves it as it is. */
function changeFile(path: string, change: (text: string) => string): () => void {
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`The violation changes nothing in ${path}.`);
  writeFileSync(path, after);
  return () => writeFileSync(path, before);
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
