// The number of a bursar is taken over: whoever has it signs in and sets up a first second factor, which opens nothing that moves money before a colleague has said whose it is.
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticatorOf } from '../apps/server/src/features/session/second-factor.testkit.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen } from './looks.ts';
import { ownerUrlOf, type RunningServer, startServer } from './server.ts';

// A bursar and a student of the demo school, and an Admin of the platform.
const BURSAR = '254700000002';
const NUMBER = '4008';
const ADMIN = '254711000035';
/** Time between two keys of a hand; five digits and Enter in a quick burst would be a scanned card. */
const HAND_MS = 60;

let server: RunningServer;
let away: Journey;
let office: Journey;
let taker: Page;
let desk: Page;
let phone: ReturnType<typeof authenticatorOf>;
let admins: ReturnType<typeof authenticatorOf>;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo', STRICT_ACCOUNTS: 'true' });
  await server.createAdmin(ADMIN);
  const owner = new pg.Client({ connectionString: ownerUrlOf(server) });
  await owner.connect();
  await owner.query("SET app.scope = 'platform'");
  const { rows } = await owner.query('SELECT school_id FROM users WHERE phone = $1', [BURSAR]);
  await owner.query("SELECT set_config('app.school_id', $1, false)", [rows[0].school_id]);
  // An account of three days speaks for itself.
  const aged = await owner.query("UPDATE users SET created_at = created_at - interval '30 days' WHERE phone = $1", [
    BURSAR,
  ]);
  await owner.end();
  expect(aged.rowCount).toBe(1);
  [office, away] = await Promise.all([openJourney(server), openJourney(server)]);
  ({ page: desk } = office);
  ({ page: taker } = away);
}, 120_000);
afterAll(async () => {
  await Promise.all([office?.close(), away?.close()]);
  await server?.stop();
});

/** Goes by Tab to what has this name, and no other way. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    const isThere = await page.evaluate((wanted) => {
      const at = document.activeElement;
      const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : at?.textContent;
      return [label, at?.getAttribute('aria-label')].some((each) => each?.replace(/\s*\*$/, '').trim() === wanted);
    }, name);
    if (isThere) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** Sets up an authenticator in My Profile by keyboard alone, as far as its recovery codes are kept. */
async function setsUp(journey: Journey): Promise<ReturnType<typeof authenticatorOf>> {
  const { page } = journey;
  await journey.open('my.profile', 'My Profile');
  await page.getByRole('button', { name: 'Set up an authenticator' }).waitFor();
  await tabTo(page, 'Set up an authenticator');
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'QR code with the secret of your authenticator' }).waitFor();
  const made = authenticatorOf((await page.locator('code').innerText()).replaceAll(' ', ''));
  await tabTo(page, 'Code shown by the app');
  await page.keyboard.type(made.code());
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await tabTo(page, 'I have saved them');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor({ state: 'detached' });
  return made;
}

describe('new second factor set up by whoever has the phone number', () => {
  recordFailures(() => taker);

  it('sets up a first authenticator, and says that it does not open everything yet', async () => {
    await away.enter(BURSAR);
    phone = await setsUp(away);
    await away.told(/You can already sign in with it\. It works for approvals/);
    await checkScreen(taker, 'my profile, a factor that waits');
  });

  it('refuses a deposit with a second factor that still waits, and keeps what was typed', async () => {
    await away.open('cash.desk', 'Cash desk');
    const number = taker.getByRole('combobox', { name: 'Admission number' }).and(taker.locator(':focus'));
    await number.waitFor();
    await taker.keyboard.press('F2');
    await taker.getByRole('button', { name: 'Pay in' }).waitFor();
    for (const amount of ['20000', '19999', '10002']) {
      await number.waitFor();
      await taker.keyboard.type(NUMBER);
      await taker.keyboard.press('Enter');
      await taker.locator('[data-amount]:focus').waitFor();
      await taker.keyboard.type(amount, { delay: HAND_MS });
      await taker.keyboard.press('Enter');
    }
    const dialog = taker.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.waitFor();
    await dialog.locator('form:focus').waitFor();
    await taker.keyboard.type('123456');
    await checkScreen(taker, 'a deposit takes a second factor');
    const field = dialog.getByRole('textbox', { name: 'Authenticator code' });
    expect(await field.inputValue()).toBe('');
    await tabTo(taker, 'Authenticator code');
    await taker.keyboard.type(phone.code());
    await taker.keyboard.press('Enter');
    await away.told(/Your second factor is new and works for this from/);
    await checkScreen(taker, 'a deposit takes a second factor that waits');
    await taker.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await taker.locator('[data-amount]').inputValue()).toBe('10,002');
  });

  it('ends the session of a new second factor when an Admin throws it out', async () => {
    await office.enter(ADMIN);
    admins = await setsUp(office);
    await office.open('profile.view', 'Users');
    await desk.getByRole('combobox', { name: 'School' }).first().click();
    await desk.getByRole('option', { name: /DEMO/ }).click();
    await desk.getByRole('button', { name: 'Achieng Were', exact: true }).click();
    await office.told('New second factor');
    await checkScreen(desk, 'user, a factor that waits');
    await desk.getByRole('button', { name: 'Not theirs: reject it' }).press('Enter');
    const dialog = desk.getByRole('dialog', { name: /^Reject the new second factor of/ });
    await dialog.waitFor();
    await checkScreen(desk, 'user, a factor is thrown out');
    await dialog.getByRole('button', { name: 'Not theirs: reject it' }).press('Enter');
    const code = desk.getByRole('dialog', { name: 'Confirm that it is you' });
    await code.getByRole('textbox', { name: 'Authenticator code' }).fill(admins.code());
    await desk.keyboard.press('Enter');
    await office.told(/The new second factor of .* was rejected/);
    await taker.goto(`${server.url}/app/my.profile`);
    await taker.waitForURL('**/auth**');
    expect([away.complaints, office.complaints]).toEqual([[], []]);
  });
});
