import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { HAND } from './keys.ts';
import { checkScreen, spotCheckScreen, spotCheckTheme } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// The people and PINs of the demo school, and the student whose money this is about.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const HELPER = '254711000001';
const PIN = '274951';
const NUMBER = '4007';

let server: RunningServer;
let desk: Journey;
let office: Journey;
let names: string;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  // Another user prepares the school, since no user is sent two codes within half a minute.
  await server.createAdmin(HELPER);
  const helper = await connect(server.url);
  await helper.signIn(HELPER, () => server.codeFor(HELPER));
  const schools = await helper.call('school/viewSchools', {}, 'GET');
  helper.actOn(String(schools.body[0]?.sysid));
  names = String((await helper.call('wallet/getWallet', { admissionNumber: NUMBER }, 'GET')).body.names);
  await helper.call('wallet/deposit', { admissionNumber: NUMBER, amount: 6_000 });
  [desk, office] = await Promise.all([openJourney(server), openJourney(server)]);
});
afterAll(async () => {
  await Promise.all([desk?.close(), office?.close()]);
  await server?.stop();
});

describe('limits on pocket money', () => {
  recordFailures(() => desk.page);

  it('sets the daily limit and the approval threshold of a school', async () => {
    await office.enter(ADMIN);
    const { page } = office;
    await page.goto(`${server.url}/app/school.rules`);
    await page.getByRole('combobox', { name: 'School' }).first().click();
    await page.getByRole('option', { name: 'DEMO' }).click();
    await page.getByRole('heading', { level: 2, name: 'Limits on pocket money' }).waitFor();
    await office.told('No limits are set.');
    await page.getByRole('button', { name: 'Set limits' }).click();
    await page.getByLabel('Maximum per day (KES)').fill('2000');
    await page.getByLabel('A second person must approve above (KES)').fill('500');
    await spotCheckScreen(page, 'limits of the school');
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await office.told('2,000.00');
    await office.told('Rules and Fees');
  });

  it('sets the daily limit of a class', async () => {
    const { page } = office;
    await office.open('class.view', 'Classes');
    await page.getByRole('button', { name: 'View Grade 1', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Grade 1' });
    await drawer.getByRole('button', { name: 'Set limits' }).click();
    await drawer.getByLabel('Maximum per day (KES)').fill('300');
    await page.keyboard.press('Enter');
    await drawer.getByText('300.00', { exact: true }).waitFor();
    await spotCheckTheme(page, 'limits of a class', 'dark');
  });

  it('sets which receipts guardians get, and the monthly cap of their cost', async () => {
    const { page } = office;
    await office.open('school.rules', 'Rules and Fees');
    await page.getByRole('button', { name: 'Change messages' }).click();
    await page.getByLabel('Refund receipt').uncheck({ force: true });
    await page.getByLabel('Maximum per month (KES)').fill('3000');
    await spotCheckTheme(page, 'messages to guardians', 'light');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const messages = page.getByRole('region', { name: 'Messages to guardians' });
    await messages.getByText('3,000.00').waitFor();
    await messages.getByText('Not sent').waitFor();
  });

  it('shows the cash a student may take, and asks for approval of a cash-out above the threshold', async () => {
    await desk.enter(BURSAR);
    const { page } = desk;
    await desk.open('cashout.pin', 'Cash Out by Pin');
    await page.getByLabel('Admission number').fill(NUMBER);
    await desk.told(names);
    await desk.told('Left under the limits (KES)');
    // The panel with the question opens at KES 800, and takes no focus from the amount.
    await page.getByLabel('Amount (KES)').focus();
    await page.keyboard.type('800', HAND);
    await page.getByLabel('Why this amount').waitFor();
    await page.keyboard.type('.50', HAND);
    await expect.poll(() => page.getByLabel('Amount (KES)').inputValue()).toBe('800.50');
    for (let digits = 0; digits < 3; digits++) await page.keyboard.press('Backspace');
    await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
    await page.getByRole('button', { name: 'Cashout', exact: true }).click();
    await desk.told('A second person must approve a cash-out above KES 500.00 (set by the school).');
    await page.getByLabel('Why this amount').fill('Bus fare home');
    await spotCheckScreen(page, 'cash out, needs approval');
    await page.getByLabel('Why this amount').press('Enter');
    await desk.told('Waiting for approval');
    await spotCheckTheme(page, 'cash out, waiting', 'light');
  });

  it('pays a cash-out after another user has approved it in another browser', async () => {
    const { page } = office;
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('button', { name: /A cash-out is waiting for approval/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Cash-Out Approvals' }).waitFor();
    const drawer = page.getByRole('dialog', { name: names });
    await drawer.getByText('Bus fare home').waitFor();
    await drawer.getByText('Last movements').waitFor();
    await spotCheckScreen(page, 'approval');
    await drawer.getByRole('button', { name: 'Approve' }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Unusual cash-outs' }).scrollIntoViewIfNeeded();
    await checkScreen(page, 'unusual cash-outs');
    await desk.told(/^Approved by /);
    await spotCheckTheme(desk.page, 'cash out, approved', 'dark');
    const pin = desk.page.getByRole('textbox', { name: 'Pin' });
    await pin.fill(PIN);
    await pin.press('Enter');
    await desk.page.getByRole('button', { name: 'Print receipt' }).waitFor();
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Used' }).waitFor();
    await spotCheckScreen(page, 'approvals');
  });

  it('requires approval for a bank slip that was paid in before', async () => {
    const { page } = desk;
    await desk.open('student.upload.money', 'Upload Pocket Money');
    await page.getByText('Bank', { exact: true }).click();
    async function payIn(slip: string) {
      await page.getByLabel('Admission number').fill(NUMBER);
      await desk.told(names);
      await page.getByLabel('Amount (KES)').fill('1,500');
      await page.getByLabel('Slip number').fill(slip);
      await page.getByLabel('Slip number').press('Enter');
    }
    await payIn('');
    await desk.told('Enter the bank slip number');
    await payIn('Co-op 7731');
    await page.getByRole('region', { name: 'Receipt' }).getByText('Co-op 7731').waitFor();
    await page.getByText('Paid in at school · Bank').first().waitFor();
    await payIn('CO-OP7731');
    await desk.told('This slip was already paid in');
    await desk.told(/^KES 1,500.00 for .*, 4007, on /);
    await page.getByLabel('Why it is paid in again').fill('The bank gave the number twice');
    await spotCheckScreen(page, 'paying in, slip taken');
    await page.getByLabel('Why it is paid in again').press('Enter');
    await desk.told('Waiting for approval');
    await office.page.getByRole('button', { name: /^Notifications/ }).click();
    await office.page.getByRole('button', { name: /A bank slip is waiting for approval/ }).click();
    const drawer = office.page.getByRole('dialog', { name: names });
    // Slips are compared by letters and digits.
    await drawer.getByText('COOP7731').waitFor();
    await drawer.getByRole('button', { name: 'Approve' }).click();
    await desk.told(/^Approved by /);
    await spotCheckTheme(page, 'paying in, slip approved', 'dark');
    await page.getByRole('button', { name: 'Pay in', exact: true }).click();
    await page.getByRole('region', { name: 'Receipt' }).getByText('CO-OP7731').waitFor();
  });

  it('shows the rest of the daily limit, and that the guardian wishes no cash', async () => {
    const { page } = desk;
    await desk.open(`student.details?admissionNumber=${NUMBER}`, names);
    const card = page.getByRole('region', { name: 'Limits' });
    await card.getByText('1,200.00').waitFor();
    await card.getByRole('button', { name: "Guardian's wish" }).click();
    await page.getByRole('textbox', { name: 'Guardian' }).fill('Mama Akinyi');
    await page.getByLabel('How it was received').selectOption('phone');
    await page.getByLabel('No cash at all').check();
    await spotCheckTheme(page, 'guardian’s wish', 'light');
    await page.getByRole('button', { name: 'Save limits' }).click();
    await card.getByText(/^Wish of Mama Akinyi, By phone/).waitFor();
    await spotCheckScreen(page, 'limits of a student');
    await desk.open('cashout.pin', 'Cash Out by Pin');
    await page.getByLabel('Admission number').fill(NUMBER);
    await desk.told("No cash is paid out to this student (the guardian's wish).");
    await spotCheckTheme(page, 'cash out, no cash', 'dark');
    expect([...desk.complaints, ...office.complaints]).toEqual([]);
  });
});
