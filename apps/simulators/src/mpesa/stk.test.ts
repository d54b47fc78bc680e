import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCustomerPayment, readStkCallback } from '../../../server/src/gateways/payments/index.ts';
import { type Merchant, openMerchant, PHONE } from './merchant.testkit.ts';

let merchant: Merchant;
beforeEach(async () => {
  merchant = await openMerchant();
});
afterEach(() => merchant.close());

const told = () => merchant.at('/hooks/stk/p1').map(readStkCallback);

it('an STK push is pending until the PIN, then calls back and confirms by C2B as well', async () => {
  await merchant.register();
  const { checkoutRequestId } = await merchant.prompt();
  await merchant.simulator.flush();
  expect(told()).toEqual([]);
  const before = await merchant.gateway.queryStkPush(merchant.account, checkoutRequestId);
  expect(before).toMatchObject({ code: '4999', outcome: { state: 'pending' } });
  await merchant.answer(checkoutRequestId, 'pin', '1234');
  await merchant.simulator.flush();
  const [result] = told();
  expect(result).toMatchObject({
    checkoutRequestId,
    outcome: { state: 'done' },
    paid: { amount: 15_000n, phone: PHONE },
  });
  const [confirmed] = merchant.at('/hooks/c2b/c').map(readCustomerPayment);
  expect(confirmed).toMatchObject({ receipt: result?.paid?.receipt, amount: 15_000n, account: '4417' });
  expect((await merchant.truth()).shortCodes).toMatchObject([{ utility: 150 }]);
  const after = await merchant.gateway.queryStkPush(merchant.account, checkoutRequestId);
  expect(after).toMatchObject({ code: '0', outcome: { state: 'done' } });
  expect(after.description).not.toContain('STK_CB');
});

it.each([
  ['cancels', 'cancel', '', '1032', 'cancelled'],
  ['ignores it', 'ignore', '', '1019', 'failed'],
  ['enters a wrong PIN', 'pin', '9999', '2001', 'failed'],
])('the callback reports that the customer %s, and no money moves', async (_what, action, pin, code, state) => {
  const { checkoutRequestId } = await merchant.prompt();
  await merchant.simulator.flush();
  await merchant.answer(checkoutRequestId, action, pin);
  await merchant.simulator.flush();
  expect(told()).toMatchObject([{ code, outcome: { state }, paid: null }]);
  expect((await merchant.truth()).transactions).toEqual([]);
});

it('the callback reports a phone that is off, and a balance that is too low', async () => {
  await merchant.send('/simulator/subscribers', { msisdn: PHONE, reachable: false, habit: 'pay', balance: 100 });
  await merchant.prompt();
  await merchant.simulator.flush();
  await merchant.send('/simulator/subscribers', { msisdn: PHONE, reachable: true });
  await merchant.prompt();
  await merchant.simulator.flush();
  expect(told().map((each) => each?.code)).toEqual(['1037', '1']);
});

it('an STK push that is not answered expires', async () => {
  await merchant.prompt();
  await merchant.simulator.flush();
  await merchant.later(61_000);
  await merchant.simulator.flush();
  expect(told()).toMatchObject([{ code: '1019', outcome: { state: 'failed', retry: true } }]);
});

it('a second open push to a phone, or the same amount again within two minutes, is rejected', async () => {
  const { checkoutRequestId } = await merchant.prompt();
  await merchant.simulator.flush();
  await expect(merchant.prompt()).rejects.toMatchObject({ code: '500.001.1001', retry: true, misconfigured: false });
  await merchant.answer(checkoutRequestId, 'pin', '1234');
  await merchant.simulator.flush();
  await merchant.prompt();
  await merchant.simulator.flush();
  expect(told().map((each) => each?.code)).toEqual(['0', '17']);
  await merchant.send('/simulator/subscribers', { msisdn: PHONE, habit: 'pay' });
  await merchant.later(121_000);
  await merchant.prompt();
  await merchant.simulator.flush();
  expect(told().map((each) => each?.code)).toEqual(['0', '17', '0']);
});

it('a wrong passkey and an old timestamp are rejected', async () => {
  await merchant.beKnown();
  const stranger = { ...merchant.account, lnmPassWord: 'another' };
  const callbackUrl = merchant.url('/hooks/stk/p1');
  const wish = { amount: 15_000n, phone: PHONE, reference: '4417', description: 'Pocket money', callbackUrl };
  await expect(merchant.gateway.sendStkPush(stranger, wish)).rejects.toMatchObject({
    code: '500.001.1001',
    misconfigured: true,
    retry: false,
  });
  await expect(merchant.gateway.sendStkPush(merchant.account, wish)).resolves.toBeTruthy();
  const late = Buffer.from('512345passkey-of-the-school20260115082000').toString('base64');
  const token = await merchant.token();
  const query = { BusinessShortCode: '512345', Password: late, Timestamp: '20260115082000', CheckoutRequestID: 'x' };
  const answer = await merchant.send('/mpesa/stkpushquery/v1/query', query, { authorization: `Bearer ${token}` });
  expect(answer.text).toContain('Invalid Timestamp');
});

it('an STK push with too long texts, a fractional or too large amount or a bad phone is rejected', async () => {
  await expect(merchant.prompt(15_050n)).rejects.toThrow('whole shillings');
  await expect(merchant.prompt(15_000n, { reference: '1234567890123' })).rejects.toThrow('12 characters');
  await expect(merchant.prompt(15_000n, { description: '12345678901234' })).rejects.toThrow('13 characters');
  await expect(merchant.prompt(25_000_100n)).rejects.toMatchObject({
    code: '400.002.02',
    retry: false,
    unsettled: false,
  });
  await expect(merchant.prompt(15_000n, { phone: '25420123456' })).rejects.toMatchObject({ code: '400.002.02' });
});
