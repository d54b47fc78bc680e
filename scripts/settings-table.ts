// `npm run docs:settings`: writes the table of settings into docs/operations.md; with --check it only reports whether the table is
// current.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeSettings } from '../apps/server/src/settings.ts';
import { ROOT } from './sources.ts';

const FILE = 'docs/operations.md';
const PLACE = /(<!-- settings:[^\n]*-->\n)[\s\S]*?(<!-- end of settings -->)/;

const text = readFileSync(join(ROOT, FILE), 'utf8');
const table = ['| variable | meaning | default |', '|---|---|---|', ...describeSettings()].join('\n');
const current = text.replace(PLACE, (_all, begin: string, end: string) => `${begin}\n${table}\n\n${end}`);
if (!process.argv.includes('--check')) {
  writeFileSync(join(ROOT, FILE), current);
} else if (current !== text || !PLACE.test(text)) {
  console.error(`${FILE}: the settings are not those of the program; npm run docs:settings writes them.`);
  process.exitCode = 1;
}
