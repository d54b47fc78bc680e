import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { holdPresses } from './long-presses.ts';

/** The one without a window's parts comes first: the journeys take seven tenths of the time with it. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

// Without the network ones, Chromium asks hosts on the internet at every start, which a closed network refuses.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of a journey ends before optimized code would pay for its compilation: a look takes half of the time without it.
  '--js-flags=--max-lazy --no-opt --no-maglev --single-threaded-gc',
];

let shared: Promise<Browser> | undefined;

interface PackagedChromium {
  readonly args: readonly string[];
  executablePath(): Promise<string>;
}

/** Starts Chromium without a window: the machine's own, else the one among the npm packages. */
export async function launchChromium(options: { readonly args?: readonly string[] } = {}): Promise<Browser> {
  const { path, args } = await findChromium();
  const browser = await chromium.launch({
    executablePath: path,
    headless: true,
    args: [...FLAGS, ...args, ...(options.args ?? [])],
    env: { ...process.env, TZ: 'Africa/Nairobi' },
  });
  await holdPresses(browser);
  return browser;
}

/**
 * The browser of this process, for journeys that need no switch of their own: each has a context of it, which shares nothing with another. It ends
 * with the process; where a journey has crashed it, the next one gets another.
 */
export function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium().then(
    (browser) => browser.once('disconnected', forgetShared),
    (error) => {
      forgetShared();
      throw error;
    },
  );
  return shared;
}

function forgetShared(): void {
  shared = undefined;
}

/** Starts Chromium on a folder that outlives it, as the one of a tablet does. */
export async function launchOn(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const { path, args } = await findChromium();
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: path,
    headless: true,
    args: [...FLAGS, ...args],
    env: { ...process.env, TZ: 'Africa/Nairobi' },
    ...options,
  });
  await holdPresses(context);
  return context;
}

/** Ends the browser on that folder as `kill -9` does: none of its processes puts anything away. */
export function killOn(folder: string): void {
  const argument = `--user-data-dir=${folder}`;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    if (commandOf(pid).includes(argument)) end(Number(pid));
}

function commandOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // With the one that it belongs to.
  }
}

async function findChromium(): Promise<{ path: string; args: readonly string[] }> {
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed !== undefined) return { path: installed, args: [] };
  // Optional, so perhaps not installed: the name is kept from the compiler, which would insist on it.
  const name = '@sparticuz/chromium';
  const packaged = (await import(name).catch(() => undefined)) as { default: PackagedChromium } | undefined;
  if (packaged === undefined)
    throw new Error('No Chromium was found: install it (on Debian: apt-get install chromium).');
  const path = await packaged.default.executablePath();
  return { path, args: packaged.default.args.filter((arg) => !arg.startsWith('--headless')) };
}
