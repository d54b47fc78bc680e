import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator } from '../apps/simulators/src/mpesa/index.ts';
import type { RunningSimulator } from '../apps/simulators/src/simulation/index.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen, spotCheckScreen, spotCheckTheme } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// The Admin of the demo school, two people who are made for it, and the student whose guardian mistypes the number.
const ADMIN = '254700000001';
const BURSAR = '254711000777';
const HEAD = '254711000888';
const NUMBER = '4007';
const TYPED = '407';
const PAYBILL = 600500;

let simulator: RunningSimulator;
let relay: Server;
let server: RunningServer;
let admin: WireClient;
let one: Journey;
let other: Journey;
let guardian: string;
let names: string;

/** Stands between M-Pesa and the school: no payment is looked at beforehand, so that mistakes slip through. */
function openRelay(): Server {
  return createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const looks = request.url?.endsWith('/v') ?? false;
    const answer = looks
      ? JSON.stringify({ ResultCode: '0', ResultDesc: 'Accepted' })
      : await fetch(`${server.url}${request.url}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: Buffer.concat(chunks),
        }).then((answered) => answered.text());
    response.end(answer);
  });
}

async function pay(amount: number, account: string, msisdn: string): Promise<void> {
  await fetch(`${simulator.url}/mpesa/c2b/v2/simulate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ShortCode: PAYBILL,
      CommandID: 'CustomerPayBillOnline',
      Amount: amount,
      Msisdn: Number(msisdn),
      BillRefNumber: account,
    }),
  });
}

