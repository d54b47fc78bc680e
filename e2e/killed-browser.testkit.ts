import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { killBrowser, launchOn } from './browser.ts';
import { connect, type WireClient } from './client.ts';
import { recordFailures } from './journey.ts';
import { type RunningServer, startServer } from './server.ts';
import { signInByCalls } from './sign-in.ts';

const ADMIN = '254700000001';
const NAIROBI = { longitude: 36.82, latitude: -1.29 };
/** Items of `localStorage` that the sign-in writes: a browser that has been open for a minute has them on disk. */
const OF_THE_SIGN_IN = ['session', 'role', 'userName', 'location'];

/** A browser with a persistent profile, at the demonstration school. Its members are available inside of tests. */
export interface KilledBrowser {
  readonly server: RunningServer;
  /** Client of an Admin who acts on the school. */
  readonly office: WireClient;
  readonly browser: BrowserContext;
  /** Current page; a new one after each kill. */
  page: Page;
  /** Opens a desk's screen that asks for a student. */
  open(path: string): Promise<void>;
  /** Suppresses the answer of a call; resolves once the call is sent. The server has then executed it (`isDone`), or never receives it. */
  withoutAnswer(path: string, how: { readonly isDone: boolean }): Promise<void>;
  /**
   * Number of keys in the device's IndexedDB with this prefix. A reading transaction runs after the writing one, which ends once its data
   * are on disk.
   */
  keptOnDisk(start: string): Promise<number>;
  /** Number of pages of this browser that are registered as live. */
  livingPages(): Promise<number>;
  /** Kills every process of the browser, and starts it again on the same profile. */
  kill(): Promise<void>;
}

/**
 * Fixture for the top of a test file: starts a server and a browser in which `user` is signed in, ends both afterwards, and saves a
 * screenshot of failures. `prepare` makes calls before the browser starts.
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
      killBrowser(folder);
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
