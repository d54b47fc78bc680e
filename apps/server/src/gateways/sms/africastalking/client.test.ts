import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningSimulator } from '../../../../../simulators/src/simulation/index.ts';
import { startSmsSimulator } from '../../../../../simulators/src/sms/index.ts';
import { tellSmsSimulator } from '../simulator.ts';
import { readCost } from './answers.ts';
import { africasTalkingSms } from './client.ts';
import { readOptOut, readReport } from './reports.ts';

const ACCOUNT = { username: 'school', apiKey: 'key-of-the-school' };
const MESSAGE = { to: '254711223344', text: 'Habari', kind: 'receipt' };
let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSmsSimulator({ port: 0, clock: { now: () => 0 } });
  await tellSmsSimulator(simulator.url, ACCOUNT);
});
afterAll(() => simulator.close());

function client(more: object = {}) {
  return africasTalkingSms({ ...ACCOUNT, senderId: null, baseUrl: simulator.url, timeoutMs: 2_000, ...more });
}

async function turn(path: string, body: object) {
  const response = await fetch(`${simulator.url}/simulator/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

describe("the Africa's Talking client", () => {
  it('returns the id and the exact cost of an accepted message', async () => {
    const taken = await client().send(MESSAGE);
    expect(taken.providerId).toMatch(/^ATXid_/);
    expect(taken.cost).toBe(8_000n);
    expect((await client().send({ ...MESSAGE, text: 'a'.repeat(161) })).cost).toBe(16_000n);
  });

  it.each([
    [401, 'hold'],
    [402, 'stop'],
    [403, 'number'],
    [404, 'number'],
    [405, 'stop'],
    [406, 'number'],
    [407, 'route'],
    [409, 'number'],
    [500, 'later'],
    [501, 'later'],
    [502, 'never'],
  ])("maps the recipient's status %i to %s", async (refuseEachWith, failure) => {
    await turn('knobs', { refuseEachWith });
    await expect(client().send(MESSAGE)).rejects.toMatchObject({ failure });
    await turn('knobs', { refuseEachWith: 0 });
  });

  it('maps a request that was rejected with HTTP 201 to stop', async () => {
    await turn('knobs', { refuseAllWith: 'InvalidSenderId' });
    await expect(client().send(MESSAGE)).rejects.toMatchObject({ failure: 'stop' });
    await turn('knobs', { refuseAllWith: '' });
  });

  it('maps a wrong API key to stop', async () => {
    await expect(client({ apiKey: 'another' }).send(MESSAGE)).rejects.toMatchObject({ failure: 'stop' });
  });

  it('maps an insufficient balance to stop', async () => {
    await turn('accounts', { ...ACCOUNT, balance: 7_999 });
    await expect(client().send(MESSAGE)).rejects.toMatchObject({ failure: 'stop' });
    await turn('accounts', { ...ACCOUNT, balance: 1_000_000 });
  });

  it('maps a lost answer to unsure, and a refused connection to away', async () => {
    await turn('knobs', { silentPercent: 100 });
    await expect(client().send(MESSAGE)).rejects.toMatchObject({ failure: 'unsure' });
    await turn('knobs', { silentPercent: 0 });
    const gone = await startSmsSimulator({ port: 0 });
    await gone.close();
    await expect(client({ baseUrl: gone.url }).send(MESSAGE)).rejects.toMatchObject({ failure: 'away' });
    expect(await client({ baseUrl: gone.url }).isReachable?.()).toBe(false);
  });

  it('isReachable sends no message', async () => {
    const messages = async () => (await (await fetch(`${simulator.url}/simulator/truth`)).text()).length;
    const before = await messages();
    expect(await client().isReachable?.()).toBe(true);
    expect(await messages()).toBe(before);
  });

  it.each([
    [200, 'unsure', true],
    [400, 'never', true],
    [403, 'stop', true],
    [429, 'busy', false],
    [503, 'busy', false],
  ])('maps HTTP status %i to %s; reachable: %s', async (status, failure, reachable) => {
    const stranger = createServer((_request, response) => response.writeHead(status).end('<html></html>'));
    await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done));
    const baseUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    await expect(client({ baseUrl }).send(MESSAGE)).rejects.toMatchObject({ failure });
    expect(await client({ baseUrl }).isReachable?.()).toBe(reachable);
    stranger.close();
    stranger.closeAllConnections();
  });

  it('maps an answer that is no JSON to unsure; the simulator answers XML without Accept', async () => {
    const stranger = createServer((_request, response) => response.writeHead(201).end('<xml/>'));
    await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done));
    const baseUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    await expect(client({ baseUrl }).send(MESSAGE)).rejects.toMatchObject({ failure: 'unsure' });
    stranger.close();
    stranger.closeAllConnections();
    const form = new URLSearchParams({ username: 'school', to: '+254711223344', message: 'x' });
    const asked = await fetch(`${simulator.url}/version1/messaging`, {
      method: 'POST',
      headers: { apiKey: ACCOUNT.apiKey },
      body: form,
    });
    expect(await asked.text()).toMatch(/^<AfricasTalkingResponse>/);
  });
});

it('the SMS simulator answers 403 to a foreign origin', async () => {
  const asked = await fetch(`${simulator.url}/simulator/truth`, { headers: { origin: 'https://evil.example' } });
  expect(asked.status).toBe(403);
});

it('readCost reads costs exactly and returns null for other currencies and negative values', () => {
  expect([readCost('KES 0.8000'), readCost('0'), readCost('KES 12.5'), readCost(0.8)]).toEqual([
    8_000n,
    0n,
    125_000n,
    8_000n,
  ]);
  expect([readCost('UGX 30'), readCost(null), readCost('KES -1')]).toEqual([null, null, null]);
});

describe('delivery reports and opt-outs', () => {
  it.each([
    ['Sent', undefined, 'sent', false],
    ['Submitted', undefined, 'submitted', false],
    ['Buffered', undefined, 'buffered', false],
    ['Success', undefined, 'delivered', false],
    ['Failed', 'DeliveryFailure', 'undelivered', true],
    ['Rejected', 'UserInBlackList', 'undelivered', true],
    ['AbsentSubscriber', undefined, 'undelivered', true],
    ['Expired', undefined, 'undelivered', true],
    ['Failed', 'InsufficientCredit', 'undelivered', false],
  ])('status %s (%s) is read as %s, next: %s', (status, failureReason, state, next) => {
    expect(readReport({ id: 'ATXid_1', status, failureReason, phoneNumber: '+254711223344' })).toMatchObject({
      state,
      next,
    });
  });

  it('readReport returns null without an id or with an unknown status', () => {
    expect([readReport({ status: 'Success' }), readReport({ id: 'ATXid_1', status: 'Bad' }), readReport(null)]).toEqual(
      [null, null, null],
    );
  });

  it('readOptOut returns the number that opted out', () => {
    expect(readOptOut({ senderId: 'MFUKO', phoneNumber: '+254711223344' })).toBe('254711223344');
    expect(readOptOut({ phoneNumber: '911' })).toBeNull();
  });
});
