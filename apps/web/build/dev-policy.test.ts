import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, type ViteDevServer } from 'vite';
import { afterEach, expect, it } from 'vitest';
import { devPolicy } from './dev-policy.ts';
import { aFolder } from './small-app.testkit.ts';

const opened: (Server | ViteDevServer)[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

/** Starts a server that sends this policy with all responses. */
async function aServer(policy: string): Promise<string> {
  const server = createHttpServer((_, response) => response.setHeader('Content-Security-Policy', policy).end());
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function pageFrom(serverUrl: string): Promise<Response> {
  const console_ = await createServer({
    root: aFolder({ 'index.html': '<html><head><script>document.title = "inline";</script></head></html>' }),
    configFile: false,
    logLevel: 'silent',
    plugins: [devPolicy(serverUrl)],
    server: { port: 0, host: '127.0.0.1', watch: null, ws: false },
  });
  opened.push(console_);
  await console_.listen();
  return fetch(new URL('/app/dashboard', console_.resolvedUrls?.local[0]), { headers: { Accept: 'text/html' } });
}

it("devPolicy sends the server's policy with a nonce that the page's script carries", async () => {
  const page = await pageFrom(
    await aServer("default-src 'none';script-src 'self';style-src 'self';img-src data:;trusted-types a"),
  );
  const policy = page.headers.get('Content-Security-Policy') ?? '';
  const [, nonce = ''] = /'nonce-([^']{20,})'/.exec(policy) ?? [];
  expect(policy).toBe(
    `default-src 'none';script-src 'self' 'nonce-${nonce}';style-src 'self' 'unsafe-inline';img-src data:`,
  );
  expect(await page.text()).toContain(`<script nonce="${nonce}">`);
});

it('devPolicy sends pages without a policy while the server is unreachable', async () => {
  const page = await pageFrom('http://127.0.0.1:9');
  expect([page.status, page.headers.get('Content-Security-Policy')]).toEqual([200, null]);
});
