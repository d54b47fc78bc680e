import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VARIABLES } from './manifest.ts';
import type { MutateOptions } from './mutate.ts';
import { runPatiently } from './patience.ts';
import { failingDefinition, type SqlFunction } from './sql-functions.ts';
import { MAX_MS } from './test-runs.ts';
import type { Workers } from './workers.ts';

/** Duration of a test file without a mutant, and the code that it reaches. */
export interface Reach {
  readonly test: string;
  readonly ms: number;
  readonly numbers: ReadonlySet<number>;
  readonly functions: ReadonlySet<string>;
}

/**
 * Opens the measurement of test files: each file runs alone without a mutant, once, and the mutants that it reaches are recorded. A
 * database function counts as reached if the file fails once that function fails; for tests named on the command line each counts as
 * reaching every function, since measuring takes a run of each file for each function. Null marks a file that fails without a mutant.
 */
export function openLooks(
  workers: Workers,
  functions: readonly SqlFunction[],
  { folder, tests, log }: Pick<MutateOptions, 'folder' | 'tests' | 'log'>,
): (test: string) => Promise<Reach | null> {
  const looks = new Map<string, Promise<Reach | null>>();
  const begin = async (test: string): Promise<Reach | null> => {
    const file = join(folder, `reach-${looks.size}`);
    const { end, ms, why } = await runPatiently(workers.run, {
      tests: [test],
      environment: { [VARIABLES.reach]: file },
      limitMs: MAX_MS,
    });
    if (end !== 'passed') {
      log(`left out, since it fails by itself: ${why}`);
      return null;
    }
    const numbers = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
    log(`${test}: ${(ms / 1000).toFixed(0)} s without a mutant, reaches ${numbers.length}`);
    const reached = await Promise.all(functions.map((one) => tests.length > 0 || reachesFunction(workers, test, one)));
    const names = functions.filter((_, at) => reached[at]).map(({ name }) => name);
    return { test, ms, numbers: new Set(numbers), functions: new Set(names) };
  };
  return (test) => {
    const known = looks.get(test) ?? begin(test);
    looks.set(test, known);
    return known;
  };
}

async function reachesFunction(workers: Workers, test: string, one: SqlFunction): Promise<boolean> {
  const definition = failingDefinition(one);
  const { end } = await workers.run({ tests: [test], environment: {}, limitMs: MAX_MS, definition });
  return end !== 'passed';
}
