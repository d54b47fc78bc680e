import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  acceptPayment,
  phoneHash,
  readCustomerPayment,
  rejectPayment,
} from '../../../server/src/gateways/payments/index.ts';
import { type Merchant, openMerchant, PHONE } from './merchant.testkit.ts';

let merchant: Merchant;
beforeEach(async () => {
  merchant = await openMerchant();
});
afterEach(() => merchant.close());

const VALIDATION = '/hooks/c2b/v';
const CONFIRMATION = '/hooks/c2b/c';

it('a C2B payment is validated, moves the money, and is confirmed with a receipt', async () => {
  expect(await merchant.register()).toEqual({ responseCode: '0', responseDescription: 'Success' });
  merchant.answers.set(VALIDATION, () => JSON.stringify(acceptPayment('ours-1')));
  const ack = await merchant.payByHand(150);
  expect(ack).toMatchObject({ status: 200, text: expect.stringContaining('"OriginatorCoversationID"') });
  await merchant.simulator.flush();
  const [asked] = merchant.at(VALIDATION).map(readCustomerPayment);
  const [told] = merchant.at(CONFIRMATION).map(readCustomerPayment);
  expect(asked).toMatchObject({ amount: 15_000n, account: '4417', balance: null, ourId: '' });
  expect(told).toEqual({ ...asked, balance: 15_000n, ourId: 'ours-1' });
  expect(told?.paidAt).toEqual(new Date(merchant.clock.now()));
  const truth = await merchant.truth();
  expect(truth.transactions).toMatchObject([{ receipt: told?.receipt, amount: 150, state: 'Completed' }]);
  expect(truth.shortCodes).toMatchObject([{ utility: 150 }]);
  expect(truth.subscribers).toMatchObject([{ msisdn: PHONE, balance: 499_850 }]);
});

it("a C2B payment rejected by the merchant's validation moves no money", async () => {
  await merchant.register();
  merchant.answers.set(VALIDATION, () => JSON.stringify(rejectPayment('account')));
  await merchant.payByHand(150, 'nobody');
  await merchant.simulator.flush();
  expect(merchant.at(CONFIRMATION)).toEqual([]);
  const truth = await merchant.truth();
  expect(truth.transactions).toMatchObject([{ state: 'Declined', reason: 'C2B00012' }]);
  expect(truth.shortCodes).toMatchObject([{ utility: 0 }]);
});

it.each([
  ['Completed', 1],
  ['Cancelled', 0],
] as const)('a validation that times out falls back to the registered answer %s', async (whenUnreachable, told) => {
  await merchant.close();
  merchant = await openMerchant({ validationMs: 150 });
  await merchant.register({ whenUnreachable });
  merchant.answers.set(VALIDATION, () => new Promise(() => undefined));
  await merchant.payByHand(150);
  await merchant.simulator.flush();
  expect(merchant.at(CONFIRMATION)).toHaveLength(told);
});

it.each(['hashed', 'masked'] as const)(
  'a confirmation carries the payer’s number %s, as registered',
  async (phones) => {
    await merchant.register({ phones });
    await merchant.payByHand(150);
    await merchant.simulator.flush();
    const [told] = merchant.at(CONFIRMATION).map(readCustomerPayment);
    expect(told?.phone).toEqual({ form: phones, text: phones === 'hashed' ? phoneHash(PHONE) : '2547 ***** 344' });
  },
);

it("a C2B payment above the customer's balance is declined", async () => {
  await merchant.register();
  await merchant.send('/simulator/subscribers', { msisdn: PHONE, balance: 100 });
  await merchant.payByHand(150);
  await merchant.simulator.flush();
  expect((await merchant.truth()).transactions).toMatchObject([{ state: 'Declined', reason: 'insufficient funds' }]);
});

it('C2B rejects an unknown short code, invalid amounts and numbers, and forbidden URLs', async () => {
  expect((await merchant.payByHand(150)).text).toContain('Invalid ShortCode');
  await merchant.register();
  for (const amount of [0, 1.5, -3, 250_001])
    expect((await merchant.payByHand(amount)).text).toContain('Invalid Amount');
  expect((await merchant.payByHand(5, '4417', '15551234')).text).toContain('Invalid Msisdn');
  await expect(
    merchant.gateway.registerUrls(merchant.account, {
      validationUrl: merchant.url('/hooks/mpesa/v'),
      confirmationUrl: merchant.url('/hooks/c2b/c'),
      whenUnreachable: 'Completed',
      phones: 'masked',
    }),
  ).rejects.toThrow('mpesa');
});

it('the pull API pages through lost payments, once registered, for windows of at most 48 hours', async () => {
  await merchant.register();
  await merchant.knobs({ dropPercent: 100 });
  for (let count = 0; count < 3; count++) await merchant.payByHand(100 + count);
  await merchant.simulator.flush();
  expect(merchant.at(CONFIRMATION)).toEqual([]);
  const now = merchant.clock.now();
  const window = { from: new Date(now - 3_600_000), to: new Date(now), offset: 0 };
  await expect(merchant.gateway.pull(merchant.account, window)).rejects.toMatchObject({ code: '500.003.1001' });
  const nominated = { phone: '254700000001', callbackUrl: merchant.url('/hooks/pull/x') };
  await merchant.gateway.registerPull(merchant.account, nominated);
  await merchant.gateway.registerPull(merchant.account, nominated);
  const page = await merchant.gateway.pull(merchant.account, window);
  expect(page.payments.map((each) => each.amount)).toEqual([10_000n, 10_100n, 10_200n]);
  expect(page.payments[0]).toMatchObject({ phone: PHONE, account: '4417', paidAt: new Date(now) });
  expect(page.next).toBe(3);
  const end = await merchant.gateway.pull(merchant.account, { ...window, offset: 3 });
  expect(end).toEqual({ payments: [], next: null });
  const tooLong = { ...window, from: new Date(now - 49 * 3_600_000) };
  await expect(merchant.gateway.pull(merchant.account, tooLong)).rejects.toMatchObject({ code: '400.002.02' });
});
