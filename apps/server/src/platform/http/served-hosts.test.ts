import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { makeServer } from './server.ts';

let app: FastifyInstance;
afterEach(() => app.close());

async function statusFor(host: string, settings: Record<string, string>): Promise<number> {
  app = await makeServer(
    readConfig({ APP_WIRE_KEY: 'a'.repeat(16), DATA_DIR: '/nowhere', LOG_LEVEL: 'silent', ...settings }),
  );
  app.get('/api/thing', async () => ({}));
  return (await app.inject({ url: '/api/thing', headers: { host } })).statusCode;
}

const NAMED = { HOST: '0.0.0.0', PUBLIC_URL: 'https://mfuko.example' };

it.each([
  ['its public name', 'mfuko.example', NAMED, 200],
  ['its address', '192.168.1.10:4000', NAMED, 200],
  ['its address of version 6', '[fd00::10]:4000', NAMED, 200],
  ['this machine', 'localhost:4000', NAMED, 200],
  ['a name that somebody has pointed here (DNS rebinding)', 'evil.example', NAMED, 403],
  ['its public name with a dot behind, as a rebinding page may send it', 'mfuko.example.', NAMED, 403],
  ['any name where it was told of none', 'box.school.example:4000', { HOST: '0.0.0.0' }, 200],
  ['a foreign name where it listens for this machine alone', 'evil.example', { HOST: '127.0.0.1' }, 403],
])('accepts or rejects a Host header that holds %s', async (_, host, settings, status) => {
  expect(await statusFor(host, settings)).toBe(status);
});
