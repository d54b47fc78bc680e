// Chromium outside of a box, for the recipes: it finds the box by a name that only it knows, and stands at a place.
import { type BrowserContext, chromium, type Page } from 'playwright-core';

/** Box that is called: its name, its number, and the folder in which the browser keeps what it trusts. */
export interface Box {
  readonly home: string;
  readonly name: string;
  readonly ip: string;
  /** Address that leads to the safe one, where the number does not. */
  readonly plain: string;
}

/** Options of the command line that tell of a box and who signs in. */
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
    // As somebody presses "allow": the place, and the reader of the own machine.
    permissions: ['geolocation', 'local-network-access'],
  });
}

/** Signs in by a backup code, from the plain address on, which leads to the safe one; with a code of the authenticator where there is one. */
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

/** Pairs the tablet with the reader at a mini computer, as whoever puts the tablet up does under This Device. */
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
