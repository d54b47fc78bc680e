import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { darajaPayments, type PaymentAccount, PaymentsError, type PaymentsGateway } from '../index.ts';
import type { TokenStore } from '../token-store.ts';

const account: PaymentAccount = {
  shortCode: '512345',
  lnmShortCode: '512345',
  lnmPassWord: 'passkey-of-the-school',
  consumerKey: 'demoKey123',
  consumerSecret: 'demoSecret456',
  initiator: 'schoolapi',
  securityCredential: 'sealed-credential',
};
const REPLY = { resultUrl: 'https://school.example.ke/r', timeoutUrl: 'https://school.example.ke/t' };
const ACK = '{"ConversationID":"AG_1","OriginatorCoversationID":"o-1","ResponseCode":0}';

/** Store that always has a token, so that the first request is the one of the product. */
const keptToken: TokenStore = {
  find: async () => ({ token: 'kept', version: 1n, isStale: false, isClaimed: false }),
  claim: async () => null,
  save: async () => false,
  giveUp: async () => undefined,
};

let server: Server;
let baseUrl: string;
let gateway: PaymentsGateway;
let now = 0;
let tokens = 0;
let dead = '';
let lives: unknown = 3599;
/** Responses to the product calls, in order; the last one is repeated. */
let answers: [status: number, text: string][] = [];
let asked: { method: string; url: string; authorization: string; body: string }[] = [];

