// `npm run check:late-texts`: checks that no part of the console hides content that is already displayed while it loads: a screen's texts
// load with the screen, and a part that loads later has its own boundary.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isTest } from './import-law.ts';
import { compareTexts, findLate } from './late-texts/find-late.ts';
import { Parts } from './late-texts/parts.ts';
import { listSources, ROOT } from './sources.ts';

interface Screen {
  readonly path: string;
  readonly page?: () => unknown;
}

const APP = 'apps/web/src/app';
/** Text namespaces that every page load of the console includes, and of the lean entry. */
const CONSOLE = ['ui', 'shell', 'session'];
const LEAN = ['ui', 'school'];
/** Entries: nothing is displayed yet when their outermost boundary suspends. */
const ENTRIES = ['apps/web/src/main.tsx', 'apps/web/src/gate.tsx'];
const DESKS: Readonly<Record<string, string>> = {
  gate: 'gate/GateApp',
  rollcall: 'gate/roll-call/RollCallDesk',
  trip: 'bus/trip/TripDesk',
  consume: 'canteen/CounterDesk',
  cash: 'wallet/CashCounter',
};

const sources = new Set(
  listSources('.ts', '.tsx').filter((file) => /^(apps\/web|packages\/[^/]+)\/src\//.test(file) && !isTest(file)),
);
const parts = new Parts((file) => (sources.has(file) ? readFileSync(join(ROOT, file), 'utf8') : undefined));
const fromConsole = (file: string) => import(pathToFileURL(join(ROOT, APP, file)).href);
const { SCREENS } = (await fromConsole('routes-table.ts')) as { SCREENS: readonly Screen[] };
const { textsOf, PAGE_TEXTS } = (await fromConsole('texts-ahead.ts')) as {
  textsOf(screen: Screen): readonly string[];
  PAGE_TEXTS: Readonly<Record<string, readonly string[]>>;
};
const { DESK_TEXTS } = (await fromConsole('desk-texts.ts')) as {
  DESK_TEXTS: Readonly<Record<string, readonly string[]>>;
};
const screenFiles = [...sources].filter((file) => file.startsWith(`${APP}/screens/`));

const problems = [
  ...SCREENS.flatMap((screen) => {
    if (!screen.page) return [];
    const page = String(screen.page);
    const root = screenFiles.map((file) => parts.fetched(file, page)).find((found) => found !== null);
    if (!root) return [`${screen.path}: nothing tells which component it is`];
    return compareTexts(parts, root, textsOf(screen), CONSOLE).map((problem) => `${screen.path}: ${problem}`);
  }),
  ...Object.entries(PAGE_TEXTS).flatMap(([name, texts]) =>
    compareTexts(parts, { file: `${APP}/${name}.tsx`, name }, texts, CONSOLE).map((problem) => `${name}: ${problem}`),
  ),
  ...Object.entries(DESKS).flatMap(([desk, path]) => {
    const root = { file: `apps/web/src/features/${path}.tsx`, name: path.split('/').at(-1) ?? '' };
    return compareTexts(parts, root, DESK_TEXTS[desk] ?? [], LEAN).map((problem) => `desk ${desk}: ${problem}`);
  }),
  ...[...sources]
    .filter((file) => file.startsWith('apps/web/') && !ENTRIES.includes(file))
    .flatMap((file) => findLate(parts, file)),
];
for (const problem of new Set(problems)) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
