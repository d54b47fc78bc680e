// Checks that each migration has a unique number, higher than those of earlier migrations: a database that has a later one refuses it at
// the start.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findLate, readAdded } from './migration-order.ts';
import { listSources, ROOT } from './sources.ts';

const files = listSources('.sql').filter((file) => file.startsWith('apps/server/migrations/'));
const numbers = Map.groupBy(files, (file) => /\/(\d{4})-/.exec(file)?.[1] ?? file);
for (const [number, same] of numbers) {
  if (same.length < 2) continue;
  console.error(`${same.join(' and ')} have one number, ${number}: no server starts with both.`);
  process.exitCode = 1;
}
// A copy of the sources without git history does not reveal the order.
if (existsSync(join(ROOT, '.git'))) {
  const late = findLate(readAdded(ROOT, files.toSorted()), files);
  for (const file of late) console.error(`${file} comes below one that is there already: give it the next number.`);
  if (late.length > 0) process.exitCode = 1;
}
