import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** Hostile program that listens in place of the scanner service, and sends what a test tells it to. */
export interface HostileService {
  readonly url: string;
  /** Returns the socket of the page that connected last; waits for the first one. */
  served(): Promise<WebSocket>;
  /** Returns the socket of the next page that connects. */
  next(): Promise<WebSocket>;
  stop(): void;
}

export async function startHostileService(): Promise<HostileService> {
  const program = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  const pages: WebSocket[] = [];
  program.on('connection', (socket) => pages.push(socket));
  await once(program, 'listening');
  const next = async () => ((await once(program, 'connection')) as [WebSocket])[0];
  return {
    url: `ws://127.0.0.1:${(program.address() as AddressInfo).port}`,
    served: async () => pages.at(-1) ?? (await next()),
    next,
    stop() {
      for (const socket of pages) socket.terminate();
      program.close();
    },
  };
}
