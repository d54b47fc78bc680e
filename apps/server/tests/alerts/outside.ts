import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const SECONDS_1900_TO_1970 = 2_208_988_800;

/** A time server whose time can be falsified by a number of seconds. */
export interface TimeServer {
  readonly address: string;
  aheadSeconds: number;
  close(): void;
}

export async function startTimeServer(): Promise<TimeServer> {
  const socket = createSocket('udp4');
  const server = { address: '', aheadSeconds: 0, close: () => void socket.close() };
  socket.on('message', (asked, { port, address }) => {
    const told = Buffer.alloc(48);
    told[0] = 0x24;
    told[1] = 2;
    asked.copy(told, 24, 40, 48);
    const now = Date.now() / 1_000 + server.aheadSeconds + SECONDS_1900_TO_1970;
    for (const at of [32, 40]) {
      told.writeUInt32BE(Math.floor(now), at);
      told.writeUInt32BE(Math.floor((now % 1) * 2 ** 32), at + 4);
    }
    socket.send(told, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  server.address = `127.0.0.1:${(socket.address() as AddressInfo).port}`;
  return server;
}

/** An SMS provider that accepts everything, refuses the account, or sends unintelligible answers. */
export interface SmsProvider {
  readonly url: string;
  mood: 'takes' | 'refuses the account' | 'babbles';
  /** Refuses connections until `open` is called. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

export async function startSmsProvider(port: number): Promise<SmsProvider> {
  const server = createServer((request, response) => {
    request.resume();
    if (provider.mood === 'refuses the account') return response.writeHead(401).end();
    if (provider.mood === 'babbles') return response.writeHead(201).end('<html>');
    const Recipients = [{ statusCode: 101, status: 'Success', cost: 'KES 0.8000', messageId: `ATXid_${Date.now()}` }];
    return response
      .writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ SMSMessageData: { Message: 'Sent to 1/1', Recipients } }));
  });
  const provider: SmsProvider = {
    url: `http://127.0.0.1:${port}`,
    mood: 'takes',
    async shut() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
    async open() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
  await provider.open();
  return provider;
}

/** A second SMS provider, with the API of `apikey` and `partnerID`: accepts everything, and counts messages. */
export interface SecondSmsProvider {
  readonly url: string;
  taken(): number;
  close(): void;
}

export async function startSecondSmsProvider(): Promise<SecondSmsProvider> {
  let taken = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.includes('sendsms')) taken++;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ responses: [{ 'respose-code': 200 }] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => taken,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
