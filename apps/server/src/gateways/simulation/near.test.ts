import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { simulatorNear, startSimulator } from '../payments/simulator/index.ts';
import { smsSimulatorNear } from '../sms/simulator/index.ts';

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

it('uses the simulator that another server of ours has started, and leaves it running', async () => {
  const first = await startSimulator({ port: 0 });
  onTestFinished(() => first.close());
  const second = await simulatorNear({ port: portOf(first.url) }, print);
  expect(second.url).toBe(first.url);
  await second.close();
  expect((await fetch(`${first.url}/simulator`)).status).toBe(200);
});

it('takes another port where a stranger has it, or the simulator of another provider', async () => {
  const daraja = await startSimulator({ port: 0 });
  onTestFinished(() => daraja.close());
  for (const [port, start] of [
    [await aStranger(), simulatorNear],
    [portOf(daraja.url), smsSimulatorNear],
  ] as const) {
    const near = await start({ port }, print);
    onTestFinished(() => near.close());
    expect(portOf(near.url)).not.toBe(port);
    expect((await fetch(`${near.url}/simulator`)).status).toBe(200);
    expect(told.at(-1)).toContain(`Port ${port} is taken`);
  }
});