beforeEach(async () => {
  [now, tokens, dead, lives, answers, asked] = [1_000_000, 0, '', 3599, [[200, ACK]], []];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method = '', url = '', headers } = request;
    if (url.startsWith('/oauth/')) {
      tokens += 1;
      response.end(JSON.stringify({ access_token: `token-${tokens}`, expires_in: lives }));
      return;
    }
    asked.push({ method, url, authorization: headers.authorization ?? '', body });
    if (headers.authorization === dead) {
      response.writeHead(401);
      response.end(refused('401.002.01', 'Invalid Access Token'));
      return;
    }
    const [status, text] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [500, ''];
    response.writeHead(status);
    response.end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  gateway = darajaPayments({ baseUrl, clock: { now: () => now } });
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const ask = () => gateway.askBalance(account, REPLY);
const refused = (code: string, message: string) =>
  JSON.stringify({ requestId: '1', errorCode: code, errorMessage: message });

async function errorOf(deed: () => Promise<unknown>): Promise<PaymentsError> {
  const error = await deed().catch((each: unknown) => each);
  if (error instanceof PaymentsError) return error;
  throw new Error('it was no PaymentsError');
}

it.each([3599, '3599'])(
  'the Daraja client shares one token between concurrent calls and renews it after 55 minutes (%o)',
  async (expires) => {
    lives = expires;
    await Promise.all(Array.from({ length: 20 }, ask));
    now += 3_299_000;
    await ask();
    expect(tokens).toBe(1);
    now += 2_000;
    await Promise.all(Array.from({ length: 20 }, ask));
    expect(tokens).toBe(2);
    expect(asked.at(-1)?.authorization).toBe('Bearer token-2');
  },
);

it.each([
  [404, '404.001.03'],
  [400, '400.003.01'],
  [401, '401.002.01'],
])('the Daraja client retries once with a new token after an invalid-token error (%i %s)', async (status, code) => {
  answers = [
    [status, refused(code, 'Invalid Access Token')],
    [200, ACK],
  ];
  await expect(ask()).resolves.toEqual({ conversationId: 'AG_1', originatorConversationId: 'o-1' });
  expect(tokens).toBe(2);
  answers = [[status, refused(code, 'Invalid Access Token')]];
  asked = [];
  expect(await errorOf(ask)).toMatchObject({ code, retry: true, unsettled: false });
  expect(asked).toHaveLength(2);
});

it('the Daraja client fetches one new token when concurrent calls find the old one invalid', async () => {
  await ask();
  dead = 'Bearer token-1';
  await Promise.all(Array.from({ length: 10 }, ask));
  expect(tokens).toBe(2);
});

it('the Daraja client does not cache a failed token request', async () => {
  lives = 'soon';
  expect(await errorOf(ask)).toMatchObject({ retry: true });
  lives = 3599;
  await expect(ask()).resolves.toBeTruthy();
});

it.each([
  ['a page', 200, '<html>Request Rejected</html>', { retry: true, unsettled: true }],
  ['half an answer', 200, ACK.slice(0, 20), { retry: true, unsettled: true }],
  ['another shape', 200, '{"hello":1}', { retry: true, unsettled: true }],
  ['too many', 500, refused('500.003.02', 'Spike Arrest'), { retry: true, unsettled: false }],
  ['a quota', 500, refused('500.003.03', 'Quota Violation'), { retry: true, unsettled: false }],
  ['a fault of its own', 500, refused('500.003.1001', 'Internal'), { retry: true, unsettled: true }],
  ['an id that is spent', 500, refused('500.002.1001', 'Duplicate OriginatorConversationID.'), { unsettled: true }],
  [
    'registered before',
    500,
    refused('500.003.1001', 'Urls are already registered'),
    { retry: false, unsettled: false },
  ],
  ['a busy phone', 500, refused('500.001.1001', 'Unable to lock subscriber'), { retry: true, misconfigured: false }],
  ['wrong credentials', 500, refused('500.001.1001', 'Wrong credentials'), { retry: false, misconfigured: true }],
  ['a bad gateway', 502, 'Bad Gateway', { retry: true, unsettled: true, code: null }],
  ['a refusal in an answer', 200, '{"ResponseCode":"1","ResponseDescription":"No"}', { code: '1', retry: false }],
  [
    'no product',
    404,
    '{"fault":{"faultstring":"Invalid API call as no apiproduct match found"}}',
    { misconfigured: true },
  ],
])("the Daraja client classifies the provider's answer: %s", async (_what, status, text, parts) => {
  answers = [[status, text]];
  expect(await errorOf(ask)).toMatchObject(parts);
});

it('a request that is not answered in time is unsettled', async () => {
  server.removeAllListeners('request');
  const hasty = darajaPayments({ baseUrl, clock: { now: () => now }, tokenStore: keptToken, timeoutMs: 50 });
  expect(await errorOf(() => hasty.askBalance(account, REPLY))).toMatchObject({ retry: true, unsettled: true });
});

it('a request whose connection breaks is unsettled, and a refused connection is settled as not sent', async () => {
  await ask();
  server.removeAllListeners('request');
  server.on('request', ({ socket }) => socket.destroy());
  expect(await errorOf(ask)).toMatchObject({ retry: true, unsettled: true });
  server.close();
  server.closeAllConnections();
  expect(await errorOf(ask)).toMatchObject({ retry: true, unsettled: false });
});

it('errors of the Daraja client contain no secrets and no phone numbers', async () => {
  answers = [[400, refused('400.002.02', `Invalid ${account.securityCredential} of 254711223344`)]];
  const error = await errorOf(ask);
  expect(error.description).toBe('Invalid … of …');
  expect(JSON.stringify(error) + error.stack).not.toMatch(/sealed-credential|demoSecret456|254711223344/);
});

it("the Daraja client sends the provider's own spelling of field names", async () => {
  await gateway.reverse(account, { receipt: 'UAF4K7Q2ZX', amount: 15_000n, remarks: 'mistyped' }, REPLY);
  const payment = { id: 'r-1', amount: 32_000n, phone: '254711223344', remarks: 'Refund', occasion: 'leaver' };
  await gateway.payOut(account, payment, REPLY);
  await gateway.askTransaction(account, { receipt: 'UAF4K7Q2ZX' }, REPLY);
  const [reversal, out, status] = asked.map((each) => JSON.parse(each.body) as object);
  expect(reversal).toMatchObject({ RecieverIdentifierType: '11', Amount: '150', ReceiverParty: '512345' });
  expect(out).toMatchObject({ Occassion: 'leaver', InitiatorName: 'schoolapi', Amount: '320', PartyA: '512345' });
  expect(status).toMatchObject({ Occasion: 'ok', Initiator: 'schoolapi', CommandID: 'TransactionStatusQuery' });
});

it('queryStkPush returns pending while the push is processed, and cancelled after a cancellation', async () => {
  answers = [[500, refused('500.001.1001', 'The transaction is being processed')]];
  expect((await gateway.queryStkPush(account, 'ws_CO_1')).outcome.state).toBe('pending');
  answers = [[200, '{"ResponseCode":"0","ResultCode":"1032","ResultDesc":"[STK_CB - ]Request cancelled by user"}']];
  expect(await gateway.queryStkPush(account, 'ws_CO_1')).toMatchObject({
    code: '1032',
    description: 'Request cancelled by user',
    outcome: { state: 'cancelled' },
  });
});

it('pull reads flat and nested rows and can use GET', async () => {
  const row = { transactionId: 'UAF4K7Q2ZX', trxDate: '2026-01-15T08:30:15Z', msisdn: 711223344, amount: '150.00' };
  const paid = { receipt: 'UAF4K7Q2ZX', amount: 15_000n, phone: '254711223344', account: '' };
  const window = { from: new Date('2026-01-15T05:00:00Z'), to: new Date('2026-01-15T06:00:00Z'), offset: 0 };
  for (const Response of [[row], [[row]]]) {
    answers = [[200, JSON.stringify({ ResponseCode: '1000', Response })]];
    expect((await gateway.pull(account, window)).payments).toMatchObject([paid]);
  }
  expect(JSON.parse(asked.at(-1)?.body ?? '')).toMatchObject({ StartDate: '2026-01-15 08:00:00', OffSetValue: '0' });
  answers = [[200, '{"ResponseCode":"1001"}']];
  const byGet = darajaPayments({ baseUrl, clock: { now: () => now }, pullMethod: 'GET' });
  expect(await byGet.pull(account, window)).toEqual({ payments: [], next: null });
  expect(asked.at(-1)).toMatchObject({ method: 'GET', url: expect.stringContaining('ShortCode=512345') });
});