beforeAll(async () => {
  simulator = await startSimulator({ port: 0 });
  relay = openRelay().listen(0, '127.0.0.1');
  await once(relay, 'listening');
  server = await startServer({
    SEED: 'demo',
    PAYMENTS_PROVIDER: 'daraja',
    DARAJA_BASE_URL: simulator.url,
    PUBLIC_URL: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
  });
  admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  const schools = (await admin.call('school/getSchools', {}, 'GET')).body as unknown as {
    sysid: string;
    shortName: string;
  }[];
  const schoolSYSID = schools.find(({ shortName }) => shortName === 'DEMO')?.sysid ?? '';
  admin.actOn(schoolSYSID);
  for (const [phoneNumber, firstName] of [
    [BURSAR, 'Baraka'],
    [HEAD, 'Halima'],
  ]) {
    const made = await admin.call('school/createUser', {
      role: 'SchoolAdmin',
      schoolSYSID,
      phoneNumber,
      firstName,
      lastNames: 'Mwangi',
      email: `${firstName}@example.com`,
      password: 'Kahawa-na-chai-7',
      confirmPassword: 'Kahawa-na-chai-7',
    });
    expect([firstName, made.status, made.body]).toMatchObject([firstName, 200, {}]);
  }
  const student = (await admin.call('student/getStudent', { admissionNumber: NUMBER }, 'GET')).body;
  names = String(student.names);
  const contacts = await admin.call('student/getContacts', { studentSYSID: String(student.sysid) }, 'GET');
  guardian = String(contacts.body[0]?.mobileNumber);
  const configured = await admin.call('school/schoolConfig', {
    schoolSYSID,
    contactName: 'Achieng Odhiambo',
    contactNumber: '254722000111',
    contactEmail: 'bursar@example.com',
    shortCode: String(PAYBILL),
    lnmShortCode: String(PAYBILL),
    initiator: 'schoolapi',
    apiUser: 'portal',
    consumerKey: 'key-of-the-journey-01',
    consumerSecret: 'secret-of-the-journey-01',
    securityCredential: 'credential-that-is-believed',
    lnmPassWord: 'passkey-of-the-journey-01',
    apiPassword: 'Simba#2026-portal',
  });
  expect(configured.status).toBe(200);
  expect((await admin.call('school/registerPayments', { schoolSYSID })).body).toMatchObject({ responseCode: '0' });
  [one, other] = await Promise.all([openJourney(server), openJourney(server)]);
});
afterAll(async () => {
  await one?.close();
  await other?.close();
  await server?.stop();
  await simulator?.close();
  relay?.close();
  relay?.closeAllConnections();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog').last();

describe('C2B payment for an unknown account number', () => {
  recordFailures(() => one.page);

  it('holds a payment for an unknown account in suspense, and suggests a student with reasons', async () => {
    await pay(150, TYPED, guardian);
    const parked = async () =>
      ((await admin.call('wallet/getSuspense', {}, 'GET')).body as unknown as { account: string }[]).map(
        ({ account }) => account,
      );
    await expect.poll(parked, { timeout: 30_000 }).toEqual([TYPED]);
    const { page } = one;
    await one.enter(BURSAR);
    await one.open('suspense.view', 'Suspense Account');
    await one.told(`${NUMBER} · ${names}`);
    await checkScreen(page, 'suspense');
    await page
      .getByRole('button', { name: /^View / })
      .first()
      .click();
    await one.told(/It was paid from the phone of .*, a guardian/);
    await one.told('One digit of the number is missing');
    await spotCheckScreen(page, 'payment in suspense');
  });

  it('proposes a student for a payment in suspense, which the proposer cannot approve', async () => {
    const { page } = one;
    await button(page, `Propose ${names}, ${NUMBER}`).click();
    await one.told(`KES 150.00 for ${names}, ${NUMBER}. It goes to the wallet once a second person approves.`);
    await spotCheckTheme(page, 'proposing a settlement', 'light');
    await page.getByLabel('Note').fill('Rang the mother');
    await page.keyboard.press('Enter');
    await one.told('This is your proposal. A second person must approve it.');
    expect(await button(page, 'Approve').count()).toBe(0);
    await spotCheckTheme(page, 'own proposal', 'dark');
  });

  it('credits the wallet from suspense once a second person approves', async () => {
    const { page } = other;
    await other.enter(HEAD);
    await other.open('suspense.view?state=proposed', 'Suspense Account');
    await page
      .getByRole('button', { name: /^View / })
      .first()
      .click();
    await other.told('Rang the mother');
    // The reasons that the first person saw.
    await other.told(`Why it may be ${names}`);
    await other.told(/It was paid from the phone of .*, a guardian/);
    await button(page, 'Approve').click();
    await other.told(`KES 150.00 goes to the wallet of ${names}, ${NUMBER}.`);
    await spotCheckTheme(page, 'approving a settlement', 'light');
    await dialog(page).getByRole('button', { name: 'Approve' }).click();
    await other.told('The money is in the wallet.');
    await page.goto(`${server.url}/app/student.balances?view=${NUMBER}`);
    await page.getByRole('heading', { name: `Statement of ${names}` }).waitFor();
    await other.told('+150.00');
  });

  it('finds a payment by its M-Pesa code from any screen, with its history', async () => {
    const { page } = other;
    const { body } = await admin.call('wallet/getSuspense', {}, 'GET');
    const code = String(body[0]?.receipt);
    await other.open('school.dash', /.+/);
    await page.keyboard.press('Control+k');
    await page
      .getByRole('combobox', { name: /^Search screens/ })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.type(code.toLowerCase());
    await page.getByRole('option', { name: `Find the payment “${code.toLowerCase()}”` }).click();
    const found = page.getByRole('article', { name: `M-Pesa ${code}` });
    await found.getByText('In the wallet').waitFor();
    for (const step of ['Came in', 'Went to suspense', 'Proposed for a student', 'Approved', 'Went into the wallet'])
      await found.getByText(step).first().waitFor();
    expect(page.url()).not.toContain(code.toLowerCase());
    await spotCheckScreen(page, 'a payment found');
    // In the list below it is paid, and in suspense no longer.
    await button(page, 'Back to the list').click();
    await page.getByRole('row').filter({ hasText: code }).getByText('Paid', { exact: true }).waitFor();
  });

  /** Opens a refund from what is to do, as whoever begins the day does. */
  async function fromTodo(journey: Journey, kind: RegExp): Promise<void> {
    const { page } = journey;
    await journey.open('school.dash', /.+/);
    const task = page.getByRole('region', { name: 'To do' }).getByRole('link', { name: kind });
    await task.waitFor();
    // Visible without scrolling on a usual screen, below the notice of SMS codes and the set-up of the school.
    await page.getByRole('note').getByText('You sign in by an SMS code alone.').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).waitFor();
    expect(await task.evaluate((link) => link.getBoundingClientRect().bottom)).toBeLessThan(768);
    await spotCheckScreen(page, `to do with ${kind.source}`);
    await task.click();
    await page.getByRole('heading', { level: 1, name: 'Student Balances' }).waitFor();
    const way = page.getByRole('alert').getByRole('link', { name: new RegExp(`${NUMBER}: KES`) });
    await way.waitFor();
    await spotCheckScreen(page, `refund by way of ${kind.source}`);
    await way.click();
    await page.getByRole('region', { name: 'Refunds' }).waitFor();
  }

  async function proposeRefund(): Promise<void> {
    const { page } = one;
    await button(page, 'Refund the balance').click();
    await dialog(page).getByRole('radio').first().check();
    await page.getByLabel('Reason').fill('Moved to another school');
    await spotCheckTheme(page, 'proposing a refund', 'dark');
    await page.keyboard.press('Enter');
    await one.told('A refund is waiting for approval');
  }

  /** The second person finds it among what is to do, and pays it out. */
  async function approveRefund(outcome: string): Promise<void> {
    const { page } = other;
    await fromTodo(other, /refund waiting for approval/);
    await button(page, 'Approve').click();
    await other.told(/This cannot be undone/);
    await dialog(page).getByRole('button', { name: 'Pay out' }).click();
    await page.getByRole('region', { name: 'Refunds' }).getByText(outcome, { exact: true }).first().waitFor();
  }

  it('shows a refund that M-Pesa refused as not arrived', async () => {
    const { body } = await admin.call('student/getStudent', { admissionNumber: NUMBER }, 'GET');
    await admin.call('check/outPin', { admissionNumber: NUMBER, pin: '274951' });
    const left = await admin.call('student/updateStudent', { sysid: String(body.sysid), status: 'left' });
    expect(left.body).toMatchObject({ status: 'left' });
    await one.page.goto(`${server.url}/app/student.details?admissionNumber=${NUMBER}`);
    await proposeRefund();
    // The paybill holds less than is to go out.
    await approveRefund('Did not arrive');
    await spotCheckScreen(other.page, 'leaver whose refund failed');
  });

  it('pays the refund once it is proposed again from the list of tasks', async () => {
    await pay(20_000, '4008', '254733000999');
    await fromTodo(one, /refund that failed/);
    await proposeRefund();
    await spotCheckScreen(one.page, 'leaver with a refund');
    await approveRefund('Paid');
    await spotCheckTheme(other.page, 'leaver who was paid', 'light');
    await one.open('school.dash', /.+/);
    await one.page.getByRole('region', { name: 'To do' }).waitFor();
    const counts = (await admin.call('reports/todo', {}, 'GET')).body as unknown as { counts: object };
    expect(counts.counts).toMatchObject({ refunds: 0, refundsFailed: 0 });
    expect([...one.complaints, ...other.complaints]).toEqual([]);
  });

  it('shows what is to do on the first screen of a phone, and the state of the books within it, in Kiswahili', async () => {
    const { page } = one;
    await page.evaluate(() => localStorage.setItem('language', 'sw'));
    await page.setViewportSize({ width: 390, height: 844 });
    await one.open('school.dash', /.+/);
    const todo = page.getByRole('region', { name: 'Ya kufanya' });
    await todo.getByRole('link').first().waitFor();
    const bottom = () =>
      todo
        .getByRole('link')
        .first()
        .evaluate((link) => link.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThan(844);
    const edgeOf = (place: typeof todo) => place.evaluate((part) => part.getBoundingClientRect().right);
    expect(await edgeOf(page.getByRole('link', { name: /^Vitabu: / }))).toBeLessThanOrEqual(await edgeOf(todo));
  });
});
