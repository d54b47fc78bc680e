import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RunningSimulator } from '../../../../../simulators/src/simulation/index.ts';
import { startSmsSimulator } from '../../../../../simulators/src/sms/index.ts';
import { tellSmsSimulator } from '../simulator.ts';
import { lookUpPartner, partnerSms } from './client.ts';

const MESSAGE = { to: '254711223344', text: 'Habari', kind: 'receipt' };
const ACCOUNT = { partnerId: '7', apiKey: 'key-of-the-school', senderId: 'SHULE', timeoutMs: 2_000 };
let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSmsSimulator({ port: 0, clock: { now: () => 0 } });
});
afterAll(() => simulator.close());
beforeEach(() => tellSmsSimulator(simulator.url, { username: 'partner-7', apiKey: ACCOUNT.apiKey }));

const account = (more: object = {}) => ({ ...ACCOUNT, baseUrl: simulator.url, ...more });
const send = (more?: object, message: object = {}) => partnerSms(account(more)).send({ ...MESSAGE, ...message });

async function turn(path: string, body: object) {
  const response = await fetch(`${simulator.url}/simulator/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

it("the second SMS provider's client sends a message without provider id or cost", async () => {
  expect(await send({ baseUrl: `${simulator.url}/` })).toEqual({ providerId: null, cost: null });
  const truth = await (await fetch(`${simulator.url}/simulator/truth`)).json();
  expect(truth).toMatchObject({ messages: [{ number: MESSAGE.to, text: MESSAGE.text, from: 'SHULE' }] });
});

it.each([
  [1001, 'stop'],
  [1002, 'number'],
  [1003, 'number'],
  [1004, 'stop'],
  [1005, 'later'],
  [1006, 'stop'],
  [4090, 'later'],
  [4093, 'stop'],
  // Undocumented codes: a message with such an answer may have been accepted.
  [1008, 'unsure'],
  [999, 'unsure'],
])("the second SMS provider's response code %i means %s", async (refuseEachWith, failure) => {
  await turn('knobs', { refuseEachWith });
  await expect(send()).rejects.toMatchObject({ failure });
  await turn('knobs', { refuseEachWith: 0 });
});

it('the client tells a wrong key, an empty account, a lost answer and a refused connection apart', async () => {
  await expect(send({ apiKey: 'another' })).rejects.toMatchObject({ failure: 'stop' });
  expect(await lookUpPartner(account({ apiKey: 'another' }))).toBe('refuses');
  await turn('accounts', { username: 'partner-7', apiKey: ACCOUNT.apiKey, balance: 7_999 });
  await expect(send()).rejects.toMatchObject({ failure: 'stop' });
  await turn('accounts', { username: 'partner-7', apiKey: ACCOUNT.apiKey, balance: 1_000_000 });
  await turn('knobs', { silentPercent: 100 });
  await expect(send()).rejects.toMatchObject({ failure: 'unsure' });
  await turn('knobs', { silentPercent: 0 });
  expect(await lookUpPartner(account())).toBe('answers');
  const gone = await startSmsSimulator({ port: 0 });
  await gone.close();
  await expect(send({ baseUrl: gone.url })).rejects.toMatchObject({ failure: 'away' });
  expect(await lookUpPartner(account({ baseUrl: gone.url }))).toBe('away');
});

it.each([
  [200, '<html></html>', 'unsure', 'answers'],
  [200, '{"responses":[]}', 'unsure', 'answers'],
  [404, '<html></html>', 'stop', 'refuses'],
  [401, '{"responses":[{"respose-code":1006}]}', 'stop', 'refuses'],
  [429, '', 'busy', 'away'],
  [503, '', 'busy', 'away'],
] as const)(
  'HTTP status %i with the body %s means %s, and an account that %s',
  async (status, body, failure, looked) => {
    const stranger = createServer((_request, response) => response.writeHead(status).end(body));
    await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done));
    const baseUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    await expect(send({ baseUrl })).rejects.toMatchObject({ failure });
    expect(await lookUpPartner(account({ baseUrl }))).toBe(looked);
    stranger.close();
    stranger.closeAllConnections();
  },
);
