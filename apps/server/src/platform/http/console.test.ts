import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerErrors } from './errors.ts';
import { registerConsole } from './server.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mfuko-console-'));
  mkdirSync(join(folder, 'built/assets'), { recursive: true });
  for (const file of ['index.html', 'gate.html', 'icon.svg', 'assets/a-1.js']) {
    writeFileSync(join(folder, 'built', file), file);
    writeFileSync(join(folder, 'built', `${file}.gz`), 'packed');
  }
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  app = Fastify();
  app.setErrorHandler(answerErrors(async () => false));
  await registerConsole(app, join(folder, 'built'), ['checkin.pin']);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

describe('registerConsole', () => {
  it.each([
    ['/', 'index.html', 'no-cache'],
    ['/icon.svg', 'icon.svg', 'no-cache'],
    ['/assets/a-1.js', 'assets/a-1.js', 'public, max-age=31536000, immutable'],
    ['/auth', 'index.html', 'no-cache'],
    ['/app/student.view?search=x', 'index.html', 'no-cache'],
    ['/app/checkin.pin', 'gate.html', 'no-cache'],
  ])('serves the console at %s with its cache header', async (url, body, caching) => {
    const answer = await app.inject({ url });
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, body, caching]);
    const head = await app.inject({ url, method: 'HEAD' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  it('serves the gzip file to a client that accepts gzip', async () => {
    const answer = await app.inject({ url: '/assets/a-1.js', headers: { 'accept-encoding': 'gzip' } });
    expect([answer.body, answer.headers['content-encoding']]).toEqual(['packed', 'gzip']);
  });

  it.each(['/none', '/assets', '/assets/', '//icon.svg', '/..%2fsecret.txt', '/%00', '/a%00b'])(
    'redirects a request for %s to the sign-in',
    async (url) => {
      const answer = await app.inject({ url });
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/auth']);
    },
  );

  it.each(['/assets/gone-1.js', '/assets/..%2ficon.svg'])(
    'answers 404 instead of a page for the missing file %s',
    async (url) => {
      const answer = await app.inject({ url });
      expect([answer.statusCode, answer.json().problem]).toEqual([404, 'call.unknown']);
    },
  );

  it.each(['/api/none', '/api/%00', '/hooks/none'])('answers 404 call.unknown at %s', async (url) => {
    const answer = await app.inject({ url });
    expect([answer.statusCode, answer.json().problem]).toEqual([404, 'call.unknown']);
  });
});
