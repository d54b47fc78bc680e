import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

const ADMIN = '254711000021';

let server: RunningServer;
let journey: Journey;
let page: Page;
let printed: string[];

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

describe('sign-in without SMS', () => {
  recordFailures(() => page);

  it('signs the first Admin in by a backup code from the terminal, and rejects a wrong one', async () => {
    expect(new Set(printed).size).toBe(10);
    await page.goto(server.url);
    await page.getByLabel('Phone number').fill(ADMIN);
    await button('Login').click();
    await button('No text message? Use a backup code').click();
    const field = page.getByRole('textbox');
    await field.fill('K7QP');
    await button('Sign in').click();
    await journey.told('Enter a backup code: eight letters and digits');
    await checkScreen(page, 'sign in, backup code');
    await field.fill('ZZZZ-ZZZZ');
    await button('Sign in').click();
    await journey.told('The code is wrong or no longer valid.');
    // Refusals are shown entirely in the language that was chosen before signing in.
    await page.getByRole('button', { name: /^SW/ }).click();
    await page.locator('html[lang=sw]').waitFor();
    await field.fill('ZZZZ-ZZZZ');
    await page.keyboard.press('Enter');
    await journey.told('Msimbo si sahihi au muda wake umekwisha.');
    await checkScreen(page, 'sign in, in Kiswahili');
    expect(await page.locator('body').innerText()).not.toMatch(/\(The/);
    await page.getByRole('button', { name: /^EN/ }).click();
    await page.locator('html[lang=en]').waitFor();
    await field.fill(` ${printed[0]?.toLowerCase().replace('-', ' ')}`);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/**');
  });

  it('notifies the user of a used backup code, and shows how many are left', async () => {
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await journey.told('Signed in with a backup code');
    await journey.told('Codes left: 9.');
    await journey.open('my.profile', 'My Profile');
    await page.getByRole('region', { name: 'Backup codes' }).getByText('9', { exact: true }).waitFor();
    await checkScreen(page, 'my profile, backup codes');
  });

  it('makes ten new backup codes by a code sent to the phone', async () => {
    // The one that came when signing in, and was not used.
    await server.codeFor(ADMIN);
    await button('Make new codes').click();
    await page.getByLabel(`Code from ${ADMIN}`).fill(await server.codeFor(ADMIN));
    await checkScreen(page, 'my profile, backup codes confirmed');
    await button('Make codes').click();
    await journey.told('These codes are shown only once.');
    expect(await page.getByRole('list', { name: 'Your backup codes' }).getByRole('listitem').count()).toBe(10);
    await checkScreen(page, 'my profile, new backup codes');
    await button('I have saved them').click();
    await page.getByRole('region', { name: 'Backup codes' }).getByText('10', { exact: true }).waitFor();
    expect(journey.complaints).toEqual([]);
  });
});
