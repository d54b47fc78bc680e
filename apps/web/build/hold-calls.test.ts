import { createServer, type ViteDevServer } from 'vite';
import { afterEach, expect, it } from 'vitest';
import { holdCalls } from './hold-calls.ts';
import { aFolder } from './small-app.testkit.ts';

let server: ViteDevServer | undefined;
afterEach(() => server?.close());

it('holdCalls delays calls until the server has started, but no pages', async () => {
  const { promise: there, resolve: arrive } = Promise.withResolvers<void>();
  const served: string[] = [];
  server = await createServer({
    root: aFolder({ 'index.html': '<title>console</title>' }),
    configFile: false,
    logLevel: 'silent',
    plugins: [
      holdCalls(() => there),
      {
        name: 'server',
        configureServer: ({ middlewares }) =>
          void middlewares.use((request, response, next) => {
            if (!request.url?.startsWith('/api/')) return next();
            served.push(request.url);
            response.end('answer');
          }),
      },
    ],
    server: { port: 0, host: '127.0.0.1', watch: null, ws: false },
  });
  await server.listen();
  const get = (path: string) =>
    fetch(new URL(path, server?.resolvedUrls?.local[0]), { headers: { Accept: 'text/html' } }).then((it) => it.text());
  const called = get('/api/health/live');
  expect(await get('/app/dashboard')).toContain('console');
  expect(served).toEqual([]);
  arrive();
  expect(await called).toBe('answer');
});
