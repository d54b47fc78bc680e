import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { makeServer } from './server.ts';

let app: FastifyInstance;
afterEach(() => app.close());

async function headersOf(publicUrl: string, settings = {}) {
  app = await makeServer(
    readConfig({
      APP_WIRE_KEY: 'a'.repeat(16),
      DATA_DIR: '/nowhere',
      LOG_LEVEL: 'silent',
      PUBLIC_URL: publicUrl,
      ...settings,
    }),
  );
  app.get('/api/thing', async () => ({}));
  app.get('/assets/thing.js', async (_, reply) => reply.type('text/javascript').send(''));
  app.get('/assets/page.html', async (_, reply) => reply.type('text/html').send('<!doctype html>'));
  app.get('/page', async (_, reply) => reply.type('text/html').send('<!doctype html>'));
  const [data, page, none, asset, strayed] = await Promise.all(
    ['/api/thing', '/page', '/api/nothing', '/assets/thing.js', '/assets/page.html'].map((url) =>
      app.inject({ url, headers: { host: new URL(publicUrl).host } }),
    ),
  );
  return {
    data: data?.headers,
    page: page?.headers,
    none: none?.headers,
    asset: asset?.headers,
    strayed: strayed?.headers,
  };
}

it('every response of an https address carries HSTS for a year, subdomains included', async () => {
  for (const headers of Object.values(await headersOf('https://mfuko.example')))
    expect(headers?.['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
});

it('a response of an http address carries no HSTS header', async () => {
  for (const headers of Object.values(await headersOf('http://localhost:3000')))
    expect(headers?.['strict-transport-security']).toBeUndefined();
});

it('every response forbids frames and MIME sniffing, and only pages may run own scripts', async () => {
  const { data, page, none, asset, strayed } = await headersOf('https://mfuko.example');
  for (const headers of [data, page, none, asset, strayed]) {
    expect(headers?.['x-content-type-options']).toBe('nosniff');
    expect(headers?.['referrer-policy']).toBe('no-referrer');
    expect(headers?.['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'.*base-uri 'none'/);
  }
  expect(data?.['content-security-policy']).not.toContain('script-src');
  expect(page?.['content-security-policy']).toMatch(/script-src 'self'(;|$)/);
  expect(page?.['content-security-policy']).not.toContain('unsafe');
});

it('connect-src allows the server, this machine and the origins of READER_ORIGINS only', async () => {
  const ownOf = async (settings = {}) => {
    const { page } = await headersOf('https://mfuko.example', settings);
    const policy = String(page?.['content-security-policy']).split(';');
    return policy.filter((each) => each.startsWith('connect-src'));
  };
  const machine = "connect-src 'self' ws://127.0.0.1:* ws://localhost:*";
  expect(await ownOf()).toEqual([machine]);
  await app.close();
  const READER_ORIGINS = 'wss://gate.lan:8443,wss://*.readers.example';
  expect(await ownOf({ READER_ORIGINS })).toEqual([`${machine} wss://gate.lan:8443 wss://*.readers.example`]);
});

it("a page's policy requires trusted types and names one policy", async () => {
  const { page } = await headersOf('https://mfuko.example');
  const directives = String(page?.['content-security-policy']).split(';');
  expect(directives).toContain("require-trusted-types-for 'script'");
  // Allows neither a default policy, which would apply to every text, nor duplicate policy names.
  expect(directives.filter((each) => each.startsWith('trusted-types'))).toEqual(['trusted-types mfuko-service-worker']);
});

it('a console asset omits the headers that only pages obey; pages and data keep them', async () => {
  const { page, data, strayed, asset } = await headersOf('https://mfuko.example');
  const names = ['permissions-policy', 'x-frame-options', 'cross-origin-opener-policy', 'origin-agent-cluster'];
  for (const headers of [page, data, strayed])
    expect(Object.keys(headers ?? {})).toEqual(expect.arrayContaining(names));
  expect(Object.keys(asset ?? {}).filter((name) => names.includes(name))).toEqual([]);
  expect(asset?.['cross-origin-resource-policy']).toBe('same-origin');
});
