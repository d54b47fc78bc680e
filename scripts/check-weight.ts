// `npm run check:weight`: what a browser must fetch before it shows something, packed. Builds the console where it is stale.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildConsole } from './setup.mjs';
import { ROOT } from './sources.ts';

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Record<string, Chunk>;

const DIST = join(ROOT, 'apps/web/dist');
const LIMITS = { signIn: 193, 'index.html': 171, 'gate.html': 105, desk: 144, route: 146, list: 208 } as const;
/** List that is opened most: the console, its frame and the screen, which somebody waits for who has nothing of it yet. */
const LIST = 'src/app/StudentsScreen.tsx';
/** The first screen of everybody: it needs neither the frame nor what screens share. */
const SIGN_IN = 'src/app/SignInRoute.tsx';
/** Desks of the lean entry: what it weighs up to the first screen that somebody can work at. */
const DESK = /\/(GateApp|CounterDesk|CashCounter|RollCallDesk|TripDesk)\.tsx$/;
// The map and codecs are fetched on demand by the one screen that needs them.
const FREE = /leaflet|RouteMap|wasm/;

buildConsole();
const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Manifest;
const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
const shell = new Set(entries.flatMap((key) => [...filesOf(key)]));
const rows: [name: string, weight: number, limit: number][] = [];
for (const key of entries) rows.push([key, weigh(filesOf(key)), LIMITS[key as keyof typeof LIMITS] ?? LIMITS.route]);
for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry || FREE.test(key)) continue;
  if (DESK.test(key)) {
    rows.push([`gate.html with ${key}`, weigh(filesOf(key, filesOf('gate.html'))), LIMITS.desk]);
    continue;
  }
  const own = [...filesOf(key)].filter((file) => !shell.has(file));
  rows.push([key, weigh(own), LIMITS.route]);
}
rows.push([`index.html with ${SIGN_IN}`, weigh(filesOf(SIGN_IN, filesOf('index.html'))), LIMITS.signIn]);
const frame = manifest['index.html']?.dynamicImports?.[0] ?? '';
rows.push([`index.html with ${LIST}`, weigh(filesOf(LIST, filesOf(frame, filesOf('index.html')))), LIMITS.list]);
rows.sort((one, other) => other[1] - one[1]);
for (const [name, weight, limit] of rows) {
  const tooHeavy = weight > limit;
  if (tooHeavy) process.exitCode = 1;
  if (tooHeavy || name.includes('.html') || process.argv.includes('--all')) {
    console[tooHeavy ? 'error' : 'log'](
      `${name}: ${weight.toFixed(1)} kB of ${limit} kB${tooHeavy ? ': too heavy' : ''}`,
    );
  }
}

/** The files of a chunk and of all that it needs before it runs. */
function filesOf(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (chunk === undefined || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const css of chunk.css ?? []) seen.add(css);
  for (const needed of chunk.imports ?? []) filesOf(needed, seen);
  return seen;
}

function weigh(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file))).length, 0) / 1000;
}
