import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { makeServer } from '../src/platform/http/server.ts';
import { keepStreams } from '../src/platform/http/streams.ts';

const config = readConfig({ APP_WIRE_KEY: 'a'.repeat(16), DATA_DIR: '/nowhere', LOG_LEVEL: 'silent' });
const patience = { heartbeat: 60_000, sessions: 60_000, slow: 600, longest: 60_000 };
const MEGABYTE = 'x'.repeat(1_000_000);

it('a stream listener that reads nothing is disconnected before events pile up in memory', async () => {
  const app = await makeServer(config);
  const streams = keepStreams(app, async (tokens) => new Set(tokens), patience);
  let sent = 0;
  let ended = false;
  app.get('/api/flood', (asked, reply) =>
    streams.open(asked, reply, { userId: 'somebody', token: 'a token' }, async (stream) => {
      while (!stream.ended.aborted) {
        await stream.send({ event: 'flood', data: MEGABYTE });
        sent += 1;
      }
      ended = true;
    }),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const call = request({ port: (app.server.address() as AddressInfo).port, path: '/api/flood', agent: false });
  call.on('error', () => undefined);
  call.end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  response.socket.pause();
  await expect.poll(() => ended, { timeout: 10_000 }).toBe(true);
  // The buffers of two kernels for a connection, and no more.
  expect(sent).toBeLessThan(30);
  call.destroy();
  await app.close();
});
