// Each migration has a higher number than those that were there before it: a database that has a later one refuses it at the start.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findLate, readAdded } from './migration-order.ts';
import { listSources, ROOT } from './sources.ts';

const files = listSources('.sql').filter((file) => file.startsWith('apps/server/migrations/'));
// A copy of the sources without their history says nothing of the order.
if (existsSync(join(ROOT, '.git'))) {
  const late = findLate(readAdded(ROOT, files.toSorted()), files);
  for (const file of late) console.error(`${file} comes below one that is there already: give it the next number.`);
  if (late.length > 0) process.exitCode = 1;
}
