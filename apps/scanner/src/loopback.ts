import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { type AllowedPages, isOwnHost, mayScan } from './callers.ts';
import type { PageServer } from './page-server.ts';

/** Longest frame of a page. */
const FRAME_CAP_BYTES = 2 * 1024 * 1024;

export interface LoopbackOptions {
  readonly port: number;
  readonly pages: AllowedPages;
  readonly pageServer: PageServer;
}

export interface Loopback {
  readonly port: number;
  stop(): Promise<void>;
}

/** Serves the WebSocket of contract section 7 on the loopback address, to pages of this machine's browser. */
export async function startLoopback({ port, pages, pageServer }: LoopbackOptions): Promise<Loopback> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: FRAME_CAP_BYTES, perMessageDeflate: false });
  const server = createServer((_request, response) => {
    response.writeHead(426, { connection: 'close', upgrade: 'websocket' }).end();
  });
  server.on('upgrade', (request, socket, head) => {
    // The page disconnected during the handshake; there is nobody to answer.
    socket.on('error', () => socket.destroy());
    if (!isOwnHost(request, portOf(server)) || !mayScan(request, pages)) return rejectUpgrade(socket, '403 Forbidden');
    if (pageServer.isFull()) return rejectUpgrade(socket, '503 Service Unavailable');
    sockets.handleUpgrade(request, socket, head, (page) => {
      // A broken frame closes the connection by itself; without a handler the error would end the service.
      page.on('error', () => page.terminate());
      pageServer.serve(page);
    });
  });

  await listen(server, port);
  return {
    port: portOf(server),
    async stop() {
      for (const page of sockets.clients) page.terminate();
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}

/** Refuses a handshake. */
export function rejectUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Listens on the loopback address only: no other machine may drive the reader. */
export async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
