import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { type RunningServer, startServer } from './server.ts';

const OPERATOR = '254700000001';
const BURSAR = '254700000002';

/** Calls that need no session: a page of another site learns nothing by them that it could not ask for itself. */
const OPEN = ['GET /api/auth/config'];

let server: RunningServer;
let hostile: Server;
let journey: Journey;
let page: Page;
let visitedPort: number;
/** Client of its own session, which needs no second code for the bursar within half a minute. */
let operator: WireClient;
let calls: { method: string; path: string }[];

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  hostile = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><html lang="en"><title>A prize</title><h1>You have won</h1></html>');
  });
  hostile.listen(0, '127.0.0.1');
  await once(hostile, 'listening');
  visitedPort = (hostile.address() as AddressInfo).port;
  journey = await openJourney(server, undefined, ['--host-resolver-rules=MAP evil.example 127.0.0.1']);
  await journey.signIn(BURSAR);
  calls = await describedCalls();
});
beforeEach(async () => {
  page = await journey.context.newPage();
});
afterEach(async () => {
  await page.close();
});
afterAll(async () => {
  await journey?.close();
  hostile?.close();
  await server?.stop();
});

/** Every call of the API with the methods that it takes, as the server describes them. */
async function describedCalls(): Promise<{ method: string; path: string }[]> {
  operator = await connect(server.url);
  await operator.signIn(OPERATOR, () => server.codeFor(OPERATOR));
  const { body } = await operator.call('docs/openapi.json', {}, 'GET');
  return Object.entries(body.paths as Record<string, Record<string, unknown>>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: `/api${path}` })),
  );
}

/**
 * Statuses of the API's answers by method and path, of those that have come in when asked. By the browser's own protocol: an answer that
 * a page may not have (`Cross-Origin-Resource-Policy`) is no response to the page's driver either. Which of a call's two events comes
 * first is not said.
 */
async function watchAnswers(of: Page): Promise<() => ReadonlyMap<string, number>> {
  const statuses = new Map<string, number>();
  const asked = new Map<string, string>();
  const browser = await journey.context.newCDPSession(of);
  browser.on('Network.requestWillBeSent', ({ requestId, request }) =>
    asked.set(requestId, `${request.method} ${new URL(request.url).pathname}`),
  );
  browser.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => statuses.set(requestId, statusCode));
  await browser.send('Network.enable');
  return () => new Map([...statuses].map(([id, status]) => [asked.get(id) ?? '', status]));
}

describe('hostile page in a signed-in browser', () => {
  recordFailures(() => page);

  // Another port of a site is the same site: its cookies go along. Another name is another site.
  it.each(['127.0.0.1', 'localhost'])('rejects every API call of a page at %s but the open ones', async (host) => {
    expect(calls.length).toBeGreaterThan(250);
    await page.goto(`http://${host}:${visitedPort}`);
    const answers = await watchAnswers(page);
    await page.evaluate(
      async ([url, asked]) => {
        for (const { method, path } of asked) {
          const body = method === 'POST' ? { body: new Blob(['{}'], { type: 'text/plain' }) } : {};
          // A stream that was let in would never end.
          const signal = AbortSignal.timeout(10_000);
          const init: RequestInit = { method, mode: 'no-cors', credentials: 'include', signal, ...body };
          await fetch(url + path, init).catch(() => undefined);
        }
      },
      [server.url, calls] as const,
    );
    const asked = calls.map(({ method, path }) => `${method} ${path}`);
    await expect.poll(() => asked.filter((call) => !answers().has(call))).toEqual([]);
    expect(asked.filter((call) => (answers().get(call) ?? 0) < 400)).toEqual(OPEN);
  });

  it('rejects a deposit that a page of another origin submits as a form', async () => {
    const deposit = { admissionNumber: '4001', amount: '500' };
    operator.actOn(String((await operator.call('school/getSchools', {}, 'GET')).body[0]?.sysid));
    const balance = async () =>
      Number((await operator.call('wallet/getWallet', { admissionNumber: '4001' }, 'GET')).body.balance);
    const before = await balance();
    await page.goto(`http://127.0.0.1:${visitedPort}`);
    const [answer] = await Promise.all([
      page.waitForResponse('**/api/wallet/deposit'),
      page.evaluate(
        ([url, fields]) => {
          const form = document.createElement('form');
          form.method = 'POST';
          form.action = `${url}/api/wallet/deposit`;
          for (const [name, value] of Object.entries(fields)) {
            const field = document.createElement('input');
            Object.assign(field, { name, value, type: 'hidden' });
            form.append(field);
          }
          document.body.append(form);
          form.submit();
        },
        [server.url, deposit] as const,
      ),
    ]);
    // Another port is the same site, so the session's cookie goes along. Its token does not, and nothing else is missing.
    expect((await answer.request().allHeaders()).cookie).toBeTruthy();
    expect([answer.status(), ((await answer.json()) as { problem: string }).problem]).toEqual([401, 'session.none']);
    expect(await balance()).toBe(before);
    expect((await operator.call('wallet/deposit', deposit)).status).toBe(200);
    expect(await balance()).toBe(before + 500);
  });

  it.each(['/auth', '/app/school.dash', '/app/checkin.pin', '/api/auth/config'])(
    'refuses to show %s in a frame of another origin',
    async (path) => {
      await page.goto(`http://127.0.0.1:${visitedPort}`);
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url() === server.url + path),
        page.evaluate((address) => {
          const frame = document.createElement('iframe');
          frame.src = address;
          document.body.append(frame);
        }, server.url + path),
      ]);
      expect(answer.status()).toBe(200);
      // The browser shows its own error page in place of a page that may not be framed.
      await expect.poll(() => page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/');
    },
  );

  it("rejects a request by a host name that is not the server's", async () => {
    const { port } = new URL(server.url);
    const answer = await page.goto(`http://evil.example:${port}/auth`);
    expect(answer?.status()).toBe(403);
  });
});
