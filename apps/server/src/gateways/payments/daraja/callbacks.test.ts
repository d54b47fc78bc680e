import { describe, expect, it } from 'vitest';
import {
  acceptPayment,
  normalAccount,
  readBalances,
  readCustomerPayment,
  readPaidOut,
  readResult,
  readStatus,
  readStkCallback,
  readTimeout,
  rejectPayment,
} from '../index.ts';

const BY_HAND = {
  TransactionType: 'Pay Bill',
  TransID: 'UAF4K7Q2ZX',
  TransTime: '20260115083015',
  TransAmount: '150.00',
  BusinessShortCode: '512345',
  BillRefNumber: ' ks  4417 ',
  InvoiceNumber: '',
  OrgAccountBalance: '',
  ThirdPartyTransID: '',
  MSISDN: '2547 ***** 344',
  FirstName: 'ACHIENG',
  MiddleName: '',
  LastName: '',
};

describe('readCustomerPayment', () => {
  it("reads a C2B confirmation in the provider's format", () => {
    expect(readCustomerPayment(BY_HAND)).toEqual({
      receipt: 'UAF4K7Q2ZX',
      shortCode: '512345',
      amount: 15_000n,
      paidAt: new Date('2026-01-15T05:30:15Z'),
      account: 'KS 4417',
      phone: { form: 'masked', text: '2547 ***** 344' },
      payer: 'ACHIENG',
      balance: null,
      ourId: '',
    });
  });

  it.each([
    ['150', 15_000n],
    ['150.00', 15_000n],
    [150, 15_000n],
    [150.5, 15_050n],
  ])('reads the amount %o as cents', (TransAmount, cents) => {
    expect(readCustomerPayment({ ...BY_HAND, TransAmount })?.amount).toBe(cents);
  });

  it.each([
    ['2547 ***** 126', 'masked'],
    ['25470****149', 'masked'],
    ['254711223344', 'plain'],
    [254711223344, 'plain'],
    ['e123fa384577e980222cff34fc87cded5a29e9615fd7b632bf4d15f6d2e156cb', 'hashed'],
    ['', 'none'],
    [undefined, 'none'],
  ])('classifies the phone number %o as %s', (MSISDN, form) => {
    expect(readCustomerPayment({ ...BY_HAND, MSISDN })?.phone.form).toBe(form);
  });

  it("reads the paybill's balance and our own id from a confirmation", () => {
    const confirmation = {
      ...BY_HAND,
      OrgAccountBalance: '90210.00',
      ThirdPartyTransID: 'ours-1',
      BillRefNumber: null,
    };
    expect(readCustomerPayment(confirmation)).toMatchObject({ balance: 9_021_000n, ourId: 'ours-1', account: '' });
  });

  it.each([
    ['no object', 'x'],
    ['nothing', undefined],
    ['an amount of nothing', { ...BY_HAND, TransAmount: '0' }],
    ['an amount below zero', { ...BY_HAND, TransAmount: '-5' }],
    ['no receipt', { ...BY_HAND, TransID: '' }],
    ['a day that is none', { ...BY_HAND, TransTime: '20260231083015' }],
    ['a short code of letters', { ...BY_HAND, BusinessShortCode: 'school' }],
  ])('returns null for %s', (_what, body) => {
    expect(readCustomerPayment(body)).toBeNull();
  });

  it("acceptPayment, rejectPayment and normalAccount return the provider's format", () => {
    expect(acceptPayment('ours-1')).toEqual({ ResultCode: '0', ResultDesc: 'Accepted', ThirdPartyTransID: 'ours-1' });
    expect(acceptPayment()).toEqual({ ResultCode: '0', ResultDesc: 'Accepted' });
    expect(rejectPayment('account')).toEqual({ ResultCode: 'C2B00012', ResultDesc: 'Rejected' });
    expect(normalAccount('a\t b')).toBe('A B');
  });
});

const items = [
  { Name: 'Amount', Value: 150.0 },
  { Name: 'MpesaReceiptNumber', Value: 'UAF4K7Q2ZX' },
  { Name: 'Balance' },
  { Name: 'TransactionDate', Value: 20260115083044 },
  { Name: 'PhoneNumber', Value: 254711223344 },
];
const pushed = (said: object) => ({
  Body: { stkCallback: { MerchantRequestID: '2654-4b64', CheckoutRequestID: 'ws_CO_1', ResultDesc: 'x', ...said } },
});

