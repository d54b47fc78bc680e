import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** A program of somebody else that listens in the place of the scanner service, and says what a test tells it to. */
export interface HostileService {
  readonly url: string;
  /** Socket of the page that was the last to connect; waits for the first. */
  served(): Promise<WebSocket>;
  /** Socket of the next page that connects. */
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
