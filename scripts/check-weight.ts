// `npm run check:weight`: checks the compressed size of what a browser has to fetch before it shows something. Builds the console if it
// is stale.
import { existsSync, readFileSync } from 'node:fs';
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
const LIMITS = { signIn: 191, 'index.html': 181, 'gate.html': 106, desk: 149, route: 146, list: 212 } as const;
/** Maximum number of files of the most frequently opened list; each costs half a kilobyte of headers, and its turn on the connection. */
const MAX_FILES = 18;
/** First screen of every user: needs neither the frame nor the shared parts of screens. */
const SIGN_IN = 'src/app/SignInRoute.tsx';
/** Desks of the lean entry, measured up to the first usable screen. */
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
const list = listFiles();
rows.push([`index.html with View Students, ${list.size} files as sent`, weighSent(list), LIMITS.list]);
if (list.size > MAX_FILES) {
  process.exitCode = 1;
  console.error(`View Students comes in ${list.size} files, and may come in ${MAX_FILES}: ${[...list].join(', ')}`);
}
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

/**
 * Lists all files that a user without a cache waits for when opening View Students in English, except API responses: the page, its
 * preloads (`frame-preload.ts`), and their dependencies. The list is the most frequently opened screen.
 */
function listFiles(): Set<string> {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8').replace(/<meta name="[\w.]+-sw"[^>]*>/g, '');
  const named = [...page.matchAll(/\/((?:assets\/)?[\w.-]+\.(?:js|css|svg|woff2))\b/g)].map(([, file = '']) => file);
  const files = new Set(['index.html', ...named]);
  for (const [key, { file }] of Object.entries(manifest))
    if (files.has(file)) for (const needed of filesOf(key)) files.add(needed);
  return files;
}

/** Collects the files of a chunk and of all its static dependencies. */
function filesOf(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (chunk === undefined || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const css of chunk.css ?? []) seen.add(css);
  for (const needed of chunk.imports ?? []) filesOf(needed, seen);
  return seen;
}

/** Sums the sizes as the server sends them: compressed by brotli where that is smaller. */
function weighSent(files: Iterable<string>): number {
  const sent = [...files].map((file) => [`${file}.br`, file].find((each) => existsSync(join(DIST, each))) ?? file);
  return sent.reduce((sum, file) => sum + readFileSync(join(DIST, file)).length, 0) / 1000;
}

function weigh(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file))).length, 0) / 1000;
}
