// Plain JavaScript with node's own modules only: it runs before the installation, on any Node from 20 on.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const MODULES = join(ROOT, 'node_modules');
const CONSOLE = join(ROOT, 'apps/web');
const NOTES = join(ROOT, '.setup');

/** Thrown if set-up cannot continue; the message tells the person what to do. */
export class SetupError extends Error {
  name = 'SetupError';
}

/** Installs the packages and builds the console, each only if missing or stale. */
export function setUp() {
  installPackages();
  buildConsole();
}

/** Returns the Node to run everything on: the one among the packages, or this one if it is new enough. */
export function findNode() {
  const ours = join(MODULES, '.bin/node');
  if (existsSync(ours)) return ours;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new SetupError(
    `For ${process.platform}-${process.arch} no Node comes with the packages: run this with Node 24 or newer.`,
  );
}

/**
 * Provides a browser for the journeys: the machine's Chromium, or the one among the optional packages. An npm on an older Node leaves
 * that one out, so it is installed with ours.
 */
export function installBrowser() {
  const installed = ['chromium-headless-shell', 'chromium'].some((name) => existsSync(join('/usr/bin', name)));
  if (installed || existsSync(join(MODULES, '@sparticuz/chromium'))) return;
  console.log('Installing a browser for the journeys …');
  runNpm(findNode());
}

/** Returns the environment for child processes of set-up: the packages' programs come first in PATH, as in npm scripts. */
export function withPackages() {
  return { ...process.env, PATH: `${join(MODULES, '.bin')}:${process.env.PATH ?? ''}` };
}

/** Runs the function and turns a SetupError into its message and exit code 1. */
export async function orExplain(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`\n${error.message}\n`);
    process.exit(1);
  }
}

/** Installs the packages if they differ from package-lock.json. Throws SetupError on failure. */
export function installPackages() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new SetupError(`Node ${process.versions.node} is too old: version 20 or newer is needed to begin with.`);
  }
  if (packagesMatchLock()) return;
  console.log('Installing the packages …');
  runNpm(process.execPath);
  if (!packagesMatchLock()) throw new SetupError('The packages do not match package-lock.json even after installing.');
}

/** Compares npm's list of installed packages with the lock; equal lists mean that nothing has to be installed. */
function packagesMatchLock() {
  const wanted = readPackages(join(ROOT, 'package-lock.json'));
  const installed = readPackages(join(MODULES, '.package-lock.json'));
  if (!wanted) throw new SetupError('package-lock.json is missing.');
  if (!installed) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = installed[path];
    // Optional packages may be of another platform.
    if (!found) return entry.optional || entry.devOptional || entry.peer;
    return found.link ? entry.link : found.version === entry.version && existsSync(join(ROOT, path));
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * Installs the packages of package-lock.json, verified by their hashes. Uses `npm install` instead of `npm ci`, since `ci` refuses a lock
 * that lacks the builds for platforms which a registry does not carry; `--no-save` leaves the lock unchanged. Install scripts are
 * disabled, since no package here needs one and each would be a risk.
 */
function runNpm(node) {
  const npm = process.env.npm_execpath ?? findNpm();
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  const answer = spawnSync(node, [npm, 'install', ...flags], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (answer.status === 0) return;
  const said = answer.stderr || String(answer.error ?? '');
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(said)) {
    throw new SetupError('The packages could not be fetched. Installing needs the network; starting later does not.');
  }
  throw new SetupError(`npm install failed:\n${said.trim()}`);
}

function findNpm() {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const npm = join(folder, 'npm');
    if (existsSync(npm)) return realpathSync(npm);
  }
  throw new SetupError('npm was not found; it comes with Node.');
}

/** Builds the console if it is missing or older than its sources. Throws SetupError if the build fails. */
export function buildConsole() {
  if (!existsSync(join(CONSOLE, 'index.html'))) return;
  const note = join(NOTES, 'console');
  const sources = hashSources();
  const built = join(CONSOLE, 'dist');
  if (existsSync(built) && existsSync(note) && readFileSync(note, 'utf8') === sources) return;
  console.log('Building the console …');
  // Built in a temporary folder and moved into place, so that a running server never serves half of a build.
  const draft = join(NOTES, `console-${process.pid}`);
  const answer = spawnSync(
    findNode(),
    [join(MODULES, 'vite/bin/vite.js'), 'build', '--logLevel', 'error', '--outDir', draft, '--emptyOutDir'],
    { cwd: CONSOLE, stdio: 'inherit', env: withPackages() },
  );
  if (answer.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new SetupError('The console could not be built.');
  }
  moveIntoPlace(draft, built);
  writeFileSync(note, sources);
}

function moveIntoPlace(draft, built) {
  const former = `${draft}-former`;
  try {
    if (existsSync(built)) renameSync(built, former);
    renameSync(draft, built);
  } catch (error) {
    // A concurrent set-up has already built the same sources.
    if (!existsSync(built)) throw error;
  }
  for (const folder of [former, draft]) rmSync(folder, { recursive: true, force: true });
}

function hashSources() {
  const hash = createHash('sha256');
  for (const path of ['apps/web', 'packages/contract', 'package-lock.json']) {
    for (const file of listFiles(path)) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  }
  mkdirSync(NOTES, { recursive: true });
  return hash.digest('hex');
}

function listFiles(path) {
  if (path.endsWith('.json')) return [path];
  const entries = readdirSync(join(ROOT, path), { withFileTypes: true });
  return entries
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = `${path}/${entry.name}`;
      if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : listFiles(inner);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [inner];
    });
}
