import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookAt } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';
import { keepFailures, openVisit, type Visit } from './visit.ts';

const ADMIN = '254711000021';

let server: RunningServer;
let visit: Visit;
let page: Page;
let printed: string[];

beforeAll(async () => {
  server = await startServer();
  printed = (await server.createAdmin(ADMIN, '--backup-codes')).match(/[0-9A-Z]{4}-[0-9A-Z]{4}/g) ?? [];
  visit = await openVisit(server);
  ({ page } = visit);
});
afterAll(async () => {
  await visit?.close();
  await server?.stop();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('signing in without a text message', () => {
  keepFailures(() => page);

  it('lets the first Admin of a new box in by a code from its terminal', async () => {
    expect(new Set(printed).size).toBe(10);
    await page.goto(server.url);
    await page.getByLabel('Phone number').fill(ADMIN);
    await button('Login').click();
    await button('No text message? Use a backup code').click();
    const field = page.getByLabel('Backup code');
    await field.fill('K7QP');
    await button('Sign in').click();
    await visit.told('Enter a backup code: eight letters and digits');
    await lookAt(page, 'sign in, backup code');
    await field.fill('ZZZZ-ZZZZ');
    await button('Sign in').click();
    await visit.told('The code is wrong or no longer valid.');
    await field.fill(` ${printed[0]?.toLowerCase().replace('-', ' ')}`);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/**');
  });

  it('says at the bell that a code was used, and in the profile how many are left', async () => {
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await visit.told('Signed in with a backup code');
    await visit.told('Codes left: 9.');
    await visit.open('my.profile', 'My Profile');
    await page.getByRole('region', { name: 'Backup codes' }).getByText('9', { exact: true }).waitFor();
    await lookAt(page, 'my profile, backup codes');
  });

  it('makes new ones by a code to the phone, once there is a network, and shows them once', async () => {
    // The one that came when signing in, and was not used.
    await server.codeFor(ADMIN);
    await button('Make new codes').click();
    await page.getByLabel(`Code from ${ADMIN}`).fill(await server.codeFor(ADMIN));
    await lookAt(page, 'my profile, backup codes confirmed');
    await button('Make codes').click();
    await visit.told('They are shown this once.');
    expect(await page.getByRole('list', { name: 'Your backup codes' }).getByRole('listitem').count()).toBe(10);
    await lookAt(page, 'my profile, new backup codes');
    await button('I have kept them').click();
    await page.getByRole('region', { name: 'Backup codes' }).getByText('10', { exact: true }).waitFor();
    expect(visit.complaints).toEqual([]);
  });
});
