import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { runServer } from '../../../e2e/server.ts';
import { startCollector } from './collector.testkit.ts';

const opened: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

it('a server keeps answering and stops cleanly while its trace collector never answers', async () => {
  const collector = await startCollector(() => undefined);
  opened.push(collector.stop);
  const dataDir = mkdtempSync(join(tmpdir(), 'mfuko-collector-'));
  opened.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = await runServer({ TRACES_TO: collector.url }, dataDir);
  opened.push(() => server.end('SIGKILL'));
  const statusOfCall = async () => (await fetch(`${server.url}/api/auth/config`)).status;
  expect(await statusOfCall()).toBe(200);
  await expect.poll(collector.tries).toBeGreaterThan(0);
  for (let call = 0; call < 20; call++) expect(await statusOfCall()).toBe(200);
  await server.end('SIGTERM');
  // A server that still runs after 80 seconds ends itself, with another exit code.
  expect(server.exitCode()).toBe(0);
});
