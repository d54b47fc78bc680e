import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import { launchChromium, sharedChromium } from './browser.ts';
import type { RunningServer } from './server.ts';
import { signInByCalls } from './sign-in.ts';

/** Somebody at a screen of the console, with cookies, storage and files of their own. */
export interface Journey {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Complaints: what the browser's console and the page's scripts complained of. */
  readonly complaints: string[];
  /** From the first page to the landing screen, by the code that the server sent: where one of these is what the journey is about. */
  signIn(phone: string): Promise<void>;
  /** Signs in without a screen, by its calls: the screen that is opened next is the first one. */
  enter(phone: string): Promise<void>;
  /** Opens a screen below /app and waits for its title. */
  open(path: string, title: string | RegExp): Promise<void>;
  /** Waits until a text is to be read. */
  told(text: string | RegExp): Promise<void>;
  close(): Promise<void>;
}

const NAIROBI = { longitude: 36.82, latitude: -1.29 };
/** With E2E_SLOW set to 4 the browser has a quarter of the processor: a press that comes too early on a slow machine is seen on a fast one. */
const SLOW = Number(process.env.E2E_SLOW ?? 1);

/** `args` are switches of Chromium's command line. */
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
  // A refusal that the journey provokes, and a reader that this machine has not, are told to the console by the browser itself; all else is
  // a fault of ours.
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

/** Inside `describe`: with E2E_SHOTS set to a folder, keeps a picture of the screen on which a test failed. */
export function recordFailures(page: () => Page | undefined): void {
  beforeEach(({ onTestFailed }) => {
    onTestFailed(async ({ task }) => {
      const folder = process.env.E2E_SHOTS;
      if (folder) await page()?.screenshot({ path: `${folder}/failed ${task.name.slice(0, 40)}.png` });
    });
  });
}
