import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FLOOR, TARGET, tooNewIn } from '../apps/web/build/browser-floor.ts';
import { listSources, ROOT } from './sources.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
/** Returns a file without its comments. */
const code = (file: string) => read(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

const ofBrowsers = [
  ...listSources('.ts', '.tsx').filter(
    (file) => /^(?:apps\/web\/src|packages\/contract\/src)\//.test(file) && !/\.test\.tsx?$|testkit/.test(file),
  ),
  // The bundler copies these as they are.
  'apps/web/gate-sw.js',
  'apps/web/public/early.js',
];

it('no file of the console calls a function that its lowest browsers lack', () => {
  expect(ofBrowsers.length).toBeGreaterThan(500);
  expect(ofBrowsers.flatMap((file) => tooNewIn(code(file)).map((use) => `${file}: ${use}`))).toEqual([]);
});

it.each([
  ['[3, 1].toSorted()', { chrome: 109, firefox: 115, safari: 16.4 }],
  ['AbortSignal.any([])', FLOOR],
  ['Map.groupBy(rows, by)', FLOOR],
  ['Promise.withResolvers()', FLOOR],
  ['URL.canParse(text)', FLOOR],
  ['new Set(a).isSubsetOf(b)', FLOOR],
  ['map.values().map(name)', FLOOR],
  ['text.isWellFormed()', FLOOR],
])('%s is found where a lowest browser lacks it', (text, floor) => {
  expect(tooNewIn(text, floor)).toHaveLength(1);
  const newest = { chrome: 141, firefox: 143, safari: 19 };
  expect(tooNewIn(text, newest)).toEqual([]);
});

it('the lowest browsers are those that the page, the README and the bundler name', () => {
  const { chrome, firefox, safari } = FLOOR;
  const named = [`Chrome or Edge ${chrome}`, `Firefox ${firefox}`, `Safari ${safari}`].join(', ');
  expect(read('README.md')).toContain(named);
  const early = read('apps/web/public/early.js');
  expect(early).toContain(`It takes ${named}, or newer.`);
  expect(early).toContain(`Chrome au Edge ${chrome}, Firefox ${firefox}, Safari ${safari}, au`);
  expect(early).toContain(`Chrome since ${chrome}, Firefox since ${firefox}, Safari since ${safari}.`);
  expect([...TARGET].toSorted()).toEqual([`chrome${chrome}`, `edge${chrome}`, `firefox${firefox}`, `safari${safari}`]);
});
