import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from './kit.ts';

const TOKEN = 'a-token-of-at-least-24-characters';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ PUBLIC_URL: 'https://mfuko.example.org' });
});
afterAll(() => server.close());

describe('access to /metrics', () => {
  it('is allowed from this machine', async () => {
    const { statusCode, body } = await server.app.inject({ url: '/metrics' });
    expect([statusCode, body.includes('mfuko_http')]).toEqual([200, true]);
  });

  it('is hidden from requests through a proxy on this machine', async () => {
    for (const headers of [
      { 'x-forwarded-for': '10.0.0.7' },
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=10.0.0.7' },
      { 'x-real-ip': '10.0.0.7' },
      { via: '1.1 Caddy' },
      { host: 'mfuko.example.org' },
    ]) {
      const { statusCode, body } = await server.app.inject({ url: '/metrics', headers });
      expect([headers, statusCode, body.includes('mfuko_http')]).toEqual([headers, 404, false]);
    }
  });

  it('is hidden from another machine', async () => {
    const { statusCode } = await server.app.inject({ url: '/metrics', remoteAddress: '192.168.1.20' });
    expect(statusCode).toBe(404);
  });

  it('is disabled when the server listens on a network without METRICS_TOKEN', async () => {
    const open = await openTestServer({ HOST: '0.0.0.0' });
    const { statusCode } = await open.app.inject({ url: '/metrics' });
    await open.close();
    expect(statusCode).toBe(404);
  });

  it('requires the exact bearer token from every address when METRICS_TOKEN is set', async () => {
    const guarded = await openTestServer({ METRICS_TOKEN: TOKEN, HOST: '0.0.0.0' });
    const ask = async (authorization?: string) => {
      const headers = { 'x-forwarded-for': '10.0.0.7', ...(authorization ? { authorization } : {}) };
      const { statusCode, body } = await guarded.app.inject({
        url: '/metrics',
        remoteAddress: '192.168.1.20',
        headers,
      });
      return [statusCode, body.includes('mfuko_http_requests_total')];
    };
    const answers = [
      await ask(),
      await ask('Bearer '),
      await ask(`Bearer ${TOKEN.slice(0, -1)}`),
      await ask(`Bearer ${TOKEN}x`),
      await ask(`Basic ${TOKEN}`),
    ];
    const own = await guarded.app.inject({ url: '/metrics' });
    const right = await ask(`Bearer ${TOKEN}`);
    const { body } = await guarded.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
    await guarded.close();
    expect(answers).toEqual(answers.map(() => [401, false]));
    expect(own.statusCode).toBe(401);
    expect(right).toEqual([200, true]);
    expect(body).not.toContain(TOKEN);
  });
});
