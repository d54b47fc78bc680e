import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VARIABLES } from './manifest.ts';
import { runPatiently } from './patience.ts';
import { failingDefinition, type SqlFunction } from './sql-functions.ts';
import { LONGEST_MS } from './test-runs.ts';
import type { Workers } from './workers.ts';

/** Of one test file: how long it takes without a mutant, and what it reaches. */
export interface Reach {
  readonly test: string;
  readonly ms: number;
  readonly numbers: ReadonlySet<number>;
  readonly functions: ReadonlySet<string>;
}

/**
 * Runs each test file alone without a mutant, and notes the mutants of the code that it comes by. A function of the database
 * counts as reached where the file fails once that function does; where the tests were `named` by hand each reaches every function,
 * for looking takes a run of each file for each function. `broken` are files that fail by themselves.
 */
export async function findReach(
  workers: Workers,
  tests: readonly string[],
  functions: readonly SqlFunction[],
  folder: string,
  named: boolean,
): Promise<{ reaches: Reach[]; broken: string[] }> {
  const broken: string[] = [];
  const reaches = await Promise.all(
    tests.map(async (test, place): Promise<Reach[]> => {
      const file = join(folder, `reach-${place}`);
      const { end, ms, why } = await runPatiently(workers.run, {
        tests: [test],
        environment: { [VARIABLES.reach]: file },
        limitMs: LONGEST_MS,
      });
      if (end !== 'passed') {
        broken.push(why);
        return [];
      }
      const numbers = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
      const reached = await Promise.all(functions.map((one) => named || reachesFunction(workers, test, one)));
      const names = functions.filter((_, at) => reached[at]).map(({ name }) => name);
      return [{ test, ms, numbers: new Set(numbers), functions: new Set(names) }];
    }),
  );
  return { reaches: reaches.flat(), broken };
}

async function reachesFunction(workers: Workers, test: string, one: SqlFunction): Promise<boolean> {
  const definition = failingDefinition(one);
  const { end } = await workers.run({ tests: [test], environment: {}, limitMs: LONGEST_MS, definition });
  return end !== 'passed';
}
