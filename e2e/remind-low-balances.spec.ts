import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { HAND } from './keys.ts';
import { checkScreen, spotCheckScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

const ADMIN = '254700000001';
const BURSAR = '254700000002';
const CLASS = 'Grade 9 Tausi';
/** Two children whose wallets are low, and one who has enough. */
const CHILDREN = [
  { admissionNumber: '8801', names: 'Neema Atieno', mobileNumber: '254711880001', language: 'en', money: 40 },
  { admissionNumber: '8802', names: 'Baraka Mwangi', mobileNumber: '254711880002', language: 'sw', money: 0 },
  { admissionNumber: '8803', names: 'Imani Chebet', mobileNumber: '254711880003', language: 'en', money: 900 },
] as const;

/** Two more of one guardian, in a class of their own. */
const TWINS_CLASS = 'Grade 8 Tausi';
const TWINS = [
  { admissionNumber: '8811', names: 'Amani Wafula', mobileNumber: '254711880011', language: 'en', money: 40 },
  { admissionNumber: '8812', names: 'Zawadi Wafula', mobileNumber: '254711880011', language: 'en', money: 15 },
] as const;

let server: RunningServer;
let journey: Journey;
let page: Page;
/** The simulated customers' phones. */
let phones: Page;

beforeAll(async () => {
  const simulator = await aFreePort();
  server = await startServer({ SEED: 'demo', DARAJA_SIMULATOR_PORT: String(simulator) });
  await addChildren();
  journey = await openJourney(server);
  ({ page } = journey);
  phones = await journey.context.newPage();
  await phones.goto(`http://127.0.0.1:${simulator}/simulator/handset`);
  await phones.getByText('No phone is being asked.').waitFor();
  // Chromium draws a page behind another one once a second.
  await page.bringToFront();
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

async function aFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The school is known to M-Pesa, and has a class of its own for this. */
async function addChildren(): Promise<void> {
  const office = await connect(server.url);
  await office.signIn(ADMIN, () => server.codeFor(ADMIN));
  const schools = (await office.call('school/getSchools', {}, 'GET')).body;
  const school = String(schools[0]?.sysid);
  office.actOn(school);
  const said = async (path: string, input: Record<string, unknown>) => {
    const { status, body } = await office.call(path, input);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  await said('school/registerPayments', { schoolSYSID: school });
  const inClass = new Map<string, unknown>();
  for (const className of [CLASS, TWINS_CLASS])
    inClass.set(className, (await said('school/createClass', { className })).sysid);
  const all = [
    ...CHILDREN.map((child) => [CLASS, child] as const),
    ...TWINS.map((child) => [TWINS_CLASS, child] as const),
  ];
  for (const [className, { money, names, admissionNumber, mobileNumber, language }] of all) {
    const classSYSID = inClass.get(className);
    const { sysid } = await said('student/createStudent', { admissionNumber, names, classSYSID });
    await said('student/addContact', { studentSYSID: sysid, name: 'Mzazi', mobileNumber, language });
    if (money > 0) await said('wallet/deposit', { admissionNumber, amount: money });
  }
}

const dialog = () => page.getByRole('dialog');
const button = (name: string | RegExp) => page.getByRole('button', { name });

async function choose(filter: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: filter }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The children of a class who have less than so much, all of them selected. */
async function selectLow(className: string = CLASS): Promise<void> {
  await journey.open('student.balances', 'Student Balances');
  await choose('All classes', className);
  await page.getByRole('combobox', { name: 'Any balance' }).click();
  await page.keyboard.type('100', HAND);
  await page.getByRole('option', { name: 'Below KES 100', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Imani Chebet' }).waitFor({ state: 'detached' });
  await button(className === CLASS ? 'View Baraka Mwangi' : 'View Zawadi Wafula').waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await button('Remind guardians').click();
}

describe('low balances', () => {
  recordFailures(() => page);

  it('filters student balances by class and by days without a deposit', async () => {
    await journey.enter(BURSAR);
    await journey.open('student.balances', 'Student Balances');
    await checkScreen(page, 'balances with their trend');
    await choose('All classes', CLASS);
    await choose('Paid in at any time', 'Nothing paid in for 14 days');
    await button('View Neema Atieno').waitFor({ state: 'detached' });
    await button('View Baraka Mwangi').waitFor();
    expect(new URL(page.url()).searchParams.get('quietDays')).toBe('14');
  });

  it('sends each guardian a reminder in their language after a preview with its cost', async () => {
    await selectLow();
    await dialog().getByText('2 texts will be sent. 1 in Kiswahili.').waitFor();
    await dialog().getByText('pocket money of Neema A. (8801) is low, balance KES 40').waitFor();
    await dialog().getByText('pesa za matumizi za Baraka M. (8802) zimepungua, salio KES 0').waitFor();
    await dialog().getByText('It costs about KES 1.60').waitFor();
    await checkScreen(page, 'reminder by text');
    await dialog().getByLabel('Low balance below (KES)').fill('40');
    await dialog().getByText('1 student has this amount or more.').waitFor();
    await dialog().getByLabel('Low balance below (KES)').fill('100');
    await dialog().getByRole('button', { name: 'Send 2 texts', disabled: false }).waitFor();
    // By the keyboard, as whoever has the amount before them does.
    await dialog().getByLabel('Low balance below (KES)').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Balance Reminders' }).waitFor();
    await dialog().getByText('Arrived', { exact: true }).nth(1).waitFor();
    await checkScreen(page, 'reminder that arrived');
  });

  it('does not remind a guardian twice within a day', async () => {
    await selectLow();
    await dialog().getByText('There are no guardians to remind.').waitFor();
    await dialog().getByText('2 were sent a text within the last day.').waitFor();
    expect(await button(/^Send /).isDisabled()).toBe(true);
  });

  it('reminds a guardian of two children in one text, and sends their STK pushes one after the other', async () => {
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await selectLow(TWINS_CLASS);
    await dialog().getByText('1 text will be sent.', { exact: true }).waitFor();
    await dialog().getByText('low: Amani W. (8811) KES 40, Zawadi W. (8812) KES 15.').waitFor();
    await dialog().getByText('Amani Wafula (8811), Zawadi Wafula (8812)').waitFor();
    await checkScreen(page, 'reminder of two children by text');
    await dialog().getByText('M-Pesa request', { exact: true }).click();
    await dialog().getByText('Amani Wafula (8811) → Zawadi Wafula (8812)').waitFor();
    await dialog().getByLabel('Ask each phone for (KES)').fill('100');
    await checkScreen(page, 'reminder of two children on the phone');
    await dialog().getByRole('button', { name: 'Ask 1 phone', disabled: false }).waitFor();
    await button('Ask 1 phone').click();
    await page.getByRole('heading', { level: 1, name: 'Balance Reminders' }).waitFor();
    const asking = phones.locator('article, form, section, li').filter({ hasText: 'account no. 8811?' }).last();
    await asking.getByLabel('M-PESA PIN').fill('1234');
    await asking.getByRole('button', { name: 'Send' }).click();
    await dialog().getByText('Paid', { exact: true }).nth(1).waitFor();
    // The other push is sent two minutes later: it waits, and is not lost.
    await dialog().getByText('Waiting', { exact: true }).last().waitFor();
    await checkScreen(page, 'reminder of two children, one asked');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await selectLow();
  });

  it('sends STK pushes to two guardians, and shows who paid and who cancelled', async () => {
    await dialog().getByText('M-Pesa request', { exact: true }).click();
    await dialog().getByRole('button', { name: 'Ask 2 phones', disabled: false }).waitFor();
    await dialog().getByText('2 phones will be asked.').waitFor();
    await button('Ask 2 phones').click();
    await dialog().getByText('Enter an amount.').waitFor();
    await dialog().getByLabel('Ask each phone for (KES)').fill('300');
    await spotCheckScreen(page, 'reminder on the phone');
    await dialog().getByRole('button', { name: 'Ask 2 phones', disabled: false }).waitFor();
    await button('Ask 2 phones').click();
    await page.getByRole('heading', { level: 1, name: 'Balance Reminders' }).waitFor();
    for (const [number, pin] of [
      ['8801', '1234'],
      ['8802', null],
    ] as const) {
      const asking = phones
        .locator('article, form, section, li')
        .filter({ hasText: `account no. ${number}?` })
        .last();
      await asking.waitFor();
      if (pin !== null) await asking.getByLabel('M-PESA PIN').fill(pin);
      await asking.getByRole('button', { name: pin === null ? 'Cancel' : 'Send' }).click();
    }
    await dialog().getByText('Paid', { exact: true }).nth(1).waitFor();
    await dialog().getByText('Cancelled', { exact: true }).waitFor();
    await checkScreen(page, 'reminder that was paid');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'M-Pesa request, KES 300.00' }).waitFor();
    await checkScreen(page, 'balance reminders');
    expect(journey.complaints).toEqual([]);
  });
});
