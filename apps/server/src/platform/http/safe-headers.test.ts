import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { makeServer } from './server.ts';

let app: FastifyInstance;
afterEach(() => app.close());

async function headersOf(publicUrl: string) {
  app = await makeServer(
    readConfig({ APP_WIRE_KEY: 'a'.repeat(16), DATA_DIR: '/nowhere', LOG_LEVEL: 'silent', PUBLIC_URL: publicUrl }),
  );
  app.get('/api/thing', async () => ({}));
  app.get('/page', async (_, reply) => reply.type('text/html').send('<!doctype html>'));
  const [data, page, none] = await Promise.all(
    ['/api/thing', '/page', '/api/nothing'].map((url) =>
      app.inject({ url, headers: { host: new URL(publicUrl).host } }),
    ),
  );
  return { data: data?.headers, page: page?.headers, none: none?.headers };
}

it('binds browsers to https for a year, subdomains too, on every answer of an address that has it', async () => {
  for (const headers of Object.values(await headersOf('https://mfuko.example')))
    expect(headers?.['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
});

it('binds nobody to an https that is not there', async () => {
  for (const headers of Object.values(await headersOf('http://localhost:3000')))
    expect(headers?.['strict-transport-security']).toBeUndefined();
});

it('keeps every answer out of frames and from being guessed at, and data from running anything', async () => {
  const { data, page, none } = await headersOf('https://mfuko.example');
  for (const headers of [data, page, none]) {
    expect(headers?.['x-content-type-options']).toBe('nosniff');
    expect(headers?.['referrer-policy']).toBe('no-referrer');
    expect(headers?.['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'.*base-uri 'none'/);
  }
  expect(data?.['content-security-policy']).not.toContain('script-src');
  expect(page?.['content-security-policy']).toMatch(/script-src 'self'(;|$)/);
  expect(page?.['content-security-policy']).not.toContain('unsafe');
});