describe('readStkCallback', () => {
  it.each([0, '0'])('reads metadata items by name in any order (code %o)', (ResultCode) => {
    const read = readStkCallback(pushed({ ResultCode, CallbackMetadata: { Item: items.toReversed() } }));
    expect(read).toMatchObject({ checkoutRequestId: 'ws_CO_1', code: '0', outcome: { state: 'done' } });
    expect(read?.paid).toEqual({
      receipt: 'UAF4K7Q2ZX',
      amount: 15_000n,
      paidAt: new Date('2026-01-15T05:30:44Z'),
      phone: '254711223344',
    });
  });

  it('is pending when the result is success without a receipt', () => {
    expect(readStkCallback(pushed({ ResultCode: 0 }))).toMatchObject({ outcome: { state: 'pending' }, paid: null });
    const noReceipt = { Item: items.filter((item) => item.Name !== 'MpesaReceiptNumber') };
    expect(readStkCallback(pushed({ ResultCode: 0, CallbackMetadata: noReceipt }))?.outcome.state).toBe('pending');
  });

  it.each([
    [1, 'failed', false],
    [17, 'failed', true],
    [1001, 'failed', true],
    [1019, 'failed', true],
    [1031, 'cancelled', false],
    [1032, 'cancelled', false],
    ['1037', 'failed', true],
    [2001, 'failed', false],
    [4999, 'pending', false],
    [777, 'pending', false],
    ['SFC_IC0003', 'failed', false],
  ])('maps result code %s to %s', (ResultCode, state, retry) => {
    expect(readStkCallback(pushed({ ResultCode }))?.outcome).toMatchObject({ state, retry });
  });

  it.each([null, {}, { Body: {} }, pushed({}), '<html>'])('returns null for %o', (body) => {
    expect(readStkCallback(body)).toBeNull();
  });
});

const result = (said: object) => ({
  Result: {
    ResultType: 0,
    ResultCode: 0,
    ResultDesc: 'The service request is processed successfully.',
    OriginatorConversationID: 'sch7-refund-01JH8',
    ConversationID: 'AG_1',
    TransactionID: 'UAF5M1B8QT',
    ...said,
  },
});
const parameters = (...ResultParameter: object[]) => ({ ResultParameters: { ResultParameter } });

function read(said: object) {
  const answer = readResult(result(said));
  if (!answer) throw new Error('not read');
  return answer;
}

describe('readResult', () => {
  it('reads receipt, amount, receiver and time of a B2C payment', () => {
    const answer = read(
      parameters(
        { Key: 'TransactionAmount', Value: 320 },
        { Key: 'TransactionReceipt', Value: 'UAF5M1B8QT' },
        { Key: 'ReceiverPartyPublicName', Value: '254711223344 - A. ACHIENG' },
        { Key: 'TransactionCompletedDateTime', Value: '15.01.2026 08:41:07' },
        { Key: 'B2CChargesPaidAccountAvailableFunds', Value: -120.0 },
      ),
    );
    expect(answer).toMatchObject({ originatorConversationId: 'sch7-refund-01JH8', outcome: { state: 'done' } });
    expect(readPaidOut(answer)).toEqual({
      receipt: 'UAF5M1B8QT',
      amount: 32_000n,
      receiver: '254711223344 - A. ACHIENG',
      completedAt: new Date('2026-01-15T05:41:07Z'),
    });
  });

  it.each([
    ['no parameters', {}],
    ['a single object', { ResultParameters: { ResultParameter: { Key: 'BOCompletedTime', Value: 20260115084500 } } }],
    ['parameters of another shape', { ResultParameters: 'none' }],
  ])('reads a failure with %s', (_what, said) => {
    const answer = read({ ResultCode: '2001', ...said });
    expect(answer.outcome).toEqual({ state: 'failed', retry: false, misconfigured: true });
    expect(readPaidOut(answer)).toBeNull();
    expect(readStatus(answer)).toBeNull();
  });

  it('is pending for an unknown code and for a timeout', () => {
    expect(read({ ResultCode: 31_337 }).outcome.state).toBe('pending');
    expect(readTimeout(result({}))?.outcome.state).toBe('pending');
  });

  it('of a status query keeps repeated keys and missing values', () => {
    const answer = read(
      parameters(
        { Key: 'DebitPartyName', Value: '254711223344 - ACHIENG' },
        { Key: 'DebitPartyName', Value: 'again' },
        { Key: 'CreditPartyName' },
        { Key: 'TransactionStatus', Value: 'Completed' },
        { Key: 'FinalisedTime', Value: 20260115083015 },
        { Key: 'Amount', Value: 150 },
        { Key: 'ReceiptNo', Value: 'UAF4K7Q2ZX' },
      ),
    );
    expect(answer.parameters.get('DebitPartyName')).toHaveLength(2);
    expect(readStatus(answer)).toEqual({
      receipt: 'UAF4K7Q2ZX',
      state: 'completed',
      amount: 15_000n,
      finalisedAt: new Date('2026-01-15T05:30:15Z'),
      debitParty: '254711223344 - ACHIENG',
      creditParty: '',
    });
  });

  it.each([
    ['Declined', 'failed'],
    ['Authorized', 'pending'],
    ['Initiated', 'pending'],
    ['', 'pending'],
  ])('maps the transaction status %o to %s', (Value, state) => {
    const answer = read(parameters({ Key: 'TransactionStatus', Value }, { Key: 'ReceiptNo', Value: 'UAF4K7Q2ZX' }));
    expect(readStatus(answer)?.state).toBe(state);
  });

  it('reads the available funds of each account from a balance', () => {
    const Value =
      'Working Account|KES|0.00|0.00|0.00|0.00&Utility Account|KES|90210.00|90200.00|0.00|0.00&Charges Paid Account|KES|-120.00|-120.00|0.00|0.00';
    const answer = read({ ResultType: '0', ResultCode: '0', ...parameters({ Key: 'AccountBalance', Value }) });
    expect(Object.fromEntries(readBalances(answer))).toEqual({
      'Working Account': 0n,
      'Utility Account': 9_020_000n,
      'Charges Paid Account': -12_000n,
    });
  });
});
