import { execFileSync } from 'node:child_process';

/** Migrations that were added after one with a higher number, before this check existed; installations from that time were recreated. */
const CAME_LATE = new Set([
  1, 2, 45, 46, 48, 49, 56, 61, 62, 64, 65, 66, 68, 69, 72, 85, 86, 87, 138, 139, 140, 141, 151, 153, 161, 162, 163,
  165, 166, 168, 170, 173,
]);
const FILE = /\/(\d{4})-[\w-]+\.sql$/;

/** Finds migrations among `files` that were added after one with a higher number; `added` is the order in which files were added. */
export function findLate(added: readonly string[], files: readonly string[]): string[] {
  const present = new Set(files);
  const late: string[] = [];
  let highest = 0;
  for (const file of new Set(added)) {
    const number = Number(FILE.exec(file)?.[1] ?? 0);
    if (number === 0 || !present.has(file)) continue;
    if (number < highest && !CAME_LATE.has(number)) late.push(file);
    highest = Math.max(highest, number);
  }
  return late;
}

/**
 * Returns the migration files in the order in which they were added to the repository; uncommitted ones come last. Throws without a git
 * history.
 */
export function readAdded(root: string, files: readonly string[]): string[] {
  const told = execFileSync(
    'git',
    ['log', '--reverse', '--no-renames', '--diff-filter=A', '--format=', '--name-only', '--', 'apps/server/migrations'],
    { cwd: root, encoding: 'utf8' },
  );
  return [...told.split('\n').filter(Boolean), ...files];
}
