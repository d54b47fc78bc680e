import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

const MAX_LISTED = 10;

const LINES_OF_A_FAILURE = 12;

/**
 * Writes the numbers of passed, failed and skipped tests to the file that COUNTS_FILE names, with the failures and their reasons, and
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
      // Counts load errors and failed hooks of a file, which no failed test represents.
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

/** Describes a failure for the end of a long run, so that a log that keeps only its last lines still names the failures. */
function describe(name: string, error: unknown): string {
  const { message, diff, stack } = (error ?? {}) as { message?: unknown; diff?: unknown; stack?: unknown };
  const places = String(stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at ') && !line.includes('node_modules'));
  const lines = [message ?? error, diff ?? ''].join('\n').trimEnd().split('\n').slice(0, LINES_OF_A_FAILURE);
  return [`✗ ${name}`, ...lines, ...places.slice(0, 3)].join('\n    ');
}

/** Prints the duration of the longest files in seconds: tests, hooks and the loading of modules. */
function printLongest(modules: readonly TestModule[]): void {
  if (modules.length <= MAX_LISTED) return;
  const timed = modules.map((module) => {
    const { duration, collectDuration } = module.diagnostic();
    return { seconds: (duration + collectDuration) / 1000, name: module.relativeModuleId };
  });
  const longest = timed.toSorted((one, other) => other.seconds - one.seconds).slice(0, MAX_LISTED);
  const lines = longest.map(({ seconds, name }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
  console.log(`\nThe longest files:\n${lines.join('\n')}`);
}
