import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { spotCheckScreen, spotCheckTheme } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People, a student and a PIN of the demo school; phones of two guardians of our own.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const PIN = '274951';
const NUMBER = '4007';
const [FIRST, SECOND] = ['254711000101', '254711000102'] as const;

let server: RunningServer;
let journey: Journey;
let page: Page;
let handset: Page;
let office: WireClient;
let phones: string;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  phones = await server.printed('guardians’ phones: ');
  office = await connect(server.url);
  await office.signIn(ADMIN, () => server.codeFor(ADMIN));
  const schools = (await office.call('school/viewSchools', {}, 'GET')).body as unknown as { sysid: string }[];
  office.actOn(schools[0]?.sysid ?? '');
  const student = await office.call('student/getStudent', { admissionNumber: NUMBER }, 'GET');
  const studentSYSID = String(student.body.sysid);
  const there = (await office.call('student/getContacts', { studentSYSID }, 'GET')).body as unknown as {
    sysid: string;
  }[];
  for (const { sysid } of there) await office.call('student/deleteContact', { sysid });
  await office.call('student/addContact', { name: 'Mama', mobileNumber: FIRST, studentSYSID });
  await office.call('student/addContact', { name: 'Baba', mobileNumber: SECOND, language: 'sw', studentSYSID });
  journey = await openJourney(server);
  ({ page } = journey);
  handset = await journey.context.newPage();
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

/** Told by the answer: “Done.” may still stand there from the choice before. */
async function turn(phone: string, script: string): Promise<void> {
  const known = handset.waitForResponse(
    (response) => response.url().endsWith('/simulator/phones') && response.request().postDataJSON()?.number === phone,
  );
  await handset.locator(`#script-${phone}`).selectOption(script);
  expect((await known).status()).toBe(200);
}

const payOut = (amount: number) =>
  office.call('wallet/cashOutPin', { admissionNumber: NUMBER, amount, pin: PIN, userName: ADMIN });

describe('messages to guardians', () => {
  recordFailures(() => page);

  it('sends the receipt of a cash-out to the first guardian', async () => {
    expect((await payOut(20)).status).toBe(200);
    await handset.goto(/http:\S+/.exec(phones)?.[0] ?? '');
    await handset
      .getByRole('list', { name: `Messages on ${FIRST}` })
      .getByText('took KES 20 in cash')
      .waitFor();
  });

  it('sends the receipt to the second guardian in Kiswahili when the first cannot be reached', async () => {
    await turn(FIRST, 'absent');
    await handset.getByText('Done.').waitFor();
    expect((await payOut(30)).status).toBe(200);
    await handset
      .getByRole('list', { name: `Messages on ${SECOND}` })
      .getByText('amechukua KES 30 taslimu')
      .waitFor();
    // The console sets its theme on the root element; this page has no such attribute.
    await handset.evaluate(() => {
      document.documentElement.dataset.mantineColorScheme = 'light';
    });
    await spotCheckTheme(handset, 'phones of guardians', 'light');
  });

  it('shows an undelivered message with its reason and where it went instead', async () => {
    // Chromium draws a page behind another one once a second.
    await page.bringToFront();
    await journey.enter(BURSAR);
    await journey.open('message.view', 'Messages');
    const lost = page.getByRole('row').filter({ hasText: 'Not delivered' });
    await lost.waitFor();
    await spotCheckScreen(page, 'messages');
    await lost.getByRole('button', { name: /^View/ }).click();
    await page.getByRole('heading', { name: 'Sent to' }).waitFor();
    await journey.told('the phone could not be reached');
    await spotCheckScreen(page, 'message');
  });

  it('sends undelivered messages again, after showing the cost and who is left out', async () => {
    for (const phone of [FIRST, SECOND]) await turn(phone, 'absent');
    expect((await payOut(35)).status).toBe(200);
    await journey.open('message.view', 'Messages');
    await page.getByRole('row').filter({ hasText: 'Not delivered' }).nth(2).waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await page.getByRole('button', { name: 'Send again', exact: true }).click();
    await journey.told('2 messages will be sent again, for about KES 1.60.');
    await journey.told('1 was sent to the next guardian.');
    await spotCheckScreen(page, 'send messages again');
    for (const phone of [FIRST, SECOND]) await turn(phone, 'deliver');
    await page.getByRole('button', { name: 'Send 2 messages' }).click();
    await journey.told(/^2 messages are being sent again\./);
    await handset
      .getByRole('list', { name: `Messages on ${FIRST}` })
      .getByText('took KES 35 in cash')
      .waitFor();
  });

  it('sends a message in the language that is recorded for the guardian', async () => {
    await page.goto(`${server.url}/app/student.details?admissionNumber=${NUMBER}`);
    await page.getByRole('button', { name: 'Edit Mama' }).click();
    await page.getByLabel('Language of messages').selectOption('sw');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await journey.told(`${FIRST} · Kiswahili`);
    await spotCheckTheme(page, 'guardians and their language', 'light');
    await turn(FIRST, 'deliver');
    expect((await payOut(40)).status).toBe(200);
    await handset
      .getByRole('list', { name: `Messages on ${FIRST}` })
      .getByText('amechukua KES 40 taslimu')
      .waitFor();
  });

  it('shows the length of a message before it is sent, and its delivery afterwards', async () => {
    await journey.open('message.write', 'Write to guardians');
    await page.getByLabel('To the guardians of').selectOption('Grade 6');
    await page.getByLabel('Text in English').fill('School closes at noon on Friday.');
    await journey.told('32 of 160 characters · 1 SMS each');
    await spotCheckScreen(page, 'write to guardians');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await journey.told('The message is being sent.');
    await journey.told(/^(\d+) of \1 delivered$/);
    expect(journey.complaints).toEqual([]);
  });
});
