import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { darajaPayments } from '../../../server/src/gateways/payments/index.ts';
import { type Merchant, openMerchant, PHONE, REPLY } from './merchant.testkit.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function aMerchant(settings: Parameters<typeof openMerchant>[0] = {}): Promise<Merchant> {
  const merchant = await openMerchant(settings);
  open.push(merchant);
  return merchant;
}

/** Makes 60 payments with faulty callbacks; returns the received confirmations, the number of transactions and the utility balance. */
async function run(seed: number) {
  const merchant = await aMerchant({ seed });
  await merchant.register();
  await merchant.knobs({
    shortCode: '512345',
    dropPercent: 30,
    duplicatePercent: 20,
    truncatePercent: 10,
    reorder: true,
  });
  for (let count = 0; count < 60; count++) await merchant.payByHand(count + 1);
  await merchant.simulator.flush();
  const truth = await merchant.truth();
  const told = merchant.heard.filter((each) => each.path === '/hooks/c2b/c').map((each) => each.text);
  return { told, truth: truth.transactions.length, utility: truth.shortCodes[0]?.utility };
}

it('injected faults drop, double, truncate and reorder callbacks, but keep the ledger right', async () => {
  const { told, truth, utility } = await run(7);
  expect({ truth, utility }).toEqual({ truth: 60, utility: 1_830 });
  const whole = told.filter((text) => text.endsWith('}')).map((text) => JSON.parse(text) as { TransAmount: string });
  expect(whole.length).toBeLessThan(told.length);
  const amounts = whole.map((each) => Number(each.TransAmount));
  expect(new Set(amounts).size).toBeLessThan(55);
  expect(new Set(amounts).size).toBeLessThan(amounts.length);
  expect(amounts).not.toEqual(amounts.toSorted((a, b) => a - b));
});

it('injected faults are the same for the same seed, and differ for another seed', async () => {
  const [once, again, other] = [await run(7), await run(7), await run(8)];
  expect(again.told).toEqual(once.told);
  expect(other.told).not.toEqual(once.told);
});

it('an STK callback can arrive before the push is acknowledged', async () => {
  const merchant = await aMerchant();
  await merchant.send('/simulator/subscribers', { msisdn: PHONE, habit: 'pay' });
  await merchant.knobs({ callbackBeforeAck: true });
  const { checkoutRequestId } = await merchant.prompt();
  expect(merchant.at('/hooks/stk/p1')).toMatchObject([
    { Body: { stkCallback: { CheckoutRequestID: checkoutRequestId } } },
  ]);
});

it('faults answer a push as too busy, or with an HTML page of unknown outcome', async () => {
  const merchant = await aMerchant();
  await merchant.register();
  await merchant.knobs({ busyPercent: 100 });
  await expect(merchant.prompt()).rejects.toMatchObject({ code: '500.003.02', retry: true, unsettled: false });
  await merchant.knobs({ busyPercent: 0, pagePercent: 100 });
  await expect(merchant.prompt()).rejects.toMatchObject({ code: null, retry: true, unsettled: true });
});

it("dead tokens are rejected with Daraja's codes, and the client fetches a new token", async () => {
  const merchant = await aMerchant();
  await merchant.register();
  // Another client with the same keys invalidates this client's token.
  await darajaPayments({ baseUrl: merchant.simulator.url, clock: merchant.clock }).askBalance(
    merchant.account,
    REPLY(merchant),
  );
  await expect(merchant.prompt()).resolves.toBeTruthy();
  const [first, second] = [await merchant.token(), await merchant.token()];
  const ask = (token: string) =>
    merchant.send('/mpesa/c2b/v2/simulate', {}, { authorization: `Bearer ${token}` }).then(({ text }) => text);
  expect(await ask(first)).toContain('400.003.01');
  expect(await ask(second)).not.toContain('400.003.01');
  await merchant.later(3_600_000);
  expect(await ask(second)).toContain('400.003.01');
  await merchant.knobs({ deadTokenPercent: 100 });
  await expect(merchant.register()).rejects.toMatchObject({ code: '400.003.01', retry: true });
  await expect(merchant.gateway.askBalance(merchant.account, REPLY(merchant))).rejects.toMatchObject({
    code: '401.002.01',
  });
  await expect(merchant.prompt()).rejects.toMatchObject({ code: '404.001.03' });
});

it('a wrong consumer secret is rejected as misconfigured, without the secret in the error', async () => {
  const merchant = await aMerchant();
  await merchant.beKnown();
  const stranger = { ...merchant.account, consumerSecret: 'a-secret-of-mine' };
  const error = await merchant.gateway.askBalance(stranger, REPLY(merchant)).catch((each: unknown) => each);
  expect(error).toMatchObject({ code: '400.008.01', misconfigured: true, retry: false });
  expect(JSON.stringify(error) + String(error)).not.toContain('a-secret-of-mine');
});

it('the simulator rejects other origins, hosts and methods, and serves no inline script', async () => {
  const { simulator, send } = await aMerchant();
  expect((await send('/simulator/knobs', {}, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await send('/simulator/knobs', {}, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await fetch(`${simulator.url}/simulator/flush`)).status).toBe(405);
  // A host name that was pointed at this machine (DNS rebinding).
  const bent = request(`${simulator.url}/simulator/truth`, { headers: { host: 'evil.example' } }).end();
  const [response] = (await once(bent, 'response')) as [IncomingMessage];
  expect(response.resume().statusCode).toBe(403);
  const page = await fetch(`${simulator.url}/simulator/handset`);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(await page.text()).not.toMatch(/<script>|style=|\son\w+=/);
  expect((await send('/mpesa/b2b/v1/paymentrequest', {})).text).toContain('404.001.01');
  expect((await fetch(`${simulator.url}/mpesa/stkpush/v1/processrequest`)).status).toBe(405);
});

it('the simulator restores its state from its file, and starts empty if the file is broken', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'mfuko-simulator-')), 'world.json');
  const merchant = await openMerchant({ file });
  await merchant.register();
  await merchant.payByHand(150);
  await merchant.simulator.flush();
  const before = await merchant.truth();
  await merchant.close();
  expect(readFileSync(file, 'utf8')).toContain('512345');
  const again = await aMerchant({ file });
  expect(await again.truth()).toEqual(before);
  const broken = join(mkdtempSync(join(tmpdir(), 'mfuko-simulator-')), 'world.json');
  writeFileSync(broken, '{"shortCodes":');
  expect((await (await aMerchant({ file: broken })).truth()).shortCodes).toEqual([]);
});

it('the simulator advances by itself on the real clock', async () => {
  const merchant = await aMerchant({ clock: undefined, pushMs: 50 });
  const { checkoutRequestId } = await merchant.prompt();
  await expect.poll(() => merchant.at('/hooks/stk/p1').length).toBe(1);
  expect((await merchant.truth()).pushes).toMatchObject([{ checkoutRequestId, code: 1019 }]);
});
