// `npm run check:docs`: every path, command, link and heading that the Markdown names exists, the architecture names every feature, and the
// page of notices every kind.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { NOTICE_KINDS } from '../packages/contract/src/notices.ts';
import { missingAnchors, missingOperations } from './doc-anchors.ts';
import { missingPaths, ROOTS } from './doc-paths.ts';
import { FEATURES } from './import-law.ts';
import { noticeKindProblems } from './notice-kinds.ts';
import { listSources, ROOT } from './sources.ts';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

const GLOSSARY = 'docs/glossary.md';
const sources = listSources('');
const known = {
  files: new Set(sources.map((file) => basename(file))),
  folders: new Set(sources.flatMap((file) => foldersOf(file))),
  calls: callPaths(),
};
const problems = listSources('.md').flatMap((file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [
    ...missingLinks(file, text),
    ...missingAnchors(ROOT, file, text),
    // The glossary may name files that no longer exist, as retired words.
    ...missingPaths(ROOT, file, file === GLOSSARY ? withoutRetired(text) : text, known),
    ...missingTests(file, text),
    ...missingCommands(text),
  ].map((what) => `${file}: ${what}`);
});
const guide = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
for (const file of listSources('.ts', '.yml'))
  if (!file.endsWith('.test.ts'))
    problems.push(
      ...missingOperations(guide, readFileSync(join(ROOT, file), 'utf8')).map((what) => `${file}: ${what}`),
    );
problems.push(...featuresOutOfOrder());
problems.push(...decisionsWithoutRow());
const NOTICES = 'docs/features/notices.md';
const noticesPage = readFileSync(join(ROOT, NOTICES), 'utf8');
problems.push(...noticeKindProblems(noticesPage, NOTICE_KINDS).map((what) => `${NOTICES}: ${what}`));
problems.push(...repeatedRows('docs/security.md'));
problems.push(...miscounted('docs/security.md', ['held', 'partly', 'open'], -1));
problems.push(...miscounted('docs/asvs.md', ['met', 'not applicable', 'not met'], 2));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

/** Returns the path of each folder that a file is in. */
function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

function callPaths(): ReadonlySet<string> {
  const contract = listSources('.ts').filter((file) => file.startsWith('packages/contract/src/'));
  const declared = /\b(?:read|list|record|stream|file)\(\s*'([^']+)'/g;
  const paths = contract.flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(declared)]);
  return new Set(paths.map(([, path = '']) => path));
}

/** Removes the last column of the glossary's tables. */
function withoutRetired(glossary: string): string {
  return glossary.replaceAll(/^(\|[^|]*\|[^|]*\|).*$/gm, '$1');
}

function missingLinks(file: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^(https?:|mailto:|#)/.test(target)) return [];
    const path = join(dirname(file), target.replace(/#.*$/, ''));
    return existsSync(join(ROOT, path)) ? [] : [`the link to ${target} leads nowhere`];
  });
}

/** Finds references to tests by file and name (`path` › name, up to the end of the cell or line) that do not exist. */
function missingTests(file: string, text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)` › (.+?)(?=<br>| \||$)/gm)].flatMap(
    ([, path = '', name = '']) => {
      const found = [dirname(file), ...ROOTS].flatMap((root) => globSync(join(root, path), { cwd: ROOT }));
      const named = found.some((test) => readFileSync(join(ROOT, test), 'utf8').includes(name));
      return found.length === 0 || named ? [] : [`${path} has no test "${name}"`];
    },
  );
}

function missingCommands(text: string): string[] {
  return [...text.matchAll(/npm run ([\w:-]+)/g)].flatMap(([, name = '']) =>
    name in scripts ? [] : [`there is no npm run ${name}`],
  );
}

/** Checks that the architecture lists the features in the order of the import law. */
function featuresOutOfOrder(): string[] {
  const file = 'docs/architecture.md';
  const rows = readFileSync(join(ROOT, file), 'utf8').matchAll(/^\| (\d+) \| `([\w-]+)`/gm);
  const named = [...rows].map(([, place, name]) => `${place} ${name}`).join(', ');
  const wanted = FEATURES.map((name, index) => `${index + 1} ${name}`).join(', ');
  return named === wanted ? [] : [`${file}: the features are not those of scripts/import-law.ts, in their order`];
}

/** Checks that the index of the decisions has a row for each of them. */
function decisionsWithoutRow(): string[] {
  const folder = 'docs/decisions';
  const index = readFileSync(join(ROOT, folder, 'README.md'), 'utf8');
  return globSync('[0-9]*.md', { cwd: join(ROOT, folder) }).flatMap((file) =>
    index.includes(`](${file})`) ? [] : [`${folder}/README.md has no row for ${file}`],
  );
}

/** Finds numbers that begin more than one row of a page's tables. */
function repeatedRows(file: string): string[] {
  const numbers = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^\| (\d+) \|/gm)].map(([, number]) => number);
  const repeated = numbers.filter((number, at) => numbers.indexOf(number) !== at);
  return repeated.map((number) => `${file}: the number ${number} begins two rows`);
}

/** Finds table headings whose count per state differs from the rows. The state begins the cell `column`, and rows begin with a number. */
function miscounted(file: string, states: readonly string[], column: number): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const rows = [...text.matchAll(/^\| [\d.]+ \| .*$/gm)].map(([row]) => row.split(' | '));
  const stateOf = (cells: readonly string[]) =>
    cells
      .at(column)
      ?.replace(/^`/, '')
      .match(/^(not \w+|\w+)/)?.[0];
  const counted = states.map((state) => rows.filter((cells) => stateOf(cells) === state).length);
  const [, all, ...told] = /Of (\d+) \w+ \*\*(\d+) are [\w ]+, (\d+) [\w ]+, (\d+) /.exec(text) ?? [];
  const right = `${rows.length}: ${counted.join(', ')}`;
  const fits = `${all}: ${told.join(', ')}` === right && counted.reduce((sum, each) => sum + each, 0) === rows.length;
  return fits ? [] : [`${file}: its rows are ${right} (${states.join(', ')}), which its head does not say`];
}
