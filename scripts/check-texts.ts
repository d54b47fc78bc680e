// `npm run check:texts`: checks that every text of the console is used, that each refusal of the server has a text in both languages, and
// that the Kiswahili of console and server follows docs/glossary.md. The compiler checks that each used text exists; a test beside the
// texts checks that both languages have it. A text with a count needs a singular form.
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

/** Returns true if a key is named in full, or begins with a literal prefix that is completed at run time. */
function isUsed(key: string): boolean {
  if (begun.some((prefix) => key.startsWith(prefix))) return true;
  return [`'${key}'`, `"${key}"`, `:${key}'`, `:${key}"`].some((literal) => source.includes(literal));
}
