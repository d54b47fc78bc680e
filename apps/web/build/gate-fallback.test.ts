import { createServer, type ViteDevServer } from 'vite';
import { afterEach, expect, it } from 'vitest';
import { gateFallback } from './gate-fallback.ts';
import { aFolder } from './small-app.testkit.ts';

let server: ViteDevServer | undefined;
afterEach(() => server?.close());

it("gateFallback answers the gate's screens with gate.html, and other paths with the console's page", async () => {
  server = await createServer({
    root: aFolder({ 'index.html': '<title>console</title>', 'gate.html': '<title>gate</title>' }),
    configFile: false,
    logLevel: 'silent',
    plugins: [gateFallback()],
    server: { port: 0, host: '127.0.0.1', watch: null, ws: false },
  });
  await server.listen();
  const titleAt = async (path: string) => {
    const answer = await fetch(new URL(path, server?.resolvedUrls?.local[0]), { headers: { Accept: 'text/html' } });
    return /<title>(\w+)</.exec(await answer.text())?.[1];
  };
  const gate = ['in.fingerprint', 'in.pin', 'out.fingerprint', 'out.pin/', 'in.pin?a=b', '.rollcall', '.trip'];
  for (const screen of gate) expect(await titleAt(`/app/check${screen}`), screen).toBe('gate');
  for (const path of ['/', '/app/check.dash', '/app/checkin.pin/more'])
    expect(await titleAt(path), path).toBe('console');
});
