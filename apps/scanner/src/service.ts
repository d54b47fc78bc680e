import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { isOwnHost, mayScan } from './callers.ts';
import { PING, refused } from './frames.ts';
import { watchGlass } from './glass.ts';
import type { Journal } from './journal.ts';
import type { Reader } from './reader.ts';
import type { Session } from './session.ts';
import { startSession } from './session.ts';
import type { Signer } from './signer.ts';

const FRAME_CAP_BYTES = 2 * 1024 * 1024;
/** A page that does not read what it asked for is not waited for. */
const MOST_UNREAD_BYTES = 8 * 1024 * 1024;
/** Time that the page in use has to show that it is alive when another one comes. */
const PROOF_OF_LIFE_MS = 1_500;
const MOST_IN_LINE = 8;

export interface ServiceOptions {
  readonly port: number;
  readonly origins: readonly string[];
  readonly reader: Reader;
  readonly journal: Journal;
  /** Signs captures; undefined where the service has no key. */
  readonly signer?: Signer | undefined;
  readonly pauseMs: number;
  readonly waitMs: number;
  /** Milliseconds between pings; a page that answered neither of two is dropped. */
  readonly pingMs: number;
  readonly pageChanged: () => void;
}

export interface Service {
  readonly port: number;
  hasPage(): boolean;
  stop(): Promise<void>;
}

/** Serves the websocket of contract section 7 on the loopback address, to one page at a time. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: FRAME_CAP_BYTES, perMessageDeflate: false });
  let current: { readonly page: WebSocket; readonly end: () => void } | undefined;
  const glass = watchGlass(options.reader);
  let inLine = 0;

  const server = createServer((_request, response) => {
    response.writeHead(426, { connection: 'close', upgrade: 'websocket' }).end();
  });
  server.on('upgrade', (request, socket, head) => {
    // A page that went away in the midst of it: there is nobody left to tell.
    socket.on('error', () => socket.destroy());
    if (!isOwnHost(request, portOf(server)) || !mayScan(request, options.origins))
      return turnAway(socket, '403 Forbidden');
    if (inLine >= MOST_IN_LINE) return turnAway(socket, '503 Service Unavailable');
    sockets.handleUpgrade(request, socket, head, (page) => {
      inLine += 1;
      void admit(page).finally(() => {
        inLine -= 1;
      });
    });
  });

  async function admit(page: WebSocket): Promise<void> {
    // A broken frame closes the connection by itself; it must not end the service.
    page.on('error', () => page.terminate());
    page.pause();
    while (current !== undefined) {
      const { page: other } = current;
      if (await isAlive(other)) {
        page.resume();
        page.send(refused('The scanner is busy with another page'));
        page.close(1013, 'The scanner is busy with another page');
        return;
      }
      other.terminate();
      if (current?.page === other) current.end();
    }
    if (page.readyState !== WebSocket.OPEN) return;
    serve(page);
    page.resume();
  }

  function serve(page: WebSocket): void {
    let missed = 0;
    const session: Session = startSession({
      reader: options.reader,
      glass,
      signer: options.signer,
      pauseMs: options.pauseMs,
      waitMs: options.waitMs,
      send(frame, kind) {
        if (page.readyState !== WebSocket.OPEN) return;
        if (page.bufferedAmount > MOST_UNREAD_BYTES) return page.terminate();
        page.send(frame);
        options.journal.note('scanner', kind);
      },
      heard(kind) {
        if (kind !== 'pong') options.journal.note('page', kind);
      },
      hangUp: () => page.close(1008, 'The scanner did not understand the page'),
    });
    const heartbeat = setInterval(() => {
      if (missed >= 2) return page.terminate();
      missed += 1;
      page.ping();
      page.send(PING);
    }, options.pingMs);
    function end(): void {
      if (current?.page !== page) return;
      current = undefined;
      clearInterval(heartbeat);
      session.end();
      options.pageChanged();
    }
    current = { page, end };
    page.on('pong', () => {
      missed = 0;
    });
    page.on('message', (data, isBinary) => {
      missed = 0;
      if (page.readyState === WebSocket.OPEN) session.receive(isBinary ? '' : data.toString());
    });
    page.on('close', end);
    options.pageChanged();
  }

  await listen(server, options.port);
  return {
    port: portOf(server),
    hasPage: () => current !== undefined,
    async stop() {
      for (const page of sockets.clients) page.terminate();
      current?.end();
      glass.stop();
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}

/** Tells whether a page still answers: browsers answer a ping by themselves while the page is open. */
function isAlive(page: WebSocket): Promise<boolean> {
  if (page.readyState !== WebSocket.OPEN) return Promise.resolve(false);
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle(false), PROOF_OF_LIFE_MS);
    const yes = () => settle(true);
    const no = () => settle(false);
    function settle(alive: boolean): void {
      clearTimeout(timer);
      page.off('pong', yes).off('message', yes).off('close', no);
      resolve(alive);
    }
    page.on('pong', yes).on('message', yes).on('close', no);
    page.ping();
  });
}

function turnAway(socket: Duplex, status: string): void {
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
