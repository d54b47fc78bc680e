import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

const LONGEST = 10;

const LINES_OF_A_FAILURE = 12;

/**
 * Writes how many tests passed, failed and were skipped to the file that COUNTS_FILE names, with what failed and why, and
 * prints the longest files.
 */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    printLongest(modules);
    const file = process.env.COUNTS_FILE;
    if (file === undefined) return;
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    const failures = errors.map((error) => describe('outside of a test', error));
    for (const module of modules) {
      // A file that does not load has no tests, and a failing hook of its own none that failed.
      counts.failed += module.errors().length;
      failures.push(...module.errors().map((error) => describe(module.relativeModuleId, error)));
      for (const test of module.children.allTests()) {
        const { state, errors: why } = test.result();
        if (state === 'failed') failures.push(describe(`${module.relativeModuleId} > ${test.fullName}`, why[0]));
        counts[state === 'pending' ? 'skipped' : state] += 1;
      }
    }
    writeFileSync(file, JSON.stringify({ ...counts, failures }));
  }
}

/** A failure as the end of a long run names it: a log that keeps its last lines alone still tells what failed. */
function describe(name: string, error: unknown): string {
  const { message, diff, stack } = (error ?? {}) as { message?: unknown; diff?: unknown; stack?: unknown };
  const places = String(stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at ') && !line.includes('node_modules'));
  const lines = [message ?? error, diff ?? ''].join('\n').trimEnd().split('\n').slice(0, LINES_OF_A_FAILURE);
  return [`✗ ${name}`, ...lines, ...places.slice(0, 3)].join('\n    ');
}

/** Seconds of a file: its tests and hooks, and the loading of its modules. */
function printLongest(modules: readonly TestModule[]): void {
  if (modules.length <= LONGEST) return;
  const timed = modules.map((module) => {
    const { duration, collectDuration } = module.diagnostic();
    return { seconds: (duration + collectDuration) / 1000, name: module.relativeModuleId };
  });
  const longest = timed.toSorted((one, other) => other.seconds - one.seconds).slice(0, LONGEST);
  const lines = longest.map(({ seconds, name }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
  console.log(`\nThe longest files:\n${lines.join('\n')}`);
}
