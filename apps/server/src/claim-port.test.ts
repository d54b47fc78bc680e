import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { claimPort } from './claim-port.ts';
import { readConfig } from './config.ts';

const configFor = (port: number) => readConfig({ PORT: String(port), DATA_DIR: '/nowhere' });

it('claimPort picks a port outside the ephemeral range and puts it into publicUrl', async () => {
  const chosen = await Promise.all(Array.from({ length: 20 }, () => claimPort(configFor(0))));
  for (const { port, publicUrl } of chosen) {
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_000);
    expect(publicUrl).toContain(`:${port}`);
  }
});

it('claimPort rejects a port that is in use', async () => {
  const other = createServer().listen({ port: 0, host: '127.0.0.1' });
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(claimPort(configFor(port))).rejects.toThrow(`127.0.0.1:${port} is taken`);
  other.close();
});
