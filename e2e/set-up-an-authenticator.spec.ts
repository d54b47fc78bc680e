import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticatorOf } from '../apps/server/src/features/session/second-factor.testkit.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// Signs in once: another code would have to wait.
const ADMIN = '254711000031';
// Signs in twice: by a passkey the second time.
const OWNER = '254711000033';

let server: RunningServer;
let journey: Journey;
let page: Page;
let phone: ReturnType<typeof authenticatorOf>;

beforeAll(async () => {
  server = await startServer();
  await server.createAdmin(ADMIN);
  await server.createAdmin(OWNER);
  // Passkeys are bound to names: on the own machine to this one.
  journey = await openJourney({ ...server, url: server.url.replace('127.0.0.1', 'localhost') });
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

const logOut = async () => {
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await button('Login').waitFor();
};

describe('second factor', () => {
  recordFailures(() => page);

  it('adds a passkey in the profile, and accepts it at a step-up', async () => {
    const browser = await journey.context.newCDPSession(page);
    await browser.send('WebAuthn.enable');
    await browser.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true },
    });
    await journey.signIn(OWNER);
    await journey.open('my.profile', 'My Profile');
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await field('Name of the passkey').fill('Office laptop');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await button('I have saved them').click();
    const added = passkeys.getByRole('group', { name: 'Office laptop' });
    await added.getByText('never').waitFor();
    await checkScreen(page, 'my profile, a passkey');
    await button('Make new recovery codes').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await checkScreen(page, 'confirm by a passkey');
    // By keyboard alone: the button has the focus.
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await button('I have saved them').click();
    await added.getByText('never').waitFor({ state: 'detached' });
    await logOut();
  });

  it('sets up an authenticator in the profile, with ten recovery codes', async () => {
    await journey.signIn(ADMIN);
    await journey.open('my.profile', 'My Profile');
    await button('Set up an authenticator').click();
    await page.getByRole('img', { name: 'QR code with the secret of your authenticator' }).waitFor();
    const secret = await page.locator('code').innerText();
    phone = authenticatorOf(secret.replaceAll(' ', ''));
    await checkScreen(page, 'my profile, set up an authenticator');
    await field('Code shown by the app').fill(phone.code());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await checkScreen(page, 'my profile, recovery codes');
    await button('I have saved them').click();
    await page.getByRole('region', { name: 'Second factor' }).getByText('10', { exact: true }).waitFor();
  });

  it('asks for a step-up while a user is added, and keeps what was typed', async () => {
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
    await dialog.getByRole('textbox', { name: 'Authenticator code' }).waitFor();
    // By keyboard alone: the field has the focus, and Escape leaves the form as it was.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await field('First name').inputValue()).toBe('Wairimu');
    await button('Add user').click();
    await dialog.getByRole('textbox', { name: 'Authenticator code' }).fill(phone.code());
    await page.keyboard.press('Enter');
    await journey.told('User was created successfully');
    await dialog.waitFor({ state: 'detached' });
  });

  it('signs in by a passkey after the code from the SMS', async () => {
    await logOut();
    await page.getByLabel('Phone number').fill(OWNER);
    // Another code for the same number takes half a minute from the first one.
    const asked = async () => {
      const answered = page.waitForResponse((response) => response.url().endsWith('/auth/token'));
      await button('Login').click();
      return (await answered).status();
    };
    await expect.poll(asked, { timeout: 90_000, interval: 2_000 }).toBe(200);
    await page.getByLabel('Verification code').fill(await server.codeFor(OWNER));
    await button('Submit OTP').click();
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    await button('Use a passkey').waitFor();
    await checkScreen(page, 'sign in, use a passkey');
    await button('Use a passkey').press('Enter');
    await page.waitForURL('**/app/**');
    expect(journey.complaints).toEqual([]);
  });
});
