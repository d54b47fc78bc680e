import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Merchant, openMerchant, PHONE } from './merchant.testkit.ts';

let merchant: Merchant;
const HOUR = 3_600_000;
beforeEach(async () => {
  merchant = await openMerchant();
  await merchant.register();
});
afterEach(() => merchant.close());

const download = async (query: string) => {
  const response = await fetch(`${merchant.simulator.url}/simulator/statement.csv?${query}`);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};
const pay = async (amount: number, account: string) => {
  await merchant.payByHand(amount, account);
  await merchant.simulator.flush();
};

it("the statement lists all payments in the portal's format, newest first", async () => {
  await pay(1500, '4417');
  await merchant.later(49 * HOUR);
  await pay(70, 'class 4, east');
  const { transactions, subscribers } = await merchant.truth();
  const { type, text } = await download('shortCode=512345');
  expect(type).toBe('text/csv; charset=utf-8');
  const [head, rows = ''] = text.split('\r\n\r\n');
  expect(head).toContain('Short Code:,512345');
  expect(head).toContain('Opening Balance:,0.00\r\nClosing Balance:,"1,570.00"');
  const [first, second] = transactions.map(({ receipt }) => receipt);
  const party = `${PHONE} - ${subscribers.find(({ msisdn }) => msisdn === PHONE)?.name}`;
  expect(rows.split('\r\n').slice(1)).toEqual([
    `${second},17-01-2026 09:30:15,17-01-2026 09:30:15,"Pay Bill from ${party} Acc. class 4, east",Completed,70.00,,"1,570.00",true,Pay Bill,${party},,"class 4, east"`,
    `${first},15-01-2026 08:30:15,15-01-2026 08:30:15,Pay Bill from ${party} Acc. 4417,Completed,"1,500.00",,"1,500.00",true,Pay Bill,${party},,4417`,
    '',
  ]);
});

it('the statement is limited to its days, and rejects unknown short codes and bad dates', async () => {
  await pay(15, '4417');
  await merchant.later(49 * HOUR);
  await pay(20, '4417');
  const { text } = await download('shortCode=512345&from=2026-01-16&to=2026-01-17');
  expect(text).toContain('Time Period:,From 16-01-2026 00:00:00 To 17-01-2026 23:59:59');
  expect(text).toContain('Opening Balance:,15.00');
  expect(text).toContain(',20.00,,35.00,');
  expect(text).not.toContain(',15.00,,15.00,');
  expect((await download('shortCode=999999')).status).toBe(404);
  expect((await download('shortCode=512345&from=yesterday')).status).toBe(400);
});

it('the pull API omits payments older than 48 hours within the requested window', async () => {
  await merchant.gateway.registerPull(merchant.account, {
    phone: '254700000001',
    callbackUrl: merchant.url('/hooks/pull/x'),
  });
  await pay(15, '4417');
  await merchant.later(HOUR);
  await pay(20, '4417');
  await merchant.later(47 * HOUR + 60 * 60_000);
  const now = merchant.clock.now();
  const from = new Date(now - 49.5 * HOUR);
  const to = new Date(now - 2 * HOUR);
  const { payments } = await merchant.gateway.pull(merchant.account, { from, to, offset: 0 });
  expect(payments.map(({ amount }) => amount)).toEqual([2_000n]);
});
