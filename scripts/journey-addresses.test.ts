import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSources, ROOT } from './sources.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

const tree = named(read('apps/web/src/app/route-tree.ts'), /screen\('([\w.]+)'/g);
const lean = named(read('apps/web/src/app/screens/screen.ts'), /\| '([\w.]+)'/g);
/** Address at which an installed device begins; it leads to the desk that was open there last. */
const START = 'check.start';
const screens = new Set([...tree, ...lean, START]);
const journeys = listSources('.spec.ts').filter((file) => file.startsWith('e2e/'));

// An address without a screen shows the frame around "not found", in which some steps pass; most journeys run at night alone.
test.each(journeys)('%s opens only existing screens', (file) => {
  const opened = [
    ...named(read(file), /\/app\/([a-z]+(?:\.[a-z]+)+)/g),
    ...named(read(file), /\bopen\('([a-z]+(?:\.[a-z]+)+)/g),
  ];
  expect(opened.filter((path) => !screens.has(path))).toEqual([]);
});
