import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listSources, ROOT } from './sources.ts';

/** Functions of ES2024 and later, which a tablet's browser of before 2024 lacks; the build does not replace them. */
const TOO_NEW =
  /\b(?:Map|Object)\.groupBy\b|\bPromise\.(?:withResolvers|try)\b|\bRegExp\.escape\b|\bArray\.fromAsync\b|\bIterator\.\w|\.(?:isWellFormed|toWellFormed|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/;

const ofBrowsers = listSources('.ts', '.tsx').filter(
  (file) => /^(?:apps\/web\/src|packages\/contract\/src)\//.test(file) && !/\.test\.tsx?$|testkit/.test(file),
);

it('no file of the console calls a function that browsers have had only since 2024', () => {
  expect(ofBrowsers.length).toBeGreaterThan(500);
  expect(ofBrowsers.filter((file) => TOO_NEW.test(code(file)))).toEqual([]);
});

/** Returns a file without its comments. */
function code(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
