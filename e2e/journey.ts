import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import { launchChromium, sharedChromium } from './browser.ts';
import type { RunningServer } from './server.ts';
import { signInByCalls } from './sign-in.ts';

/** A user at the console, with separate cookies, storage and downloads. */
export interface Journey {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors in the browser's console and in the page's scripts. */
  readonly complaints: string[];
  /** Signs in from the first page to the landing screen, by the code from the server: for journeys about these screens. */
  signIn(phone: string): Promise<void>;
  /** Signs in by API calls, without a screen: the next opened screen is the first one. */
  enter(phone: string): Promise<void>;
  /** Opens a screen below /app and waits for its title. */
  open(path: string, title: string | RegExp): Promise<void>;
  /** Waits until a text is visible. */
  told(text: string | RegExp): Promise<void>;
  close(): Promise<void>;
}

const NAIROBI = { longitude: 36.82, latitude: -1.29 };
/** Slow-down factor of the processor: with E2E_SLOW set to 4 a press that would come too early on a slow machine is found on a fast one. */
const SLOW = Number(process.env.E2E_SLOW ?? 1);

/** Opens a journey; `args` are switches of Chromium's command line. */
export async function openJourney(
  server: RunningServer,
  geolocation = NAIROBI,
  args: readonly string[] = [],
): Promise<Journey> {
  const isShared = args.length === 0;
  const browser = await (isShared ? sharedChromium() : launchChromium({ args }));
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    geolocation,
    permissions: ['geolocation'],
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(30_000 * SLOW);
  const page = await context.newPage();
  if (SLOW > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOW });
  const complaints: string[] = [];
  // The browser itself logs refusals that a journey provokes, and the missing reader of this machine; every other message is a fault of
  // ours.
  page.on('console', (message) => {
    if (
      ['error', 'warning'].includes(message.type()) &&
      !/status of 4\d\d|'ws:.*CONNECTION_REFUSED/.test(message.text())
    )
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return {
    browser,
    context,
    page,
    complaints,
    async signIn(phone) {
      await page.goto(server.url);
      await page.getByLabel('Phone number').fill(phone);
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByLabel('Verification code').fill(await server.codeFor(phone));
      await page.getByRole('button', { name: 'Submit OTP' }).click();
      await page.waitForURL('**/app/**');
    },
    enter: (phone) => signInByCalls(page, server, phone, geolocation),
    async open(path, title) {
      await page.goto(`${server.url}/app/${path}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    },
    told: (text) => page.getByText(text).first().waitFor(),
    close: () => (isShared ? context.close() : browser.close()),
  };
}

/** Inside `describe`: with E2E_SHOTS set to a folder, saves a screenshot of each failed test. */
export function recordFailures(page: () => Page | undefined): void {
  beforeEach(({ onTestFailed }) => {
    onTestFailed(async ({ task }) => {
      const folder = process.env.E2E_SHOTS;
      if (folder) await page()?.screenshot({ path: `${folder}/failed ${task.name.slice(0, 40)}.png` });
    });
  });
}
