import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { makeServer, refuseUnderPressure } from './server.ts';

it("refuseUnderPressure rejects API calls and webhooks, and lets the console's files pass", () => {
  for (const url of ['/api/auth/me', '/api/health/ready?x=1', '/hooks/c2b/abc/c'])
    expect(() => refuseUnderPressure(url)).toThrow('The server is busy');
  for (const url of ['/', '/auth', '/app/gate', '/assets/base-Bi.js', '/assets/api/x.css'])
    expect(() => refuseUnderPressure(url)).not.toThrow();
});

it('answers 503 with Retry-After while the event loop is delayed', async () => {
  const config = readConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), 'mfuko-pressure-')), LOG_LEVEL: 'silent' });
  const app = await makeServer(config, { maxEventLoopDelay: 20 });
  app.get('/api/anything', async () => ({}));
  await app.ready();
  const ask = () => app.inject({ method: 'GET', url: '/api/anything' });
  let answer = await ask();
  expect(answer.statusCode).toBe(200);
  // The delay is sampled once a second.
  for (let turn = 0; turn < 100 && answer.statusCode === 200; turn++) {
    const until = performance.now() + 100;
    while (performance.now() < until);
    await setImmediate();
    answer = await ask();
  }
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().problem]).toEqual([503, '2', 'server.busy']);
  await app.close();
});
