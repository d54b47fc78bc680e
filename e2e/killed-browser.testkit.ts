import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { killOn, launchOn } from './browser.ts';
import { connect, type WireClient } from './client.ts';
import { recordFailures } from './journey.ts';
import { type RunningServer, startServer } from './server.ts';
import { signInByCalls } from './sign-in.ts';

const ADMIN = '254700000001';
const NAIROBI = { longitude: 36.82, latitude: -1.29 };
/** Names in `localStorage` that the sign-in leaves: a browser that has been open for a minute has them on its disk. */
const OF_THE_SIGN_IN = ['session', 'role', 'userName', 'location'];

/** A browser with a disk of its own, at the demonstration school. Its parts are there inside of tests. */
export interface KilledBrowser {
  readonly server: RunningServer;
  /** The calls of an Admin who acts on the school. */
  readonly office: WireClient;
  readonly browser: BrowserContext;
  /** The page that is in front; another one after each kill. */
  page: Page;
  /** Goes to a screen of a desk that asks for a student. */
  open(path: string): Promise<void>;
  /** Holds a call back: resolves once it goes out, which the server has done by then, or never hears of. No answer comes. */
  withoutAnswer(path: string, how: { readonly isDone: boolean }): Promise<void>;
  /** Number of names in the device's own box that begin so. A transaction that reads comes after the one that writes, which ends on the disk. */
  keptOnDisk(start: string): Promise<number>;
  /** Number of pages of this browser that are known to live. */
  livingPages(): Promise<number>;
  /** Kills every process of the browser, and starts it again on the same disk. */
  kill(): Promise<void>;
}

/**
 * For the top of a file of tests: starts a server and a browser, in which `user` has signed in, before them, ends both behind them, and keeps
 * a picture of what failed. `prepare` makes calls before the browser starts.
 */
export function killedBrowser(user: string, prepare?: (office: WireClient) => Promise<void>): KilledBrowser {
  let server: RunningServer | undefined;
  let office: WireClient | undefined;
  let browser: BrowserContext | undefined;
  let page: Page | undefined;
  let folder = '';
  let signedIn: [string, string][] = [];
  const there = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('It has not been opened.');
    return part;
  };
  async function switchOn(): Promise<void> {
    browser = await launchOn(folder, {
      viewport: { width: 1366, height: 768 },
      reducedMotion: 'reduce',
      permissions: ['geolocation'],
      geolocation: NAIROBI,
    });
    page = browser.pages()[0] ?? (await browser.newPage());
  }
  beforeAll(async () => {
    const running = await startServer({ SEED: 'demo' });
    server = running;
    office = await connect(running.url);
    await office.signIn(ADMIN, () => running.codeFor(ADMIN));
    office.actOn(String((await office.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
    await prepare?.(office);
    folder = mkdtempSync(join(tmpdir(), 'mfuko-killed-'));
    await switchOn();
    await signInByCalls(there(page), running, user, NAIROBI);
    signedIn = await there(page).evaluate(
      (names) => names.map((name): [string, string] => [name, localStorage.getItem(name) ?? '']),
      OF_THE_SIGN_IN,
    );
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
    await server?.stop();
  });
  recordFailures(() => page);
  return {
    get server() {
      return there(server);
    },
    get office() {
      return there(office);
    },
    get browser() {
      return there(browser);
    },
    get page() {
      return there(page);
    },
    set page(front) {
      page = front;
    },
    async open(path) {
      await there(page).goto(`${there(server).url}/app/${path}`);
      await there(page).getByLabel('Admission number').waitFor();
    },
    withoutAnswer(path, { isDone }) {
      return new Promise((resolve) => {
        void there(page).route(`**/api/${path}`, async (route) => {
          if (isDone) await route.fetch();
          resolve();
        });
      });
    },
    keptOnDisk: (start) => there(page).evaluate(countKept, start),
    livingPages: () => there(page).evaluate(countPages),
    async kill() {
      const closed = there(browser).waitForEvent('close');
      killOn(folder);
      await closed;
      await switchOn();
      await there(page).goto(`${there(server).url}/api/auth/config`);
      await there(page).evaluate((all) => {
        for (const [name, text] of all) localStorage.setItem(name, text);
      }, signedIn);
    },
  };
}

/** Runs in the page. */
function countKept(start: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('mfuko-own');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const values = opening.result.transaction('values').objectStore('values');
      const counting = values.count(IDBKeyRange.bound(`=${start}`, `=${start}~`));
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result);
      };
      counting.onerror = () => reject(counting.error);
    };
  });
}

/** Runs in the page. */
async function countPages(): Promise<number> {
  const { held = [] } = await navigator.locks.query();
  return held.filter(({ name }) => name?.startsWith('living-page:')).length;
}
