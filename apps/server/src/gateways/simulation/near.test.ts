import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startSimulator } from '../../../../simulators/src/mpesa/index.ts';
import { startSmsSimulator } from '../../../../simulators/src/sms/index.ts';
import { simulatorNear } from '../payments/simulator.ts';
import { smsSimulatorNear } from '../sms/simulator.ts';
import { installationOf } from './near.ts';

const told: string[] = [];
const print = (line: string) => void told.push(line);
const portOf = (url: string) => Number(new URL(url).port);

async function aStranger(): Promise<number> {
  const server: Server = createServer((_, response) => void response.end('{"simulator":"daraja"}'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const aFile = () => join(mkdtempSync(join(tmpdir(), 'mfuko-near-')), 'world.json');

it('simulatorNear shares the simulator of another server of the installation and leaves it running', async () => {
  const file = aFile();
  const first = await simulatorNear({ port: 0, file }, print);
  onTestFinished(() => first.close());
  const second = await simulatorNear({ port: portOf(first.url), file }, print);
  expect(second.url).toBe(first.url);
  expect(told.at(-1)).toContain('of another server of this installation is used');
  await second.close();
  expect((await fetch(`${first.url}/simulator`)).status).toBe(200);
});

it('simulatorNear replaces an ended simulator of another server, and ends it on close', async () => {
  const file = aFile();
  const first = await simulatorNear({ port: 0, file }, print);
  const taken = Promise.withResolvers<void>();
  const second = await simulatorNear({ port: portOf(first.url), file }, (line) => {
    if (line.includes('of the other server has ended')) taken.resolve();
  });
  onTestFinished(() => second.close());
  await first.close();
  await taken.promise;
  expect((await fetch(`${second.url}/simulator`)).status).toBe(200);
  await second.close();
  await expect(fetch(second.url)).rejects.toThrow();
});

it.each([
  ['M-Pesa', startSimulator, simulatorNear],
  ['SMS', startSmsSimulator, smsSimulatorNear],
])('does not use the %s simulator of another installation', async (_title, begin, near) => {
  const file = aFile();
  const theirs = await begin({ port: 0, file, installation: installationOf(file) });
  onTestFinished(() => theirs.close());
  for (const file of [aFile(), null]) {
    const ours = await near({ port: portOf(theirs.url), file }, print);
    onTestFinished(() => ours.close());
    expect(ours.url).not.toBe(theirs.url);
    expect(told.at(-1)).toContain('is taken');
  }
});

it("starts on another port when a foreign server or another provider's simulator has it", async () => {
  const daraja = await startSimulator({ port: 0 });
  onTestFinished(() => daraja.close());
  for (const [port, start] of [
    [await aStranger(), simulatorNear],
    [portOf(daraja.url), smsSimulatorNear],
  ] as const) {
    const near = await start({ port, file: null }, print);
    onTestFinished(() => near.close());
    expect(portOf(near.url)).not.toBe(port);
    expect((await fetch(`${near.url}/simulator`)).status).toBe(200);
    expect(told.at(-1)).toContain(`Port ${port} is taken`);
  }
});
