import { constants, publicEncrypt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreenFully, checkScreenVariants } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

const ADMIN = '254700000001';
const PASSKEY = 'passkey-of-the-paybill-0001';
const PASSWORD = 'Simba#2026';

let server: RunningServer;
let journey: Journey;
let page: Page;
let simulator: string;

beforeAll(async () => {
  const port = await aFreePort();
  simulator = `http://127.0.0.1:${port}`;
  server = await startServer({ SEED: 'demo', DARAJA_SIMULATOR_PORT: String(port) });
  journey = await openJourney(server);
  ({ page } = journey);
  // M-Pesa knows another passkey than the demonstration has, and another password of the operator.
  const answer = await fetch(`${simulator}/simulator/shortcodes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      shortCode: '600999',
      consumerKey: 'demonstration-consumer-key',
      consumerSecret: 'demonstration-consumer-secret',
      passkey: PASSKEY,
      operators: [{ name: 'demoapi', password: PASSWORD }],
    }),
  });
  expect(answer.status).toBe(200);
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

async function aCredential(): Promise<string> {
  const { pem } = (await (await fetch(`${simulator}/simulator/certificate`)).json()) as { pem: string };
  const sealed = publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(PASSWORD));
  return sealed.toString('base64');
}

/** A day a month ago, as the field takes it. */
function aMonthAgo(): string {
  return new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
}

describe('payment configuration check', () => {
  recordFailures(() => page);

  it('shows that a payment configuration has not been checked', async () => {
    await journey.enter(ADMIN);
    await journey.open('config.add', 'Set Config');
    await page.getByRole('main').getByRole('combobox', { name: 'School' }).click();
    await page.getByRole('option', { name: 'DEMO' }).click();
    await page.getByText('This configuration has not been checked yet.').waitFor();
  });

  it('names each wrong step of a configuration check with its cause', async () => {
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await journey.told('Something needs fixing.');
    const steps = page.getByRole('list', { name: 'Steps of the check' });
    const wrong = steps.getByRole('listitem').filter({ hasText: 'Wrong' });
    expect(await wrong.count()).toBe(2);
    await wrong.getByText('The LNM password (passkey) does not belong to 600999.').waitFor();
    await wrong.getByText('M-Pesa does not accept the initiator “demoapi”. The API user here is “demo”.').waitFor();
    await steps.getByText('Enter above when the API password was set').waitFor();
    await checkScreenVariants(page, 'a configuration with two mistakes');
  });

  it('warns of a lockout and asks for confirmation before a refused credential is sent to M-Pesa again', async () => {
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('three refusals lock the operator').waitFor();
    await page.getByRole('button', { name: 'Fixed at M-Pesa: check again' }).waitFor();
  });

  it('passes the configuration check once passkey, credential and API user are corrected', async () => {
    await page.getByRole('button', { name: 'Replace LNM password' }).click();
    await page.getByRole('textbox', { name: 'LNM password' }).fill(PASSKEY);
    await page.getByRole('button', { name: 'Replace Security credential' }).click();
    await page.getByRole('textbox', { name: 'Security credential' }).fill(await aCredential());
    await page.getByLabel('API user').fill('demoapi');
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByText('The configuration was changed since this check.').waitFor();
    await page.getByLabel('API password was set on').fill(aMonthAgo());
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await journey.told('Everything is correct.');
    const steps = page.getByRole('list', { name: 'Steps of the check' });
    expect(await steps.getByText('Correct', { exact: true }).count()).toBe(10);
    await steps.getByText(/Valid for (59|60) more days\./).waitFor();
    await checkScreenFully(page, 'a configuration that is right');
    expect(journey.complaints).toEqual([]);
  });
});
