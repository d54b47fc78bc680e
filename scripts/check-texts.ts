// `npm run check:texts`: every text of the console is shown somewhere, each refusal of the server is said in both languages, and the
// Kiswahili of console and server has the words of docs/glossary.md. That a text used exists, the compiler tells; that both languages have it, the test beside
// the texts. A text that counts has a form for one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROBLEM_STATUS } from '../packages/contract/src/problem.ts';
import { findKiswahili, judge, readKiswahili, readServerTexts, type Texts } from './kiswahili.ts';
import { findSingulars } from './plural-texts.ts';
import { findProblemTexts, readRefusals } from './problem-texts.ts';
import { listSources, ROOT } from './sources.ts';

const ENGLISH = join(ROOT, 'apps/web/src/locales/en');
const KISWAHILI = join(ROOT, 'apps/web/src/locales/sw');
const PLURAL = /_(zero|one|two|few|many|other)$/;

const source = listSources('.ts', '.tsx')
  .filter((file) => file.startsWith('apps/web/src/') && !/\.(test|d)\.tsx?$/.test(file))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n');
const begun = [...source.matchAll(/`(?:\w+:)?([\w.]+)\$\{/g)].map((match) => match[1] ?? '');

for (const file of readdirSync(ENGLISH)) {
  for (const key of keysOf(textsOf(join(ENGLISH, file)))) {
    if (isUsed(key.replace(PLURAL, ''))) continue;
    console.error(`apps/web/src/locales/en/${file}: nothing shows "${key}"`);
    process.exitCode = 1;
  }
  for (const problem of findSingulars(file.replace('.json', ''), textsOf(join(ENGLISH, file)))) {
    console.error(`apps/web/src/locales/en/${file}: ${problem}`);
    process.exitCode = 1;
  }
}

const rules = readKiswahili(readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8'));
for (const file of readdirSync(KISWAHILI)) {
  const [kiswahili, english] = [KISWAHILI, ENGLISH].map((folder) => textsOf(join(folder, file)));
  for (const problem of findKiswahili(kiswahili ?? {}, english ?? {}, rules)) {
    console.error(`apps/web/src/locales/sw/${file}: ${problem}`);
    process.exitCode = 1;
  }
}

for (const file of listSources('.ts').filter(
  (one) => one.startsWith('apps/server/src/') && !one.endsWith('.test.ts'),
)) {
  for (const { english, kiswahili } of readServerTexts(readFileSync(join(ROOT, file), 'utf8'))) {
    for (const problem of judge(kiswahili, english, rules)) {
      console.error(`${file}: "${kiswahili}" ${problem}`);
      process.exitCode = 1;
    }
  }
}

const refusals = listSources('.ts')
  .filter((file) => file.startsWith('apps/server/src/') && !file.endsWith('.test.ts'))
  .flatMap((file) => readRefusals(readFileSync(join(ROOT, file), 'utf8')));
for (const language of ['en', 'sw']) {
  const file = `apps/web/src/locales/${language}/problems.json`;
  const texts = textsOf(join(ROOT, file));
  for (const problem of findProblemTexts(texts, Object.keys(PROBLEM_STATUS), refusals)) {
    console.error(`${file}: ${problem}`);
    process.exitCode = 1;
  }
}

function textsOf(path: string): Texts {
  return JSON.parse(readFileSync(path, 'utf8')) as Texts;
}

function keysOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null ? keysOf(text, `${path}${key}.`) : [path + key],
  );
}

/** Named in full somewhere, or begun by a key that is completed while running. */
function isUsed(key: string): boolean {
  if (begun.some((prefix) => key.startsWith(prefix))) return true;
  return [`'${key}'`, `"${key}"`, `:${key}'`, `:${key}"`].some((literal) => source.includes(literal));
}
