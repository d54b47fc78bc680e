// Chromium outside of a box, for the recipes: with a private name resolution for the box and a fixed geolocation.
import { type BrowserContext, chromium, type Page } from 'playwright-core';

/** Box under test: its name, its IP address, and the profile folder in which the browser stores trusted certificates. */
export interface Box {
  readonly home: string;
  readonly name: string;
  readonly ip: string;
  /** Plain HTTP address, which redirects to HTTPS where the IP address does not. */
  readonly plain: string;
}

/** Command-line options for a box and its user. */
const text = { type: 'string', default: '' } as const;
export const BOX_OPTIONS = { home: text, name: text, ip: text, plain: text, phone: text, code: text } as const;

export function openBrowser({ home, name, ip }: Box): Promise<BrowserContext> {
  return chromium.launchPersistentContext(`${home}/profile`, {
    executablePath: '/usr/bin/chromium',
    headless: true,
    viewport: { width: 1366, height: 768 },
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${name} ${ip}`],
    env: { ...process.env, HOME: home, TZ: 'Africa/Nairobi' },
    geolocation: { longitude: 36.82, latitude: -1.29 },
    // Grants the permissions for the geolocation and for the reader of the same machine, like a user who presses "allow".
    permissions: ['geolocation', 'local-network-access'],
  });
}

/** Signs in by a backup code, starting at the plain address, which redirects to HTTPS; with an authenticator code if there is one. */
export async function signIn(
  page: Page,
  { name, ip, plain }: Box,
  { phone, code, factor }: { readonly phone: string; readonly code: string; readonly factor?: string | undefined },
): Promise<void> {
  await page.goto(`http://${plain || ip}/`);
  await page.waitForURL(`https://${name}/**`);
  await page.getByLabel('Phone number').fill(phone);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'No text message? Use a backup code' }).click();
  await page.getByRole('textbox').fill(code);
  await page.keyboard.press('Enter');
  if (factor !== undefined) {
    await page.getByRole('textbox', { name: 'Code of the authenticator' }).fill(factor);
    await page.keyboard.press('Enter');
  }
  await page.waitForURL('**/app/**');
}

/** Pairs the tablet with the reader at a mini computer, by the screen This Device. */
export async function pairReader(page: Page, url: string, code: string): Promise<void> {
  await page.goto(`${url}/app/device.this`);
  await page.getByRole('radio', { name: 'At a mini computer' }).check();
  await page.getByRole('textbox', { name: 'Code of the mini computer' }).fill(code);
  await page.getByRole('button', { name: 'Pair with the reader' }).click();
  await page.getByText('The reader’s computer answers, and knows this tablet.').waitFor();
  console.log('The tablet is paired with the reader at the mini computer.');
}

/** Picks an option of a list. */
export async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
