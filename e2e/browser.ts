import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { holdPresses } from './long-presses.ts';

/** Preference order: headless builds come first, since journeys take only seven tenths of the time with them. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

// Flags of Chromium. The network flags prevent requests to the internet at every start, which a closed network refuses.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A journey's page ends before optimised code would repay its compilation: without optimisation a check of a screen takes half of the
  // time.
  '--js-flags=--max-lazy --no-opt --no-maglev --single-threaded-gc',
];

let shared: Promise<Browser> | undefined;

interface PackagedChromium {
  readonly args: readonly string[];
  executablePath(): Promise<string>;
}

/** Starts headless Chromium: the machine's own, or the one among the npm packages. */
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
 * Shared browser of this process, for journeys without switches of their own: each uses a separate, isolated context. Ends with the
 * process; after a crash the next journey gets a new browser.
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

/** Starts Chromium on a persistent profile folder, like that of a tablet. */
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

/** Kills the browser on that folder like `kill -9`: none of its processes can save anything. */
export function killBrowser(folder: string): void {
  const argument = `--user-data-dir=${folder}`;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    if (commandOf(pid).includes(argument)) end(Number(pid));
}

function commandOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    // The process has ended meanwhile.
    return [];
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Killed together with its parent.
  }
}

async function findChromium(): Promise<{ path: string; args: readonly string[] }> {
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed !== undefined) return { path: installed, args: [] };
  // Optional, so perhaps not installed: the name is in a variable, since the compiler would otherwise require the package.
  const name = '@sparticuz/chromium';
  const packaged = (await import(name).catch(() => undefined)) as { default: PackagedChromium } | undefined;
  if (packaged === undefined)
    throw new Error('No Chromium was found: install it (on Debian: apt-get install chromium).');
  const path = await packaged.default.executablePath();
  return { path, args: packaged.default.args.filter((arg) => !arg.startsWith('--headless')) };
}
