import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Writes how many tests passed, failed and were skipped to the file that COUNTS_FILE names, and says which passed only when
 * they were tried again: each of those hides a fault, ours or the test's.
 */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    for (const module of modules)
      for (const test of module.children.allTests()) {
        if (!test.diagnostic()?.flaky) continue;
        const [first] = test.result().errors ?? [];
        console.warn(`passed at the second try only: ${module.relativeModuleId} > ${test.fullName}: ${first?.message}`);
      }
    const file = process.env.COUNTS_FILE;
    if (file === undefined) return;
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      // A file that does not load has no tests, and a failing hook of its own none that failed.
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === 'pending' ? 'skipped' : state] += 1;
      }
    }
    writeFileSync(file, JSON.stringify(counts));
  }
}
