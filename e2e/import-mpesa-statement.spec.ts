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

// The Admin of the demo school, two people who are made for it, and the student whose uncle pays while the network is away.
const ADMIN = '254700000001';
const BURSAR = '254711000779';
const HEAD = '254711000889';
const NUMBER = '4007';
const PAYBILL = 600501;

let simulator: RunningSimulator;
let relay: Server;
let server: RunningServer;
let admin: WireClient;
let one: Journey;
let other: Journey;
const UNCLE = '254733000998';
let names: string;

/** Proxy between M-Pesa and the school that passes only answers to queries, so that payments are not reported. */
function openRelay(): Server {
  return createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const isAnswer = request.url?.includes('/result/') ?? false;
    if (isAnswer)
      await fetch(`${server.url}${request.url}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.concat(chunks),
        // An answer may arrive after the server of this file has stopped: M-Pesa gets an error.
      }).catch(() => response.writeHead(502));
    response.end(JSON.stringify({ ResultCode: '0', ResultDesc: 'Accepted' }));
  });
}

/**
 * The paybill is M-Pesa's to know, but the school has no leave to pull: what was paid unheard is found by nobody else.
 * By an app of its own: a newer token of the server's app would end this one between the two requests.
 */
async function makeKnown(): Promise<void> {
  const basic = Buffer.from('key-of-the-portal-02:secret-of-the-portal-02').toString('base64');
  const token = await fetch(`${simulator.url}/oauth/v1/generate?grant_type=client_credentials`, {
    headers: { authorization: `Basic ${basic}` },
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const known = await fetch(`${simulator.url}/mpesa/c2b/v2/registerurl`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({
      ShortCode: String(PAYBILL),
      ResponseType: 'Completed',
      ConfirmationURL: 'http://127.0.0.1:9/c',
      ValidationURL: 'http://127.0.0.1:9/v',
    }),
  });
  expect(known.status).toBe(200);
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
  await makeKnown();
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
/** The question above the drawer: the drawer is a dialog too, and the only one until the question opens. */
const question = (page: Page) => page.getByRole('dialog', { name: 'Approve this statement?' });

/** The organisation's statement, as a bursar downloads it from the portal. */
async function download(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const response = await fetch(`${simulator.url}/simulator/statement.csv?shortCode=${PAYBILL}`);
  return { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(await response.arrayBuffer()) };
}

describe('import of an M-Pesa statement', () => {
  recordFailures(() => one.page);

  it('imports a statement with unreported payments, and rejects one of another short code', async () => {
    await pay(150, NUMBER, UNCLE);
    await pay(70, 'SCHOOL FEES', UNCLE);
    const paid = async () =>
      ((await (await fetch(`${simulator.url}/simulator/truth`)).json()) as { transactions: unknown[] }).transactions
        .length;
    await expect.poll(paid, { timeout: 30_000 }).toBe(2);
    const { page } = one;
    await one.enter(BURSAR);
    await one.open('payments.statements', 'M-Pesa Statements');
    await checkScreen(page, 'M-Pesa statements');
    const file = await download();
    const foreign = Buffer.from(file.buffer.toString('utf8').replace(`Short Code:,${PAYBILL}`, 'Short Code:,777777'));
    await page.getByLabel('Statement from the M-Pesa organisation portal').setInputFiles({ ...file, buffer: foreign });
    await button(page, 'Check the file').click();
    await one.told("This statement is for another short code, not the school's.");
    await page.getByLabel('Statement from the M-Pesa organisation portal').setInputFiles(file);
    await button(page, 'Check the file').click();
    await one.told(`${NUMBER} · ${names}`);
    await spotCheckScreen(page, 'a statement looked at');
    await button(page, 'Ask M-Pesa about 2 payments').click();
    await one.told('The statement was imported.');
    await one.told('Waiting for approval');
    await one.told('In suspense');
    expect(await button(page, 'Approve').count()).toBe(0);
    await spotCheckTheme(page, 'own statement', 'dark');
  });

  it('credits the wallet once a second person approves the statement', async () => {
    const { page } = other;
    await other.enter(HEAD);
    await other.open('payments.statements', 'M-Pesa Statements');
    await page
      .getByRole('button', { name: /^View / })
      .first()
      .click();
    await other.told('M-Pesa confirms');
    await spotCheckScreen(page, 'a statement to approve');
    await button(page, 'Approve').click();
    await question(page).getByRole('button', { name: 'Approve' }).click();
    await other.told('The statement was approved.');
    await page.goto(`${server.url}/app/student.balances?view=${NUMBER}`);
    await page.getByRole('heading', { name: `Statement of ${names}` }).waitFor();
    await other.told('+150.00');
    expect([...one.complaints, ...other.complaints]).toEqual([]);
  });
});
