// `npm run check:words`: checks the sources against the words of docs/glossary.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources, ROOT } from './sources.ts';
import { findMissing, findRetired, findVagueComments, readGlossary } from './words.ts';

/** Sources that may contain retired words: the check itself, and files that stay as an earlier version wrote them. */
const EXEMPT =
  /^(docs\/glossary\.md|apps\/server\/src\/(settings|config\.test)\.ts|apps\/server\/src\/features\/notices\/renamed-kinds\.test\.ts|scripts\/(check-)?words(\.test)?\.ts|CHANGELOG\.md|apps\/server\/migrations\/(schema|0166-notices)\.sql|apps\/server\/tests\/(releases\/.+|upgrade\.test\.ts))$/;
/** Migrations with a comment from before the rule for first words; migrations are never edited. */
const OLD_COMMENTS = /^apps\/server\/migrations\/00(56-schools|60-session|76-diets|79-collectors)\.sql$/;
/** Newest migration that renames something: it and earlier ones have the names of their time, and migrations are never edited. */
const NEWEST_RENAME = 252;
const isOfItsTime = (file: string) => Number(/^apps\/server\/migrations\/(\d{4})-/.exec(file)?.[1]) <= NEWEST_RENAME;
const glossary = readGlossary(readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8'));
const sources = listSources('.ts', '.tsx', '.mjs', '.js', '.css', '.sql', '.md')
  .filter((file) => !EXEMPT.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

const code = sources.filter(({ file }) => !file.endsWith('.md'));
const problems = [
  ...findMissing(code.map(({ file, text }) => `${file}\n${text}`).join('\n'), glossary).map(
    (word) => `docs/glossary.md: no source has the word "${word}"`,
  ),
  ...sources
    .filter(({ file }) => !isOfItsTime(file))
    .flatMap(({ file, text }) => findRetired(text, glossary).map((word) => `${file}: the word "${word}" is retired`)),
  ...code
    .filter(({ file }) => !OLD_COMMENTS.test(file))
    .flatMap(({ file, text }) =>
      findVagueComments(text).map((line) => `${file}: a comment begins "${line.slice(0, 60)}"`),
    ),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
