// `npm test`: runs set-up, the checks, and every test that a change must pass. With arguments, only the tests that they name: `npm test
// -- canteen`. `npm run test:nightly` adds the long tests, every screen in all variants, and clicks at human speed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNode, installBrowser, orExplain, ROOT, setUp, withPackages } from './setup.mjs';

await orExplain(() => {
  setUp();
  installBrowser();
  const nightly = process.argv[2] === '--nightly';
  const named = nightly ? [] : process.argv.slice(2);
  const suite = nightly ? { E2E_LOOKS: 'all', E2E_HELD: '120' } : named.length === 0 ? { SUITE: 'change' } : {};
  const notes = mkdtempSync(join(tmpdir(), 'mfuko-counts-'));
  const counts = [];
  if (named.length === 0) counts.push(runAndCount(['scripts/check.ts'], join(notes, 'check')));
  // Journeys run separately: a browser that competes with other tests for two cores is slow enough to look hung.
  const runs = named.length === 0 ? [['--project=!e2e'], ['--project=e2e']] : [named];
  for (const [place, run] of runs.entries()) {
    counts.push(runAndCount(['node_modules/vitest/vitest.mjs', 'run', ...run], join(notes, `tests-${place}`), suite));
  }
  rmSync(notes, { recursive: true });

  const sum = (key) => counts.reduce((total, each) => total + each[key], 0);
  const good =
    counts.every((each) => each.exit === 0) && counts.every((each) => each.passed > 0) && sum('failed') === 0;
  // An aborted run without a failed test is a failure too.
  const failed = good ? 0 : Math.max(1, sum('failed'));
  const failures = counts.flatMap((each) => each.failures ?? []);
  if (failures.length > 0) console.log(`\nWhat failed:\n${failures.join('\n')}`);
  console.log(`\n${sum('passed')} passed, ${failed} failed, ${sum('skipped')} skipped`);
  process.exitCode = good ? 0 : 1;
});

function runAndCount(command, note, more = {}) {
  const answer = spawnSync(findNode(), command, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...withPackages(), COUNTS_FILE: note, ...more },
  });
  const counts = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : { passed: 0, failed: 0, skipped: 0 };
  return { ...counts, exit: answer.status ?? 1 };
}
