import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { seal } from '@mfuko/contract/seal';
import { authConfig, requestCode, validateCode, whoAmI } from '@mfuko/contract/session';
import { getCheckStudent, getStudents } from '@mfuko/contract/students';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../src/config.ts';
import { openRateLimiters } from '../src/platform/http/rate-limiters.ts';
import { makeServer } from '../src/platform/http/server.ts';
import { aNumber, openTestServer, type Person, type TestServer } from './kit.ts';

let server: TestServer;
let school: string;
beforeAll(async () => {
  server = await openTestServer({ TRUSTED_PROXY: '127.0.0.1' });
  school = await server.aSchool();
});
afterAll(() => server.close());

let lastAddress = 0;
const anAddress = () => `41.90.7.${++lastAddress}`;
/** A call that came in by our proxy, from an address. */
const from = (address: string, person: Person, endpoint: Endpoint, input: object = {}) =>
  person.ask(endpoint, input, { headers: { 'x-forwarded-for': `10.1.1.1, ${address}` } });
/** Calls until the address is stopped. */
async function useUp(address: string, person: Person, endpoint: Endpoint, input: object = {}) {
  for (let calls = 0; calls < 5_000; calls++) {
    const answer = await from(address, person, endpoint, input);
    if (answer.status === 429) return { ...answer, calls };
  }
  throw new Error('Nobody stopped it.');
}

describe('rate limit of an address without a session', () => {
  it('rejects calls with Retry-After and does not affect another address', async () => {
    const stranger = anAddress();
    const stopped = await useUp(stranger, server.nobody(), authConfig);
    expect(stopped.problem).toBe('server.too-many-requests');
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0);
    expect(stopped.calls).toBeGreaterThanOrEqual(600);
    expect((await from(anAddress(), server.nobody(), authConfig)).status).toBe(200);
  });

  it('is shared with the other servers, for addresses and for users', async () => {
    const stranger = anAddress();
    const limiters = openRateLimiters(server.context);
    const there = limiters.open({ name: 'address', burst: 600, aSecond: 10, remembered: 10 });
    const agents = limiters.open({ name: 'look', burst: 150, aSecond: 3, remembered: 10 });
    const guard = await server.aPerson('CheckAgent', school, ['gate']);
    there.charge(stranger, 0);
    // The other server may not listen yet, so the calls are repeated until it has heard of them.
    await vi.waitFor(
      async () => {
        for (let calls = 0; calls < 75; calls++) await from(stranger, server.nobody(), authConfig);
        expect(there.charge(stranger, 0)).toBeLessThan(540);
      },
      { timeout: 10_000 },
    );
    await vi.waitFor(
      async () => {
        for (let looks = 0; looks < 19; looks++) await guard.ask(getCheckStudent, { admissionNumber: '1' });
        expect(agents.charge(guard.userId, 0)).toBeLessThan(140);
      },
      { timeout: 10_000 },
    );
    await limiters.close();
  });

  it('rejects unknown sessions, but no signed-in user of the same address', async () => {
    const shared = anAddress();
    const bursar = await server.aPerson('SchoolAdmin', school);
    expect((await from(shared, bursar, getStudents)).status).toBe(200);
    const forger = { ...bursar, ask: server.as({ ...bursar, token: 'x'.repeat(43) }).ask };
    expect((await useUp(shared, forger, whoAmI)).calls).toBeGreaterThanOrEqual(600);
    for (let calls = 0; calls < 30; calls++) expect((await from(shared, bursar, getStudents)).status).toBe(200);
  });

  it("rejects guesses of a webhook's secret address", async () => {
    const guess = () =>
      server.app.inject({
        method: 'POST',
        url: `/hooks/c2b/${'a'.repeat(64)}/v`,
        payload: '{}',
        headers: { 'x-forwarded-for': '41.90.8.1' },
      });
    const statuses = new Set<number>();
    for (let calls = 0; calls < 5_000 && !statuses.has(429); calls++) statuses.add((await guess()).statusCode);
    expect([...statuses]).toEqual([404, 429]);
  });

  it('does not reject the sign-in calls of sixty tablets behind one address', async () => {
    const router = anAddress();
    const wire = server.context.config.wireKey;
    const statuses: number[] = [];
    for (let tablet = 0; tablet < 60; tablet++) {
      const ask = (endpoint: Endpoint, input: object = {}) => from(router, server.nobody(), endpoint, input);
      const phone = `25470${String(5_000_000 + aNumber())}`;
      const answers = [await ask(authConfig), await ask(whoAmI), await ask(authConfig)];
      const code = await ask(requestCode, { userName: seal(wire, 'userName', phone) });
      const { profileSYSID } = code.body as { profileSYSID: string };
      for (const otp of ['000000', '000001', '000002']) answers.push(await ask(validateCode, { profileSYSID, otp }));
      statuses.push(code.status, ...answers.map(({ status }) => status));
    }
    expect(statuses).not.toContain(429);
    expect(statuses.filter((status) => status === 200)).toHaveLength(180);
  });
});

describe('connections', () => {
  async function heldOf(most: number, open: number): Promise<number> {
    const app = await makeServer({ ...config, maxConnections: most });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const sockets: Socket[] = [];
    for (let each = 0; each < open; each++) sockets.push(connect(port, '127.0.0.1').on('error', () => undefined));
    const answers = await Promise.all(sockets.map((socket) => isAnswered(socket)));
    for (const socket of sockets) socket.destroy();
    await app.close();
    return answers.filter(Boolean).length;
  }
  const config = readConfig({ APP_WIRE_KEY: 'a'.repeat(16), DATA_DIR: '/nowhere', LOG_LEVEL: 'silent' });

  it('are limited to a maximum at once', async () => {
    expect(await heldOf(20, 30)).toBe(20);
  });
});

/** Asks on a socket and keeps it open. */
function isAnswered(socket: Socket): Promise<boolean> {
  socket.write('GET /api/none HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false));
  });
}
