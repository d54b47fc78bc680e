import { basename, dirname } from 'node:path';
import type { Import } from '../import-law.ts';
import { readImports } from '../read-imports.ts';
import { listSources, ROOT } from '../sources.ts';
import { readSource } from './plan.ts';

/** Folder of the entry points, which use everything and so say nothing about the tests that may detect a mutant. */
const STARTERS = 'apps/server/src';

/**
 * Finds more distant tests that may detect a change of `file`: those that import it, and those beside a source that does so directly,
 * through another file of the same folder, or through that folder's index. Sources of other folders are not followed further.
 */
export function farTests(file: string, imports: readonly Import[], tests: readonly string[]): string[] {
  const own = dirname(file);
  const index = `${own}/index.ts`;
  const users = new Set<string>();
  const offered = new Set<string>();
  const inside = new Set([file]);
  // Iterating over a set includes elements that are added meanwhile.
  for (const source of inside) {
    for (const { from, to, names, typesOnly } of imports) {
      if (to !== source || typesOnly) continue;
      if (from === index) for (const name of names) offered.add(name);
      else if (dirname(from) === own && !isTest(from)) inside.add(from);
      else users.add(from);
    }
  }
  for (const { from, to, names } of imports)
    if (to === index && names.some((name) => name === '*' || offered.has(name))) users.add(from);
  const folders = new Set([...users].filter((user) => !isTest(user)).map((user) => dirname(user)));
  folders.delete(STARTERS);
  return tests.filter((test) => users.has(test) || folders.has(dirname(test)));
}

/**
 * Reads the imports of all sources in `places` once and returns a function that finds the distant tests of a file. A database function is
 * used by the sources that name it.
 */
export function openFarTests(
  tests: readonly string[],
  places: RegExp,
  sources = listSources('.ts', '.tsx'),
): (file: string) => string[] {
  const imports = sources.filter((file) => places.test(file)).flatMap((file) => readImports(ROOT, file));
  return (file) => {
    if (!file.endsWith('.sql')) return farTests(file, imports, tests);
    const name = new RegExp(`\\b${basename(file, '.sql')}\\b`);
    const naming = sources.filter(
      (source) =>
        source.startsWith(`${STARTERS}/`) && !isTest(source) && !isIndex(source) && name.test(readSource(source)),
    );
    const folders = new Set(naming.map((source) => dirname(source)));
    const found = new Set(naming.flatMap((source) => farTests(source, imports, tests)));
    return tests.filter((test) => found.has(test) || folders.has(dirname(test)));
  };
}

function isTest(file: string): boolean {
  return /\.test(?:kit)?\.tsx?$/.test(file);
}

function isIndex(file: string): boolean {
  return basename(file) === 'index.ts';
}
