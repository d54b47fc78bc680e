import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { atNight } from '../scripts/at-night.ts';
import { demoSchool } from './demo-school.testkit.ts';
import { spotCheckScreen } from './looks.ts';

// Students of the demonstration school.
const PIN = '274951';
const PAID_BY_HAND = '4007';
const PAID_BY_MPESA = '4008';
const LEAVER = '4009';
const SCHOOLS_PAYBILL = 600999;
const LIST = `Admission number,Amount\n4011,"1,111"\n4012,"1,112"\n`;

/** Two tabs of one person. */
let first: Page;
let second: Page;
let simulator: string;

const school = demoSchool({
  env: async () => {
    const port = await aFreePort();
    simulator = `http://127.0.0.1:${port}`;
    return { DARAJA_SIMULATOR_PORT: String(port) };
  },
  office: async (office, schoolSYSID) =>
    expect((await office.call('school/registerPayments', { schoolSYSID })).status).toBe(200),
});
beforeAll(async () => {
  const { journey } = school();
  first = journey.page;
  second = await journey.context.newPage();
});

async function aFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Amounts that moved for a student, the newest first, in KES. */
async function moved(admissionNumber: string): Promise<number[]> {
  const { body } = await school().office.call('wallet/getStatement', { admissionNumber }, 'GET');
  return (body as unknown as { amount: number }[]).map(({ amount }) => amount);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const told = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

async function open(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.bringToFront();
  await page.goto(`${school().server.url}/app/${path}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

describe('reload, Back and a second tab', () => {
  it('pays a deposit in once, despite reload, Back and Forward', async () => {
    const before = await moved(PAID_BY_HAND);
    await open(first, 'student.upload.money', 'Upload Pocket Money');
    await first.getByLabel('Admission number').fill(PAID_BY_HAND);
    await first.getByRole('textbox', { name: 'Amount (KES)' }).fill('1,313');
    await first.keyboard.press('Enter');
    await button(first, 'Print receipt').waitFor();
    await first.reload();
    await first.getByRole('heading', { level: 1, name: 'Upload Pocket Money' }).waitFor();
    await first.getByLabel('Admission number').waitFor();
    expect(await first.getByRole('textbox', { name: 'Amount (KES)' }).inputValue()).toBe('');
    await open(first, 'school.dash', /.+/);
    await first.goBack();
    await first.getByRole('heading', { level: 1, name: 'Upload Pocket Money' }).waitFor();
    await first.goForward();
    await first.goBack();
    expect(await first.getByRole('textbox', { name: 'Amount (KES)' }).inputValue()).toBe('');
    expect(await moved(PAID_BY_HAND)).toEqual([1313, ...before]);
  });

  it('asks before the second tab pays the same deposit in, and pays it in by a press of its own', async () => {
    const before = await moved(PAID_BY_HAND);
    for (const page of [first, second]) {
      await open(page, 'student.upload.money', 'Upload Pocket Money');
      await page.getByLabel('Admission number').fill(PAID_BY_HAND);
      await page.getByRole('textbox', { name: 'Amount (KES)' }).fill('1,515');
    }
    await first.bringToFront();
    await first.keyboard.press('Enter');
    await button(first, 'Print receipt').waitFor();
    await second.bringToFront();
    await second.keyboard.press('Enter');
    await told(second, /^You paid in KES 1,515\.00 for .* (a moment|\d minutes?) ago\.$/);
    await spotCheckScreen(second, 'the same deposit in another tab');
    expect(await moved(PAID_BY_HAND)).toEqual([1515, ...before]);
    await button(second, 'Pay in again').click();
    await button(second, 'Print receipt').waitFor();
    expect(await moved(PAID_BY_HAND)).toEqual([1515, 1515, ...before]);
  });

  it('pays a cash-out once, and keeps the half-typed payment of the other tab apart', async () => {
    const before = await moved(PAID_BY_HAND);
    for (const page of [first, second]) {
      await open(page, 'cashout.pin', 'Cash Out by Pin');
      await page.getByLabel('Admission number').fill(PAID_BY_HAND);
      await page.getByRole('textbox', { name: 'Amount (KES)' }).fill(page === first ? '121' : '122');
      await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
    }
    await first.bringToFront();
    await button(first, 'Cashout').click();
    await button(first, 'Print receipt').waitFor();
    expect(await moved(PAID_BY_HAND)).toEqual([-121, ...before]);
    await second.bringToFront();
    expect(await second.getByRole('textbox', { name: 'Amount (KES)' }).inputValue()).toBe('122');
    await second.reload();
    await second.getByRole('heading', { level: 1, name: 'Cash Out by Pin' }).waitFor();
    expect(await second.getByRole('textbox', { name: 'Pin' }).inputValue()).toBe('');
    await first.bringToFront();
    await first.reload();
    await first.getByRole('heading', { level: 1, name: 'Cash Out by Pin' }).waitFor();
    await spotCheckScreen(first, 'cash out after a reload');
    expect(await moved(PAID_BY_HAND)).toEqual([-121, ...before]);
  });

  atNight('pays a list in once that both tabs have checked', async () => {
    const before = [await moved('4011'), await moved('4012')];
    for (const page of [first, second]) {
      await open(page, 'student.upload.money?by=sheet', 'Upload Pocket Money');
      const file = { name: 'october.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) };
      await page.locator('input[type=file]').setInputFiles(file);
      await button(page, 'Upload').click();
      await button(page, 'Pay in 2 rows').waitFor();
    }
    await first.bringToFront();
    await button(first, 'Pay in 2 rows').click();
    await told(first, 'Pocket money was uploaded successfully');
    await second.bringToFront();
    await button(second, 'Pay in 2 rows').click();
    await told(second, 'All rows were already there: nothing was paid in.');
    await spotCheckScreen(second, 'list paid in by another tab');
    expect([await moved('4011'), await moved('4012')]).toEqual([
      [1111, ...(before[0] ?? [])],
      [1112, ...(before[1] ?? [])],
    ]);
    await first.bringToFront();
    await first.goBack();
    await first.goForward();
    await first.getByRole('heading', { level: 1, name: 'Upload Pocket Money' }).waitFor();
    await first.reload();
    await first.getByRole('heading', { level: 1, name: 'Upload Pocket Money' }).waitFor();
    await spotCheckScreen(first, 'list after Back and reload');
    expect([(await moved('4011')).length, (await moved('4012')).length]).toEqual([
      (before[0]?.length ?? 0) + 1,
      (before[1]?.length ?? 0) + 1,
    ]);
  });

  atNight('reverses an M-Pesa payment once that both tabs approve', async () => {
    const before = await moved(PAID_BY_MPESA);
    await fetch(`${simulator}/mpesa/c2b/v2/simulate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ShortCode: SCHOOLS_PAYBILL,
        CommandID: 'CustomerPayBillOnline',
        Amount: 1414,
        Msisdn: 254733000999,
        BillRefNumber: PAID_BY_MPESA,
      }),
    });
    await expect.poll(() => moved(PAID_BY_MPESA), { timeout: 60_000 }).toEqual([1414, ...before]);
    const { body } = await school().office.call('wallet/getStatement', { admissionNumber: PAID_BY_MPESA }, 'GET');
    const sysid = String((body as unknown as { sysid: string }[])[0]?.sysid);
    const proposed = await school().office.call('wallet/proposeReversal', { sysid, reason: 'Another child' });
    expect(proposed.status).toBe(200);
    for (const page of [first, second]) {
      await page.bringToFront();
      await page.goto(`${school().server.url}/app/student.balances?view=${PAID_BY_MPESA}`);
      await told(page, /proposed to reverse this/);
    }
    const reverse = async (page: Page) => {
      await page.bringToFront();
      await page
        .getByRole('button', { name: /^Reverse/ })
        .first()
        .click();
    };
    await reverse(first);
    await reverse(second);
    await spotCheckScreen(second, 'reversal to approve');
    for (const page of [first, second]) {
      await page.bringToFront();
      const dialog = page.getByRole('dialog').last();
      const reason = dialog.getByLabel('Reason');
      if ((await reason.count()) > 0) await reason.fill('Another child');
      await dialog.getByRole('button', { name: 'Reverse', exact: true }).click();
      // A tab in the background may send later than the one in front: the first press has its answer before the second.
      await expect.poll(() => moved(PAID_BY_MPESA), { timeout: 30_000 }).toEqual([-1414, 1414, ...before]);
    }
    await told(second, 'This was already reversed.');
    // The tab sends no more requests.
    await second.getByRole('button', { name: 'Reverse', exact: true }).waitFor({ state: 'detached' });
    await spotCheckScreen(second, 'reversal that was approved by another tab');
    expect(await moved(PAID_BY_MPESA)).toEqual([-1414, 1414, ...before]);
  });

  atNight('pays a refund out once that both tabs approve', async () => {
    const { body } = await school().office.call('student/getStudent', { admissionNumber: LEAVER }, 'GET');
    await school().office.call('check/outPin', { admissionNumber: LEAVER, pin: PIN });
    await school().office.call('student/updateStudent', { sysid: String(body.sysid), status: 'left' });
    const contacts = await school().office.call('student/getContacts', { studentSYSID: String(body.sysid) }, 'GET');
    const mobileNumber = String(contacts.body[0]?.mobileNumber);
    const proposed = await school().office.call('wallet/refund', {
      admissionNumber: LEAVER,
      mobileNumber,
      reason: 'Moved',
    });
    expect([proposed.status, proposed.body]).toMatchObject([200, {}]);
    const amount = Number(proposed.body.amount);
    for (const page of [first, second]) {
      await page.bringToFront();
      await page.goto(`${school().server.url}/app/student.details?admissionNumber=${LEAVER}`);
      await button(page, 'Approve').click();
      await told(page, `The wallet goes from KES ${amount.toLocaleString('en-KE')}.00 to KES 0.00.`);
      await told(page, /This cannot be undone/);
    }
    // The second tab has not been told yet of the first tab's press.
    await second.route('**/api/wallet/getRefunds*', (route) => route.abort());
    for (const page of [first, second]) {
      await page.bringToFront();
      await page.getByRole('dialog').last().getByRole('button', { name: 'Pay out' }).click();
      // As above: the first press is the one that pays.
      await expect.poll(() => moved(LEAVER), { timeout: 30_000 }).toContain(-amount);
    }
    await told(second, 'This refund is not waiting for approval: someone has already decided it.');
    await second.unroute('**/api/wallet/getRefunds*');
    await second.getByRole('button', { name: 'Pay out' }).waitFor({ state: 'detached' });
    await button(second, 'Approve').waitFor({ state: 'detached' });
    await spotCheckScreen(second, 'refund that was approved by another tab');
    await second.reload();
    await told(second, /Paid|On its way|Did not arrive/);
    expect((await moved(LEAVER)).filter((each) => each === -amount)).toHaveLength(1);
    expect(school().journey.complaints).toEqual([]);
  });
});
