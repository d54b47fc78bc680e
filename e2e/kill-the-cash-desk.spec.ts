import { describe, expect, it } from 'vitest';
import { atNight } from '../scripts/at-night.ts';
import { killedBrowser } from './killed-browser.testkit.ts';
import { checkScreen } from './looks.ts';

// People, students and PINs of the demo school.
const BURSAR = '254700000002';
const PIN = '274951';
const NUMBER = '4007';

const desk = killedBrowser(BURSAR);
const { open } = desk;

/** Presses, and kills the browser before the answer arrives: after the server has recorded the call, or before the call reaches it. */
async function killedWhile(path: string, how: { isDone: boolean }, press: () => Promise<void>): Promise<void> {
  const out = desk.withoutAnswer(path, how);
  await press();
  await out;
  await desk.kill();
}

async function depositAtDesk(amount: string): Promise<void> {
  await desk.page.getByRole('button', { name: 'Pay in', exact: true }).click();
  await desk.page.getByLabel('Admission number').fill(NUMBER);
  await desk.page.getByRole('textbox', { name: 'Amount (KES)' }).fill(amount);
  await desk.page.keyboard.press('Enter');
}
async function payOut(amount: string): Promise<void> {
  await desk.page.getByLabel('Admission number').fill(NUMBER);
  await desk.page.getByRole('textbox', { name: 'Amount (KES)' }).fill(amount);
  await desk.page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
  await desk.page.getByRole('button', { name: 'Cashout', exact: true }).click();
}
const OURS = [701, 702, -111];
/** Amounts of the student's journal entries, as far as they are among those below. */
async function moved(): Promise<number[]> {
  const { body } = await desk.office.call('wallet/getStatement', { admissionNumber: NUMBER }, 'GET');
  const rows = body as unknown as { amount: number }[];
  return rows.map(({ amount }) => amount).filter((amount) => OURS.includes(amount));
}
const told = (text: string | RegExp) => desk.page.getByText(text).first().waitFor();
const recorded = () => desk.page.getByText('This was recorded', { exact: true });

describe('cash desk whose browser is killed before the answer', () => {
  it('reports a deposit as recorded after a restart, and does not book it again when repeated', async () => {
    await open('check.cash');
    await killedWhile('wallet/deposit', { isDone: true }, () => depositAtDesk('701'));
    expect(await moved()).toEqual([701]);
    await open('check.cash');
    await recorded().waitFor();
    await told(/Deposit, KES 701.00, student 4007/);
    await checkScreen(desk.page, 'a deposit before the power cut');
    await depositAtDesk('701');
    await recorded().waitFor({ state: 'detached' });
    await told('Paid in: KES 701.00');
    expect(await moved()).toEqual([701]);
  });

  it('reports a cash-out as recorded after a restart, and does not pay it again when repeated', async () => {
    await open('cashout.pin');
    await killedWhile('wallet/cashOutPin', { isDone: true }, () => payOut('111'));
    await open('cashout.pin');
    await recorded().waitFor();
    await told(/Cash-out, KES 111.00, student 4007/);
    await payOut('111');
    await told(/Cashout successful/);
    await recorded().waitFor({ state: 'detached' });
    expect((await moved()).toSorted()).toEqual([-111, 701]);
  });

  atNight('reports a deposit as not recorded after a restart, and books it when repeated', async () => {
    await open('check.cash');
    await killedWhile('wallet/deposit', { isDone: false }, () => depositAtDesk('702'));
    await open('check.cash');
    await told('This was not recorded');
    await desk.page.getByRole('button', { name: 'I have read this' }).click();
    await depositAtDesk('702');
    // The next page shows an answer that its own page never received.
    await told('Paid in: KES 702.00');
    await expect.poll(async () => (await moved()).toSorted()).toEqual([-111, 701, 702]);
  });
});
