import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ACKNOWLEDGED,
  darajaPayments,
  type PaymentAccount,
  type PaymentsGateway,
  sealCredential,
} from '../../../server/src/gateways/payments/index.ts';
import { systemClock } from '../simulation/clock.ts';
import { type DarajaSettings, startSimulator } from './index.ts';
import type { Transaction } from './world.ts';

interface Truth {
  readonly shortCodes: { shortCode: string; utility: number; charges: number }[];
  readonly subscribers: { msisdn: string; name: string; balance: number; reachable: boolean }[];
  readonly pushes: { checkoutRequestId: string; code: number | null; receipt: string | null }[];
  readonly transactions: Transaction[];
}

/** Merchant whose keys the simulator accepts. */
export const ACCOUNT: PaymentAccount = {
  shortCode: '512345',
  lnmShortCode: '512345',
  lnmPassWord: 'passkey-of-the-school',
  consumerKey: 'demoKey123',
  consumerSecret: 'demoSecret456',
  initiator: 'schoolapi',
  securityCredential: 'not decrypted',
};
export const PHONE = '254711223344';
export const REPLY = (kit: { url(path: string): string }) => ({
  resultUrl: kit.url('/hooks/result/r'),
  timeoutUrl: kit.url('/hooks/result/t'),
});

/** Opens a merchant with an HTTP server, a client, and the simulator, on a clock that only the test moves. */
export async function openMerchant(settings: Partial<DarajaSettings> = {}) {
  let now = Date.parse('2026-01-15T05:30:15Z');
  const clock = 'clock' in settings ? systemClock : { now: () => now };
  const simulator = await startSimulator({ port: 0, clock, ...settings });
  const heard: { path: string; text: string }[] = [];
  const answers = new Map<string, () => Promise<string> | string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const path = request.url ?? '';
    heard.push({ path, text: Buffer.concat(chunks).toString() });
    response.end(await (answers.get(path)?.() ?? JSON.stringify(ACKNOWLEDGED)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(simulator.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const gateway: PaymentsGateway = darajaPayments({ baseUrl: simulator.url, clock, timeoutMs: 5_000 });
  const register = (more: { whenUnreachable?: 'Completed' | 'Cancelled'; phones?: 'hashed' | 'masked' } = {}) =>
    gateway.registerUrls(ACCOUNT, {
      validationUrl: url('/hooks/c2b/v'),
      confirmationUrl: url('/hooks/c2b/c'),
      whenUnreachable: 'Cancelled',
      phones: 'masked',
      ...more,
    });
  return {
    simulator,
    gateway,
    account: ACCOUNT,
    clock,
    url,
    heard,
    answers,
    send,
    register,
    /** Returns the bodies that an address has received, parsed as JSON. */
    at: (path: string) => heard.filter((each) => each.path === path).map((each) => JSON.parse(each.text) as object),
    async truth(): Promise<Truth> {
      return (await (await fetch(`${simulator.url}/simulator/truth`)).json()) as Truth;
    },
    /** Fetches a token of the school without the client. */
    async token(): Promise<string> {
      const basic = Buffer.from(`${ACCOUNT.consumerKey}:${ACCOUNT.consumerSecret}`).toString('base64');
      const response = await fetch(`${simulator.url}/oauth/v1/generate?grant_type=client_credentials`, {
        headers: { authorization: `Basic ${basic}` },
      });
      return ((await response.json()) as { access_token: string }).access_token;
    },
    async knobs(turned: object) {
      await send('/simulator/knobs', turned);
    },
    payByHand: (amount: number, account = '4417', msisdn = PHONE) =>
      send('/mpesa/c2b/v2/simulate', {
        ShortCode: 512345,
        CommandID: 'CustomerPayBillOnline',
        Amount: amount,
        Msisdn: Number(msisdn),
        BillRefNumber: account,
      }),
    prompt: (amount = 15_000n, more: object = {}) =>
      gateway.sendStkPush(ACCOUNT, {
        amount,
        phone: PHONE,
        reference: '4417',
        description: 'Pocket money',
        callbackUrl: url('/hooks/stk/p1'),
        ...more,
      }),
    answer: (checkoutRequestId: string, action: string, pin = '') =>
      send('/simulator/answer', { checkoutRequestId, action, pin }),
    /** Moves the clock, and runs the tasks that are due by then. */
    async later(ms: number) {
      now += ms;
      await simulator.tick();
    },
    /** Registers the school with the simulator, so that it checks everything. */
    async beKnown(operator: object = {}) {
      await send('/simulator/shortcodes', {
        shortCode: ACCOUNT.shortCode,
        consumerKey: ACCOUNT.consumerKey,
        consumerSecret: ACCOUNT.consumerSecret,
        passkey: ACCOUNT.lnmPassWord,
        operators: [{ name: 'schoolapi', password: 'Simba#2026', ...operator }],
        utility: 10_000,
      });
      const { pem } = (await (await fetch(`${simulator.url}/simulator/certificate`)).json()) as { pem: string };
      const withPassword = (password: string): PaymentAccount => ({
        ...ACCOUNT,
        securityCredential: sealCredential(pem, password),
      });
      return { good: withPassword('Simba#2026'), wrong: withPassword('Simba#2025') };
    },
    async close() {
      await simulator.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

export type Merchant = Awaited<ReturnType<typeof openMerchant>>;
