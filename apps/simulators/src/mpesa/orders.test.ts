import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type PaymentAccount,
  readBalances,
  readPaidOut,
  readResult,
  readStatus,
} from '../../../server/src/gateways/payments/index.ts';
import { type Merchant, openMerchant, PHONE, REPLY } from './merchant.testkit.ts';

let merchant: Merchant;
let good: PaymentAccount;
let wrong: PaymentAccount;
beforeEach(async () => {
  merchant = await openMerchant();
  ({ good, wrong } = await merchant.beKnown());
});
afterEach(() => merchant.close());

/** Returns the result of the last order. */
async function result() {
  await merchant.simulator.flush();
  const read = readResult(merchant.at('/hooks/result/r').at(-1));
  if (!read) throw new Error('nothing came');
  return read;
}

const refund = { id: 'refund-1', amount: 32_000n, phone: PHONE, remarks: 'Wallet refund', occasion: 'leaver' };

it('a B2C payout is paid once for each originator id', async () => {
  const ack = await merchant.gateway.payOut(good, refund, REPLY(merchant));
  expect(ack).toMatchObject({ originatorConversationId: 'refund-1', conversationId: expect.stringMatching(/^AG_/) });
  const told = await result();
  expect(readPaidOut(told)).toMatchObject({ amount: 32_000n, receiver: expect.stringContaining(PHONE) });
  expect((await merchant.truth()).shortCodes).toMatchObject([{ utility: 9_680, charges: -8 }]);
  await expect(merchant.gateway.payOut(good, refund, REPLY(merchant))).rejects.toMatchObject({
    code: '500.002.1001',
    unsettled: true,
    retry: false,
  });
  expect((await merchant.truth()).transactions).toHaveLength(1);
  await merchant.gateway.askTransaction(good, { originatorConversationId: 'refund-1' }, REPLY(merchant));
  expect(readStatus(await result())).toMatchObject({ state: 'completed', amount: 32_000n });
});

it('a B2C payout fails above the balance, and for an unregistered customer', async () => {
  await merchant.gateway.payOut(good, { ...refund, amount: 1_000_100n }, REPLY(merchant));
  expect(await result()).toMatchObject({ code: '1', outcome: { state: 'failed' } });
  await merchant.send('/simulator/subscribers', { msisdn: PHONE, registered: false });
  await merchant.gateway.payOut(good, { ...refund, id: 'refund-2' }, REPLY(merchant));
  expect((await result()).code).toBe('2040');
});

it('a wrong security credential is rejected, and three of them lock the operator', async () => {
  for (let count = 0; count < 3; count++) {
    await merchant.gateway.askBalance(wrong, REPLY(merchant));
    expect(await result()).toMatchObject({ code: '2001', outcome: { misconfigured: true } });
  }
  await merchant.gateway.askBalance(good, REPLY(merchant));
  expect((await result()).code).toBe('8006');
});

it('an order fails without its role, or with a password older than 90 days', async () => {
  ({ good } = await merchant.beKnown({ roles: ['status'] }));
  await merchant.gateway.payOut(good, refund, REPLY(merchant));
  expect((await result()).code).toBe('21');
  ({ good } = await merchant.beKnown({ passwordSetAt: merchant.clock.now() - 91 * 86_400_000 }));
  await merchant.gateway.askBalance(good, REPLY(merchant));
  expect((await result()).code).toBe('2001');
});

it("a transaction query returns a payment's status, and fails for an unknown receipt", async () => {
  await merchant.register();
  await merchant.payByHand(150);
  await merchant.simulator.flush();
  const receipt = (await merchant.truth()).transactions[0]?.receipt ?? '';
  await merchant.gateway.askTransaction(good, { receipt }, REPLY(merchant));
  expect(readStatus(await result())).toMatchObject({
    receipt,
    state: 'completed',
    amount: 15_000n,
    finalisedAt: new Date(merchant.clock.now()),
    debitParty: expect.stringContaining(PHONE),
  });
  await merchant.gateway.askTransaction(good, { receipt: 'UAF0000000' }, REPLY(merchant));
  expect(await result()).toMatchObject({ code: 'R000002', outcome: { state: 'failed' } });
});

it("a balance query returns the utility account's balance, with the result code as text", async () => {
  await merchant.gateway.askBalance(good, REPLY(merchant));
  const told = await result();
  expect(readBalances(told).get('Utility Account')).toBe(1_000_000n);
  expect(merchant.heard.at(-1)?.text).toContain('"ResultCode":"0"');
});

it('a reversal returns the whole payment, and only once', async () => {
  await merchant.register();
  await merchant.payByHand(150);
  await merchant.simulator.flush();
  const receipt = (await merchant.truth()).transactions[0]?.receipt ?? '';
  const back = (amount: bigint) =>
    merchant.gateway.reverse(good, { receipt, amount, remarks: 'mistyped' }, REPLY(merchant)).then(result);
  expect((await back(10_000n)).code).toBe('R000002');
  expect((await back(15_000n)).outcome.state).toBe('done');
  expect((await back(15_000n)).code).toBe('R000001');
  expect((await merchant.truth()).subscribers).toMatchObject([{ msisdn: PHONE, balance: 500_000 }]);
});
