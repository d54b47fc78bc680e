// A school's first day at a box, from outside with Chromium: `--do check-in` creates a school, a class and a student, enrols a finger and
// checks the student in by it; `--do check-out` signs in again, later, and checks the student out by the same finger; `check-in-again`
// checks the student in once more. SECRET is a file for the secret of the Admin's authenticator, which production requires. The reader is
// a simulated one beside the browser, or with --pair CODE the one at a mini computer of the LAN, where --socket is its libfprint's
// virtual device.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Locator } from 'playwright-core';
import { startScanner } from '../../apps/scanner/src/scanner.ts';
import { authenticatorOf } from '../../apps/server/src/features/session/second-factor.testkit.ts';
import { BOX_OPTIONS, openBrowser, pairReader, pick, signIn } from './browser.ts';
import { makeClass, makeSchool } from './first-day.ts';
import { glassOf } from './lay-finger.ts';

const text = { type: 'string', default: '' } as const;
const { values } = parseArgs({ options: { ...BOX_OPTIONS, do: text, secret: text, pair: text, socket: text } });
const url = `https://${values.name}`;
const NUMBER = '4417';
const PIN = '274951';
/** Fingers: the student's, and another person's. */
const OWN = 7;
const OTHER = 11;

// Fingers are the same at each start; their pictures differ.
const scanner =
  values.pair === '' ? await startScanner({ trayPort: 0, pauseMs: 0, origins: [url] }) : glassOf(values.socket);
const browser = await openBrowser(values);
const page = await browser.newPage();
page.setDefaultTimeout(60_000);
const reason = page.getByRole('dialog', { name: /Why do you come into/ });
await page.addLocatorHandler(reason, async () => {
  await reason.getByRole('textbox').fill('The first day of the school');
  await reason.getByRole('button', { name: 'Go in' }).click();
});
const actions: Record<string, () => Promise<void>> = {
  'check-in': checkIn,
  'check-out': checkOut,
  'check-in-again': () =>
    signInAgain().then(() => pass('checkin.fingerprint', OWN, 'Student was checked in successfully')),
};
try {
  await actions[values.do]?.();
} catch (error) {
  await page.screenshot({ path: `${values.home}/../failed.png` });
  throw error;
} finally {
  await browser.close();
  await scanner.stop();
}

async function checkIn(): Promise<void> {
  await signIn(page, values, values);
  await setUpAuthenticator();
  await makeSchool(page, url);
  if (values.pair !== '') await pairReader(page, url, values.pair);
  await makeClass(page, url);
  await makeStudent();
  await pass('checkin.fingerprint', OTHER, 'Wrong finger');
  await pass('checkin.fingerprint', OWN, 'Student was checked in successfully');
  console.log('A school, a class and a student were made; another finger is turned away, her own is let in.');
}

async function checkOut(): Promise<void> {
  await signInAgain();
  await pass('checkout.fingerprint', OTHER, 'Wrong finger');
  await pass('checkout.fingerprint', OWN, 'Student was checked out successfully');
  console.log('Another finger is turned away, her own is let out.');
}

/** Signs in with the authenticator that was set up on the first day, in a browser without a chosen school. */
async function signInAgain(): Promise<void> {
  await signIn(page, values, { ...values, factor: authenticatorOf(readFileSync(values.secret, 'utf8')).code() });
  await page.goto(`${url}/app/checkin.fingerprint`);
  await page.getByRole('combobox', { name: 'School' }).selectOption({ label: 'Kilimo' });
  if (values.pair !== '') await pairReader(page, url, values.pair);
}

/** Lays a finger on the reader for the student at a gate screen, and waits for the answer. */
async function pass(screen: string, finger: number, answer: string): Promise<void> {
  const scanned = page.getByText('Student fingerprint scanned successfully').first();
  // libfprint's virtual device queues a picture that nobody has requested yet: pictures of the previous finger are consumed first.
  do {
    await page.goto(`${url}/app/${screen}`);
    await told(/Put the finger on the reader|Student fingerprint scanned/);
  } while (values.pair !== '' && (await comes(scanned)));
  const number = page.getByLabel('Admission number');
  await number.fill(NUMBER);
  await told('Amina Juma');
  scanner.touch(finger);
  await told(answer);
  scanner.lift();
}

async function setUpAuthenticator(): Promise<void> {
  await page.getByRole('button', { name: 'Set up an authenticator' }).click();
  const shown = page.locator('code').filter({ hasText: /\w/ });
  const secret = (await shown.innerText()).replaceAll(' ', '');
  writeFileSync(values.secret, secret, { mode: 0o600 });
  await page.getByRole('textbox', { name: 'Code that the app shows' }).fill(authenticatorOf(secret).code());
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I have kept them' }).click();
}

async function makeStudent(): Promise<void> {
  await page.goto(`${url}/app/student.add`);
  await page.getByLabel('Admission number').fill(NUMBER);
  await page.getByLabel('First name').fill('Amina');
  await page.getByLabel('Last name').fill('Juma');
  await pick(page, 'Class', 'Grade 4 East');
  await page.getByLabel('Check pin').fill(PIN);
  await page.getByRole('button', { name: 'Next' }).click();
  await told('Student added successfully');
  await page.getByLabel('Who gave it').fill('Achieng Were');
  await pick(page, 'Relation to the student', 'Mother');
  // No SMS can be sent from this network.
  await pick(page, 'How it was given', 'Signed on paper');
  scanner.touch(OWN);
  await told('Student fingerprint scanned successfully');
  await page.getByRole('button', { name: 'Next' }).click();
  await told('Student fingerprint added successfully');
  scanner.lift();
}

function comes(place: Locator): Promise<boolean> {
  return place.waitFor({ timeout: 3_000 }).then(
    () => true,
    () => false,
  );
}

function told(words: string | RegExp): Promise<void> {
  return page.getByText(words).first().waitFor();
}
