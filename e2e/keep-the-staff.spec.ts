import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// The people of the demo school.
const BURSAR = '254700000002';
const GUARD = '254700000003';
// The guard's next numbers: one that the office writes down, and one that the guard sets.
const OTHER_NUMBER = '254711000008';
const NEW_NUMBER = '254711000009';
const PASSWORD = 'ndovu-mwenye-busara';

let server: RunningServer;
let office: Journey;
let away: Journey;
let desk: Page;
let guard: Page;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  [office, away] = await Promise.all([openJourney(server), openJourney(server)]);
  ({ page: desk } = office);
  ({ page: guard } = away);
});
afterAll(async () => {
  await Promise.all([office?.close(), away?.close()]);
  await server?.stop();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (name: string) => desk.getByRole('row').filter({ hasText: name });

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByRole('textbox', { name: label, exact: true }).fill(value);
}

describe('staff accounts', () => {
  recordFailures(() => desk);

  it('shows a user with open sessions and history', async () => {
    await Promise.all([office.signIn(BURSAR), away.signIn(GUARD)]);
    await away.open('my.profile', 'My Profile');
    await office.open('profile.view', 'Users');
    await row('Kamau Wafula').waitFor();
    await checkScreen(desk, 'users');
    await button(desk, 'Kamau Wafula').click();
    await office.told('Open sessions');
    await office.told('History');
    await checkScreen(desk, 'user');
  });

  it('ends the session of a disabled user at the next action, and says why', async () => {
    await button(desk, 'Disable').click();
    await office.told('Kamau Wafula was disabled and signed out');
    await fill(guard, { 'First name': 'Wekesa' });
    await button(guard, 'Update').click();
    await guard.waitForURL('**/auth**');
    await away.told('You were signed out: your account was changed or disabled.');
    await checkScreen(guard, 'sign in, signed out by somebody');
  });

  it('enables a user again, who signs in by the changed number at the changed duty', async () => {
    await button(desk, 'Enable').click();
    await office.told('Kamau Wafula may sign in again');
    await button(desk, 'Edit').click();
    await checkScreen(desk, 'user, edited');
    await fill(desk, { 'Phone number': '0711' });
    await button(desk, 'Save changes').click();
    await desk.getByRole('alert').filter({ hasText: 'must be a phone number such as 0712 345 678' }).waitFor();
    await checkScreen(desk, 'user, refused');
    await fill(desk, { 'Phone number': OTHER_NUMBER });
    await desk.getByRole('checkbox', { name: 'Gate' }).uncheck();
    await desk.getByRole('checkbox', { name: 'Canteen' }).check();
    await button(desk, 'Save changes').click();
    await office.told('The user was changed');
    await away.signIn(OTHER_NUMBER);
    await away.open('school.menu.consume', 'No menu item selected');
  });

  it("changes a user's own password and phone number by codes sent to the phones", async () => {
    await away.open('my.profile', 'My Profile');
    await checkScreen(guard, 'my profile');
    await fill(guard, { 'Phone number': NEW_NUMBER, 'New password': 'password-123', 'Confirm password': 'password' });
    await button(guard, 'Update').click();
    await guard.getByRole('alert').filter({ hasText: 'is too easy to guess' }).waitFor();
    await checkScreen(guard, 'my profile, refused');
    await fill(guard, { 'New password': PASSWORD, 'Confirm password': PASSWORD });
    await button(guard, 'Update').click();
    await guard.getByRole('heading', { name: 'Confirm your new password' }).waitFor();
    await fill(guard, { [`Code from ${OTHER_NUMBER}`]: await server.codeFor(OTHER_NUMBER) });
    await button(guard, 'Confirm').click();
    await away.told('Your password was changed.');

    await guard.getByRole('heading', { name: 'Confirm your new phone number' }).waitFor();
    const codes = {
      [`Code from ${OTHER_NUMBER}`]: await server.codeFor(OTHER_NUMBER),
      [`Code from ${NEW_NUMBER}`]: '000000',
    };
    await fill(guard, codes);
    await button(guard, 'Confirm').click();
    await guard.getByText('is wrong or no longer valid').first().waitFor();
    await checkScreen(guard, 'my profile, wrong code');
    await fill(guard, { ...codes, [`Code from ${NEW_NUMBER}`]: await server.codeFor(NEW_NUMBER) });
    await button(guard, 'Confirm').click();
    await away.told('Your phone number was changed.');
    await expect.poll(() => guard.getByRole('textbox', { name: 'Phone number' }).inputValue()).toBe(NEW_NUMBER);
  });

  it('ends the session at a screen of another role, and accepts the new phone number at the sign-in', async () => {
    await guard.goto(`${server.url}/app/student.view`);
    await away.told('You were signed out: that screen is not for your role.');
    await away.signIn(NEW_NUMBER);
    await away.open('my.profile', 'My Profile');
  });

  it('sets a forgotten password by a code, and ends the open session of the user', async () => {
    await desk.goto(`${server.url}/app/profile.view`);
    const other = await (await office.browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await other.goto(`${server.url}/forgot.password`);
    await other.getByRole('heading', { level: 1, name: 'Forgot password' }).waitFor();
    await checkScreen(other, 'forgot password');
    await other.getByRole('textbox', { name: 'Phone number' }).fill(NEW_NUMBER);
    await button(other, 'Send code').click();
    await fill(other, { 'Verification code': '000000', 'New password': 'short', 'Confirm password': '' });
    await button(other, 'Set password').click();
    await other.getByRole('alert').filter({ hasText: 'must be at least 10 characters' }).waitFor();
    await checkScreen(other, 'forgot password, refused');
    await fill(other, {
      'Verification code': await server.codeFor(NEW_NUMBER),
      'New password': `${PASSWORD}-2`,
      'Confirm password': `${PASSWORD}-2`,
    });
    await button(other, 'Set password').click();
    await other.getByText('Your password was set.').waitFor();
    await other.context().close();
    await fill(guard, { 'First name': 'Barasa' });
    await button(guard, 'Update').click();
    await away.told('You were signed out: your phone number or password was changed.');
  });

  it('undoes the deletion of a user, and disables two users at once', async () => {
    await office.open('profile.add', 'Add User');
    await fill(desk, { 'Phone number': '254711000010', Email: 'auma@example.com', 'First name': 'Auma' });
    await fill(desk, { 'Last name(s)': 'Achieng', Password: PASSWORD, 'Confirm password': PASSWORD });
    await button(desk, 'Add user').click();
    await office.told('Check In/Out agent was created successfully');
    await office.open('profile.view', 'Users');
    await button(desk, 'Delete Auma Achieng').click();
    await office.told('Auma Achieng was deleted');
    await row('Auma Achieng').waitFor({ state: 'detached' });
    await button(desk, 'Undo').click();
    await office.told('Auma Achieng was restored');
    await row('Auma Achieng').waitFor();
    await desk.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await checkScreen(desk, 'users, selected');
    await button(desk, 'Disable 2 users').click();
    await office.told('2 users were disabled');
    await row('Disabled').nth(1).waitFor();
    await checkScreen(desk, 'users, disabled');
    // The guard's first screen looks for a fingerprint reader, and there is none here.
    const complaints = [...office.complaints, ...away.complaints].filter((text) => !text.includes('127.0.0.1:8080'));
    expect(complaints).toEqual([]);
  });
});
