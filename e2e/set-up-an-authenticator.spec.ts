import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticatorOf } from '../apps/server/src/features/session/second-factor.testkit.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { lookAt } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// Signs in once: another code would have to wait.
const ADMIN = '254711000031';

let server: RunningServer;
let journey: Journey;
let page: Page;
let phone: ReturnType<typeof authenticatorOf>;

beforeAll(async () => {
  server = await startServer();
  await server.createAdmin(ADMIN);
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

describe('a second factor', () => {
  recordFailures(() => page);

  it('is set up in the profile, with codes for the day on which the phone is lost', async () => {
    await journey.signIn(ADMIN);
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
    expect(journey.complaints).toEqual([]);
  });
});
