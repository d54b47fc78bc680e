import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticatorOf } from '../apps/server/src/features/session/second-factor.testkit.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { lookAt } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

const ADMIN = '254711000031';

let server: RunningServer;
let journey: Journey;
let page: Page;
let printed: string[];
let phone: ReturnType<typeof authenticatorOf>;

beforeAll(async () => {
  server = await startServer();
  printed = (await server.createAdmin(ADMIN, '--backup-codes')).match(/[0-9A-Z]{4}-[0-9A-Z]{4}/g) ?? [];
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

async function beginSignIn(backupCode = ''): Promise<void> {
  await page.goto(server.url);
  await page.getByLabel('Phone number').fill(ADMIN);
  await button('Login').click();
  await button('No text message? Use a backup code').click();
  await field('Backup code').fill(backupCode);
  await button('Sign in').click();
}

describe('a second factor', () => {
  recordFailures(() => page);

  it('is set up in the profile, with codes for the day on which the phone is lost', async () => {
    await beginSignIn(printed[0]);
    await page.waitForURL('**/app/**');
    await journey.open('my.profile', 'My Profile');
    await button('Set up an authenticator').click();
    await page.getByRole('img', { name: 'QR code with the secret of your authenticator' }).waitFor();
    const secret = await page.locator('code').innerText();
    phone = authenticatorOf(secret.replaceAll(' ', ''));
    await lookAt(page, 'my profile, set up an authenticator');
    await field('Code that the app shows').fill(phone.code());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await lookAt(page, 'my profile, recovery codes');
    await button('I have kept them').click();
    await page.getByRole('region', { name: 'Second factor' }).getByText('10', { exact: true }).waitFor();
  });

  it('is asked for in the midst of what reaches far, and nothing typed is lost', async () => {
    await journey.open('profile.add', 'Add User');
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Administrator', exact: true }).click();
    for (const [label, value] of Object.entries({
      'Phone number': '254711000032',
      Email: 'wairimu@example.com',
      'First name': 'Wairimu',
      'Last name(s)': 'Kibet',
      Password: 'ndovu-mwenye-busara',
      'Confirm password': 'ndovu-mwenye-busara',
    }))
      await field(label).fill(value);
    await button('Add user').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByRole('textbox', { name: 'Code of the authenticator' }).waitFor();
    // By keyboard alone: the field has the focus, and Escape leaves the form as it was.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await field('First name').inputValue()).toBe('Wairimu');
    await button('Add user').click();
    await dialog.getByRole('textbox', { name: 'Code of the authenticator' }).fill(phone.code());
    await page.keyboard.press('Enter');
    await journey.told('User was created successfully');
    await dialog.waitFor({ state: 'detached' });
  });

  it('is asked for at the next sign-in', async () => {
    await journey.open('my.profile', 'My Profile');
    await page.evaluate(() => {
      sessionStorage.clear();
      localStorage.clear();
    });
    await beginSignIn(printed[1]);
    await page.getByRole('heading', { name: 'Confirm with your authenticator' }).waitFor();
    await field('Code of the authenticator').fill(phone.code(1));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/**');
    expect(journey.complaints).toEqual([]);
  });
});
