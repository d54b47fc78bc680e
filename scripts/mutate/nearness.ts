import { basename, dirname } from 'node:path';

/** Number of test files that run together: more take longer per run, fewer start more processes. */
const TOGETHER = 4;

/**
 * Groups the tests, nearest to a source first: those of its own name or that import it, those of its folder (of the feature's, for a
 * database function), and the others. `read` returns the text of a test.
 */
export function groupByNearness(file: string, tests: readonly string[], read: (file: string) => string): string[][] {
  const folder = dirname(file).replace(/^apps\/server\/sql\//, 'apps/server/src/features/');
  const own = basename(file).replace(/\.\w+$/, '');
  const distances = Map.groupBy(tests, (test): number => {
    const beside = dirname(test) === folder;
    const named = beside && basename(test) === `${own}.test.ts`;
    if (named || (beside && read(test).includes(`'./${own}.ts'`))) return 0;
    return beside ? 1 : 2;
  });
  return [0, 1, 2].flatMap((distance) => {
    const same = distances.get(distance) ?? [];
    return Array.from({ length: Math.ceil(same.length / TOGETHER) }, (_, at) =>
      same.slice(at * TOGETHER, (at + 1) * TOGETHER),
    );
  });
}
