import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { makeServer, type Patience } from '../src/platform/http/server.ts';
import { contractViolationOf } from './hostile.testkit.ts';

const config = readConfig({ APP_WIRE_KEY: 'a'.repeat(16), DATA_DIR: '/nowhere', LOG_LEVEL: 'silent' });
const brief: Patience = { headers: 400, request: 800, silence: 5_000, lookEvery: 100 };

let app: FastifyInstance;
afterEach(() => app.close());

async function open(patience?: Patience): Promise<number> {
  app = await makeServer(config, patience ? { patience } : {});
  app.post('/api/echo', async (request) => request.body);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Sends a beginning, then a few bytes every 50 ms. Returns the response once the server ends the connection; throws where it never does. */
async function dribble(port: number, beginning: string, drop: string): Promise<string> {
  const started = performance.now();
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let open = true;
  socket.on('data', (chunk) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(() => (open = false));
  socket.write(beginning);
  while (open && performance.now() - started < 15_000) {
    await after(50);
    if (open && drop !== '') socket.write(drop);
  }
  if (open) {
    socket.destroy();
    throw new Error('It was not cut off.');
  }
  await closed;
  return text;
}

describe('a slow client', () => {
  it('is disconnected while it sends its headers, with a problem document', async () => {
    const port = await open(brief);
    const text = await dribble(port, 'GET /api/echo HTTP/1.1\r\nHost: localhost\r\n', 'x: y\r\n');
    expect(contractViolationOf(400, text.split('\r\n\r\n')[1] ?? '')).toBeNull();
    expect(text).toContain('took too long');
  });

  it('is disconnected without a response if it has sent nothing', async () => {
    const port = await open(brief);
    const text = await dribble(port, '', '');
    expect(text).toBe('');
  });

  it('is disconnected while it sends its body', async () => {
    const port = await open(brief);
    const head =
      'POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n';
    await dribble(port, head, ' ');
  });

  it('is disconnected when it falls silent', async () => {
    const port = await open({ ...brief, headers: 60_000, request: 60_000, silence: 300 });
    await dribble(port, 'GET /', '');
  });

  it("as one of 200 does not delay another client's request", async () => {
    const port = await open(brief);
    const idle = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'));
    for (const socket of idle)
      socket.on('error', () => undefined).write('POST /api/echo HTTP/1.1\r\nHost: localhost\r\nx');
    const answer = await fetch(`http://127.0.0.1:${port}/api/echo`, {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    });
    expect(await answer.json()).toEqual({ a: 1 });
    for (const socket of idle) socket.destroy();
  });

  it('has 10 s for headers and 30 s for a request by default', async () => {
    await open();
    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = app.server;
    expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      timeout: 60_000,
      keepAliveTimeout: 65_000,
    });
  });
});
